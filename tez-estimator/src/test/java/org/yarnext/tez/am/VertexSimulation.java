// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.tez.dag.api.oldrecords.TaskAttemptState;
import org.apache.tez.dag.app.dag.speculation.legacy.LegacyTaskRuntimeEstimator;
import org.apache.tez.dag.app.dag.speculation.legacy.SimpleExponentialTaskRuntimeEstimator;
import org.apache.tez.dag.app.dag.speculation.legacy.TaskRuntimeEstimator;

/**
 * Simulates one vertex in virtual time, whose tasks report as Tez's do, and passes the reports to
 * several estimators. Measures each estimator's error at every report of a running task, and for
 * the next task to start.
 *
 * <p>An attempt is submitted before its container has started and its JVM is warm. Its progress is
 * that of its input, so that sorting and writing its output comes after. During that time {@code
 * MRInput}, which is closed by then, reports no progress.
 */
final class VertexSimulation {
  static final String OURS = "ours";
  static final String LEGACY = "legacy";
  static final String EXPONENTIAL = "exponential";

  private final long reportMs;
  private final boolean closes;
  private static final double AFTER_INPUT = 0.15;

  final Map<String, Errors> running = new LinkedHashMap<>();

  /** Errors for running tasks, before any has ended. */
  final Map<String, Errors> firstWave = new LinkedHashMap<>();

  final Map<String, Errors> next = new LinkedHashMap<>();
  private final Map<String, TaskRuntimeEstimator> estimators = new LinkedHashMap<>();
  private boolean anyEnded;

  /** Relative errors. */
  static final class Errors {
    private final DescriptiveStatistics all = new DescriptiveStatistics();

    void add(double estimatedMs, double truthMs) {
      all.addValue(Math.abs(estimatedMs - truthMs) / truthMs);
    }

    void add(Errors others) {
      for (double error : others.all.getValues()) {
        all.addValue(error);
      }
    }

    double percentile(double percent) {
      return all.getPercentile(percent);
    }

    long count() {
      return all.getN();
    }
  }

  /** Kind of the tasks. */
  interface Tasks {
    /** How long the work of the next task takes, in ms, without its start. */
    double workMs(Random random, long bytes);
  }

  private static final class Running {
    final FakeVertex.Attempt attempt;
    final long from;
    final long to;
    final double startMs;
    final double inputMs;

    Running(FakeVertex.Attempt attempt, long from, double startMs, double workMs) {
      this.attempt = attempt;
      this.from = from;
      this.startMs = startMs;
      this.inputMs = workMs;
      this.to = from + Math.round(startMs + workMs * (1 + AFTER_INPUT));
    }
  }

  /**
   * @param closes whether progress falls to none when all input is read
   */
  VertexSimulation(Tasks tasks, int count, int slots, long reportMs, boolean closes, long seed) {
    this.reportMs = reportMs;
    this.closes = closes;
    FakeVertex fake = new FakeVertex("v", count);
    estimators.put(OURS, new LearningRuntimeEstimator(TezFixture.of("mode", "on")));
    estimators.put(LEGACY, new LegacyTaskRuntimeEstimator());
    estimators.put(EXPONENTIAL, new SimpleExponentialTaskRuntimeEstimator());
    estimators.forEach(
        (name, estimator) -> {
          estimator.contextualize(new Configuration(false), fake.vertex);
          running.put(name, new Errors());
          firstWave.put(name, new Errors());
          next.put(name, new Errors());
        });
    run(fake, tasks, slots, new Random(seed));
  }

  private void run(FakeVertex fake, Tasks tasks, int slots, Random random) {
    TreeMap<Long, Running> now = new TreeMap<>();
    long time = 1_000_000;
    int asked = 0;
    while (asked < fake.attempts.size() || !now.isEmpty()) {
      while (now.size() < slots && asked < fake.attempts.size()) {
        FakeVertex.Attempt next = fake.attempts.get(asked++);
        next.container = container(1 + asked % slots);
        Running begun = begin(next, time, asked <= slots, tasks, random);
        long end = begun.to;
        while (now.containsKey(end)) {
          end++;
        }
        now.put(end, begun);
      }
      long until = Math.min(now.firstKey(), (time / reportMs + 1) * reportMs);
      time = until;
      if (until == now.firstKey()) {
        Running ended = now.remove(until);
        ended.attempt.succeed();
        anyEnded = true;
        long at = until;
        estimators.forEach(
            (n, e) -> e.updateAttempt(ended.attempt.id, TaskAttemptState.SUCCEEDED, at));
      }
      if (until % reportMs == 0) {
        for (Running one : now.values()) {
          report(one, until);
        }
      }
    }
  }

  private static ContainerId container(int number) {
    return ContainerId.newContainerId(
        ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1), number);
  }

  private Running begin(
      FakeVertex.Attempt attempt, long time, boolean fresh, Tasks tasks, Random random) {
    long bytes = (long) (50e6 * Math.pow(20, random.nextDouble()));
    attempt.reads(bytes);
    double startMs = fresh ? 1_500 + random.nextInt(2_000) : 50 + random.nextInt(200);
    Running one = new Running(attempt, time, startMs, tasks.workMs(random, bytes));
    double truth = one.to - one.from;
    boolean all =
        estimators.values().stream().allMatch(e -> e.newAttemptEstimatedRuntime() < 1L << 40);
    estimators.forEach(
        (name, estimator) -> {
          if (all && estimators.get(EXPONENTIAL).newAttemptEstimatedRuntime() > 0) {
            next.get(name).add(estimator.newAttemptEstimatedRuntime(), truth);
          }
          estimator.enrollAttempt(attempt.id, time);
        });
    return one;
  }

  private void report(Running one, long time) {
    one.attempt.state = TaskAttemptState.RUNNING;
    double worked = time - one.from - one.startMs;
    double read = Math.max(0, Math.min(1, worked / one.inputMs));
    one.attempt.progress = closes && read == 1 ? 0 : (float) read;
    estimators.forEach((n, e) -> e.updateAttempt(one.attempt.id, TaskAttemptState.RUNNING, time));
    if (estimators.values().stream().allMatch(e -> e.estimatedRuntime(one.attempt.id) >= 0)) {
      estimators.forEach(
          (name, estimator) -> {
            long estimatedMs = estimator.estimatedRuntime(one.attempt.id);
            running.get(name).add(estimatedMs, one.to - one.from);
            if (!anyEnded) {
              firstWave.get(name).add(estimatedMs, one.to - one.from);
            }
          });
    }
  }
}
