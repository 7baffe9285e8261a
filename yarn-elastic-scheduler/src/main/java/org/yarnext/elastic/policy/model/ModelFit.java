// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A model made from two measured runs, one well-sized and one under-sized (YARN-ME, sections 2.2 to
 * 2.4), and how well it agrees with further ones. Immutable.
 *
 * <p>An under-sized run that was not slower than the well-sized one gives a model in which spilling
 * costs no time. If it was faster by more than {@link #NOISE}, it counts among the runs that the
 * model is compared with, so that the quality shows it.
 *
 * @param <M> the model's class
 */
public final class ModelFit<M extends ElasticityModel> {
  /** Relative difference between two runs that counts as noise. */
  public static final double NOISE = 0.05;

  private final M model;
  private final FitQuality quality;

  private ModelFit(M model, FitQuality quality) {
    this.model = model;
    this.quality = quality;
  }

  /**
   * Fits the step model of a mapper.
   *
   * @param idealMemoryMb the least memory known to spill nothing, in MB; the well-sized run's if
   *     nothing better is known
   * @param outputMb output of the task, in MB; 0 if unknown
   * @param wellSized with the ideal memory or more
   * @param underSized with less than the ideal memory
   * @param others further runs to compare with; not null, may be empty
   * @throws RefusedFitException if the runs do not fit the description
   * @throws IllegalArgumentException if a number is out of its range
   */
  public static ModelFit<StepModel> step(
      long idealMemoryMb,
      double outputMb,
      RunMeasurement wellSized,
      RunMeasurement underSized,
      List<RunMeasurement> others)
      throws RefusedFitException {
    checkSizes(idealMemoryMb, wellSized, underSized);
    double penalty = Math.max(1, underSized.ms() / wellSized.ms());
    double known = outputMb == 0 ? StepModel.UNKNOWN : outputMb;
    StepModel model = new StepModel(idealMemoryMb, wellSized.ms(), penalty, known);
    return new ModelFit<>(model, FitQuality.of(model, compared(wellSized, underSized, others)));
  }

  /**
   * Fits the saw-tooth model of a reducer or a sort: its disk rate is the spilled amount divided by
   * the extra run time.
   *
   * @param spills amount spilled by memory; not null
   * @param wellSized with the ideal memory or more
   * @param underSized with so little that more is spilled
   * @param others further runs to compare with; not null, may be empty
   * @throws RefusedFitException if the runs do not fit the description
   */
  public static ModelFit<SawToothModel> sawTooth(
      SpillModel spills,
      RunMeasurement wellSized,
      RunMeasurement underSized,
      List<RunMeasurement> others)
      throws RefusedFitException {
    checkSizes(spills.idealMemoryMb(), wellSized, underSized);
    double unavoidable = spills.spilledMb(spills.idealMemoryMb());
    double spilled = spills.spilledMb(underSized.memoryMb());
    if (Double.isInfinite(spilled)) {
      throw new RefusedFitException(
          "By its settings a task cannot run with the "
              + underSized.memoryMb()
              + " MB of the under-sized run: correct its memory beside the heap.");
    }
    if (spilled <= unavoidable) {
      throw new RefusedFitException(nothingSpilled(underSized, unavoidable));
    }
    double longerMs = underSized.ms() - wellSized.ms();
    double rate =
        longerMs <= 0 ? SawToothModel.UNLIMITED : (spilled - unavoidable) * 1000 / longerMs;
    SawToothModel model = new SawToothModel(spills, wellSized.ms(), rate);
    return new ModelFit<>(model, FitQuality.of(model, compared(wellSized, underSized, others)));
  }

  private static void checkSizes(
      long idealMemoryMb, RunMeasurement wellSized, RunMeasurement underSized)
      throws RefusedFitException {
    if (wellSized.memoryMb() == underSized.memoryMb()) {
      throw new RefusedFitException(
          "Both runs had "
              + wellSized.memoryMb()
              + " MB: measure one with at least "
              + idealMemoryMb
              + " MB and one with less.");
    }
    if (wellSized.memoryMb() < underSized.memoryMb()) {
      throw new RefusedFitException(
          "The well-sized run had "
              + wellSized.memoryMb()
              + " MB, less than the "
              + underSized.memoryMb()
              + " MB of the under-sized one: exchange them.");
    }
    if (wellSized.memoryMb() < idealMemoryMb) {
      throw new RefusedFitException(
          "The well-sized run had "
              + wellSized.memoryMb()
              + " MB, and nothing is spilled only with "
              + idealMemoryMb
              + " MB or more: measure it with that, or correct the task's input.");
    }
    if (underSized.memoryMb() >= idealMemoryMb) {
      throw new RefusedFitException(
          "With the "
              + underSized.memoryMb()
              + " MB of the under-sized run nothing is spilled: "
              + "measure it with less than "
              + idealMemoryMb
              + " MB, or correct the task's input.");
    }
  }

  private static String nothingSpilled(RunMeasurement underSized, double unavoidable) {
    String with = "With the " + underSized.memoryMb() + " MB of the under-sized run ";
    return unavoidable > 0
        ? with
            + "no more is written than the "
            + Math.round(unavoidable)
            + " MB that this task"
            + " writes whatever its memory, since its settings let it keep nothing in memory for"
            + " the reduce function: raise that share"
            + " (mapreduce.reduce.input.buffer.percent,"
            + " tez.runtime.task.input.post-merge.buffer.percent) and measure both runs again."
        : with + "nothing is spilled: measure it with less memory, or correct the task's input.";
  }

  private static List<RunMeasurement> compared(
      RunMeasurement wellSized, RunMeasurement underSized, List<RunMeasurement> others) {
    List<RunMeasurement> compared = new ArrayList<>(others);
    if (underSized.ms() < wellSized.ms() * (1 - NOISE)) {
      compared.add(underSized);
    }
    return compared;
  }

  /** Returns the model; never null. */
  public M model() {
    return model;
  }

  /** Returns the agreement with the runs it was not fitted to; never null. */
  public FitQuality quality() {
    return quality;
  }
}
