// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile.fit;

import java.util.List;
import java.util.Locale;
import org.yarnext.elastic.policy.model.ModelFit;
import org.yarnext.elastic.policy.model.RefusedFitException;
import org.yarnext.elastic.policy.model.SawToothModel;
import org.yarnext.elastic.policy.model.SpillModel;
import org.yarnext.elastic.policy.model.spill.MapReduceSpills;
import org.yarnext.elastic.policy.model.spill.SparkSpills;
import org.yarnext.elastic.policy.model.spill.TezSpills;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.tools.history.record.SparkSort;

/**
 * Fits the saw-tooth model of tasks that merge fetched outputs, or that sort in an executor of
 * Spark (YARN-ME, sections 2.3 and 2.4) to the largest size and the smallest one that the model can
 * explain. Immutable.
 */
final class MergingFit {
  /**
   * Maximum spilled share that counts as no spill where the model predicts none, because the data
   * of tasks vary.
   */
  private static final double NEGLIGIBLE_SPILL = 0.05;

  private final ComparableRuns measured;

  MergingFit(ComparableRuns measured) {
    this.measured = measured;
  }

  /**
   * Fits the model.
   *
   * @param remarks receives caveats
   * @throws IllegalArgumentException if no model has such numbers
   */
  ModelFit<SawToothModel> fit(List<String> remarks) throws UnfitRunsException, RefusedFitException {
    MeasuredRun well = measured.middleOf(measured.bySize().lastKey());
    SpillModel spills = spills(well);
    RefusedFitException first = null;
    for (long size : measured.bySize().headMap(well.memoryMb()).keySet()) {
      MeasuredRun under = measured.middleOf(size);
      try {
        ModelFit<SawToothModel> fit =
            ModelFit.sawTooth(spills, well.point(), under.point(), measured.others(well, under));
        compareCounters(well, spills, remarks);
        return fit;
      } catch (RefusedFitException e) {
        first = first == null ? e : first;
      }
    }
    double unavoidableMb = spills.spilledMb(spills.idealMemoryMb());
    if (unavoidableMb > 0) { // measuring with less memory would not help
      throw new UnfitRunsException(
          String.format(
              Locale.ROOT,
              "Its settings let a task keep nothing in memory for the reduce function, so it writes"
                  + " all of its input, %.1f MB, to disk whatever its memory: set"
                  + " mapreduce.reduce.input.buffer.percent"
                  + " (tez.runtime.task.input.post-merge.buffer.percent) to at least the merge"
                  + " threshold (...shuffle.merge.percent), and run it again with both sizes.",
              unavoidableMb));
    }
    throw first;
  }

  private SpillModel spills(MeasuredRun well) throws UnfitRunsException {
    if (well.run().sort() != null) {
      return sparkSpills(well.run().sort());
    }
    double inputMb = well.tasks().inputMb();
    int outputs = well.tasks().outputs();
    if (well.run().framework().equals(TaskProfile.MAPREDUCE)) {
      return new MapReduceSpills(inputMb, outputs, measured.nonHeapMb(), well.run().settings());
    }
    int local = well.tasks().localOutputs();
    if (local >= outputs) {
      throw new UnfitRunsException(
          "Its tasks read all input from their own nodes, which takes no memory:"
              + " measure on more nodes.");
    }
    return new TezSpills(inputMb, outputs, local, measured.nonHeapMb(), well.run().settings());
  }

  /** Returns the model of executors: how far data shrink on disk shows only where tasks spilled. */
  private SpillModel sparkSpills(SparkSort well) throws UnfitRunsException {
    if (well.memoryMb() == 0) {
      throw new UnfitRunsException(
          "Most of its tasks that sort spilled even with "
              + measured.bySize().lastKey()
              + " MB: run it once more with more memory (spark.executor.memory).");
    }
    double expansion = measured.middleOf(measured.bySize().firstKey()).run().sort().expansion();
    if (expansion == 0) {
      throw new UnfitRunsException(
          "Its tasks spilled nothing with "
              + measured.bySize().firstKey()
              + " MB: run it once more with less memory (spark.executor.memory).");
    }
    return new SparkSpills(
        well.memoryMb() / expansion,
        expansion,
        well.tasksAtOnce(),
        measured.nonHeapMb(),
        well.memoryFraction(),
        Math.max(1, well.tasks()));
  }

  private static void compareCounters(MeasuredRun well, SpillModel spills, List<String> remarks) {
    double share = well.tasks().spilledShare();
    if (spills.spilledMb(well.memoryMb()) == 0 && share > NEGLIGIBLE_SPILL) {
      remarks.add(
          String.format(
              Locale.ROOT,
              "With %d MB nothing should be spilled, and %.0f %% of the records were: some tasks may"
                  + " read much more than others.",
              well.memoryMb(),
              100 * share));
    }
  }
}
