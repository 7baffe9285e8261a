// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import org.yarnext.common.decision.Decision;

/**
 * The limits of how many jobs may wait and how large their submissions may be: of all, of one queue
 * and of one user. Immutable and thread-safe.
 */
public final class PendingGangLimits {
  private final Limit all;
  private final Limit queue;
  private final Limit user;

  /** How much may wait of something. Immutable. */
  public static final class Limit {
    private final long jobs;
    private final long bytes;

    /**
     * @param jobs how many, 1 or more
     * @param bytes of their submissions together, 1 or more
     */
    public Limit(long jobs, long bytes) {
      this.jobs = jobs;
      this.bytes = bytes;
    }
  }

  /** How much waits. Not thread-safe. */
  public static final class Held {
    private long jobs;
    private long bytes;

    /** One more job. */
    public void add(long submissionBytes) {
      jobs++;
      bytes += submissionBytes;
    }

    /** At least so many. */
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
   * Whether a job may wait beside those that do.
   *
   * @param bytes of its submission
   */
  public Decision<Boolean> accept(long bytes, Held ofAll, Held ofQueue, Held ofUser) {
    Decision<Boolean> refused = refusal(GangReason.GANG_USER_HAS_TOO_MANY, user, ofUser, bytes);
    if (refused == null) {
      refused = refusal(GangReason.GANG_QUEUE_HAS_TOO_MANY, queue, ofQueue, bytes);
    }
    if (refused == null) {
      refused = refusal(GangReason.GANG_TOO_MANY_WAIT, all, ofAll, bytes);
    }
    return refused == null ? Decision.of(true, GangReason.GANG_ACCEPTED) : refused;
  }

  /** Null if there is room. */
  private static Decision<Boolean> refusal(GangReason why, Limit limit, Held held, long bytes) {
    return held.jobs < limit.jobs && held.bytes + bytes <= limit.bytes
        ? null
        : Decision.of(false, why)
            .with("jobs", held.jobs)
            .with("most", limit.jobs)
            .with("bytes", held.bytes + bytes)
            .with("mostBytes", limit.bytes);
  }
}
