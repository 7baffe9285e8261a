// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.timeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.junit.Test;
import org.yarnext.elastic.rm.ManualTimeHost;
import org.yarnext.elastic.rm.host.ElasticHost;

public class JobEndCacheTest {
  private static final ApplicationId JOB = ApplicationId.newInstance(1, 1);
  private static final ClusterSnapshot EMPTY =
      new ClusterSnapshot(
          Collections.emptyList(), Collections.emptyList(), Collections.emptyList());

  private final ManualTimeHost host = new ManualTimeHost(5_000);

  /** A cache that is renewed by the test alone. */
  private JobEndCache manual(JobEndCache.Estimator estimator) {
    return new JobEndCache(() -> EMPTY, estimator, 1_000, host::nowMs, host, () -> true);
  }

  /** A cache that is renewed by a thread. */
  private static JobEndCache repeated(
      Supplier<ClusterSnapshot> cluster, JobEndCache.Estimator estimator, long intervalMs) {
    return new JobEndCache(
        cluster, estimator, intervalMs, () -> 5_000, ElasticHost.DAEMON, () -> true);
  }

  @Test
  public void endsAreUnknownUntilFirstEstimated() {
    JobEndCache book = manual((c, now) -> job -> 77);
    assertEquals(-1, book.endMs(JOB));
    book.renew();
    assertEquals(77, book.endMs(JOB));
  }

  @Test
  public void endsThatAreNotRenewedExpire() {
    JobEndCache book = manual((c, now) -> job -> 77);
    book.renew();
    host.nowMs += JobEndCache.STALE_INTERVALS * 1_000;
    assertEquals(77, book.endMs(JOB));
    host.nowMs++;
    assertEquals(-1, book.endMs(JOB));
  }

  @Test
  public void nodesAreKeptNoLongerThanEndsAreKnown() {
    NodeId node = NodeId.newInstance("n", 1);
    ApplicationId other = ApplicationId.newInstance(1, 2);
    JobEndEstimates keeping =
        new JobEndEstimates() {
          @Override
          public long endMs(ApplicationId job) {
            return 77;
          }

          @Override
          public KeptNodes kept() {
            return new KeptNodes(Collections.singletonMap(node, JOB));
          }
        };
    JobEndCache book = manual((c, now) -> keeping);
    assertFalse(book.isKeptForOther(node, other));
    book.renew();
    host.nowMs += JobEndCache.STALE_INTERVALS * 1_000;
    assertTrue(book.isKeptForOther(node, other));
    assertFalse(book.isKeptForOther(node, JOB));
    assertFalse(book.isKeptForOther(NodeId.newInstance("m", 1), other));
    host.nowMs++;
    assertFalse(book.isKeptForOther(node, other));
  }

  @Test
  public void estimatesAreMadeAsOfNow() {
    JobEndCache book = manual((c, now) -> job -> now);
    book.renew();
    assertEquals(5_000, book.endMs(JOB));
  }

  @Test
  public void threadSurvivesAFailedEstimate() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    CountDownLatch thrice = new CountDownLatch(3);
    JobEndCache book =
        repeated(
            () -> {
              thrice.countDown(); // the second estimate is published before the third
              if (tries.incrementAndGet() == 1) {
                throw new NoClassDefFoundError("first");
              }
              return EMPTY;
            },
            (c, now) -> job -> 77,
            1);
    book.start();
    try {
      assertTrue(thrice.await(120, TimeUnit.SECONDS));
      assertEquals(77, book.endMs(JOB));
    } finally {
      book.stop();
    }
    assertEquals("forgotten", -1, book.endMs(JOB));
  }

  @Test
  public void estimateThatEndsAfterTheStopIsForgotten() throws Exception {
    CountDownLatch began = new CountDownLatch(1);
    AtomicBoolean stopped = new AtomicBoolean();
    CountDownLatch ended = new CountDownLatch(1);
    JobEndCache book =
        repeated(
            () -> EMPTY,
            (c, now) -> {
              began.countDown();
              while (!stopped.get()) {
                Thread.yield(); // not interruptible
              }
              ended.countDown();
              return job -> 77;
            },
            1);
    book.start();
    assertTrue(began.await(120, TimeUnit.SECONDS));
    Thread stopping = new Thread(book::stop);
    stopping.start();
    while (book.rounds() != null) {
      Thread.yield();
    }
    stopped.set(true);
    assertTrue(ended.await(120, TimeUnit.SECONDS));
    stopping.join();
    assertEquals(-1, book.endMs(JOB));
  }

  @Test
  public void stoppedCacheEstimatesNoMore() throws Exception {
    AtomicInteger rounds = new AtomicInteger();
    CountDownLatch first = new CountDownLatch(1);
    JobEndCache book =
        repeated(
            () -> {
              rounds.incrementAndGet();
              first.countDown();
              return EMPTY;
            },
            (c, now) -> JobEndEstimates.NONE,
            1);
    book.start();
    assertTrue(first.await(120, TimeUnit.SECONDS));
    book.stop();
    book.stop();
    TimeUnit.MILLISECONDS.sleep(50);
    int after = rounds.get();
    TimeUnit.MILLISECONDS.sleep(50);
    assertEquals(after, rounds.get());
  }

  private static ClusterSnapshot waiting(ApplicationId job) {
    ClusterSnapshot.Waiting group =
        new ClusterSnapshot.Waiting(
            job, 20, 1024, 1, 3, new ClusterSnapshot.ExpectedRunTimes(1_000, 1_500, 1_000, true));
    return new ClusterSnapshot(
        Collections.emptyList(), Collections.emptyList(), Collections.singletonList(group));
  }

  /** A book that is not renewed in its own time, but for the first. */
  private JobEndCache slowBook(Semaphore rounds, Supplier<ClusterSnapshot> cluster)
      throws Exception {
    JobEndCache book =
        repeated(
            cluster,
            (c, now) -> {
              rounds.release();
              return JobEndEstimates.NONE;
            },
            3_600_000);
    book.start();
    assertTrue(rounds.tryAcquire(120, TimeUnit.SECONDS));
    awaitEstimate(book, 1);
    return book;
  }

  /** Waits until what was estimated is at hand, which is after the estimator has returned. */
  private static void awaitEstimate(JobEndCache book, long number) {
    while (book.estimate() < number) {
      Thread.yield();
    }
  }

  @Test
  public void newJobTriggersOneEarlyEstimate() throws Exception {
    Semaphore rounds = new Semaphore(0);
    AtomicReference<ClusterSnapshot> cluster = new AtomicReference<>(EMPTY);
    JobEndCache book = slowBook(rounds, cluster::get);
    try {
      cluster.set(waiting(JOB));
      for (int i = 0; i < 10; i++) { // far fewer than in the gap before the early one
        assertEquals(-1, book.endMs(JOB));
      }
      assertTrue(rounds.tryAcquire(120, TimeUnit.SECONDS));
      awaitEstimate(book, 2);
      // It waits in what was estimated, where nothing is known of it: another look is of no use.
      book.endMs(JOB);
      assertFalse(rounds.tryAcquire(300, TimeUnit.MILLISECONDS));
    } finally {
      book.stop();
    }
  }

  @Test
  public void earlyRenewalCanBeRequestedRepeatedly() throws Exception {
    Semaphore rounds = new Semaphore(0);
    JobEndCache book = slowBook(rounds, () -> EMPTY);
    try {
      for (int i = 0; i < 3; i++) {
        book.soon();
        assertTrue(rounds.tryAcquire(120, TimeUnit.SECONDS));
      }
    } finally {
      book.stop();
      book.soon();
    }
  }

  /** The rounds that end drop what they have not done. */
  @Test
  public void earlyRenewalCanBeRequestedAfterARestart() {
    AtomicInteger requested = new AtomicInteger();
    ManualTimeHost dropping =
        new ManualTimeHost(5_000) {
          @Override
          public Rounds repeat(String name, Runnable work, long intervalMs) {
            return new Rounds() {
              @Override
              public void once(Runnable early, long delayNanos) {
                requested.incrementAndGet();
              }

              @Override
              public void end() {}
            };
          }
        };
    JobEndCache book =
        new JobEndCache(
            () -> EMPTY, (c, now) -> job -> 77, 1_000, dropping::nowMs, dropping, () -> true);
    book.start();
    book.soon();
    book.soon();
    assertEquals(1, requested.get());
    book.stop();
    book.start();
    book.soon();
    assertEquals(2, requested.get());
  }

  @Test
  public void ageIsThatOfTheLatestEstimate() {
    JobEndCache book = manual((c, now) -> job -> 77);
    assertEquals(-1, book.ageMs());
    book.renew();
    host.nowMs += 40;
    assertEquals(40, book.ageMs());
  }

  @Test
  public void estimatesAgeAfterTheClockWasSetBack() {
    long[] wallMs = {10_000_000};
    JobEndCache book =
        new JobEndCache(
            () -> EMPTY, (c, now) -> job -> 77, 1_000, () -> wallMs[0], host, () -> true);
    book.renew();
    wallMs[0] -= 3_600_000;
    host.nowMs += JobEndCache.STALE_INTERVALS * 1_000 + 1;
    assertEquals(JobEndCache.STALE_INTERVALS * 1_000 + 1, book.ageMs());
    assertEquals(-1, book.endMs(JOB));
  }
}
