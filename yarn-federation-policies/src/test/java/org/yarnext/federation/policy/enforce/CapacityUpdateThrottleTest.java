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
package org.yarnext.federation.policy.enforce;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class CapacityUpdateThrottleTest {
  private final CapacityUpdateThrottle pause = new CapacityUpdateThrottle(10);

  /** After exactly that long since it began at 1000. */
  private void assertLasts(long nanos, long least) {
    assertFalse(pause.isOver(1_000 + nanos - 1, least));
    assertTrue(pause.isOver(1_000 + nanos, least));
  }

  @Test
  public void thereIsNoneAtFirst() {
    assertTrue(pause.isOver(0, Long.MAX_VALUE));
  }

  @Test
  public void aChangeIsFollowedByOneThatIsSaid() {
    pause.changed(1_000);
    assertLasts(30, 30);
    assertTrue(pause.isOver(1_000, 0));
  }

  @Test
  public void refusalsAreFollowedByLongerAndLongerOnes() {
    for (long lasts : new long[] {20, 40, 80, 160, 160}) {
      pause.refused(1_000);
      assertLasts(lasts, 0);
    }
    assertLasts(1_000, 1_000);
    pause.changed(1_000);
    assertLasts(5, 5);
  }
}
