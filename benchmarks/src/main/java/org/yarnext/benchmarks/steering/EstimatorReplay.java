// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.steering;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.estimate.PhaseUsage;
import org.yarnext.orchestrator.policy.estimate.UsageEstimator;
import org.yarnext.orchestrator.policy.estimate.UsageHistory;
import org.yarnext.orchestrator.policy.estimate.UsageWindow;

/**
 * Replays recorded use epoch by epoch. Predicts the next epoch as a NodeManager without knowledge
 * of progress would, and compares with the actual use (MROrchestrator, section IV-D). Immutable.
 */
final class EstimatorReplay {
  /** Number of windows kept of each task: the default of yarn.mr-orchestrator.history. */
  private static final int HISTORY = 120;

  /** Minimum CPU use for which relative errors are meaningful. */
  private static final double LEAST_MILLICORES = 10;

  private final long sampleMs;
  private final long epochMs;

  EstimatorReplay(long sampleMs, long epochMs) {
    this.sampleMs = sampleMs;
    this.epochMs = epochMs;
  }

  /** Predicts the use of a task in the next epoch. */
  interface UsagePredictor {
    /**
     * Returns the predicted use, or null if there is no prediction.
     *
     * @param past all samples of the task so far, at least one, in order of time
     */
    Double need(ResourceKind kind, UsageHistory own, PhaseUsage phase, List<UsageSample> past);
  }

  /** Returns the predictions of an estimator of the orchestrator. */
  UsagePredictor by(UsageEstimator estimator) {
    return (kind, own, phase, past) -> estimator.estimate(kind, own, phase, epochMs).value();
  }

  /** Returns the baseline of all estimators, which predicts the use of the previous epoch. */
  UsagePredictor asBefore() {
    return (kind, own, phase, past) -> {
      long end = past.get(past.size() - 1).atMs;
      return mean(kind, past, end - epochMs, end);
    };
  }

  /** Actual use of a task in an epoch, with all predictions of it. Immutable. */
  static final class Epoch {
    final String container;
    final double used;
    private final double[] predicted;

    private Epoch(String container, double used, double[] predicted) {
      this.container = container;
      this.used = used;
      this.predicted = predicted;
    }

    /** Returns the absolute error of a prediction, in millicores or bytes. */
    double missed(int predictor) {
      return Math.abs(predicted[predictor] - used);
    }

    /** Returns the error of a prediction relative to the actual use. */
    double error(int predictor) {
      return missed(predictor) / used;
    }
  }

  /**
   * Returns the epochs of each task for which all predictions exist, so that all are compared on
   * the same ones. Leaves out epochs that a task did not complete, or in which it used less than
   * ten millicores.
   *
   * @param samples samples of one recording, in order of time
   */
  List<Epoch> epochs(
      ResourceKind kind, List<UsageSample> samples, List<UsagePredictor> predictors) {
    Map<String, List<UsageSample>> byTask = new HashMap<>();
    Map<Long, List<UsageSample>> byTime = new TreeMap<>();
    for (UsageSample sample : samples) {
      byTask.computeIfAbsent(sample.container, c -> new ArrayList<>()).add(sample);
      byTime.computeIfAbsent(sample.atMs, t -> new ArrayList<>()).add(sample);
    }
    Map<String, UsageHistory> histories = new HashMap<>();
    Map<JobPhase, PhaseUsage> phases = new HashMap<>();
    List<Epoch> epochs = new ArrayList<>();
    long nextEpoch = epochMs;
    for (Map.Entry<Long, List<UsageSample>> look : byTime.entrySet()) {
      long now = look.getKey();
      for (UsageSample s : look.getValue()) {
        histories
            .computeIfAbsent(s.container, c -> new UsageHistory(sampleMs, HISTORY))
            .add(
                new UsageWindow(
                    s.elapsedMs,
                    s.used(ResourceKind.CPU),
                    s.used(ResourceKind.MEMORY),
                    Double.NaN));
      }
      if (now < nextEpoch) {
        continue;
      }
      nextEpoch = now + epochMs;
      for (UsageSample s : look.getValue()) {
        List<UsageSample> all = byTask.get(s.container);
        Double actual = mean(kind, all, now, now + epochMs);
        if (actual == null || !isMuch(kind, actual)) {
          continue;
        }
        UsageHistory own = histories.get(s.container);
        PhaseUsage phase = phases.getOrDefault(s.phase, PhaseUsage.unknown());
        List<UsageSample> past = all.subList(0, all.indexOf(s) + 1);
        Double[] needs =
            predictors.stream().map(f -> f.need(kind, own, phase, past)).toArray(Double[]::new);
        if (!Arrays.asList(needs).contains(null)) {
          epochs.add(
              new Epoch(
                  s.container,
                  actual,
                  Arrays.stream(needs).mapToDouble(Double::doubleValue).toArray()));
        }
      }
      // Nodes learn the averages of phases with the ResourceManager's next answer.
      phases = phases(look.getValue());
    }
    return epochs;
  }

  private static boolean isMuch(ResourceKind kind, double used) {
    return used >= (kind == ResourceKind.CPU ? LEAST_MILLICORES : 1);
  }

  /** Returns the mean use after one moment and up to another, or null if samples are missing. */
  private Double mean(ResourceKind kind, List<UsageSample> task, long after, long until) {
    double[] used =
        task.stream()
            .filter(s -> s.atMs > after && s.atMs <= until)
            .mapToDouble(s -> s.used(kind))
            .toArray();
    return used.length < (until - after) / sampleMs
        ? null
        : Arrays.stream(used).average().getAsDouble();
  }

  private static Map<JobPhase, PhaseUsage> phases(List<UsageSample> now) {
    Map<JobPhase, List<UsageSample>> byPhase = new LinkedHashMap<>();
    now.forEach(s -> byPhase.computeIfAbsent(s.phase, p -> new ArrayList<>()).add(s));
    Map<JobPhase, PhaseUsage> phases = new HashMap<>();
    byPhase.forEach(
        (phase, peers) ->
            phases.put(
                phase,
                new PhaseUsage(
                    peers.size(),
                    mean(ResourceKind.CPU, peers),
                    mean(ResourceKind.MEMORY, peers),
                    Double.NaN)));
    return phases;
  }

  private static double mean(ResourceKind kind, List<UsageSample> samples) {
    return samples.stream().mapToDouble(s -> s.used(kind)).average().getAsDouble();
  }
}
