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
import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.Mode;
import org.yarnext.common.conf.Key;
import org.yarnext.common.conf.KeySet;
import org.yarnext.common.conf.RefusedConfigurationException;
import org.yarnext.common.conf.Settings;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.elastic.policy.heap.HeapRules;
import org.yarnext.elastic.policy.trust.TrustRules;

/** Every configuration key of elastic scheduling, and a checked, immutable reading of them. */
public final class ElasticConfiguration {
  public static final String PREFIX = "yarn.elastic.";

  public static final Key<Mode> MODE =
      Key.mode(PREFIX + "mode")
          .doc(
              "off: the scheduler is stock; shadow: decide, count and explain, but act on nothing;"
                  + " on: tasks are placed with less memory where their job does not end later for it.");

  public static final Key<Integer> HEAP_FLOOR =
      Key.integer(PREFIX + "heap.floor", 256)
          .between(16, 1_048_576)
          .unit("MB")
          .doc(
              "The least heap of an under-sized task: a container whose heap would become smaller is"
                  + " launched with the heap it asked for.");

  public static final Key<Integer> HEAP_SPARK_FLOOR =
      Key.integer(PREFIX + "heap.spark-floor", 512)
          .between(16, 1_048_576)
          .unit("MB")
          .doc(
              "The same of a Spark executor, which does not start with less than about 450 MB; where"
                  + " heap.floor is larger, that counts.");

  public static final Key<Integer> HEAP_SORT_PERCENT =
      Key.integer(PREFIX + "heap.sort-percent", 50)
          .between(1, 80)
          .unit("percent")
          .doc(
              "The part of a smaller heap that the sort buffer of a map task may have: what"
                  + " YARNEXT_ELASTIC_SORT_MB tells the task, and in the job's configuration what the"
                  + " map output collector lowers it to.");

  public static final Key<Boolean> HEAP_EXIT_ON_OUT_OF_MEMORY =
      Key.flag(PREFIX + "heap.exit-on-out-of-memory", true)
          .doc(
              "Whether a MapReduce or Tez task with a smaller heap is launched with"
                  + " -XX:+ExitOnOutOfMemoryError, without which a node cannot see that it ran out of"
                  + " memory; a command that handles it in its own way keeps that.");

  public static final Key<Duration> TRUST_DISTRUST_FOR =
      Key.duration(PREFIX + "trust.distrust-for", Duration.ofHours(1))
          .between(Duration.ofSeconds(1), Duration.ofDays(30))
          .doc(
              "How long a task class is given full size after its profile proved wrong; twice as long"
                  + " each time it does so again soon, up to 16 times.");

  public static final Key<Double> TRUST_RUN_TIME_TOLERANCE =
      Key.decimal(PREFIX + "trust.run-time-tolerance", 2.0)
          .between(1.0, 1000.0)
          .doc(
              "How many times longer than its profile says an under-sized task may run; a profile with"
                  + " three wrong run times in five is distrusted.");

  public static final Key<Integer> TRUST_RUN_TIME_WINDOW =
      Key.integer(PREFIX + "trust.run-time-window", 10)
          .between(5, TrustRules.LARGEST_WINDOW)
          .unit("tasks")
          .doc("How many of the last under-sized tasks of a class that judgement looks at.");

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
          HEAP_FLOOR,
          HEAP_SPARK_FLOOR,
          HEAP_SORT_PERCENT,
          HEAP_EXIT_ON_OUT_OF_MEMORY,
          TRUST_DISTRUST_FOR,
          TRUST_RUN_TIME_TOLERANCE,
          TRUST_RUN_TIME_WINDOW,
          GUARD_DEADLINE,
          GUARD_FAILURES_TO_TRIP,
          GUARD_COOL_DOWN);

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

  /** How small heaps may become on this node. */
  public HeapRules heapRules() {
    return new HeapRules(
        settings.get(HEAP_FLOOR),
        settings.get(HEAP_SPARK_FLOOR),
        settings.get(HEAP_SORT_PERCENT),
        settings.get(HEAP_EXIT_ON_OUT_OF_MEMORY));
  }

  /** When profiles are distrusted. */
  public TrustRules trustRules() {
    return new TrustRules(
        settings.get(TRUST_DISTRUST_FOR).toMillis(),
        settings.get(TRUST_RUN_TIME_TOLERANCE),
        settings.get(TRUST_RUN_TIME_WINDOW));
  }

  public GuardSettings guard() {
    return new GuardSettings(
        settings.get(GUARD_DEADLINE),
        settings.get(GUARD_FAILURES_TO_TRIP),
        Duration.ofMinutes(1),
        settings.get(GUARD_COOL_DOWN));
  }
}
