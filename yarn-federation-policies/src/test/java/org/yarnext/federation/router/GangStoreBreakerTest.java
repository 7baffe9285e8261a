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
package org.yarnext.federation.router;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.time.Duration;
import org.junit.Test;

public class GangStoreBreakerTest {
  private static final Duration COOL_DOWN = Duration.ofMinutes(1);

  private long nanos;
  private final GangStoreBreaker health = new GangStoreBreaker(2, COOL_DOWN, () -> nanos);

  @Test
  public void severalFailuresInSuccessionMakeItDownUntilItAnswers() {
    health.failed();
    health.answered();
    health.failed();
    assertFalse(health.isDown());
    health.failed();
    assertTrue(health.isDown());
    health.answered();
    assertFalse(health.isDown());
  }

  @Test
  public void afterACoolDownThatNeverGrowsItMayBeAskedAgain() {
    health.failed();
    for (int i = 0; i < 5; i++) {
      health.failed();
      nanos += COOL_DOWN.toNanos() - 1;
      assertTrue(health.isDown());
      nanos++;
      assertFalse(health.isDown());
    }
  }
}
