// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

import static org.junit.Assert.assertTrue;

import java.time.Duration;
import org.junit.After;
import org.yarnext.common.testing.FakeClock;

/** A guard with a fake clock, and calls that fail. */
abstract class GuardTestBase {
  static final String HOOK = "demo.hook";
  static final Duration DEADLINE = Duration.ofSeconds(10);
  static final Duration COOL_DOWN = Duration.ofSeconds(60);

  final FakeClock clock = new FakeClock();
  final Guard guard =
      new Guard(
          "demo", new GuardSettings(DEADLINE, 3, Duration.ofSeconds(30), COOL_DOWN), clock.nanos());

  @After
  public void close() {
    guard.close();
  }

  final void assertCounts(String start) {
    String text = guard.counters().toString();
    assertTrue(text, text.startsWith(start));
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <E extends Throwable> String sneak(Throwable throwable) throws E {
    throw (E) throwable;
  }
}
