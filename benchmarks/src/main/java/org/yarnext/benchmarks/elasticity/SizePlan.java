// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.elasticity;

import java.util.ArrayList;
import java.util.List;
import org.yarnext.benchmarks.jobs.TaskRun;
import org.yarnext.elastic.policy.heap.SortBuffer;
import org.yarnext.elastic.policy.model.MapReduceSpills;
import org.yarnext.elastic.policy.model.ShuffleSettings;
import org.yarnext.elastic.policy.model.ShuffleSpills;
import org.yarnext.elastic.policy.model.TezSpills;

/**
 * Decides from one run of a job, with more memory than it needs, how much memory its maps and its
 * reducer need to spill nothing, and the sizes in which they are measured. Immutable.
 */
final class SizePlan {

  /**
   * mapreduce.reduce.input.buffer.percent: with stock's 0 a reducer writes all its input to disk,
   * whatever its memory.
   */
  static final float RETAIN = 0.7f;

  /** What the tasks' serial collector tells them of their heap: all but one survivor space. */
  private static final float TOLD = 29 / 30f;

  /** Stock's but for that. */
  private static final ShuffleSettings SETTINGS =
      new ShuffleSettings(0.7f * TOLD, 0.25f, 0.66f, RETAIN, 10);

  private static final ShuffleSettings TEZ_SETTINGS =
      new ShuffleSettings(ShuffleSettings.TEZ.buffer() * TOLD, 0.25f, 0.9f, RETAIN * TOLD, 100);

  /**
   * The part of a heap that its sort buffer has, in per cent, as yarn.elastic.heap.sort-percent.
   */
  static final int SORT_PERCENT = 50;

  /** mapreduce.map.sort.spill.percent. */
  private static final double SPILL_SHARE = 0.8;

  /** What the sort buffer needs for each record beside the record. */
  private static final int RECORD_BYTES = 16;

  private static final double MB = 1 << 20;

  final ShuffleSpills spills;

  /** What one map writes, in MB. */
  final double mapOutputMb;

  private final int idealSortMb;
  private final List<TaskSize> maps = new ArrayList<>();
  private final List<TaskSize> reduces = new ArrayList<>();

  /**
   * For maps and the reducer.
   *
   * @param runs attempts of a run in which nothing was spilled
   * @param percents the heaps to measure, in per cent of the ideal ones
   * @param leastHeapMb of a map
   * @throws IllegalArgumentException if a map needs less than that to spill nothing
   */
  static SizePlan of(List<TaskRun> runs, List<Integer> percents, int leastHeapMb) {
    SizePlan plan = new SizePlan(runs, percents);
    int idealMb = plan.idealMapHeapMb();
    if (idealMb <= leastHeapMb) {
      throw new IllegalArgumentException(
          String.format(
              "A map needs a heap of %d MB to spill nothing, and --least-heap is %d: nothing can be"
                  + " measured of maps. Raise --map-mb, or add --reducers-only.",
              idealMb, leastHeapMb));
    }
    double leastShare = percents.get(0) / 100.0;
    for (int percent : percents) {
      plan.addMap(stretched(percent / 100.0, leastShare, leastHeapMb / (double) idealMb));
    }
    return plan;
  }

  /**
   * For the reducer alone; each map has as much as the well-sized one, or the least heap if that is
   * more.
   *
   * @param runs attempts of a run in which nothing was spilled
   * @param percents the heaps to measure, in per cent of the ideal one, in ascending order
   * @param leastHeapMb of a map
   */
  static SizePlan ofReducers(List<TaskRun> runs, List<Integer> percents, int leastHeapMb) {
    SizePlan plan = new SizePlan(runs, percents);
    double wellSized = percents.get(percents.size() - 1) / 100.0;
    double share = Math.max(wellSized, leastHeapMb / (double) plan.idealMapHeapMb());
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

  private SizePlan(TezSpills spills, List<Integer> percents, int leastHeapMb) {
    this.spills = spills;
    this.mapOutputMb = spills.inputMb() / spills.outputs();
    this.idealSortMb = 0;
    addReduces(percents, leastHeapMb);
  }

  /**
   * For a Tez vertex that merges what it fetches; without maps.
   *
   * @param inputMb what its task reads
   * @param outputs from how many tasks
   * @param localOutputs how many of those are not fetched
   * @param leastHeapMb of the task
   */
  static SizePlan ofTez(
      double inputMb, int outputs, int localOutputs, List<Integer> percents, int leastHeapMb) {
    return new SizePlan(
        new TezSpills(inputMb, outputs, localOutputs, TaskSize.NON_HEAP_MB, TEZ_SETTINGS),
        percents,
        leastHeapMb);
  }

  private void addMap(double share) {
    maps.add(new TaskSize(share, (int) Math.round(share * idealMapHeapMb())));
  }

  private void addReduces(List<Integer> percents, int leastHeapMb) {
    double idealHeap = spills.idealMemoryMb() - TaskSize.NON_HEAP_MB;
    double leastShare = percents.get(0) / 100.0;
    for (int percent : percents) {
      double share = stretched(percent / 100.0, leastShare, leastHeapMb / idealHeap);
      reduces.add(new TaskSize(share, (int) Math.round(share * idealHeap)));
    }
  }

  /**
   * Moves the shares below 1 up, so that the least one is at least {@code bound} and they stay as
   * many; a share of 1 or more stays.
   */
  static double stretched(double share, double least, double bound) {
    return share >= 1 || least >= bound || bound >= 1
        ? share
        : 1 - (1 - share) * (1 - bound) / (1 - least);
  }

  private int idealMapHeapMb() {
    return idealSortMb * 100 / SORT_PERCENT;
  }

  /** The least memory of a map's container with which it spills nothing, in MB. */
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

  /** The sort buffer of a map with so much heap, in MB. */
  int sortMb(int heapMb) {
    return SortBuffer.fittingMb(idealSortMb, (long) heapMb << 20, SORT_PERCENT);
  }
}
