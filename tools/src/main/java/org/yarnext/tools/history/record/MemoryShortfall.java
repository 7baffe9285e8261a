// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.record;

import java.util.Collection;

/**
 * Computes how much less memory than requested each container of one task class got in one run.
 * Immutable.
 *
 * <p>The history has only the job's own request. Since the scheduler may have rounded that up, the
 * largest container of the class counts as one of full size.
 */
public final class MemoryShortfall {
  private final ResourceManagerLog log;
  private final long fullMb;

  /** Whether the memory of every container is known. */
  private final boolean complete;

  /**
   * @param requestedMb the request in the job's configuration
   * @param containers the containers of all tasks of the class
   */
  public MemoryShortfall(ResourceManagerLog log, long requestedMb, Collection<String> containers) {
    this(log, Math.max(requestedMb, largest(log, containers)), isComplete(log, containers));
  }

  private MemoryShortfall(ResourceManagerLog log, long fullMb, boolean complete) {
    this.log = log;
    this.fullMb = fullMb;
    this.complete = complete;
  }

  /**
   * Returns the memory of tasks whose history does not state their request, which may be below the
   * default.
   *
   * @param usualMb the default, used unless the log has all containers
   */
  public static MemoryShortfall ofUnknown(
      ResourceManagerLog log, long usualMb, Collection<String> containers) {
    return isComplete(log, containers)
        ? new MemoryShortfall(log, largest(log, containers), true)
        : new MemoryShortfall(log, usualMb, containers);
  }

  private static long largest(ResourceManagerLog log, Collection<String> containers) {
    return containers.stream().mapToLong(log::grantedMb).max().orElse(-1);
  }

  private static boolean isComplete(ResourceManagerLog log, Collection<String> containers) {
    return containers.stream().allMatch(container -> log.grantedMb(container) > 0);
  }

  /**
   * Adds the memory of full-size tasks, or the reason why it cannot be used.
   *
   * @param job the job or DAG, as its user knows it
   * @param heapMb heap of a full-size task; 0 or less if unknown
   * @param mayBeUndersized whether a task may have been given less than it requested
   */
  public void describe(TaskClassRun.Builder run, String job, long heapMb, boolean mayBeUndersized) {
    if (heapMb <= 0 || heapMb > fullMb) {
      run.obstacle(
          "The heap of the tasks of "
              + job
              + " is not stated, or larger than their containers: give them an -Xmx below their"
              + " memory.");
    } else {
      run.memory(fullMb, heapMb);
    }
    if (!complete && log.isGiven()) {
      run.obstacle(
          "The logs given with --rm-log do not have all containers of the tasks of "
              + job
              + ", so under-sized containers cannot be distinguished: give the logs of"
              + " its whole run time, with RMAuditLogger at INFO, or none if all runs"
              + " were made while yarn.elastic.mode was off or shadow.");
    } else if (!complete && mayBeUndersized) {
      run.obstacle(
          "Tasks of "
              + job
              + " may have got less memory than they requested, and its history does not say how"
              + " much: give the ResourceManager's log with --rm-log, or a run made while"
              + " yarn.elastic.mode was off or shadow.");
    }
  }

  /**
   * Returns the memory of a full-size container in MB: the request, rounded up by the scheduler.
   */
  public long fullMb() {
    return fullMb;
  }

  /**
   * Returns how much less than its request a container got, in MB; 0 if it got all or that is
   * unknown.
   */
  public long lostMb(String container) {
    long granted = log.grantedMb(container);
    return granted <= 0 ? 0 : fullMb - granted;
  }
}
