// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.reservation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.junit.Test;

public class ReservationTimeoutTrackerTest {
  private static final SchedulerRequestKey MAPS = key(20);

  /** Number of requests of two threads that are remembered at a time. */
  private static final int ASKS = 60;

  private final ReservationTimeoutTracker patience = new ReservationTimeoutTracker();

  private static SchedulerRequestKey key(int priority) {
    return new SchedulerRequestKey(Priority.newInstance(priority), -1L, null);
  }

  /** Refused as seldom as counts as one wait, from one time to just before another. */
  private void refused(long fromMs, long toMs) {
    for (long now = fromMs; now < toMs; now += ReservationTimeoutTracker.LASTS_MS) {
      assertFalse(patience.ends(MAPS, now));
    }
    assertFalse(patience.ends(MAPS, toMs - 1));
  }

  @Test
  public void timeoutExpiresAfterRefusalsOfItsLength() {
    refused(500, 500 + ReservationTimeoutTracker.LASTS_MS);
    assertFalse(
        "others' does not", patience.ends(key(10), 500 + ReservationTimeoutTracker.LASTS_MS));
    assertTrue(patience.ends(MAPS, 500 + ReservationTimeoutTracker.LASTS_MS));
  }

  @Test
  public void timeoutRestartsOnceTheRequestIsServed() {
    refused(0, ReservationTimeoutTracker.LASTS_MS);
    patience.renewed(MAPS);
    refused(ReservationTimeoutTracker.LASTS_MS, 2 * ReservationTimeoutTracker.LASTS_MS);
    assertTrue(patience.ends(MAPS, 2 * ReservationTimeoutTracker.LASTS_MS));
  }

  @Test
  public void timeoutRestartsAfterALongPause() {
    refused(0, ReservationTimeoutTracker.LASTS_MS);
    long later = ReservationTimeoutTracker.LASTS_MS + ReservationTimeoutTracker.LASTS_MS;
    refused(later, later + ReservationTimeoutTracker.LASTS_MS);
    assertTrue(patience.ends(MAPS, later + ReservationTimeoutTracker.LASTS_MS));
  }

  @Test
  public void reservedNodeIsAwaitedUntilShortlyAfterItsExpectedRoom() {
    NodeId a = NodeId.newInstance("a", 1);
    NodeId b = NodeId.newInstance("b", 1);
    assertFalse("nobody knows of it", patience.waitsFor(Arrays.asList(a), 0));
    patience.recordReservation(a, Collections.emptyList(), 500_000, 0);
    assertFalse("it was not reserved", patience.waitsFor(Arrays.asList(b), 0));
    assertTrue(
        patience.waitsFor(Arrays.asList(b, a), 500_000 + ReservationTimeoutTracker.LASTS_MS - 1));
    assertFalse(
        patience.waitsFor(Arrays.asList(b, a), 500_000 + ReservationTimeoutTracker.LASTS_MS));
    patience.recordReservation(b, Arrays.asList(a), -1, 520_000);
    assertTrue("room unknown", patience.waitsFor(Arrays.asList(b), 520_001));
    assertTrue("still known", patience.waitsFor(Arrays.asList(a), 520_001));
    assertFalse(patience.waitsFor(Arrays.asList(b), 520_000 + ReservationTimeoutTracker.LASTS_MS));
    patience.recordReservation(a, Collections.emptyList(), 0, 540_000);
    assertFalse("forgotten", patience.waitsFor(Arrays.asList(b), 540_001));
  }

  @Test
  public void numberOfTrackedRequestsIsBounded() {
    assertFalse(patience.ends(MAPS, 0));
    for (int i = 0; i < 255; i++) {
      patience.ends(key(1_000 + i), 0);
    }
    assertFalse(
        "forgotten with all others", patience.ends(MAPS, ReservationTimeoutTracker.LASTS_MS));
  }

  /** The placement processor commits beside the scheduler's own walk. */
  @Test
  public void concurrentUpdatesAreNotLost() throws Exception {
    int rounds = 3_000;
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      for (int round = 0; round < rounds; round++) {
        ReservationTimeoutTracker shared = new ReservationTimeoutTracker();
        CyclicBarrier together = new CyclicBarrier(2);
        Future<?> committing = other.submit(() -> refusedAndGranted(shared, together, 1_000));
        refusedAndGranted(shared, together, 2_000);
        committing.get(60, TimeUnit.SECONDS);
        for (int i = 0; i < ASKS; i++) {
          boolean granted = i % 2 == 0;
          for (SchedulerRequestKey request : Arrays.asList(key(1_000 + i), key(2_000 + i))) {
            String which = "round " + round + ": " + request;
            assertEquals(which, !granted, shared.ends(request, ReservationTimeoutTracker.LASTS_MS));
          }
        }
      }
    } finally {
      other.shutdownNow();
    }
  }

  private static Void refusedAndGranted(
      ReservationTimeoutTracker shared, CyclicBarrier together, int priority) throws Exception {
    together.await(60, TimeUnit.SECONDS);
    for (int i = 0; i < ASKS; i++) {
      shared.ends(key(priority + i), 0);
    }
    for (int i = 0; i < ASKS; i += 2) {
      shared.renewed(key(priority + i));
    }
    return null;
  }
}
