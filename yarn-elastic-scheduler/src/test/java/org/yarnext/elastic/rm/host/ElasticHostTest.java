// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.host;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.junit.Test;
import org.yarnext.elastic.rm.ManualTimeHost;
import org.yarnext.elastic.rm.timeline.ClusterSnapshot;
import org.yarnext.elastic.rm.timeline.JobEndCache;
import org.yarnext.elastic.rm.timeline.JobEndEstimates;

public class ElasticHostTest {
  private static final ApplicationId JOB = ApplicationId.newInstance(1, 1);
  private static final ClusterSnapshot EMPTY =
      new ClusterSnapshot(
          Collections.emptyList(), Collections.emptyList(), Collections.emptyList());

  private Runnable round;
  private final Map<Runnable, Long> early = new HashMap<>();
  private boolean ended;

  private final ManualTimeHost virtual =
      new ManualTimeHost(5_000) {
        @Override
        public Rounds repeat(String name, Runnable work, long intervalMs) {
          assertEquals(1_000, intervalMs);
          round = work;
          return new Rounds() {
            @Override
            public void once(Runnable soon, long delayNanos) {
              early.put(soon, delayNanos);
            }

            @Override
            public void end() {
              ended = true;
            }
          };
        }
      };

  @Test
  public void pastTimesFollowTheMonotonicClock() {
    long wallMs = System.currentTimeMillis();
    assertEquals(wallMs, ElasticHost.DAEMON.monotonicMs(wallMs));
    assertEquals(4_321, virtual.monotonicMs(4_321));
    virtual.setBackMs = 3_000;
    assertEquals("shown since then", 4_900, virtual.monotonicMs(1_900));
    assertEquals("shown before", 5_000, virtual.monotonicMs(4_500));
    virtual.setBackMs = -60_000;
    assertEquals("set forward", 4_900, virtual.monotonicMs(64_900));
  }

  @Test
  public void jobEndsAreRenewedInTheRoundsOfTheHost() {
    JobEndCache book =
        new JobEndCache(
            () -> EMPTY, (c, now) -> job -> now, 1_000, virtual::nowMs, virtual, () -> true);
    book.start();
    assertEquals(-1, book.endMs(JOB));
    round.run();
    assertEquals(5_000, book.endMs(JOB));
    virtual.nowMs = 6_000;
    assertEquals(5_000, book.endMs(JOB));
    round.run();
    assertEquals(6_000, book.endMs(JOB));
    assertFalse(ended);
    book.stop();
    assertTrue(ended);
  }

  @Test
  public void unknownJobHasItsEndRenewedEarly() {
    JobEndCache book =
        new JobEndCache(
            () -> EMPTY,
            (c, now) -> JobEndEstimates.NONE,
            1_000,
            virtual::nowMs,
            virtual,
            () -> true);
    book.start();
    round.run();
    virtual.nowMs += 30;
    book.endMs(JOB);
    book.endMs(JOB);
    long delayNanos = early.values().iterator().next();
    assertEquals("a tenth of a second after the last", 70_000_000L, delayNanos);
    assertEquals(1, early.size());
    early.keySet().forEach(Runnable::run);
    assertEquals(0, book.ageMs());
  }

  @Test
  public void clusterIsNotReadWhileJobEndsDoNotMatter() {
    AtomicInteger looks = new AtomicInteger();
    boolean[] matters = {true};
    JobEndCache book =
        new JobEndCache(
            () -> {
              looks.incrementAndGet();
              return EMPTY;
            },
            (c, now) -> job -> 77,
            1_000,
            virtual::nowMs,
            virtual,
            () -> matters[0]);
    book.start();
    round.run();
    assertEquals(77, book.endMs(JOB));
    matters[0] = false;
    round.run();
    assertEquals(1, looks.get());
    assertEquals(-1, book.endMs(JOB));
    assertEquals(-1, book.ageMs());
    matters[0] = true;
    early.keySet().forEach(Runnable::run);
    assertEquals("whoever asked has it looked at soon", 2, looks.get());
    assertEquals(77, book.endMs(JOB));
  }

  @Test
  public void daemonRunsOneOffWorkUntilTheRoundsEnd() throws Exception {
    CountDownLatch once = new CountDownLatch(1);
    ElasticHost.Rounds rounds = ElasticHost.DAEMON.repeat("rounds", () -> {}, 3_600_000);
    rounds.once(once::countDown, 1_000);
    assertTrue(once.await(120, TimeUnit.SECONDS));
    rounds.end();
    rounds.once(() -> ended = true, 0);
    TimeUnit.MILLISECONDS.sleep(20);
    assertFalse(ended);
  }

  @Test
  public void daemonRepeatsWorkOnANamedThreadUntilItEnds() throws Exception {
    CountDownLatch thrice = new CountDownLatch(3);
    String[] name = new String[1];
    ElasticHost.Rounds rounds =
        ElasticHost.DAEMON.repeat(
            "rounds",
            () -> {
              name[0] = Thread.currentThread().getName();
              thrice.countDown();
            },
            1);
    assertTrue(thrice.await(120, TimeUnit.SECONDS));
    rounds.end();
    rounds.end();
    assertEquals("rounds", name[0]);
    assertNull(ElasticHost.DAEMON.profiles());
  }
}
