// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import org.yarnext.common.decision.Decision;

/**
 * Limits how many gang jobs may wait at the Routers, and the bytes of their submissions: in total,
 * for each queue and for each user. Immutable and thread-safe.
 */
public final class PendingGangLimits {
  private final Limit all;
  private final Limit queue;
  private final Limit user;

  /** A limit on waiting jobs. Immutable. */
  public static final class Limit {
    private final long jobs;
    private final long bytes;

    /**
     * @param jobs largest number of jobs, 1 or more
     * @param bytes largest size of their submissions together, in bytes, 1 or more
     */
    public Limit(long jobs, long bytes) {
      this.jobs = jobs;
      this.bytes = bytes;
    }
  }

  /** The number and size of the jobs that wait. Not thread-safe. */
  public static final class PendingTotals {
    private long jobs;
    private long bytes;

    /** Adds a job. */
    public void add(long submissionBytes) {
      jobs++;
      bytes += submissionBytes;
    }

    /** Adds a number of jobs that each have at most so many bytes. */
    public void add(int count, long maxBytes) {
      jobs += count;
      bytes += count * maxBytes;
    }

    /** Raises the number of jobs to at least the given one. */
    public void atLeast(long count) {
      jobs = Math.max(jobs, count);
    }
  }

  public PendingGangLimits(Limit all, Limit queue, Limit user) {
    this.all = all;
    this.queue = queue;
    this.user = user;
  }

  /**
   * Returns whether a job may wait in addition to those that do.
   *
   * @param bytes size of its submission, in bytes
   * @param ofAll all waiting jobs
   * @param ofQueue the waiting jobs of its queue
   * @param ofUser the waiting jobs of its user
   */
  public Decision<Boolean> accept(
      long bytes, PendingTotals ofAll, PendingTotals ofQueue, PendingTotals ofUser) {
    Decision<Boolean> refused = refusal(GangReason.GANG_TOO_MANY_OF_USER, user, ofUser, bytes);
    if (refused == null) {
      refused = refusal(GangReason.GANG_TOO_MANY_IN_QUEUE, queue, ofQueue, bytes);
    }
    if (refused == null) {
      refused = refusal(GangReason.GANG_TOO_MANY, all, ofAll, bytes);
    }
    return refused == null ? Decision.of(true, GangReason.GANG_ACCEPTED) : refused;
  }

  /** Returns the refusal by one limit, or null if there is room. */
  private static Decision<Boolean> refusal(
      GangReason why, Limit limit, PendingTotals held, long bytes) {
    return held.jobs < limit.jobs && held.bytes + bytes <= limit.bytes
        ? null
        : Decision.of(false, why)
            .with("jobs", held.jobs)
            .with("max", limit.jobs)
            .with("bytes", held.bytes + bytes)
            .with("maxBytes", limit.bytes);
  }
}
