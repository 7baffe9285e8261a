// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.After;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.guard.Guard;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.NodeHeadroom;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.policy.identity.TezAttemptId;
import org.yarnext.orchestrator.rpc.NodeUsageReport;

public class ProgressPollerTest {
  private final Guard guard = SlowGuard.make();
  private final ClusterOrchestratorMetrics metrics =
      new ClusterOrchestratorMetrics(FeatureMode.ON, guard);
  private final ProgressCache cache = new ProgressCache(50_000);
  private final List<String> asked = new ArrayList<>();
  private final Set<String> toldOf = new TreeSet<>();
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean mastersHang;
  private IOException failure;
  private final ProgressPoller polls =
      new ProgressPoller(this::answer, 100, 10_000, cache, metrics, () -> 1_000, waiting::add);

  private Map<String, Double> answer(JobPhase phase, Set<String> running) throws IOException {
    asked.add(phase.toString());
    toldOf.clear();
    toldOf.addAll(running);
    if (failure != null) {
      throw failure;
    }
    Map<String, Double> progress = new HashMap<>();
    progress.put(phase.job().replace("job", "attempt") + "_m_000000_0", 0.5);
    progress.put("attempt_1_0009_m_000000_0", 0.25);
    return progress;
  }

  @After
  public void close() {
    guard.close();
  }

  private static NodeUsageReport report(String... attempts) {
    List<TaskView> tasks = new ArrayList<>();
    Map<String, String> byContainer = new HashMap<>();
    for (String attempt : attempts) {
      String job = "job_" + attempt.split("_")[1] + "_" + attempt.split("_")[2];
      JobPhase phase = new JobPhase(job, attempt.contains("_m_") ? "MAP" : "REDUCE");
      TezAttemptId tez = TezAttemptId.parse(attempt);
      tasks.add(
          new TaskView(
              "c" + attempt,
              "n1",
              "app",
              tez == null ? phase : tez.phase(),
              true,
              1,
              Double.NaN,
              ResourceShare.of(1, 1),
              ResourceShare.of(1, 1)));
      byContainer.put("c" + attempt, attempt);
    }
    return new NodeUsageReport(new NodeHeadroom("n1", 0, 0), tasks, byContainer, 1);
  }

  /** Requests of one epoch. */
  private String epoch(NodeUsageReport... reports) {
    asked.clear();
    polls.poll(Arrays.asList(reports));
    while (!mastersHang && !waiting.isEmpty()) {
      waiting.remove().run();
    }
    return asked.toString();
  }

  private long count(String metric) {
    return metrics.snapshot().get(metric).longValue();
  }

  @Test
  public void eachJobIsPolledOncePerEpoch() {
    NodeUsageReport one = report("attempt_1_0001_m_000000_0", "attempt_1_0001_m_000001_0");
    NodeUsageReport other = report("attempt_1_0001_m_000002_0", "attempt_1_0002_m_000000_0");
    assertEquals("[job_1_0001/MAP, job_1_0002/MAP]", epoch(one, other));
    assertEquals(0.5, cache.progress("attempt_1_0001_m_000000_0", 10, 1_000), 0);
  }

  @Test
  public void progressOfTasksOfAnotherJobIsIgnored() {
    cache.put(Collections.singletonMap("attempt_1_0009_m_000000_0", 0.75), 1_000);
    epoch(report("attempt_1_0001_m_000000_0"));
    assertEquals(0.75, cache.progress("attempt_1_0009_m_000000_0", 10, 1_000), 0);
    assertEquals(2, cache.size());
  }

  @Test
  public void concurrentPhasesOfAJobArePolledInTurn() {
    NodeUsageReport both = report("attempt_1_0001_m_000000_0", "attempt_1_0001_r_000000_0");
    assertEquals("[job_1_0001/MAP]", epoch(both));
    assertEquals("[job_1_0001/REDUCE]", epoch(both));
    assertEquals("[job_1_0001/MAP]", epoch(both));
  }

  /** A master of Tez tells of all of them at once. */
  @Test
  public void tezPollNamesAllRunningAttemptsOfTheApplication() {
    String first = "attempt_1_0001_2_00_000000_0";
    String second = "attempt_1_0001_2_01_000009_0";
    NodeUsageReport tez = report(first, second);
    NodeUsageReport other = report("attempt_1_0002_2_00_000000_0");
    waiting.clear();
    ProgressPoller all =
        new ProgressPoller(
            (phase, running) -> {
              Map<String, Double> progress = new HashMap<>();
              running.forEach(attempt -> progress.put(attempt, 0.5));
              progress.put("attempt_1_0002_2_00_000000_0", 0.75);
              return answer(phase, running).isEmpty() ? null : progress;
            },
            100,
            10_000,
            cache,
            metrics,
            () -> 1_000,
            waiting::add);
    all.poll(Arrays.asList(tez, other));
    waiting.remove().run();
    assertEquals("[application_1_0001/VERTEX_2_00]", asked.toString());
    assertEquals("[" + first + ", " + second + "]", toldOf.toString());
    assertEquals(0.5, cache.progress(second, 10, 1_000), 0);
    assertEquals("not of another application's", 2, cache.size());
  }

  @Test
  public void jobsWithTooManyTasksAreNotPolled() {
    assertEquals(
        "[job_1_0001/MAP]",
        epoch(report("attempt_1_0001_m_000099_0", "attempt_1_0002_m_000100_0")));
  }

  @Test
  public void hangingMasterIsNotPolledAgainUntilItAnswers() {
    mastersHang = true;
    NodeUsageReport report = report("attempt_1_0001_m_000000_0");
    epoch(report);
    assertEquals(1, waiting.size());
    epoch(report);
    assertEquals("not again", 1, waiting.size());
    mastersHang = false;
    assertEquals("the late answer", "[job_1_0001/MAP]", epoch());
    assertEquals("[job_1_0001/MAP]", epoch(report));
    assertEquals(2, count("ProgressCalls"));
  }

  @Test
  public void failedPollIsCountedAndRepeated() {
    failure = new IOException("gone");
    NodeUsageReport report = report("attempt_1_0001_m_000000_0");
    assertEquals("[job_1_0001/MAP]", epoch(report));
    assertEquals(1, count("ProgressFailures"));
    assertEquals("[job_1_0001/MAP]", epoch(report));
    assertEquals(0, cache.size());
  }

  @Test
  public void failingMasterIsPolledLessAndLessOften() {
    failure = new IOException("gone");
    NodeUsageReport report = report("attempt_1_0001_m_000000_0");
    List<Integer> epochs = new ArrayList<>();
    for (int epoch = 1; epoch <= 50; epoch++) {
      if (!epoch(report).equals("[]")) {
        epochs.add(epoch);
      }
    }
    assertEquals("[1, 2, 4, 8, 16, 32, 48]", epochs.toString());
    failure = null;
    for (int epoch = 51; epoch <= 64; epoch++) {
      epoch(report);
    }
    assertEquals("it answers again", "[job_1_0001/MAP]", epoch(report));
    failure = new IOException("gone");
    assertEquals("[job_1_0001/MAP]", epoch(report));
    assertEquals("and has failed once since", "[job_1_0001/MAP]", epoch(report));
    assertEquals("[]", epoch(report));
    assertEquals(
        "another one is asked", "[job_1_0002/MAP]", epoch(report("attempt_1_0002_m_000000_0")));
    assertEquals("nothing is kept of it", "[job_1_0001/MAP]", epoch(report));
  }

  /** Others wait for the thread of a call. */
  @Test
  public void slowMasterIsPolledLessAndLessOften() {
    AtomicLong nowMs = new AtomicLong(1_000);
    ProgressPoller slow =
        new ProgressPoller(
            (phase, running) -> {
              nowMs.addAndGet(5_001);
              return answer(phase, running);
            },
            100,
            10_000,
            cache,
            metrics,
            nowMs::get,
            Runnable::run);
    List<Integer> epochs = new ArrayList<>();
    for (int epoch = 1; epoch <= 31; epoch++) {
      asked.clear();
      slow.poll(Collections.singleton(report("attempt_1_0001_m_000000_0")));
      if (!asked.isEmpty()) {
        epochs.add(epoch);
      }
    }
    assertEquals("[1, 2, 4, 8, 16]", epochs.toString());
    assertEquals(
        "it is believed", 0.5, cache.progress("attempt_1_0001_m_000000_0", 10, nowMs.get()), 0);
    assertEquals(5, count("ProgressCalls"));
  }

  /** A user may submit many applications whose masters almost count as slow. */
  @Test
  public void mastersThatAnswerLateAreAskedAfterOthers() {
    AtomicLong nowMs = new AtomicLong(1_000);
    ProgressPoller.ProgressQuery query =
        (phase, running) -> {
          nowMs.addAndGet(phase.job().equals("job_1_0009") ? 5 : 4_000);
          return answer(phase, running);
        };
    ProgressPoller late =
        new ProgressPoller(query, 100, 10_000, cache, metrics, nowMs::get, waiting::add);
    List<NodeUsageReport> all =
        Arrays.asList(report("attempt_1_0001_m_000000_0", "attempt_1_0009_m_000000_0"));
    late.poll(all);
    waiting.remove().run();
    waiting.remove().run();
    late.poll(all);
    waiting.remove().run();
    late.poll(all); // the fast one goes before a call of an earlier epoch
    waiting.remove().run();
    String fast = "job_1_0009/MAP";
    assertEquals(Arrays.asList("job_1_0001/MAP", fast, fast, fast), asked);
  }

  /** The ResourceManager would end itself at an Error that no thread catches. */
  @Test
  public void errorOfASourceIsAFailedPoll() {
    ProgressPoller poller =
        new ProgressPoller(
            (phase, running) -> {
              throw new StackOverflowError("on purpose");
            },
            100,
            10_000,
            cache,
            metrics,
            () -> 1_000,
            Runnable::run);
    poller.poll(Collections.singleton(report("attempt_1_0001_m_000000_0")));
    assertEquals(1, count("ProgressFailures"));
  }

  @Test
  public void onlyProgressOfReportedAttemptsIsKept() {
    Map<String, Double> all = new HashMap<>();
    for (int i = 0; i < 10_000; i++) {
      all.put(String.format(Locale.ROOT, "attempt_1_0001_m_%06d_0", i), 0.5);
    }
    ProgressPoller poller =
        new ProgressPoller(
            (phase, running) -> all, 100, 10_000, cache, metrics, () -> 1_000, Runnable::run);
    poller.poll(Collections.singleton(report("attempt_1_0001_m_000007_0")));
    assertEquals(1, cache.size());
    assertEquals(0.5, cache.progress("attempt_1_0001_m_000007_0", 10, 1_000), 0);
  }

  /** Waits without reacting to interrupts, as a thread that resolves a name does. */
  private static void resolveSlowly(CountDownLatch answered) {
    while (answered.getCount() > 0) {
      try {
        answered.await();
      } catch (InterruptedException e) {
        // Nor does the resolver.
      }
    }
  }

  @Test
  public void slowNameResolutionDoesNotBlockOtherPolls() throws Exception {
    AtomicLong nowMs = new AtomicLong();
    Semaphore resolving = new Semaphore(0);
    CountDownLatch answered = new CountDownLatch(1);
    CountDownLatch isAsked = new CountDownLatch(1);
    ThreadPoolExecutor threads = ProgressPoller.newThreads();
    ProgressPoller real =
        new ProgressPoller(
            (phase, running) -> {
              if (phase.job().equals("job_1_0009")) {
                isAsked.countDown();
              } else {
                resolving.release();
                resolveSlowly(answered);
              }
              return Collections.emptyMap();
            },
            100,
            10_000,
            cache,
            metrics,
            nowMs::get,
            threads);
    try {
      List<NodeUsageReport> reports = new ArrayList<>();
      for (int job = 1; job <= 4; job++) {
        reports.add(report("attempt_1_000" + job + "_m_000000_0"));
      }
      real.poll(reports);
      assertTrue(resolving.tryAcquire(4, 60, TimeUnit.SECONDS));
      reports.add(report("attempt_1_0009_m_000000_0"));
      nowMs.addAndGet(20_000);
      real.poll(reports);
      assertTrue("all threads wait for names", isAsked.await(60, TimeUnit.SECONDS));
      assertEquals(5, threads.getLargestPoolSize());
      answered.countDown();
    } finally {
      answered.countDown();
      threads.shutdownNow();
      assertTrue(threads.awaitTermination(60, TimeUnit.SECONDS));
    }
  }

  @Test
  public void hangingMastersDoNotBlockOtherPolls() throws Exception {
    AtomicLong nowMs = new AtomicLong();
    Semaphore hanging = new Semaphore(0);
    CountDownLatch isAsked = new CountDownLatch(1);
    ExecutorService threads = ProgressPoller.newThreads();
    ProgressPoller real =
        new ProgressPoller(
            (phase, running) -> {
              if (phase.job().equals("job_1_0005")) {
                isAsked.countDown();
              } else {
                hanging.release();
                new CountDownLatch(1).await();
              }
              return Collections.emptyMap();
            },
            100,
            10_000,
            cache,
            metrics,
            nowMs::get,
            threads);
    try {
      List<NodeUsageReport> reports = new ArrayList<>();
      for (int job = 1; job <= 4; job++) {
        reports.add(report("attempt_1_000" + job + "_m_000000_0"));
      }
      real.poll(reports);
      assertTrue(hanging.tryAcquire(4, 60, TimeUnit.SECONDS));
      reports.add(report("attempt_1_0005_m_000000_0"));
      nowMs.addAndGet(10_000);
      real.poll(reports);
      assertEquals("they have as long as that", 1, isAsked.getCount());
      nowMs.addAndGet(10_000);
      real.poll(reports);
      assertTrue(isAsked.await(60, TimeUnit.SECONDS));
    } finally {
      threads.shutdownNow();
      assertTrue(threads.awaitTermination(60, TimeUnit.SECONDS));
    }
    assertEquals("each has failed", 4, count("ProgressFailures"));
  }
}
