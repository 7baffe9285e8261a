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

import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.Mode;
import org.yarnext.common.conf.Key;
import org.yarnext.common.conf.KeySet;
import org.yarnext.common.conf.RefusedConfigurationException;
import org.yarnext.common.conf.Settings;

/** Every configuration key of elastic scheduling, and a checked, immutable reading of them. */
public final class ElasticConfiguration {
  public static final String PREFIX = "yarn.elastic.";

  public static final Key<Mode> MODE =
      Key.mode(PREFIX + "mode")
          .doc(
              "off: the scheduler is stock; shadow: decide, count and explain, but act on nothing;"
                  + " on: tasks are placed with less memory where their job does not end later for it.");

  public static final Key<String> PROFILES_FILE =
      Key.text(PREFIX + "profiles.file", "")
          .matching("(/.*)?", "an absolute path of a local file, nor empty for none")
          .doc(
              "The profiles of jobs, JSON as docs/elastic-profiles.md says; without one, only jobs with"
                  + " profiles in their tags are elastic.");

  public static final Key<Duration> PROFILES_RELOAD_INTERVAL =
      Key.duration(PREFIX + "profiles.reload-interval", Duration.ofSeconds(10))
          .between(Duration.ofSeconds(1), Duration.ofHours(1))
          .doc(
              "How often the profiles' file is looked at; one that has changed is read at once, and"
                  + " refused whole if anything in it is wrong.");

  public static final Key<Integer> LEAST_MEMORY_PERCENT =
      Key.integer(PREFIX + "least-memory-percent", 10)
          .between(1, 100)
          .unit("percent")
          .live()
          .doc("The least share of its ideal memory that a task is placed with.");

  /** All keys, with the rules between them. */
  public static final KeySet KEYS =
      KeySet.of(
          "elastic", PREFIX, MODE, PROFILES_FILE, PROFILES_RELOAD_INTERVAL, LEAST_MEMORY_PERCENT);

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

  public Mode mode() {
    return settings.get(MODE);
  }

  /** The file of profiles; null if there is none. */
  public Path profilesFile() {
    String path = settings.get(PROFILES_FILE);
    return path.isEmpty() ? null : Paths.get(path);
  }

  /** How often it is looked at, in ms; 1,000 to 3,600,000. */
  public long profilesReloadIntervalMs() {
    return settings.get(PROFILES_RELOAD_INTERVAL).toMillis();
  }

  /** The least share of its ideal memory that a task is placed with, in percent; 1 to 100. */
  public int leastMemoryPercent() {
    return settings.get(LEAST_MEMORY_PERCENT);
  }
}
