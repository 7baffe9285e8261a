/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.elastic;

import java.time.Duration;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.common.Mode;
import org.yarnext.common.conf.Key;
import org.yarnext.common.conf.KeySet;
import org.yarnext.common.conf.RefusedConfigurationException;
import org.yarnext.common.conf.Settings;
import org.yarnext.common.guard.GuardSettings;

/** Every configuration key of elastic scheduling, and a checked, immutable reading of them. */
public final class ElasticConfiguration {
  public static final String PREFIX = "yarn.elastic.";

  public static final Key<Mode> MODE =
      Key.mode(PREFIX + "mode")
          .doc(
              "off: the scheduler is stock; shadow: decide, count and explain, but act on nothing;"
                  + " on: tasks are placed with less memory where their job does not end later for it.");

  public static final Key<Duration> TIMELINE_INTERVAL =
      Key.duration(PREFIX + "timeline.interval", Duration.ofSeconds(1))
          .between(Duration.ofMillis(100), Duration.ofMinutes(5))
          .doc("How often at most the ends of jobs are estimated anew.");

  public static final Key<Duration> GUARD_DEADLINE =
      Key.duration(PREFIX + "guard.deadline", Duration.ofMillis(250))
          .between(Duration.ofMillis(10), Duration.ofSeconds(10))
          .doc("How long one decision may take before stock behaviour is used instead.");

  public static final Key<Integer> GUARD_FAILURES_TO_TRIP =
      Key.integer(PREFIX + "guard.failures-to-trip", 5)
          .between(1, 1000)
          .unit("failures")
          .doc(
              "How many failures within a minute switch the feature to stock behaviour for the"
                  + " cool-down.");

  public static final Key<Duration> GUARD_COOL_DOWN =
      Key.duration(PREFIX + "guard.cool-down", Duration.ofMinutes(1))
          .between(Duration.ofMillis(100), Duration.ofDays(1))
          .doc(
              "How long the feature stays with stock behaviour after repeated failure before it is"
                  + " tried again.");

  /** All keys, with the rules between them. */
  public static final KeySet KEYS =
      KeySet.of(
          "elastic",
          PREFIX,
          MODE,
          TIMELINE_INTERVAL,
          GUARD_DEADLINE,
          GUARD_FAILURES_TO_TRIP,
          GUARD_COOL_DOWN);

  /** The processor without which application masters refuse under-sized containers. */
  private static final String PROCESSOR = "org.yarnext.elastic.rm.ElasticAmsProcessor";

  private final Settings settings;

  private ElasticConfiguration(Settings settings) {
    this.settings = settings;
  }

  /**
   * Reads and checks the keys.
   *
   * @throws RefusedConfigurationException naming each bad key, its value and the fix
   */
  public static ElasticConfiguration read(Configuration conf) throws RefusedConfigurationException {
    return new ElasticConfiguration(KEYS.read(conf));
  }

  /**
   * The same in the ResourceManager, where under-sized containers must also be shown to application
   * masters.
   *
   * @throws RefusedConfigurationException naming each bad key, its value and the fix
   */
  public static ElasticConfiguration readForScheduler(Configuration conf)
      throws RefusedConfigurationException {
    return new ElasticConfiguration(KEYS.rule(s -> unshown(s, conf)).read(conf));
  }

  private static String unshown(Settings s, Configuration conf) {
    String key = YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS;
    return s.get(MODE).acts() && !Arrays.asList(conf.getTrimmedStrings(key)).contains(PROCESSOR)
        ? MODE.name()
            + "=on needs "
            + PROCESSOR
            + " in "
            + key
            + "="
            + conf.get(key, "")
            + ", first in the list: without it application masters refuse smaller containers; add"
            + " it, or set the mode to shadow or off."
        : null;
  }

  public long timelineIntervalMs() {
    return settings.get(TIMELINE_INTERVAL).toMillis();
  }

  public GuardSettings guard() {
    return new GuardSettings(
        settings.get(GUARD_DEADLINE),
        settings.get(GUARD_FAILURES_TO_TRIP),
        Duration.ofMinutes(1),
        settings.get(GUARD_COOL_DOWN));
  }

  public Mode mode() {
    return settings.get(MODE);
  }
}
