// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.elasticity;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.stat.StatUtils;
import org.yarnext.benchmarks.jobs.TaskRun;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.FitQuality;
import org.yarnext.elastic.policy.model.ModelFit;
import org.yarnext.elastic.policy.model.RefusedFitException;
import org.yarnext.elastic.policy.model.RunMeasurement;

/**
 * Makes the model of the maps or the reducer of one job from two of the measured sizes and compares
 * it with the others (YARN-ME, Figure 1c). Immutable.
 */
final class ModelCheck {

  private static final double MB = 1 << 20;

  final String job;
  final boolean reduces;
  final ElasticityModel model;
  final FitQuality quality;
  final List<Row> rows = new ArrayList<>();

  /** One size. */
  static final class Row {
    final TaskSize size;

    /** Attempts measured. */
    final int runs;

    /** Median run time. */
    final double ms;

    /** Of the run time, to that of the well-sized one. */
    final double penalty;

    final double predictedMs;

    /** Predicted over measured, less 1. */
    final double error;

    /** Written to disk beyond what the well-sized task writes, in MB. */
    final double spilledMb;

    final double predictedSpilledMb;

    /** Whether the model was made from this one. */
    final boolean fitted;

    Row(
        TaskSize size,
        int runs,
        double ms,
        double wellSizedMs,
        double predictedMs,
        double spilledMb,
        double predictedSpilledMb,
        boolean fitted) {
      this.size = size;
      this.runs = runs;
      this.ms = ms;
      this.penalty = ms / wellSizedMs;
      this.predictedMs = predictedMs;
      this.error = predictedMs / ms - 1;
      this.spilledMb = spilledMb;
      this.predictedSpilledMb = predictedSpilledMb;
      this.fitted = fitted;
    }
  }

  /**
   * @param runs by size, as in the plan; attempts of both kinds of tasks. A size without a
   *     successful one is left out
   * @param fit the index of the under-sized size to make the model from
   * @throws RefusedFitException if no model can be made from these runs
   */
  static ModelCheck of(
      String job, boolean reduces, SizePlan plan, List<List<TaskRun>> runs, int fit)
      throws RefusedFitException {
    List<RunMeasurement> others = new ArrayList<>();
    int wellSized = plan.sizes() - 1;
    RunMeasurement[] medians = new RunMeasurement[plan.sizes()];
    for (int i = 0; i < plan.sizes(); i++) {
      double[] ms = values(runs.get(i), reduces, true);
      if (ms.length > 0) {
        TaskSize size = reduces ? plan.reduce(i) : plan.map(i);
        medians[i] = new RunMeasurement(size.memoryMb(), StatUtils.percentile(ms, 50));
        if (i != fit && i != wellSized) {
          others.add(medians[i]);
        }
      }
    }
    if (medians[wellSized] == null || medians[fit] == null) {
      throw new IllegalArgumentException(
          "Nothing was measured in one of the sizes that the model of " + job + " is made from");
    }
    ModelFit<? extends ElasticityModel> made =
        reduces
            ? ModelFit.sawTooth(plan.spills, medians[wellSized], medians[fit], others)
            : ModelFit.step(
                plan.idealMapMb(), plan.mapOutputMb, medians[wellSized], medians[fit], others);
    return new ModelCheck(job, reduces, plan, runs, medians, made, fit);
  }

  private ModelCheck(
      String job,
      boolean reduces,
      SizePlan plan,
      List<List<TaskRun>> runs,
      RunMeasurement[] medians,
      ModelFit<? extends ElasticityModel> made,
      int fit) {
    this.job = job;
    this.reduces = reduces;
    this.model = made.model();
    this.quality = made.quality();
    int wellSized = plan.sizes() - 1;
    double leastMb = written(runs.get(wellSized));
    for (int i = 0; i < plan.sizes(); i++) {
      if (medians[i] != null) {
        TaskSize size = reduces ? plan.reduce(i) : plan.map(i);
        rows.add(
            new Row(
                size,
                values(runs.get(i), reduces, true).length,
                medians[i].ms(),
                medians[wellSized].ms(),
                model.runTimeMs(size.memoryMb()),
                written(runs.get(i)) - leastMb,
                predictedSpillMb(plan, size),
                i == fit || i == wellSized));
      }
    }
  }

  private double written(List<TaskRun> runs) {
    return StatUtils.percentile(values(runs, reduces, false), 50) / MB;
  }

  private double predictedSpillMb(SizePlan plan, TaskSize size) {
    if (reduces) {
      return plan.spills.spilledMb(size.memoryMb());
    }
    return size.memoryMb() < plan.idealMapMb() ? plan.mapOutputMb : 0;
  }

  /** Run times, or else bytes written, of the attempts that succeeded. */
  private static double[] values(List<TaskRun> runs, boolean reduces, boolean times) {
    return runs.stream()
        .filter(r -> r.succeeded && r.reduces == reduces)
        .mapToDouble(r -> times ? r.ms : r.writtenBytes)
        .toArray();
  }

  /** Of the sizes that the model was not made from; NaN if there are none. */
  double meanError() {
    return StatUtils.mean(errors());
  }

  /** Of the sizes that the model was not made from; NaN if there are none. */
  double worstError() {
    return StatUtils.max(errors());
  }

  private double[] errors() {
    return rows.stream().filter(r -> !r.fitted).mapToDouble(r -> Math.abs(r.error)).toArray();
  }

  /** For example "sort, reducer". */
  String title() {
    return job + ", " + (reduces ? "reducer" : "maps");
  }
}
