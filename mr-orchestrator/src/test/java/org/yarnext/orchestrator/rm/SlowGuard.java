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
package org.yarnext.orchestrator.rm;

import java.time.Duration;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;

/** A guard that lets calls take long enough for a slow machine. Stateless. */
final class SlowGuard {
  private SlowGuard() {}

  /** To be closed by the caller. */
  static Guard make() {
    return new Guard(
        "test",
        new GuardSettings(Duration.ofSeconds(9), 5, Duration.ofMinutes(1), Duration.ofMinutes(1)),
        System::nanoTime);
  }
}
