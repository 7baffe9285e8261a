// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import java.util.Comparator;
import org.yarnext.elastic.policy.timeline.queue.JobId;

/** A container on its node's timeline: its resources and its end. Immutable. */
final class RunningTask {
  /** Orders by expected end, tasks without one last. */
  static final Comparator<RunningTask> BY_END = Comparator.comparingLong(RunningTask::turnMs);

  final JobId job;
  final long memoryMb;
  final int vcores;
  private final long endMs;
  private final boolean uncertain;

  RunningTask(JobId job, long memoryMb, int vcores, long endMs) {
    this(job, memoryMb, vcores, endMs, false);
  }

  /**
   * Creates a running task.
   *
   * @param uncertain whether its room may stay in use after its end
   */
  RunningTask(JobId job, long memoryMb, int vcores, long endMs, boolean uncertain) {
    this.uncertain = uncertain;
    this.job = job;
    this.memoryMb = memoryMb;
    this.vcores = vcores;
    this.endMs = endMs < 0 ? Timeline.UNKNOWN : endMs;
  }

  /** Returns whether it is known to end at {@link #endsMs}. */
  boolean hasKnownEnd() {
    return endMs != Timeline.UNKNOWN && endMs != Timeline.WITH_JOB;
  }

  /** Returns whether a reservation may rely on its room from {@link #endsMs} on. */
  boolean leaves(long nowMs) {
    return hasKnownEnd() && !uncertain && nowMs - endMs <= Timeline.MAX_OVERDUE_MS;
  }

  private long turnMs() {
    return hasKnownEnd() ? endMs : Long.MAX_VALUE;
  }

  boolean endsWithJob() {
    return endMs == Timeline.WITH_JOB;
  }

  /** Returns whether it should have ended by now. */
  boolean isOverdue(long nowMs) {
    return hasKnownEnd() && endMs <= nowMs;
  }

  /** Returns when it ends as seen at {@code nowMs}, always later than that; soon if unknown. */
  long endsMs(long nowMs) {
    return endMs > nowMs ? endMs : nowMs + Timeline.OVERDUE_ALLOWANCE_MS;
  }
}
