// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.yarnext.common.periodic.DaemonThreadFactory;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.policy.identity.TaskLaunchParser;
import org.yarnext.orchestrator.rpc.NodeUsageReport;

/**
 * Polls the progress of running jobs on separate threads: each job at most once an epoch, its
 * phases in turn, and never during a previous call. Application Masters that do not answer, or are
 * slow, are polled less and less often, because a thread that waits for one cannot poll others. For
 * the same reason a free thread takes the call that will probably take the shortest time, so many
 * masters that almost count as slow delay each other only. A call that takes too long in total is
 * interrupted, since a response that arrives byte by byte never times out.
 */
final class ProgressPoller {
  private static final int THREADS = 4;

  /**
   * Maximum number of threads, including those stuck in calls that ignore interrupts, such as name
   * lookups.
   */
  private static final int MAX_THREADS = 64;

  /**
   * After this many failed or slow calls in a row an Application Master is asked only every
   * sixteenth epoch.
   */
  private static final int MAX_FAILURES = 5;

  /** Calls whose expected times differ by less than this are about equally long. */
  private static final long EXPECTED_UNIT_MS = 100;

  private final ProgressQuery query;
  private final int maxTasks;
  private final long maxMs;
  private final ProgressCache cache;
  private final ClusterOrchestratorMetrics metrics;
  private final LongSupplier clockMs;
  private final Executor threads;
  private final IntConsumer moreThreads;
  private final Map<String, Call> underWay = new ConcurrentHashMap<>();
  private final Queue<Call> waiting =
      new PriorityBlockingQueue<>(
          11,
          Comparator.<Call>comparingLong(call -> call.expectedMs / EXPECTED_UNIT_MS)
              .thenComparingLong(call -> call.epoch)
              .thenComparing(call -> call.phase.job()));
  private final Map<String, Long> expectedMs = new ConcurrentHashMap<>();
  private final Map<String, Backoff> backoffs = new ConcurrentHashMap<>();
  private final AtomicLong epoch = new AtomicLong();
  private Map<String, String> lastPolled = new HashMap<>();

  /**
   * Number of failed or slow calls in a row of an Application Master, and when it is asked again.
   * Immutable.
   */
  private static final class Backoff {
    private final int failures;
    private final long untilEpoch;

    private Backoff(int failures, long epoch) {
      this.failures = failures;
      this.untilEpoch = epoch + (1L << (failures - 1));
    }

    private Backoff longer(long epoch) {
      return new Backoff(Math.min(MAX_FAILURES, failures + 1), epoch);
    }
  }

  /** A waiting or running call for one job. Thread-safe. */
  private static final class Call {
    private final JobPhase phase;
    private final Set<String> running;
    private final long epoch;
    private final long expectedMs;
    private Thread thread;
    private long sinceMs;
    private boolean isEnded;

    private Call(JobPhase phase, Set<String> running, long epoch, long expectedMs) {
      this.phase = phase;
      this.running = running;
      this.epoch = epoch;
      this.expectedMs = expectedMs;
    }

    private synchronized void begin(long nowMs) {
      thread = Thread.currentThread();
      sinceMs = nowMs;
    }

    /**
     * Interrupts the call if it is too old.
     *
     * @return whether it was interrupted and its thread has not returned
     */
    private synchronized boolean endIfOlder(long maxMs, long nowMs) {
      if (thread != null && !isEnded && nowMs - sinceMs > maxMs) {
        isEnded = true;
        thread.interrupt();
      }
      return thread != null && isEnded;
    }

    private synchronized long ranMs(long nowMs) {
      return nowMs - sinceMs;
    }

    /** Marks the end of the call: its thread continues with other calls. */
    private synchronized void end() {
      thread = null;
      if (isEnded) {
        Thread.interrupted();
      }
    }

    private synchronized boolean isEnded() {
      return isEnded;
    }
  }

  /** Queries one application for progress. */
  interface ProgressQuery {
    /**
     * @param running all running attempts of the job
     * @return progress by attempt; empty if there is no Application Master to ask
     */
    Map<String, Double> progress(JobPhase phase, Set<String> running) throws Exception;
  }

  /**
   * @param maxTasks phases with more tasks are not polled
   * @param maxMs maximum time of a call before the next epoch ends it; after half of it, an answer
   *     counts as slow
   * @param threads runs the calls
   */
  ProgressPoller(
      ProgressQuery query,
      int maxTasks,
      long maxMs,
      ProgressCache cache,
      ClusterOrchestratorMetrics metrics,
      LongSupplier clockMs,
      Executor threads) {
    this.query = query;
    this.maxTasks = maxTasks;
    this.maxMs = maxMs;
    this.cache = cache;
    this.metrics = metrics;
    this.clockMs = clockMs;
    this.threads = threads;
    moreThreads =
        threads instanceof ThreadPoolExecutor
            ? max -> resize((ThreadPoolExecutor) threads, max)
            : max -> {};
  }

  /** Returns a pool whose threads end when there is nothing to ask. */
  static ThreadPoolExecutor newThreads() {
    return DaemonThreadFactory.pool("yarnext-mr-orchestrator-progress", THREADS);
  }

  private static void resize(ThreadPoolExecutor pool, int max) {
    if (max > pool.getMaximumPoolSize()) {
      pool.setMaximumPoolSize(max);
      pool.setCorePoolSize(max);
    } else if (max < pool.getMaximumPoolSize()) {
      pool.setCorePoolSize(max);
      pool.setMaximumPoolSize(max);
    }
  }

  /** Starts the calls of an epoch; called by one thread, returns at once. */
  void poll(Collection<NodeUsageReport> reports) {
    epoch.incrementAndGet();
    long nowMs = clockMs.getAsLong();
    long late = underWay.values().stream().filter(call -> call.endIfOlder(maxMs, nowMs)).count();
    moreThreads.accept((int) Math.min(THREADS + late, MAX_THREADS));
    Map<String, TreeMap<String, Set<String>>> phases = phases(reports);
    backoffs.keySet().retainAll(phases.keySet());
    expectedMs.keySet().retainAll(phases.keySet());
    Map<String, String> polled = new HashMap<>();
    phases.forEach(
        (job, running) -> {
          String last = lastPolled.get(job);
          if (!isBackedOff(job) && !underWay.containsKey(job)) {
            String next = last == null ? null : running.higherKey(last);
            String phase = next == null ? running.firstKey() : next;
            polled.put(job, phase);
            Call call =
                new Call(
                    new JobPhase(job, phase),
                    all(running.values()),
                    epoch.get(),
                    expectedMs.getOrDefault(job, 0L));
            underWay.put(job, call);
            waiting.add(call);
            threads.execute(() -> poll(waiting.remove()));
          } else if (last != null) {
            polled.put(job, last);
          }
        });
    lastPolled = polled;
  }

  private static Set<String> all(Collection<Set<String>> ofPhases) {
    Set<String> all = new HashSet<>();
    ofPhases.forEach(all::addAll);
    return all;
  }

  private boolean isBackedOff(String job) {
    Backoff backoff = backoffs.get(job);
    return backoff != null && epoch.get() < backoff.untilEpoch;
  }

  /** Returns the phases that can be polled, with the attempts that the nodes report. */
  private Map<String, TreeMap<String, Set<String>>> phases(Collection<NodeUsageReport> reports) {
    Map<JobPhase, Set<String>> attempts = new HashMap<>();
    for (NodeUsageReport report : reports) {
      for (TaskView task : report.tasks()) {
        String attempt = report.attempt(task.container());
        if (attempt != null) {
          attempts.computeIfAbsent(task.phase(), p -> new HashSet<>()).add(attempt);
        }
      }
    }
    Map<String, TreeMap<String, Set<String>>> phases = new TreeMap<>();
    attempts.forEach(
        (phase, all) -> {
          if (all.stream().allMatch(attempt -> TaskLaunchParser.number(attempt) < maxTasks)) {
            phases.computeIfAbsent(phase.job(), j -> new TreeMap<>()).put(phase.phase(), all);
          }
        });
    return phases;
  }

  private void poll(Call call) {
    JobPhase phase = call.phase;
    Set<String> running = call.running;
    call.begin(clockMs.getAsLong());
    try {
      // Users write their Application Masters, which may report tasks of others, or more tasks than
      // exist.
      Map<String, Double> own = new HashMap<>(query.progress(phase, running));
      own.keySet()
          .removeIf(
              attempt ->
                  !running.contains(attempt)
                      || !TaskLaunchParser.isAttemptOf(phase.job(), attempt));
      long nowMs = clockMs.getAsLong();
      cache.put(own, nowMs);
      metrics.progressCalled();
      if (call.ranMs(nowMs) > maxMs / 2) {
        backOff(phase.job()); // slow, if not endless: other jobs wait for this thread
      } else {
        backoffs.remove(phase.job());
      }
    } catch (InterruptedException e) {
      if (call.isEnded()) {
        failed(phase, e);
      } else {
        Thread.currentThread().interrupt();
      }
    } catch (Throwable e) { // the ResourceManager ends itself at an Error that no thread catches
      failed(phase, e);
    } finally {
      // Decreases slowly: a master may answer late only now and then.
      long tookMs = call.ranMs(clockMs.getAsLong());
      expectedMs.merge(phase.job(), tookMs, (before, now) -> Math.max(before / 2, now));
      call.end();
      underWay.remove(phase.job());
    }
  }

  private void failed(JobPhase phase, Throwable cause) {
    metrics.progressFailed(phase, cause);
    backOff(phase.job());
  }

  private void backOff(String job) {
    long now = epoch.get();
    backoffs.merge(job, new Backoff(1, now), (before, first) -> before.longer(now));
  }
}
