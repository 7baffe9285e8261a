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
package org.yarnext.orchestrator.rm;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.policy.identity.TaskLaunch;
import org.yarnext.orchestrator.rpc.NodeReport;

/**
 * Asks for the progress of running jobs on threads made for it: each job once an epoch at most, its
 * phases in turn, none while the call before is under way. Masters that do not answer are asked
 * less and less often, for while one is waited for others are not asked.
 */
final class ProgressPolls {
  private static final int THREADS = 4;
  private static final long IDLE_SECONDS = 60;

  /** A master that has failed so often is asked every sixteenth epoch. */
  private static final int MOST_FAILURES = 5;

  private final Asking asking;
  private final int mostTasks;
  private final ProgressBook book;
  private final GlobalJournal journal;
  private final LongSupplier clockMs;
  private final Executor threads;
  private final Set<String> underWay = ConcurrentHashMap.newKeySet();
  private final Map<String, Silence> silent = new ConcurrentHashMap<>();
  private final AtomicLong epoch = new AtomicLong();
  private Map<String, String> lastAsked = new HashMap<>();

  /** How often in a row a master did not answer, and when it is asked again. Immutable. */
  private static final class Silence {
    private final int failures;
    private final long untilEpoch;

    private Silence(int failures, long epoch) {
      this.failures = failures;
      this.untilEpoch = epoch + (1L << (failures - 1));
    }

    private Silence longer(long epoch) {
      return new Silence(Math.min(MOST_FAILURES, failures + 1), epoch);
    }
  }

  /** What asks one application. */
  interface Asking {
    /** By attempt; empty if there is nobody to ask. */
    Map<String, Double> progress(JobPhase phase) throws Exception;
  }

  /**
   * @param mostTasks phases with more are not asked for
   * @param threads where the calls are made
   */
  ProgressPolls(
      Asking asking,
      int mostTasks,
      ProgressBook book,
      GlobalJournal journal,
      LongSupplier clockMs,
      Executor threads) {
    this.asking = asking;
    this.mostTasks = mostTasks;
    this.book = book;
    this.journal = journal;
    this.clockMs = clockMs;
    this.threads = threads;
  }

  /** Some threads that end when there is nothing to ask. */
  static ExecutorService newThreads() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            r -> {
              Thread t = new Thread(r, "yarnext-mr-orchestrator-progress");
              t.setDaemon(true);
              return t;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /** Once an epoch, by one thread; returns at once. */
  void ask(Collection<NodeReport> reports) {
    epoch.incrementAndGet();
    Map<String, TreeSet<String>> phases = phases(reports);
    silent.keySet().retainAll(phases.keySet());
    Map<String, String> asked = new HashMap<>();
    phases.forEach(
        (job, running) -> {
          String last = lastAsked.get(job);
          if (!isSilent(job) && underWay.add(job)) {
            String next = last == null ? null : running.higher(last);
            String phase = next == null ? running.first() : next;
            asked.put(job, phase);
            threads.execute(() -> ask(new JobPhase(job, phase)));
          } else if (last != null) {
            asked.put(job, last);
          }
        });
    lastAsked = asked;
  }

  private boolean isSilent(String job) {
    Silence silence = silent.get(job);
    return silence != null && epoch.get() < silence.untilEpoch;
  }

  /** Those that can be asked for. */
  private Map<String, TreeSet<String>> phases(Collection<NodeReport> reports) {
    Map<JobPhase, Integer> sizes = new HashMap<>();
    for (NodeReport report : reports) {
      for (TaskView task : report.tasks()) {
        String attempt = report.attempt(task.container());
        if (attempt != null) {
          sizes.merge(task.phase(), TaskLaunch.number(attempt) + 1, Math::max);
        }
      }
    }
    Map<String, TreeSet<String>> phases = new TreeMap<>();
    sizes.forEach(
        (phase, size) -> {
          if (size <= mostTasks) {
            phases.computeIfAbsent(phase.job(), j -> new TreeSet<>()).add(phase.phase());
          }
        });
    return phases;
  }

  private void ask(JobPhase phase) {
    try {
      // Whoever runs a job wrote its master, which may tell of the tasks of others.
      Map<String, Double> own = new HashMap<>(asking.progress(phase));
      own.keySet().removeIf(attempt -> !TaskLaunch.isAttemptOf(phase.job(), attempt));
      book.told(own, clockMs.getAsLong());
      journal.asked();
      silent.remove(phase.job());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception | LinkageError e) {
      journal.notTold(phase, e);
      long now = epoch.get();
      silent.merge(phase.job(), new Silence(1, now), (before, first) -> before.longer(now));
    } finally {
      underWay.remove(phase.job());
    }
  }
}
