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
 * Fits the model of one job's maps or reducer to two of the measured sizes, and compares its
 * predictions with all sizes (YARN-ME, Figure 1c). Immutable.
 */
final class ElasticityModelCheck {

  private static final double MB = 1 << 20;

  final String job;
  final boolean reduces;
  final ElasticityModel model;
  final FitQuality quality;
  final List<Row> rows = new ArrayList<>();

  /** Measurement and prediction for one size. */
  static final class Row {
    final TaskSize size;

    /** Number of measured attempts. */
    final int runs;

    /** Median run time, in ms. */
    final double ms;

    /** Run time over that of the well-sized task. */
    final double penalty;

    final double predictedMs;

    /** Predicted over measured run time, minus 1. */
    final double error;

    /** MB written to disk, beyond those of the well-sized task. */
    final double spilledMb;

    final double predictedSpilledMb;

    /** Whether the model was fitted to this size. */
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
   * Fits the model and compares it with the measurements.
   *
   * @param runs attempts by size, as in the plan, of maps and reducers; sizes without a successful
   *     attempt are left out
   * @param fit index of the under-sized size that the model is fitted to
   * @throws RefusedFitException if no model can be fitted to these runs
   */
  static ElasticityModelCheck of(
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
          "There is no measurement for one of the sizes to which the model of "
              + job
              + " is fitted");
    }
    ModelFit<? extends ElasticityModel> made =
        reduces
            ? ModelFit.sawTooth(plan.spills, medians[wellSized], medians[fit], others)
            : ModelFit.step(
                plan.idealMapMb(), plan.mapOutputMb, medians[wellSized], medians[fit], others);
    return new ElasticityModelCheck(job, reduces, plan, runs, medians, made, fit);
  }

  private ElasticityModelCheck(
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
    double minMb = written(runs.get(wellSized));
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
                written(runs.get(i)) - minMb,
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

  /** Returns the run times, or else the bytes written, of the attempts that succeeded. */
  private static double[] values(List<TaskRun> runs, boolean reduces, boolean times) {
    return runs.stream()
        .filter(r -> r.succeeded && r.reduces == reduces)
        .mapToDouble(r -> times ? r.ms : r.writtenBytes)
        .toArray();
  }

  /**
   * Returns the mean error over the sizes that the model was not fitted to; NaN if there are none.
   */
  double meanError() {
    return StatUtils.mean(errors());
  }

  /**
   * Returns the maximum error over the sizes that the model was not fitted to; NaN if there are
   * none.
   */
  double worstError() {
    return StatUtils.max(errors());
  }

  private double[] errors() {
    return rows.stream().filter(r -> !r.fitted).mapToDouble(r -> Math.abs(r.error)).toArray();
  }

  /** Returns a title such as "sort, reducer". */
  String title() {
    return job + ", " + (reduces ? "reducer" : "maps");
  }
}
