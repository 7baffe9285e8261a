// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.Before;
import org.junit.Test;

/** Which attempts are examined again at a node with known free resources, and in which order. */
public class RejectedOfferTableTest {
  private static final Resource SIZE = Resource.newInstance(2048, 1);

  private final RejectedOfferTable table = new RejectedOfferTable();
  private final FSLeafQueue queue = mock(FSLeafQueue.class);
  private final OpenFairAttempt early = attempt(1);
  private final OpenFairAttempt late = attempt(2);
  private final FSSchedulerNode node = node(1024, 1);
  private long state = 1;

  private OpenFairAttempt attempt(long start) {
    OpenFairAttempt attempt = mock(OpenFairAttempt.class);
    when(attempt.getQueue()).thenReturn(queue);
    when(attempt.getStartTime()).thenReturn(start);
    when(attempt.getDemand()).thenReturn(SIZE);
    when(attempt.getResourceUsage()).thenReturn(Resource.newInstance(0, 0));
    when(attempt.rejects(any())).thenReturn(true);
    when(attempt.reservable()).thenReturn(Collections.emptyList());
    return attempt;
  }

  private static FSSchedulerNode node(long freeMb, int freeVcores) {
    FSSchedulerNode node = mock(FSSchedulerNode.class);
    when(node.getUnallocatedResource()).thenReturn(Resource.newInstance(freeMb, freeVcores));
    return node;
  }

  @Before
  public void bothAreExamined() {
    SchedulingPolicy policy = mock(SchedulingPolicy.class);
    when(policy.getComparator()).thenReturn(Comparator.comparing(Schedulable::getStartTime));
    when(queue.getPolicy()).thenReturn(policy);
    when(queue.isRunnableApp(any())).thenReturn(true);
    assertExamined(node, late, early);
  }

  private boolean isRejected(FSSchedulerNode offered, double usedDisk) {
    return table.isRejected(offered, state, usedDisk, () -> Arrays.asList(late, early));
  }

  private void assertExamined(FSSchedulerNode offered, OpenFairAttempt... expected) {
    assertTrue(isRejected(offered, 0));
    assertEquals(Arrays.asList(expected), table.examined());
    assertEquals(expected.length > 0, table.isAnyExamined());
  }

  @Test
  public void nobodyIsExaminedTwiceForTheSameFreeResources() {
    assertExamined(node(1024, 1));
    verify(early, times(1)).rejects(any());
    verify(late, times(1)).rejects(any());
  }

  @Test
  public void onlyTheChangedAttemptIsExamined() {
    table.changed(early);
    assertExamined(node, early);
    verify(late, times(1)).rejects(any());
    assertExamined(node);
  }

  @Test
  public void allAreExaminedForOtherFreeResourcesOrAnotherState() {
    assertExamined(node(768, 1), late, early);
    assertExamined(node(1024, 2), late, early);
    assertTrue(isRejected(node, 0.5));
    assertTrue(table.isAnyExamined());
    state++;
    assertExamined(node, late, early);
  }

  @Test
  public void nodeIsOfferedAsLongAsAnAttemptDoesNotRejectIt() {
    when(early.rejects(any())).thenReturn(false);
    table.changed(early);
    assertFalse(isRejected(node, 0));
    assertFalse(isRejected(node, 0));
    when(early.rejects(any())).thenReturn(true);
    table.changed(early);
    assertExamined(node, early);
  }

  @Test
  public void attemptThatMayNotRunDoesNotCount() {
    when(early.rejects(any())).thenReturn(false);
    when(queue.isRunnableApp(early)).thenReturn(false);
    table.changed(early);
    assertTrue(isRejected(node, 0));
  }

  @Test
  public void nodeThatMayBeReservedIsOffered() {
    when(late.reservable()).thenReturn(Collections.singletonList(SIZE));
    when(late.isRefusedReservation(SIZE, node)).thenReturn(true);
    table.changed(late);
    assertExamined(node, late);
    assertExamined(node);
    assertFalse(isRejected(node(1024, 1), 0));
  }

  @Test
  public void attemptsAreInTheOrderOfTheirQueue() {
    assertEquals(Arrays.asList(early, late), inOrder());
    when(early.getStartTime()).thenReturn(3L);
    table.changed(early);
    assertEquals(Arrays.asList(late, early), inOrder());
  }

  @Test
  public void attemptsThatMayNotRunAreInNoOrder() {
    when(queue.getCopyOfNonRunnableAppSchedulables()).thenReturn(Collections.singletonList(late));
    state++;
    assertExamined(node, early);
    assertEquals(Collections.singletonList(early), inOrder());
  }

  @Test
  public void clearedTableKnowsNothing() {
    table.clear(new ReentrantLock());
    assertExamined(node, late, early);
  }

  private List<OpenFairAttempt> inOrder() {
    return table.inOrder(queue, state, () -> Arrays.asList(late, early));
  }
}
