// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.finish;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.job.JobDescriptor;

/**
 * Samples how long the first tasks of each job ran, by the ResourceManager's clock, so that the
 * size of a job without a profile can be estimated (HFSP section III-B). Only containers that ran
 * one task, with all the memory that it requested, and ended well count. Thread-safe.
 */
public final class TaskRunTimeSampler {
  /** Number of ended tasks from which their mean counts. */
  static final int MIN_TASKS = 5;

  private static final int MAX_APPLICATIONS = 20_000;
  private static final int MAX_PRIORITIES = 100;

  private final ElasticHost host;
  private final Map<ApplicationId, Map<Integer, Sample>> samples = new ConcurrentHashMap<>();

  /** The tasks that have ended. Immutable. */
  static final class Sample {
    static final Sample NONE = new Sample(0, 0);

    final int tasks;
    final long sumMs;

    Sample(int tasks, long sumMs) {
      this.tasks = tasks;
      this.sumMs = sumMs;
    }

    private Sample and(long ranMs) {
      return new Sample(tasks + 1, sumMs + ranMs);
    }

    /** Returns the mean run time, in ms; below 0 if too few tasks have ended. */
    long meanMs() {
      return tasks < MIN_TASKS ? -1 : sumMs / tasks;
    }

    /**
     * Returns this sample with tasks that run longer than its mean already.
     *
     * @param count of these tasks
     * @param overdueMs sum of the time that they have run, in ms
     */
    Sample with(int count, long overdueMs) {
      return new Sample(tasks + count, sumMs + overdueMs);
    }
  }

  public TaskRunTimeSampler(ElasticHost host) {
    this.host = host;
  }

  /**
   * Samples a completed container, before the scheduler forgets it.
   *
   * @param job null if unknown
   * @param container not null
   */
  public void completed(JobDescriptor job, RMContainer container, ContainerStatus status) {
    if (job == null
        || !job.runsOneTaskPerContainer()
        || container.isAMContainer()
        || container.getState() == RMContainerState.RESERVED
        || container.getAllocatedSchedulerKey() == null
        || status.getExitStatus() != ContainerExitStatus.SUCCESS
        || UndersizedTag.requestedMb(container.getAllocationTags())
            > container.getAllocatedResource().getMemorySize()
        || (samples.size() >= MAX_APPLICATIONS && !samples.containsKey(job.id()))) {
      return;
    }
    int priority = job.runsAs(container.getAllocatedSchedulerKey().getPriority().getPriority());
    Map<Integer, Sample> ofJob = samples.computeIfAbsent(job.id(), id -> new ConcurrentHashMap<>());
    if (ofJob.size() < MAX_PRIORITIES || ofJob.containsKey(priority)) {
      long ranMs = Math.max(1, host.monotonicMs() - host.startedMs(container));
      ofJob.compute(priority, (p, old) -> (old == null ? Sample.NONE : old).and(ranMs));
    }
  }

  /** Returns the sample of a job's tasks; never null. */
  Sample of(JobDescriptor job, int priority) {
    Map<Integer, Sample> ofJob = samples.get(job.id());
    return ofJob == null ? Sample.NONE : ofJob.getOrDefault(job.runsAs(priority), Sample.NONE);
  }

  /** Forgets an application that has ended. */
  public void applicationEnded(ApplicationId id) {
    samples.remove(id);
  }
}
