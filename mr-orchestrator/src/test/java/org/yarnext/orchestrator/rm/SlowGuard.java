// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import java.time.Duration;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;

/** A guard that lets calls take long enough for a slow machine. Stateless. */
final class SlowGuard {
  private SlowGuard() {}

  /** Creates a guard that the caller must close. */
  static Guard make() {
    return new Guard(
        "test",
        new GuardSettings(Duration.ofSeconds(9), 5, Duration.ofMinutes(1), Duration.ofMinutes(1)),
        System::nanoTime);
  }
}
