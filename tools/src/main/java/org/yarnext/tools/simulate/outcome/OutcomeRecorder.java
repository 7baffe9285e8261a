// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.outcome;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.Workload;

/**
 * Records the events of a run for its {@link RunOutcome}. All times are virtual ms since the
 * workload's start and never decrease. Not thread-safe.
 */
public final class OutcomeRecorder {
  private final Workload workload;
  private final double allMb;
  private final double allVcores;
  private final long[] admittedMs;
  private final long[] firstStartMs;
  private final long[][] requestedMs;
  private final long[][] finishMs;
  private final int[][] left;
  private final int[] undersized;
  private final Map<Integer, Integer> indexById = new HashMap<>();
  private final SortedMap<String, TaskClassResult> classes = new TreeMap<>();

  /** The results of {@link #classes}, by job and stage. */
  private final TaskClassResult[][] classOf;

  private final Map<String, Long> counters = new HashMap<>();
  private final LevelSeries memory = new LevelSeries();
  private final LevelSeries vcores = new LevelSeries();
  private final RateSeries doneRate = new RateSeries();
  private long usedMb;
  private long usedVcores;
  private long doneTasks;

  public OutcomeRecorder(Workload workload, ClusterTopology topology) {
    this.workload = workload;
    this.allMb = topology.memoryMb();
    this.allVcores = topology.vcores();
    int jobs = workload.jobs().size();
    admittedMs = workload.jobs().stream().mapToLong(SimJob::submitMs).toArray();
    firstStartMs = new long[jobs];
    requestedMs = new long[jobs][];
    finishMs = new long[jobs][];
    left = new int[jobs][];
    undersized = new int[jobs];
    classOf = new TaskClassResult[jobs][];
    Arrays.fill(firstStartMs, -1);
    for (int j = 0; j < jobs; j++) {
      SimJob job = workload.jobs().get(j);
      indexById.put(job.id(), j);
      int stages = job.stages().size();
      requestedMs[j] = new long[stages];
      finishMs[j] = new long[stages];
      left[j] = new int[stages];
      classOf[j] = new TaskClassResult[stages];
      Arrays.fill(requestedMs[j], -1);
      Arrays.fill(finishMs[j], -1);
      for (int s = 0; s < stages; s++) {
        left[j][s] = job.stages().get(s).tasks().size();
        classOf[j][s] =
            classes.computeIfAbsent(job.stages().get(s).name(), name -> new TaskClassResult());
      }
    }
  }

  /** Records that a job is admitted later than it was submitted; its run time starts now. */
  public void admitted(SimJob job, long nowMs) {
    admittedMs[indexById.get(job.id())] = nowMs;
  }

  /** Records the first request of a stage; later calls for the stage have no effect. */
  public void requested(SimJob job, int stage, long nowMs) {
    long[] requested = requestedMs[indexById.get(job.id())];
    requested[stage] = requested[stage] < 0 ? nowMs : requested[stage];
  }

  /**
   * Records the start of a task.
   *
   * @param waitedMs time since its request
   */
  public void started(
      SimJob job,
      int stage,
      long waitedMs,
      long requestedMb,
      long grantedMb,
      int grantedVcores,
      long nowMs) {
    int j = indexById.get(job.id());
    firstStartMs[j] = firstStartMs[j] < 0 ? nowMs : firstStartMs[j];
    TaskClassResult result = classOf[j][stage];
    result.started++;
    result.undersized += grantedMb < requestedMb ? 1 : 0;
    undersized[j] += grantedMb < requestedMb ? 1 : 0;
    result.waitsMs().add(waitedMs);
    result.sizesPercent().add(100.0 * grantedMb / requestedMb);
    used(grantedMb, grantedVcores, nowMs);
  }

  /** Records the end of a task. */
  public void ended(
      SimJob job, int stage, long ranMs, long grantedMb, int grantedVcores, long nowMs) {
    int j = indexById.get(job.id());
    classOf[j][stage].runsMs().add(ranMs);
    doneTasks++;
    doneRate.happened(nowMs);
    if (--left[j][stage] == 0) {
      finishMs[j][stage] = nowMs;
    }
    used(-grantedMb, -grantedVcores, nowMs);
  }

  /** Records a preempted task, which will run again. */
  public void killed(SimJob job, int stage, long grantedMb, int grantedVcores, long nowMs) {
    classOf[indexById.get(job.id())][stage].killed++;
    used(-grantedMb, -grantedVcores, nowMs);
  }

  /**
   * Records resources used by others than tasks, such as Application Masters; negative when they
   * end.
   */
  public void used(long mb, int someVcores, long nowMs) {
    usedMb += mb;
    usedVcores += someVcores;
    memory.set(nowMs, usedMb / allMb);
    vcores.set(nowMs, usedVcores / allVcores);
  }

  public void count(String counter, long more) {
    counters.merge(counter, more, Long::sum);
  }

  /** Returns the number of tasks that have ended. */
  public long doneTasks() {
    return doneTasks;
  }

  /** Returns the outcome of the run. Called once, at its end. */
  public RunOutcome outcome() {
    List<JobResult> jobs = new ArrayList<>();
    for (int j = 0; j < workload.jobs().size(); j++) {
      SimJob job = workload.jobs().get(j);
      List<StageResult> stages = new ArrayList<>();
      long end = 0;
      for (int s = 0; s < job.stages().size(); s++) {
        stages.add(new StageResult(job.stages().get(s).name(), requestedMs[j][s], finishMs[j][s]));
        end = end < 0 || finishMs[j][s] < 0 ? -1 : Math.max(end, finishMs[j][s]);
      }
      jobs.add(new JobResult(job, admittedMs[j], firstStartMs[j], end, undersized[j], stages));
    }
    return new RunOutcome(jobs, classes, memory, vcores, doneRate, new TreeMap<>(counters));
  }
}
