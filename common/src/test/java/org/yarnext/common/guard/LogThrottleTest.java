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
package org.yarnext.common.guard;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class LogThrottleTest {
  private final LogThrottle refusals = new LogThrottle();

  @Test
  public void eachThingIsDueAgainAfterAWhile() {
    assertTrue(refusals.due("a", 1_000));
    assertFalse(refusals.due("a", 1_000 + LogThrottle.INTERVAL_MS - 1));
    assertTrue("another", refusals.due("b", 1_001));
    assertTrue(refusals.due("a", 1_000 + LogThrottle.INTERVAL_MS));
    assertFalse(refusals.due("a", 1_001 + LogThrottle.INTERVAL_MS));
  }

  @Test
  public void whatIsKnownIsBounded() {
    for (int i = 0; i < 10_000; i++) {
      assertTrue(refusals.due("t" + i, 5));
    }
    assertTrue("forgotten with all others", refusals.due("t0", 6));
  }
}
