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
package org.yarnext.tools.simulate.workload.synthetic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class FixedPenaltyModelTest {
  private final FixedPenaltyModel model = new FixedPenaltyModel(1_000, 10_000, 3);

  @Test
  public void spillsTheLargestMultipleOfItsMemoryBelowItsInput() {
    assertEquals(10_000, model.runTimeMs(1_000), 0);
    assertEquals(10_000, model.runTimeMs(2_000), 0);
    // 500 of 1,000 MB, twice the time for each share.
    assertEquals(20_000, model.runTimeMs(500), 1e-9);
    assertEquals(10_000 * (1 + 2 * 0.8), model.runTimeMs(400), 1e-9);
    assertEquals(10_000 * (1 + 2 * 0.999), model.runTimeMs(999), 1e-9);
    assertEquals(0, model.diskMbPerSecond(1_000), 0);
    assertEquals(2 * 500 / 20.0, model.diskMbPerSecond(500), 1e-9);
  }

  @Test
  public void onOneToothTheSmallestIsFastest() {
    for (long mb = 2; mb <= 1_000; mb++) {
      if (model.tooth(mb) == model.tooth(mb - 1)) {
        assertTrue(mb + " MB", model.runTimeMs(mb - 1) <= model.runTimeMs(mb));
      } else {
        assertTrue(mb + " MB", model.tooth(mb) < model.tooth(mb - 1));
      }
    }
  }
}
