// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.elasticity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.yarnext.benchmarks.jobs.TaskRun;
import org.yarnext.elastic.policy.heap.SortBuffer;
import org.yarnext.elastic.policy.model.spill.MapReduceSpills;
import org.yarnext.elastic.policy.model.spill.ShuffleSettings;
import org.yarnext.elastic.policy.model.spill.ShuffleSpills;
import org.yarnext.elastic.policy.model.spill.TezSpills;

/**
 * Computes the memory sizes in which the tasks of a job are measured. From one run with ample
 * memory it derives how much memory maps and reducer need to spill nothing. Immutable.
 */
final class SizePlan {

  /**
   * Value of mapreduce.reduce.input.buffer.percent. With stock's default of 0 a reducer writes all
   * its input to disk regardless of its memory.
   */
  static final float RETAIN = 0.7f;

  /**
   * Share of its heap that a task's JVM reports with the serial collector: all but one survivor
   * space.
   */
  private static final float TOLD = 29 / 30f;

  /** Stock's shuffle settings, except for {@link #RETAIN}. */
  private static final ShuffleSettings SETTINGS =
      new ShuffleSettings(0.7f * TOLD, 0.25f, 0.66f, RETAIN, 10);

  private static final ShuffleSettings TEZ_SETTINGS =
      new ShuffleSettings(ShuffleSettings.TEZ.buffer() * TOLD, 0.25f, 0.9f, RETAIN * TOLD, 100);

  /** Percentage of a heap that its sort buffer gets, as in yarn.elastic.heap.sort-percent. */
  static final int SORT_PERCENT = 50;

  /** Value of mapreduce.map.sort.spill.percent. */
  private static final double SPILL_SHARE = 0.8;

  /** Bytes of the sort buffer that each record needs in addition to its data. */
  private static final int RECORD_BYTES = 16;

  private static final double MB = 1 << 20;

  final ShuffleSpills spills;

  /** Output of one map, in MB. */
  final double mapOutputMb;

  private final int idealSortMb;
  private final List<TaskSize> maps = new ArrayList<>();
  private final List<TaskSize> reduces = new ArrayList<>();

  /**
   * Creates a plan for maps and the reducer.
   *
   * @param runs attempts of a run in which nothing was spilled
   * @param percents heaps to measure, in percent of the ideal ones
   * @param minHeapMb minimum heap of a map
   * @throws IllegalArgumentException if a map needs less than that to spill nothing
   */
  static SizePlan of(List<TaskRun> runs, List<Integer> percents, int minHeapMb) {
    SizePlan plan = new SizePlan(runs, percents);
    int idealMb = plan.idealMapHeapMb();
    if (idealMb <= minHeapMb) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "A map spills nothing with a heap of %d MB, and --min-heap is %d MB, so no smaller"
                  + " heap of maps can be measured: raise --map-mb, or add --reducers-only.",
              idealMb,
              minHeapMb));
    }
    double minShare = percents.get(0) / 100.0;
    for (int percent : percents) {
      plan.addMap(stretched(percent / 100.0, minShare, minHeapMb / (double) idealMb));
    }
    return plan;
  }

  /**
   * Creates a plan for the reducer alone. Each map gets the heap of the well-sized one, or the
   * minimum heap if that is more.
   *
   * @param runs attempts of a run in which nothing was spilled
   * @param percents heaps to measure, in percent of the ideal one, in ascending order
   * @param minHeapMb minimum heap of a map
   */
  static SizePlan ofReducers(List<TaskRun> runs, List<Integer> percents, int minHeapMb) {
    SizePlan plan = new SizePlan(runs, percents);
    double wellSized = percents.get(percents.size() - 1) / 100.0;
    double share = Math.max(wellSized, minHeapMb / (double) plan.idealMapHeapMb());
    percents.forEach(percent -> plan.addMap(share));
    return plan;
  }

  private SizePlan(List<TaskRun> runs, List<Integer> percents) {
    List<TaskRun> mapRuns = new ArrayList<>();
    double inputMb = 0;
    for (TaskRun run : runs) {
      if (run.succeeded && run.reduces) {
        inputMb = run.shuffledBytes / MB;
      } else if (run.succeeded) {
        mapRuns.add(run);
      }
    }
    spills = new MapReduceSpills(inputMb, mapRuns.size(), TaskSize.NON_HEAP_MB, SETTINGS);
    mapOutputMb = mapRuns.stream().mapToLong(r -> r.shuffledBytes).average().orElse(0) / MB;
    long buffered =
        mapRuns.stream()
            .mapToLong(r -> r.bufferedBytes + RECORD_BYTES * r.bufferedRecords)
            .max()
            .orElse(0);
    idealSortMb = (int) Math.ceil(buffered / MB / SPILL_SHARE) + 1;
    addReduces(percents, 0);
  }

  private SizePlan(TezSpills spills, List<Integer> percents, int minHeapMb) {
    this.spills = spills;
    this.mapOutputMb = spills.inputMb() / spills.outputs();
    this.idealSortMb = 0;
    addReduces(percents, minHeapMb);
  }

  /**
   * Creates a plan for a Tez vertex that merges the data it fetches, without maps.
   *
   * @param inputMb input of its task
   * @param outputs number of tasks whose outputs it reads
   * @param localOutputs how many of these are not fetched
   * @param minHeapMb minimum heap of the task
   */
  static SizePlan ofTez(
      double inputMb, int outputs, int localOutputs, List<Integer> percents, int minHeapMb) {
    return new SizePlan(
        new TezSpills(inputMb, outputs, localOutputs, TaskSize.NON_HEAP_MB, TEZ_SETTINGS),
        percents,
        minHeapMb);
  }

  private void addMap(double share) {
    maps.add(new TaskSize(share, (int) Math.round(share * idealMapHeapMb())));
  }

  private void addReduces(List<Integer> percents, int minHeapMb) {
    double idealHeap = spills.idealMemoryMb() - TaskSize.NON_HEAP_MB;
    double minShare = percents.get(0) / 100.0;
    for (int percent : percents) {
      double share = stretched(percent / 100.0, minShare, minHeapMb / idealHeap);
      reduces.add(new TaskSize(share, (int) Math.round(share * idealHeap)));
    }
  }

  /**
   * Raises shares below 1 so that the smallest one is at least {@code bound} and all remain
   * different. Shares of 1 or more do not change.
   */
  static double stretched(double share, double min, double bound) {
    return share >= 1 || min >= bound || bound >= 1
        ? share
        : 1 - (1 - share) * (1 - bound) / (1 - min);
  }

  private int idealMapHeapMb() {
    return idealSortMb * 100 / SORT_PERCENT;
  }

  /** Returns the minimum memory of a map's container with which it spills nothing, in MB. */
  int idealMapMb() {
    return idealMapHeapMb() + TaskSize.NON_HEAP_MB;
  }

  int sizes() {
    return reduces.size();
  }

  TaskSize map(int i) {
    return maps.get(i);
  }

  TaskSize reduce(int i) {
    return reduces.get(i);
  }

  /** Returns the sort buffer of a map with the given heap, in MB. */
  int sortMb(int heapMb) {
    return SortBuffer.fittingMb(idealSortMb, (long) heapMb << 20, SORT_PERCENT);
  }
}
