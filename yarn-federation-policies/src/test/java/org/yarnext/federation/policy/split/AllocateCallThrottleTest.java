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
package org.yarnext.federation.policy.split;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import org.junit.Test;
import org.yarnext.common.decision.Decision;

public class AllocateCallThrottleTest {
  private final AllocateCallThrottle gate = new AllocateCallThrottle();
  private final AllocateCallLimits limits = new AllocateCallLimits(10, 1_000, 5, 20);

  private Decision<Boolean> call(int lines, int containers, long nowMs) {
    return gate.admit(lines, containers, limits, nowMs);
  }

  @Test
  public void aCallWithinTheLimitsPasses() {
    assertEquals("ASKS_PASS{lines=10}", call(10, 1_000, 0).toString());
  }

  @Test
  public void largeCallsAreRefusedWithTheNumbers() {
    assertEquals("ASKS_TOO_MANY_LINES{lines=11, limit=10}", call(11, 1, 0).toString());
    assertEquals(
        "ASKS_TOO_MANY_CONTAINERS{containers=1001, limit=1000}", call(1, 1_001, 0).toString());
  }

  @Test
  public void fastCallsAreRefusedUntilTimeHasPassed() {
    assertTrue(call(10, 1, 0).value());
    assertTrue(call(10, 1, 0).value());
    assertEquals(
        "ASKS_TOO_OFTEN{lines=10, linesPerSecond=5.0, retryAfterMs=2000}",
        call(10, 1, 0).toString());
    assertTrue("a heartbeat always passes", call(0, 1, 0).value());
    assertFalse(call(10, 1, 1_999).value());
    assertTrue("what was refused cost nothing", call(10, 1, 2_000).value());
    assertFalse("a clock that goes back gives nothing", call(1, 1, 1_000).value());
    assertTrue(call(10, 1, 1_000_000).value());
    assertTrue("never more than the burst is saved", call(10, 1, 1_000_000).value());
    assertFalse(call(1, 1, 1_000_000).value());
  }

  @Test
  public void limitsThatLetNothingPassAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new AllocateCallLimits(10, 1, 1, 9));
    assertThrows(IllegalArgumentException.class, () -> new AllocateCallLimits(0, 1, 1, 9));
  }
}
