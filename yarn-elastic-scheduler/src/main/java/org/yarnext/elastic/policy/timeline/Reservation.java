// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import java.util.Objects;
import org.yarnext.elastic.policy.timeline.queue.JobId;

/** Reservation of a node for a waiting task of a job, with the size of the task. Immutable. */
public final class Reservation {
  private final JobId job;
  private final long memoryMb;
  private final int vcores;

  /**
   * Creates a reservation.
   *
   * @param job the waiting task's job, not null
   * @param memoryMb memory requested by the task, in MB
   * @param vcores vcores requested by the task
   */
  public Reservation(JobId job, long memoryMb, int vcores) {
    this.job = Objects.requireNonNull(job, "job");
    this.memoryMb = memoryMb;
    this.vcores = vcores;
  }

  /** Returns the waiting task's job; never null. */
  public JobId job() {
    return job;
  }

  /** Returns the memory requested by the task, in MB. */
  public long memoryMb() {
    return memoryMb;
  }

  /** Returns the vcores requested by the task. */
  public int vcores() {
    return vcores;
  }

  @Override
  public String toString() {
    return job + ":" + memoryMb + "MB," + vcores + "c";
  }
}
