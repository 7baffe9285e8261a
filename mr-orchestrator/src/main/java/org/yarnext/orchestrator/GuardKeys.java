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
package org.yarnext.orchestrator;

import java.time.Duration;
import org.yarnext.common.conf.BreakerKeys;
import org.yarnext.common.conf.Key;
import org.yarnext.common.conf.Settings;
import org.yarnext.common.guard.GuardSettings;

/** Configuration keys of the guard between the daemons and the orchestrator. */
public final class GuardKeys {
  public static final Key<Duration> DEADLINE =
      Key.duration(OrchestratorConfiguration.PREFIX + "guard.deadline", Duration.ofSeconds(1))
          .between(Duration.ofMillis(10), Duration.ofMinutes(1))
          .doc(
              "How long one decision may take before nothing is done instead; a round of the"
                  + " ResourceManager at least a quarter of the epoch.");

  public static final Key<Integer> FAILURES_TO_TRIP =
      Key.integer(OrchestratorConfiguration.PREFIX + "guard.failures-to-trip", 5)
          .between(1, 1000)
          .unit("failures")
          .doc("How many failures within a minute stop the steering for the cool-down.");

  public static final Key<Duration> COOL_DOWN =
      Key.duration(OrchestratorConfiguration.PREFIX + "guard.cool-down", Duration.ofMinutes(1))
          .between(Duration.ofMillis(100), Duration.ofDays(1))
          .doc("How long it stays stopped after repeated failure before it is tried again.");

  private GuardKeys() {}

  static GuardSettings read(Settings settings) {
    return new GuardSettings(
        settings.get(DEADLINE),
        settings.get(FAILURES_TO_TRIP),
        BreakerKeys.FAILURES_WITHIN,
        settings.get(COOL_DOWN));
  }
}
