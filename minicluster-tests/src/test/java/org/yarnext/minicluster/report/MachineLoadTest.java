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
package org.yarnext.minicluster.report;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class MachineLoadTest {

  @Test
  public void readsProcessorTimes() {
    String machine = "cpu  100 20 30 400 50 1 2 3 0 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n";
    String self = "12 (java (x) y) S 1 2 3 0 -1 4 5 6 7 8 11 12 13 14 20 0";
    assertArrayEquals(new long[] {606, 156, 50}, MachineLoad.parse(machine, self));
  }

  @Test
  public void whatIsNotOursIsForeign() {
    assertEquals(0.25, MachineLoad.share(200, 150, 100), 1e-9);
    assertEquals("rounding", 0, MachineLoad.share(200, 99, 100), 0);
    assertEquals("no time has passed", Double.NaN, MachineLoad.share(0, 0, 0), 0);
  }
}
