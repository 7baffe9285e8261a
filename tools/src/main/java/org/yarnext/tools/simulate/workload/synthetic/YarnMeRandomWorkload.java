// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.synthetic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.yarnext.tools.simulate.engine.RandomStreams;
import org.yarnext.tools.simulate.workload.SimElasticity;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;

/**
 * Random traces of jobs of one parallel phase (YARN-ME, section 6.1). Jobs arrive uniformly within
 * 1,000 s. Memory, tasks per job and run times are either uniform in their ranges, or exponential
 * from the minimum on with a mean of a quarter of the range; values above the maximum are drawn
 * again. Immutable.
 */
public final class YarnMeRandomWorkload {
  /** Step of the memory, in MB. */
  public static final int STEP_MB = 100;

  private static final int ARRIVALS_MS = 1_000_000;
  private static final int PRIORITY = 10;

  private final boolean uniform;
  private final int jobs;
  private final Range memoryMb;
  private final Range tasks;
  private final Range seconds;
  private final double penalty;

  /** A range with both ends included. */
  public static final class Range {
    final int min;
    final int max;

    public Range(int min, int max) {
      if (min < 1 || max < min) {
        throw new IllegalArgumentException("a range from " + min + " to " + max);
      }
      this.min = min;
      this.max = max;
    }

    int draw(Random random, boolean uniform) {
      if (uniform) {
        return min + random.nextInt(max - min + 1);
      }
      double drawn;
      do {
        drawn = -Math.log(1 - random.nextDouble()) * (max - min) / 4;
      } while (drawn > max - min);
      return (int) Math.round(min + drawn);
    }

    @Override
    public String toString() {
      return min + "-" + max;
    }
  }

  /**
   * @param uniform true for uniform values, false for exponential ones
   * @param memoryMb memory of a task; drawn in steps of 100 MB
   * @param penalty slowdown of a task that spills everything
   */
  public YarnMeRandomWorkload(
      boolean uniform, int jobs, Range memoryMb, Range tasks, Range seconds, double penalty) {
    this.uniform = uniform;
    this.jobs = jobs;
    this.memoryMb = memoryMb;
    this.tasks = tasks;
    this.seconds = seconds;
    this.penalty = penalty;
  }

  public Workload make(long seed) {
    RandomStreams streams = new RandomStreams(seed);
    Random arrivals = streams.stream("arrivals");
    Random sizes = streams.stream("memory");
    Random counts = streams.stream("tasks");
    Random durations = streams.stream("durations");
    Range steps = new Range(memoryMb.min / STEP_MB, memoryMb.max / STEP_MB);
    List<SimJob> made = new ArrayList<>();
    for (int id = 1; id <= jobs; id++) {
      long mb = (long) steps.draw(sizes, uniform) * STEP_MB;
      long ms = seconds.draw(durations, uniform) * 1_000L;
      int count = tasks.draw(counts, uniform);
      made.add(job(id, arrivals.nextInt(ARRIVALS_MS), count, mb, ms));
    }
    return new Workload(toString(), made);
  }

  private SimJob job(int id, long submitMs, int count, long mb, long ms) {
    SimStage phase =
        new SimStage(
            "reduce",
            PRIORITY,
            Collections.nCopies(count, new SimTask(mb, 1, ms)),
            Collections.emptyMap(),
            SimElasticity.known(new FixedPenaltyModel(mb, ms, penalty)));
    return new SimJob(
        id,
        "job-" + id,
        "MAPREDUCE",
        "user",
        "default",
        submitMs,
        Collections.singletonList(phase));
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s, %d jobs, %s MB, %s tasks, %s s, %.1fx",
        uniform ? "uniform" : "exponential",
        jobs,
        memoryMb,
        tasks,
        seconds,
        penalty);
  }
}
