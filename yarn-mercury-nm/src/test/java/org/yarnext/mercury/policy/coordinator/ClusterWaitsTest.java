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
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.Test;

public class ClusterWaitsTest {
  private static final long STALE_MS = 10_000;
  private static final long NEW_MS = 1_000;
  private static final long FORGET_MS = 60_000;

  private final ClusterWaits waits = new ClusterWaits(STALE_MS, NEW_MS, FORGET_MS);

  private static NodeReport report(String node, double waitMs, long receivedMs) {
    return new NodeReport(node, waitMs, 1, receivedMs);
  }

  private List<String> order(long nowMs) {
    return waits.ranking(nowMs).nodes().stream().map(RankedNode::node).collect(Collectors.toList());
  }

  @Test
  public void leastWaitFirstAndEqualOnesById() {
    reported(100, report("c", 5, 0), report("b", 0, 0), report("d", 9, 0), report("a", 5, 0));
    assertEquals(Arrays.asList("b", "a", "c", "d"), order(100));
    RankedNode first = waits.ranking(100).nodes().get(0);
    assertEquals(0, first.waitMs(), 0);
    assertEquals(150, first.ageMs(150));
    assertThrows(UnsupportedOperationException.class, () -> waits.ranking(100).nodes().remove(0));
  }

  private void reported(long nowMs, NodeReport... reports) {
    waits.reported(Arrays.asList(reports), Collections.emptySet(), nowMs);
  }

  @Test
  public void whatWasPlacedCountsUntilItHasArrived() {
    reported(0, report("a", 0, 0), report("b", 1000, 0));
    waits.placed("c1", "a", 700, 500);
    waits.placed("c2", "a", 600, 600);
    assertEquals("at once", 1300, waits.waitMs("a"), 0);
    assertEquals("the last round's", Arrays.asList("a", "b"), order(700));

    reported(30_000, report("a", 0, 30_000), report("b", 1000, 30_000));
    assertEquals("however long it takes", Arrays.asList("b", "a"), order(30_000));
    assertEquals(0, waits.ranking(30_000).nodes().get(1).reportedWaitMs(), 0);

    waits.reported(
        Arrays.asList(report("a", 650, 31_000), report("b", 1000, 31_000)),
        new HashSet<>(Arrays.asList("c1", "unknown")),
        31_000);
    assertEquals("the first is in the report", 1250, waits.waitMs("a"), 0);
    assertEquals(Arrays.asList("c2"), waits.inFlight(31_000));
  }

  @Test
  public void yarnIsNotAskedForAContainerItMayNotKnowYet() {
    waits.placed("c1", "a", 700, 500);
    waits.placed("c2", "a", 700, 900);
    assertEquals(Collections.emptyList(), waits.inFlight(500 + NEW_MS - 1));
    assertEquals(Arrays.asList("c1"), waits.inFlight(500 + NEW_MS));
    assertEquals(Arrays.asList("c1", "c2"), waits.inFlight(900 + NEW_MS));
  }

  @Test
  public void aContainerThatIsNeverStartedIsForgottenInTheEnd() {
    waits.placed("c1", "a", 700, 0);
    waits.placed("c2", "a", 300, 10);
    reported(FORGET_MS, report("a", 5, FORGET_MS));
    assertEquals(1005, waits.waitMs("a"), 0);
    reported(FORGET_MS + 1, report("a", 5, FORGET_MS));
    assertEquals(305, waits.waitMs("a"), 0);
    reported(FORGET_MS + 11, report("a", 5, FORGET_MS));
    assertEquals(5, waits.waitMs("a"), 0);
    assertEquals(Collections.emptyList(), waits.inFlight(2 * FORGET_MS));
  }

  @Test
  public void withoutRoundsOldPlacementsAreForgottenToo() {
    reported(0, report("a", 5, 0));
    for (int i = 0; i < 1_000; i++) {
      waits.placed("c" + i, "a", 1, i * FORGET_MS / 10);
    }
    List<String> last = waits.inFlight(1_000 * FORGET_MS);
    assertEquals("those of the last minute", 11, last.size());
    assertEquals("c999", last.get(10));
    assertEquals(16, waits.waitMs("a"), 0);
  }

  @Test
  public void anOldRankingIsNoRanking() {
    reported(0, report("a", 0, 0));
    assertEquals(Arrays.asList("a"), order(STALE_MS));
    assertTrue(order(STALE_MS + 1).isEmpty());
    waits.clear();
    assertTrue(order(0).isEmpty());
    assertTrue(Double.isNaN(waits.waitMs("a")));
    assertTrue("before the first round", new ClusterWaits(1, 1, 1).ranking(-5).nodes().isEmpty());
  }

  @Test
  public void whatIsTakenBackCountsNoMore() {
    reported(0, report("a", 10, 0), report("b", 0, 0));
    waits.placed("c1", "a", 700, 500);
    waits.placed("c2", "a", 200, 500);
    waits.takenBack("c1");
    waits.takenBack("c1");
    assertEquals(210, waits.waitMs("a"), 0);
    waits.takenBack("c3");
    waits.takenBack("c2");
    assertEquals(10, waits.waitMs("a"), 0);
  }

  @Test
  public void whatIsToComeIsReadAtTheMomentOfAsking() {
    ClusterWaits.InFlight toCome = waits.inFlightTo("a");
    assertEquals(0, toCome.waitMs());
    waits.placed("c1", "a", 700, 0);
    waits.placed("c2", "b", 50, 0);
    assertEquals(700, toCome.waitMs());
    assertEquals(1, toCome.containers());
    reported(10, report("a", 10, 0), report("b", 0, 0));
    waits.placed("c3", "a", 20, 10);
    assertEquals("in the next round, too", 720, toCome.waitMs());
    assertEquals(2, toCome.containers());
    waits.takenBack("c1");
    waits.takenBack("c1");
    assertEquals(20, toCome.waitMs());
    assertEquals(1, toCome.containers());
    waits.clear();
    assertEquals(0, toCome.waitMs());
    assertEquals(0, toCome.containers());
  }

  @Test
  public void aNodeThatIsReportedAgainHasWhatWasPlacedOnItMeanwhile() {
    ClusterWaits.InFlight before = waits.inFlightTo("a");
    reported(0, report("b", 0, 0));
    waits.placed("c1", "a", 700, 0);
    reported(10, report("a", 10, 0));
    assertEquals(710, waits.waitMs("a"), 0);
    assertEquals(700, waits.inFlightTo("a").waitMs());
    assertEquals("of the round in which it was gone", 0, before.waitMs());
  }

  @Test
  public void absurdPlacementsDoNotCount() {
    reported(0, report("a", 3, 0));
    waits.placed("c1", "a", 0, 1);
    waits.placed("c2", "a", -5, 1);
    waits.placed("c3", "a", 40, 1);
    waits.placed("c3", "a", 40, 1);
    assertEquals("once", 43, waits.waitMs("a"), 0);
  }

  @Test
  public void noAccountIsKeptOfNodesThatLeft() {
    ClusterWaits left = new ClusterWaits(10_000, 1_000, 60_000);
    left.placed("c1", "gone:1", 500, 0);
    assertEquals(1, left.nodesInFlight());
    left.takenBack("c1");
    assertEquals(0, left.nodesInFlight());
    left.placed("c2", "gone:2", 500, 0);
    // Nothing but a placement comes by once the coordinator was taken out.
    left.placed("c3", "gone:3", 500, 100_000);
    assertEquals("gone:3 alone", 1, left.nodesInFlight());
  }
}
