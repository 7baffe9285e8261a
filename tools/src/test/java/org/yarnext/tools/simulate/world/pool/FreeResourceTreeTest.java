// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.pool;

import static org.junit.Assert.assertEquals;

import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.Test;

public class FreeResourceTreeTest {
  /** The tree finds the same node as a search over all nodes. */
  @Test
  public void firstNodeWithRoomForMemoryAndVcoresIsFound() {
    Random random = new Random(3);
    int nodes = 37;
    long[] mb = new long[nodes];
    long[] vcores = new long[nodes];
    for (int n = 0; n < nodes; n++) {
      mb[n] = random.nextInt(10);
      vcores[n] = random.nextInt(10);
    }
    FreeResourceTree rooms =
        new FreeResourceTree(
            IntStream.range(0, nodes)
                .mapToObj(n -> new long[] {mb[n], vcores[n]})
                .collect(Collectors.toList()));
    for (int i = 0; i < 5_000; i++) {
      if (random.nextBoolean()) {
        int wantedMb = 1 + random.nextInt(8);
        int wantedVcores = 1 + random.nextInt(8);
        int first = 0;
        while (first < nodes && (mb[first] < wantedMb || vcores[first] < wantedVcores)) {
          first++;
        }
        assertEquals(first == nodes ? -1 : first, rooms.take(new long[] {wantedMb, wantedVcores}));
        if (first < nodes) {
          mb[first] -= wantedMb;
          vcores[first] -= wantedVcores;
        }
      } else {
        int node = random.nextInt(nodes);
        int more = random.nextInt(3);
        rooms.giveBack(node, new long[] {more, more});
        mb[node] += more;
        vcores[node] += more;
      }
    }
  }
}
