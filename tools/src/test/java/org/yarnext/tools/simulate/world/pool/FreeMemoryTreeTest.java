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
package org.yarnext.tools.simulate.world.pool;

import static org.junit.Assert.assertEquals;

import java.util.Random;
import org.junit.Test;

public class FreeMemoryTreeTest {
  /** As a search along all nodes finds it. */
  @Test
  public void theFirstNodeWithRoomForBothIsFound() {
    Random random = new Random(3);
    int nodes = 37;
    long[] mb = new long[nodes];
    long[] vcores = new long[nodes];
    for (int n = 0; n < nodes; n++) {
      mb[n] = random.nextInt(10);
      vcores[n] = random.nextInt(10);
    }
    FreeMemoryTree rooms = new FreeMemoryTree(mb, vcores);
    for (int i = 0; i < 5_000; i++) {
      if (random.nextBoolean()) {
        int wantedMb = 1 + random.nextInt(8);
        int wantedVcores = 1 + random.nextInt(8);
        int first = 0;
        while (first < nodes && (mb[first] < wantedMb || vcores[first] < wantedVcores)) {
          first++;
        }
        assertEquals(first == nodes ? -1 : first, rooms.take(wantedMb, wantedVcores));
        if (first < nodes) {
          mb[first] -= wantedMb;
          vcores[first] -= wantedVcores;
        }
      } else {
        int node = random.nextInt(nodes);
        int more = random.nextInt(3);
        rooms.giveBack(node, more, more);
        mb[node] += more;
        vcores[node] += more;
      }
    }
  }
}
