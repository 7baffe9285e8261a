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
package org.yarnext.mercury.policy.placement;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class TypicalRunTest {
  private final TypicalRun typical = new TypicalRun(10_000);

  @Test
  public void aKnownRunTimeIsTaken() {
    assertEquals(1_200, typical.orTypicalMs(1_200L), 0);
  }

  @Test
  public void anUnknownOneIsLikeTheOthers() {
    assertEquals(10_000, typical.orTypicalMs(null), 0);
    typical.orTypicalMs(1_400L);
    typical.orTypicalMs(1_000L);
    assertEquals("what was assumed is forgotten", 1_200, typical.orTypicalMs(null), 1e-9);
    for (int i = 0; i < 200; i++) {
      typical.orTypicalMs(1_000L + i % 2 * 400);
    }
    assertEquals(1_200, typical.orTypicalMs(null), 50);
  }
}
