// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.coordinator;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.Test;

public class NodeReportTrackerTest {
  private static final long STALE_MS = 10_000;

  private final NodeReportTracker reports = new NodeReportTracker(STALE_MS);

  private static NodeHeartbeatSnapshot seen(String node, Object record, double waitMs) {
    return new NodeHeartbeatSnapshot(node, record, waitMs, 3);
  }

  private List<String> fresh(long nowMs, NodeHeartbeatSnapshot... sightings) {
    return reports.fresh(Arrays.asList(sightings), nowMs).stream()
        .map(NodeReport::node)
        .collect(Collectors.toList());
  }

  @Test
  public void reportCountsFromItsArrivalUntilItIsStale() {
    fresh(0, seen("a", "first", 5));
    assertEquals(Collections.singletonList("a"), fresh(1000, seen("a", "second", 5)));
    assertEquals(Collections.singletonList("a"), fresh(1000 + STALE_MS, seen("a", "second", 5)));
    assertEquals(Collections.emptyList(), fresh(1001 + STALE_MS, seen("a", "second", 5)));
    assertEquals(1, reports.staleNodes());
    assertEquals(
        "it is back", Collections.singletonList("a"), fresh(60_000, seen("a", "third", 5)));
    assertEquals(0, reports.staleNodes());
  }

  @Test
  public void nodeIsSilentFromTheStaleTimeUntilItsNextHeartbeat() {
    fresh(0, seen("a", "first", 5), seen("b", "first", 5));
    fresh(1, seen("a", "second", -1), seen("b", "second", 5));
    fresh(STALE_MS, seen("a", "second", -1), seen("b", "third", 5));
    fresh(1 + STALE_MS, seen("a", "second", -1), seen("b", "third", 5));
    assertEquals(Collections.emptyList(), reports.missingNodes());
    fresh(2 + STALE_MS, seen("a", "second", -1), seen("b", "third", 5));
    assertEquals("without a wait, too", Collections.singletonList("a"), reports.missingNodes());
    fresh(3 + STALE_MS, seen("a", "third", -1), seen("b", "third", 5));
    assertEquals(Collections.emptyList(), reports.missingNodes());
  }

  @Test
  public void nodeThatHasNeverReportedIsNotSilent() {
    fresh(0, seen("a", "old", 5), seen("b", null, -1), seen("c", "first", 5));
    fresh(2 * STALE_MS, seen("a", "old", 5), seen("b", null, -1), seen("c", "second", 5));
    assertEquals(Collections.emptyList(), reports.missingNodes());
  }

  @Test
  public void majorityOfTheNodesIsNeverSilent() {
    fresh(0, seen("a", "first", 5), seen("b", "first", 5), seen("c", "first", 5));
    fresh(1, seen("a", "second", 5), seen("b", "second", 5), seen("c", "second", 5));
    long laterMs = 2 + STALE_MS;
    fresh(laterMs, seen("a", "second", 5), seen("b", "second", 5), seen("c", "third", 5));
    assertEquals(Collections.emptyList(), reports.missingNodes());
    fresh(laterMs, seen("a", "second", 5), seen("b", "third", 5), seen("c", "third", 5));
    assertEquals(Collections.singletonList("a"), reports.missingNodes());
  }

  @Test
  public void firstRecordOfANodeIsNotAReport() {
    assertEquals(Collections.emptyList(), fresh(0, seen("a", "old", 5)));
    assertEquals(Collections.emptyList(), fresh(1000, seen("a", "old", 5)));
  }

  @Test
  public void firstRecordAfterNoneIsAReport() {
    assertEquals(Collections.emptyList(), fresh(0, seen("a", null, -1)));
    assertEquals(Collections.singletonList("a"), fresh(1000, seen("a", "first", 5)));
  }

  @Test
  public void equalRecordsOfTwoHeartbeatsAreTwoReports() {
    fresh(0, seen("a", null, -1));
    Object first = new Object[0];
    Object second = new Object[0];
    reports.fresh(Collections.singleton(seen("a", first, 5)), 1000);
    assertEquals(
        2000, reports.fresh(Collections.singleton(seen("a", second, 5)), 2000).get(0).receivedMs());
  }

  @Test
  public void returningNodeStartsAnew() {
    fresh(0, seen("a", null, -1));
    assertEquals(Collections.singletonList("a"), fresh(1000, seen("a", "first", 5)));
    fresh(2000);
    assertEquals(Collections.emptyList(), fresh(3000, seen("a", "first", 5)));
  }

  @Test
  public void invalidWaitIsNotAReport() {
    for (double absurd : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY, -0.5}) {
      fresh(0, seen("a", null, -1));
      assertEquals("" + absurd, Collections.emptyList(), fresh(1, seen("a", absurd, absurd)));
      fresh(2);
    }
  }

  @Test
  public void zeroWaitWithQueuedContainersIsNotAReport() {
    fresh(0, seen("a", null, -1), seen("b", null, -1));
    assertEquals(
        Collections.singletonList("b"),
        fresh(
            1,
            new NodeHeartbeatSnapshot("a", "r", 0, 1),
            new NodeHeartbeatSnapshot("b", "r", 0, 0)));
  }
}
