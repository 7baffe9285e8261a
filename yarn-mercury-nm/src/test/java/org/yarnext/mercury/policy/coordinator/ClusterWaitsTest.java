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
package org.yarnext.mercury.policy.coordinator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.Test;

public class ClusterWaitsTest {
  private static final long STALE_MS = 10_000;
  private static final long SETTLE_MS = 2_000;

  private final ClusterWaits waits = new ClusterWaits(STALE_MS, SETTLE_MS);

  private static NodeReport report(String node, double waitMs, long receivedMs) {
    return new NodeReport(node, waitMs, 1, receivedMs);
  }

  private List<String> order(long nowMs) {
    return waits.ranking(nowMs).nodes().stream().map(RankedNode::node).collect(Collectors.toList());
  }

  @Test
  public void leastWaitFirstAndEqualOnesById() {
    waits.reported(
        Arrays.asList(report("c", 5, 0), report("b", 0, 0), report("d", 9, 0), report("a", 5, 0)),
        100);
    assertEquals(Arrays.asList("b", "a", "c", "d"), order(100));
    RankedNode first = waits.ranking(100).nodes().get(0);
    assertEquals(0, first.waitMs(), 0);
    assertEquals(150, first.ageMs(150));
    assertThrows(UnsupportedOperationException.class, () -> waits.ranking(100).nodes().remove(0));
  }

  @Test
  public void whatWasPlacedCountsUntilAReportContainsIt() {
    waits.reported(Arrays.asList(report("a", 0, 0), report("b", 1000, 0)), 0);
    waits.placed("a", 700, 500);
    waits.placed("a", 700, 600);
    assertEquals("at once", 1400, waits.waitMs("a"), 0);
    assertEquals("the last round's", Arrays.asList("a", "b"), order(700));

    waits.reported(Arrays.asList(report("a", 0, 1000), report("b", 1000, 1000)), 1000);
    assertEquals("too early to be in it", Arrays.asList("b", "a"), order(1000));
    assertEquals(0, waits.ranking(1000).nodes().get(1).reportedWaitMs(), 0);

    waits.reported(Arrays.asList(report("a", 1300, 2550), report("b", 1000, 2550)), 2550);
    assertEquals("the first is in it", 2000, waits.waitMs("a"), 0);
    waits.reported(Arrays.asList(report("a", 1300, 3000), report("b", 1000, 3000)), 3000);
    assertEquals(1300, waits.waitMs("a"), 0);
  }

  @Test
  public void aPlacementOnASilentNodeIsForgottenInTheEnd() {
    waits.placed("a", 700, 0);
    waits.reported(Arrays.asList(report("b", 0, 13_000)), STALE_MS + SETTLE_MS + 1);
    waits.reported(Arrays.asList(report("a", 5, 1_000)), STALE_MS + SETTLE_MS + 2);
    assertEquals(5, waits.waitMs("a"), 0);
  }

  @Test
  public void anOldRankingIsNoRanking() {
    waits.reported(Arrays.asList(report("a", 0, 0)), 0);
    assertEquals(Arrays.asList("a"), order(STALE_MS));
    assertTrue(order(STALE_MS + 1).isEmpty());
    waits.clear();
    assertTrue(order(0).isEmpty());
    assertTrue(Double.isNaN(waits.waitMs("a")));
    assertTrue("before the first round", new ClusterWaits(1, 1).ranking(-5).nodes().isEmpty());
  }

  @Test
  public void whatIsTakenBackCountsNoMore() {
    waits.reported(Arrays.asList(report("a", 10, 0), report("b", 0, 0)), 0);
    waits.placed("a", 700, 500);
    waits.placed("a", 200, 500);
    waits.takenBack("a", 700);
    assertEquals(210, waits.waitMs("a"), 0);
    waits.takenBack("b", 700);
    assertEquals("nothing was placed there", 0, waits.waitMs("b"), 0);
    waits.takenBack("a", 150);
    assertEquals("the estimate has changed meanwhile", 10, waits.waitMs("a"), 0);
    waits.takenBack("a", 150);
    assertEquals(10, waits.waitMs("a"), 0);
  }

  @Test
  public void absurdPlacementsDoNotCount() {
    waits.reported(Arrays.asList(report("a", 3, 0)), 0);
    waits.placed("a", Double.NaN, 1);
    waits.placed("a", -5, 1);
    waits.placed("a", Double.POSITIVE_INFINITY, 1);
    assertEquals(3, waits.waitMs("a"), 0);
  }
}
