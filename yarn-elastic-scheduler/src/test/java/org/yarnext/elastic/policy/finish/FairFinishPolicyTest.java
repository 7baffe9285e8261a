// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.finish;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.timeline.queue.JobId;

/** Examples worked out by hand, in a queue of 100 MB; work is in MB × ms. */
public class FairFinishPolicyTest {
  private static final JobId A = JobId.of(1, 1);
  private static final JobId B = JobId.of(1, 2);
  private static final JobId C = JobId.of(1, 3);
  private static final double QUEUE_MB = 100;

  private final FairFinishPolicy policy = new FairFinishPolicy(0);

  private List<Decision<JobId>> decide(long nowMs, QueuedJobView... views) {
    return policy.decide(nowMs, QUEUE_MB, Arrays.asList(views));
  }

  private static QueuedJobView job(JobId id, double attained, double remaining, double maxMb) {
    return new QueuedJobView(id, 1, attained, remaining, maxMb, 0);
  }

  private static QueuedJobView wide(JobId id, double attained, double remaining) {
    return job(id, attained, remaining, QUEUE_MB);
  }

  private static List<JobId> ids(List<Decision<JobId>> order) {
    return order.stream().map(Decision::value).collect(Collectors.toList());
  }

  private static List<FinishReason> reasons(List<Decision<JobId>> order) {
    return order.stream().map(d -> (FinishReason) d.reason()).collect(Collectors.toList());
  }

  @Test
  public void jobThatWouldEndFirstGoesFirst() {
    List<Decision<JobId>> order = decide(0, wide(A, 0, 3_000), wide(B, 0, 1_000));
    assertEquals(Arrays.asList(B, A), ids(order));
    // Each has half until B ends after 20 ms; A's last 2,000 then take 20 ms more.
    assertEquals(20L, order.get(0).inputs().get("finishMs"));
    assertEquals(40L, order.get(1).inputs().get("finishMs"));
    assertEquals(10L, order.get(1).inputs().get("latestStartMs"));
  }

  @Test
  public void smallerLateJobOvertakesOnlyIfFairSharingWouldLetIt() {
    decide(0, wide(A, 0, 3_000));
    // After 25 ms the fluid has 500 left of A, and is as far as the queue.
    assertEquals(Arrays.asList(A, B), ids(decide(25, wide(A, 2_500, 500), wide(B, 0, 600))));
  }

  @Test
  public void heavierJobGoesFirst() {
    QueuedJobView heavy = new QueuedJobView(A, 4, 0, 3_000, QUEUE_MB, 0);
    assertEquals(Arrays.asList(A, B), ids(decide(0, wide(B, 0, 1_000), heavy)));
  }

  @Test
  public void narrowJobIsServedBeforeItsLatestStart() {
    QueuedJobView narrow = job(A, 0, 5_000, 50); // it needs 100 ms with its half
    List<Decision<JobId>> order = decide(0, narrow, wide(B, 0, 4_000));
    assertEquals(Arrays.asList(A, B), ids(order));
    assertEquals(
        Arrays.asList(FinishReason.FINISH_LATEST_START, FinishReason.FINISH_ORDER), reasons(order));
  }

  @Test
  public void jobWithALongTaskIsServedBeforeItsLatestStart() {
    QueuedJobView longTask = new QueuedJobView(A, 1, 0, 5_000, QUEUE_MB, 80);
    QueuedJobView other = wide(B, 0, 4_000);
    assertEquals(Arrays.asList(B, A), ids(decide(0, longTask, other)));
    FairFinishPolicy careful = new FairFinishPolicy(0.25); // 90 ms are less than 80 and 20
    assertEquals(
        Arrays.asList(A, B), ids(careful.decide(0, QUEUE_MB, Arrays.asList(longTask, other))));
  }

  @Test
  public void jobServedLessThanItsShareIsLateAndGoesFirst() {
    decide(0, wide(A, 0, 3_000), wide(B, 0, 1_000));
    List<Decision<JobId>> order =
        decide(21, wide(A, 1_100, 1_900), wide(B, 900, 100), wide(C, 0, 10));
    assertEquals(Arrays.asList(B, C, A), ids(order));
    assertEquals(FinishReason.FINISH_LATE, order.get(0).reason());
  }

  /**
   * The job requests one small task at a time, and would be first each time if only that counted.
   */
  @Test
  public void jobThatRevealsItsWorkInPiecesOvertakesOnce() {
    double attained = 0;
    double left = 10_000;
    long nowMs = 0;
    while (left > 0 && nowMs < 1_000) {
      boolean first =
          ids(decide(nowMs, wide(A, attained, 100), wide(B, 10_000 - left, left))).get(0).equals(A);
      attained += first ? 100 : 0;
      left -= first ? 0 : 100;
      nowMs++;
    }
    // Under fair sharing B would end after 200 ms.
    assertTrue("B ends at " + nowMs, nowMs <= 202);
  }

  @Test
  public void unknownJobIsNotOrderedButReceivesItsFluidShare() {
    QueuedJobView unknown = wide(A, 0, QueuedJobView.UNKNOWN);
    List<Decision<JobId>> order = decide(0, unknown, wide(B, 0, 1_000));
    assertEquals(Arrays.asList(B, A), ids(order));
    assertEquals(
        Arrays.asList(FinishReason.FINISH_ORDER, FinishReason.FINISH_UNKNOWN), reasons(order));
    assertEquals(20L, order.get(0).inputs().get("finishMs"));
  }

  @Test
  public void jobThatBecomesKnownIsCreditedWithItsFluidShare() {
    decide(0, wide(A, 0, QueuedJobView.UNKNOWN), wide(B, 0, 3_000));
    // In the fluid both have had 1,000: A has 2,000 left, B 2,000, and A was not served.
    List<Decision<JobId>> order = decide(20, wide(A, 0, 3_000), wide(B, 2_000, 1_000));
    assertEquals(40L, order.get(0).inputs().get("finishMs"));
    assertEquals(40L, order.get(1).inputs().get("finishMs"));
  }

  @Test
  public void endedJobKeepsItsShareUntilItsFairFinish() {
    decide(0, wide(A, 0, 1_000), wide(B, 0, 3_000));
    decide(10, wide(A, 1_000, 0), wide(B, 0, 3_000));
    // A ended with 1,000, of which the fluid has served 500: the rest takes 10 ms more beside B.
    List<Decision<JobId>> order = decide(10, wide(B, 0, 3_000));
    assertEquals(Arrays.asList(B), ids(order));
    assertEquals(30L, order.get(0).inputs().get("finishMs"));
    assertEquals(20L, decide(20, wide(B, 1_000, 2_000)).get(0).inputs().get("finishMs"));
  }

  @Test
  public void workDoneBeforeTheFirstReadingDoesNotCount() {
    List<Decision<JobId>> order = decide(0, wide(A, 50_000, 1_000), wide(B, 0, 3_000));
    assertEquals(Arrays.asList(A, B), ids(order));
  }

  @Test
  public void queueWithoutMemoryEndsNoJob() {
    List<QueuedJobView> jobs = new ArrayList<>(Arrays.asList(wide(A, 0, 1), wide(B, 0, 2)));
    assertEquals(2, policy.decide(0, 0, jobs).size());
    assertEquals(2, policy.decide(1_000, 0, jobs).size());
    assertEquals(Arrays.asList(A, B), ids(policy.decide(2_000, QUEUE_MB, jobs)));
  }

  @Test
  public void viewsOutOfBoundsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new QueuedJobView(A, 0, 0, 0, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new QueuedJobView(A, 1, 0, -2, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> wide(A, Double.NaN, 0));
  }

  /** The queue does ten times the work that the model does. */
  @Test
  public void jobsThatEndedInTheQueueAreBounded() {
    int count = FairFinishPolicy.MAX_ENDED + 200;
    for (int j = 0; j < count; j++) {
      decide(10 * j, wide(JobId.of(1, j), 0, 10_000));
      decide(10 * j + 10, wide(JobId.of(1, j), 10_000, 0));
    }
    assertTrue(policy.jobs() <= FairFinishPolicy.MAX_ENDED + 1);
  }
}
