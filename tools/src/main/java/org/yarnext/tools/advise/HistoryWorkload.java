// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.tools.history.record.RecordedJob;
import org.yarnext.tools.history.record.RecordedUsage;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.workload.trace.ProfileTransformer;
import org.yarnext.tools.simulate.world.TaskFitValidator;

/** Workload made of recorded jobs, with the measured time of each. Immutable. */
final class HistoryWorkload {
  private static final String NAME = "history";

  private final Workload workload;
  private final Map<Integer, Long> measuredMs;
  private final Map<String, Long> masterMs;
  private final RecordedUsage usage;
  private final double usageShare;

  private HistoryWorkload(
      Workload workload,
      Map<Integer, Long> measuredMs,
      Map<String, Long> masterMs,
      List<RecordedJob> used) {
    this.workload = workload;
    this.measuredMs = measuredMs;
    this.masterMs = masterMs;
    RecordedUsage sum = RecordedUsage.NONE;
    double work = 0;
    for (RecordedJob job : used) {
      for (RecordedJob.Stage stage : job.stages()) {
        sum = sum.plus(stage.usage());
      }
      work += job.memoryWork();
    }
    usage = sum;
    usageShare = work > 0 ? Math.min(1, sum.memoryWork() / work) : 0;
  }

  /**
   * Returns the workload of a trace whose jobs' times were not recorded.
   *
   * @param profiles make tasks elastic
   */
  static HistoryWorkload of(Workload trace, Profiles profiles) {
    return new HistoryWorkload(
        ProfileTransformer.with(profiles, trace),
        Collections.emptyMap(),
        Collections.emptyMap(),
        Collections.emptyList());
  }

  /**
   * Returns the workload of the busiest part of a history.
   *
   * @param windowMs length of the part, by submissions; 0 for all
   * @param cluster has the queues and nodes; jobs for which there are none are left out
   * @param stepMb step of allocations
   * @return null if no job is left
   */
  static HistoryWorkload of(
      List<RecordedJob> recorded,
      long windowMs,
      AdvisedCluster cluster,
      int stepMb,
      Profiles profiles,
      OmissionCounter omitted) {
    List<RecordedJob> part = busiest(recorded, windowMs);
    if (part.size() < recorded.size()) {
      omitted.add(
          "jobs outside the busiest period (see --window)",
          recorded.size() - (long) part.size(),
          null);
    }
    Map<String, Long> masterMs = new TreeMap<>();
    part.forEach(job -> masterMs.merge(job.framework(), job.readyMs() - job.submitMs(), Math::min));
    long startMs =
        part.stream()
            .mapToLong(job -> job.submitMs() + masterMs.get(job.framework()))
            .min()
            .orElse(0);
    List<SimJob> jobs = new ArrayList<>();
    List<RecordedJob> used = new ArrayList<>();
    Map<Integer, Long> measuredMs = new LinkedHashMap<>();
    for (RecordedJob job : part) {
      String queue = cluster.queue(job.queue());
      if (queue == null) {
        omitted.add("jobs of queues that the cluster does not have", job.queue());
        continue;
      }
      long readyMs = job.submitMs() + masterMs.get(job.framework());
      SimJob made = job(jobs.size() + 1, job, queue, readyMs - startMs);
      try {
        TaskFitValidator.check(
            new Workload(job.id(), Collections.singletonList(made)), cluster.topology(), stepMb);
      } catch (SimulationException e) {
        omitted.add("jobs with tasks larger than any node", job.id());
        continue;
      }
      jobs.add(made);
      used.add(job);
      measuredMs.put(made.id(), Math.max(1, job.endMs() - readyMs));
    }
    if (jobs.isEmpty()) {
      return null;
    }
    return new HistoryWorkload(
        ProfileTransformer.with(profiles, new Workload(NAME, jobs)),
        Collections.unmodifiableMap(measuredMs),
        Collections.unmodifiableMap(masterMs),
        used);
  }

  /** Returns the jobs of the busiest time window: the one in which most work is submitted. */
  static List<RecordedJob> busiest(List<RecordedJob> recorded, long windowMs) {
    List<RecordedJob> sorted = new ArrayList<>(recorded);
    sorted.sort(Comparator.comparingLong(RecordedJob::submitMs).thenComparing(RecordedJob::id));
    if (windowMs <= 0) {
      return sorted;
    }
    double work = 0;
    double maxWork = -1;
    int from = 0;
    int maxFrom = 0;
    int maxEnd = 0;
    for (int end = 0; end < sorted.size(); end++) {
      work += sorted.get(end).memoryWork();
      while (sorted.get(end).submitMs() - sorted.get(from).submitMs() > windowMs) {
        work -= sorted.get(from++).memoryWork();
      }
      if (work > maxWork) {
        maxWork = work;
        maxFrom = from;
        maxEnd = end + 1;
      }
    }
    return new ArrayList<>(sorted.subList(maxFrom, maxEnd));
  }

  private static SimJob job(int id, RecordedJob job, String queue, long submitMs) {
    List<SimStage> stages = new ArrayList<>();
    for (RecordedJob.Stage stage : job.stages()) {
      // Equal tasks share one object, which saves memory and repeated checks.
      int[] sorted = new int[stage.tasks()];
      Arrays.setAll(sorted, stage::runMs);
      Arrays.sort(sorted);
      Map<Integer, SimTask> byMs = new HashMap<>();
      List<SimTask> tasks = new ArrayList<>();
      for (int ms : sorted) {
        tasks.add(
            byMs.computeIfAbsent(ms, each -> new SimTask(stage.memoryMb(), stage.vcores(), each)));
      }
      Collections.shuffle(tasks, new Random(id)); // random, but always the same
      Map<Integer, Double> after = new LinkedHashMap<>();
      Arrays.stream(stage.predecessors()).forEach(before -> after.put(before, 1.0));
      stages.add(new SimStage(stage.name(), stage.priority(), tasks, after, null));
    }
    return new SimJob(id, job.name(), job.framework(), job.user(), queue, submitMs, stages);
  }

  Workload workload() {
    return workload;
  }

  /**
   * Returns the measured time of each job by its id, in ms; empty if unknown. It begins when the
   * job's Application Master could request containers at the earliest, by the shortest start of its
   * framework, and ends with the last task.
   */
  Map<Integer, Long> measuredMs() {
    return measuredMs;
  }

  /**
   * Returns the shortest start of an Application Master of each framework, in ms, from the
   * submission to the first request; empty if unknown. This time is not part of any job's time.
   */
  Map<String, Long> masterMs() {
    return masterMs;
  }

  /** Returns the usage of the tasks whose history states it. */
  RecordedUsage usage() {
    return usage;
  }

  /** Returns the part of the work, by memory and run time, whose use is known; 0 to 1. */
  double usageShare() {
    return usageShare;
  }

  /** Returns the number of tasks that have a profile. */
  long elasticTasks() {
    return workload.jobs().stream()
        .flatMap(job -> job.stages().stream())
        .filter(stage -> stage.elasticity() != null)
        .mapToLong(stage -> stage.tasks().size())
        .sum();
  }
}
