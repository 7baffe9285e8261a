// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile.fit;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.yarnext.elastic.policy.model.ModelFit;
import org.yarnext.elastic.policy.model.RefusedFitException;
import org.yarnext.elastic.policy.model.StepModel;

/**
 * Fits the step model of tasks that sort their output (YARN-ME, section 2.2). A size is well-sized
 * if its tasks wrote their output once, under-sized if they wrote spills and merged them. Not
 * thread-safe.
 */
final class SortingFit {
  /**
   * Minimum share of the tasks of a size that must behave alike; the others may have had unusual
   * data.
   */
  private static final double ALMOST_ALL = 0.9;

  private final ComparableRuns measured;
  private final Long givenIdealMb;
  private final TreeSet<Long> wellSized = new TreeSet<>();
  private final TreeSet<Long> underSized = new TreeSet<>();

  /**
   * @param givenIdealMb the ideal memory that the user set, in MB; null if none
   */
  SortingFit(ComparableRuns measured, Long givenIdealMb) {
    this.measured = measured;
    this.givenIdealMb = givenIdealMb;
  }

  /**
   * Fits the model.
   *
   * @param remarks receives caveats
   */
  ModelFit<StepModel> fit(List<String> remarks) throws UnfitRunsException, RefusedFitException {
    for (Map.Entry<Long, List<MeasuredRun>> size : measured.bySize().entrySet()) {
      divide(size.getKey(), size.getValue(), remarks);
    }
    if (wellSized.isEmpty()) {
      throw new UnfitRunsException(
          "Its tasks wrote spills and merged them even with "
              + measured.bySize().lastKey()
              + " MB: run it once more with a sort buffer that holds a task's output"
              + " (mapreduce.task.io.sort.mb, tez.runtime.io.sort.mb) and the memory for it.");
    }
    if (underSized.isEmpty()) {
      throw new UnfitRunsException(
          "Its tasks wrote their output once with every size down to "
              + measured.bySize().firstKey()
              + " MB: run it once more with less memory and a smaller sort buffer"
              + " (mapreduce.task.io.sort.mb, tez.runtime.io.sort.mb), since that does not follow the"
              + " memory by itself.");
    }
    Long ideal = givenIdealMb == null ? wellSized.higher(underSized.last()) : givenIdealMb;
    if (ideal == null) {
      throw new UnfitRunsException(
          "Its tasks merged spills with "
              + underSized.last()
              + " MB and wrote their output once with "
              + wellSized.last()
              + " MB, so their sort buffers did not follow their memory: measure with"
              + " sort buffers of the same share of the heap, or give the sufficient"
              + " memory with --ideal.");
    }
    MeasuredRun well = measured.middleOf(wellSized.ceiling(ideal));
    MeasuredRun under = measured.middleOf(underSized.first());
    return ModelFit.step(
        ideal, well.tasks().outputMb(), well.point(), under.point(), measured.others(well, under));
  }

  private void divide(long size, List<MeasuredRun> runs, List<String> remarks) {
    if (givenIdealMb != null) {
      (size >= givenIdealMb ? wellSized : underSized).add(size);
      return;
    }
    double tasks = 0;
    double once = 0;
    for (MeasuredRun run : runs) {
      tasks += run.tasks().tasks();
      once += run.tasks().writtenOnce() * run.tasks().tasks();
    }
    if (once >= ALMOST_ALL * tasks) {
      wellSized.add(size);
    } else if (once <= (1 - ALMOST_ALL) * tasks) {
      underSized.add(size);
    } else {
      remarks.add(
          String.format(
              Locale.ROOT,
              "%.0f %% of the tasks with %d MB wrote their output once, so this size"
                  + " is on the border; the model is only compared with it.",
              100 * once / tasks,
              size));
    }
  }
}
