// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.opportunistic;

import org.yarnext.common.decision.Decision;
import org.yarnext.tez.policy.estimate.RunTimeEstimateReason;

/**
 * Policy that decides whether a task requests an opportunistic container: {@code hybrid-GQ(td, pq)}
 * of Mercury section 5, for tasks that would otherwise wait. It has two more inputs, which only the
 * Application Master knows: the progress of the DAG, and whether the task lost a container before.
 * Immutable.
 */
public final class ExecutionTypePolicy {
  private final long thresholdMs;
  private final int percent;
  private final double lateProgress;
  private final boolean production;

  /**
   * Creates the policy of a best-effort DAG.
   *
   * @param thresholdMs td: tasks with a shorter expected run time may be opportunistic; 0 is none
   * @param percent pq: percentage of those, 0 to 100
   * @param lateProgress progress of the DAG from which its tasks are guaranteed, 0 to 1; 1 is never
   */
  public ExecutionTypePolicy(long thresholdMs, int percent, double lateProgress) {
    this(thresholdMs, percent, lateProgress, false);
  }

  private ExecutionTypePolicy(
      long thresholdMs, int percent, double lateProgress, boolean production) {
    if (thresholdMs < 0
        || percent < 0
        || percent > 100
        || !(lateProgress >= 0 && lateProgress <= 1)) {
      throw new IllegalArgumentException(thresholdMs + " ms, " + percent + " %, " + lateProgress);
    }
    this.thresholdMs = thresholdMs;
    this.percent = percent;
    this.lateProgress = lateProgress;
    this.production = production;
  }

  /** Returns a copy for a production DAG, all of whose tasks are guaranteed. */
  public ExecutionTypePolicy production() {
    return new ExecutionTypePolicy(thresholdMs, percent, lateProgress, true);
  }

  /** A requesting task. Immutable. */
  public static final class TaskRequest {
    final boolean known;
    final double expectedMs;
    final long shortBefore;
    final int lostAttempts;
    final boolean behindOpportunistic;
    final double dagProgress;

    /**
     * Creates a requesting task.
     *
     * @param known whether its run time can be estimated
     * @param expectedMs expected run time
     * @param shortBefore number of earlier tasks of its vertex that the percentage decided
     * @param lostAttempts number of its attempts that lost their container
     * @param behindOpportunistic whether it reads from tasks that have opportunistic containers, or
     *     have requested them, and have not ended
     * @param dagProgress of its DAG, 0 to 1
     */
    public TaskRequest(
        boolean known,
        double expectedMs,
        long shortBefore,
        int lostAttempts,
        boolean behindOpportunistic,
        double dagProgress) {
      this.known = known;
      this.expectedMs = expectedMs;
      this.shortBefore = shortBefore;
      this.lostAttempts = lostAttempts;
      this.behindOpportunistic = behindOpportunistic;
      this.dagProgress = dagProgress;
    }
  }

  /** Returns whether some task might become opportunistic. */
  public boolean mayChoose() {
    return thresholdMs > 0 && percent > 0;
  }

  /**
   * Returns whether the percentage made a decision; the next one counts it in {@code shortBefore}.
   */
  public static boolean isByPercentage(Decision<Boolean> decision) {
    return decision.reason() == RunTimeEstimateReason.CONTAINER_SHORT
        || decision.reason() == RunTimeEstimateReason.CONTAINER_SHORT_BUT_SHARE;
  }

  /**
   * Returns whether a decision also keeps its task from reused opportunistic containers. Where
   * there is no room, a container that may be stopped is better than none, except for a task that
   * lost one before, and in production.
   */
  public static boolean needsGuaranteed(Decision<Boolean> decision, ContainerSupply supply) {
    return decision.reason() == RunTimeEstimateReason.CONTAINER_LOST_BEFORE
        || decision.reason() == RunTimeEstimateReason.CONTAINER_PRODUCTION
        || supply.hasRoom()
            && (decision.reason() == RunTimeEstimateReason.CONTAINER_UNKNOWN
                || decision.reason() == RunTimeEstimateReason.CONTAINER_LONG);
  }

  private boolean isShort(TaskRequest task) {
    return task.known && task.expectedMs < thresholdMs;
  }

  /** Decides whether a container is opportunistic. */
  public Decision<Boolean> decide(TaskRequest task, ContainerSupply supply) {
    if (!mayChoose()) {
      return Decision.of(false, RunTimeEstimateReason.CONTAINER_ALL_GUARANTEED);
    }
    if (production) {
      return decision(false, RunTimeEstimateReason.CONTAINER_PRODUCTION, task);
    }
    if (task.lostAttempts > 0) {
      return decision(false, RunTimeEstimateReason.CONTAINER_LOST_BEFORE, task);
    }
    if (task.behindOpportunistic) {
      // As a guaranteed container it would stop those it waits for, or keep them waiting for its
      // own end.
      return decision(true, RunTimeEstimateReason.CONTAINER_EARLY, task);
    }
    if (!task.known) {
      return decision(false, RunTimeEstimateReason.CONTAINER_UNKNOWN, task);
    }
    if (!isShort(task)) {
      return decision(false, RunTimeEstimateReason.CONTAINER_LONG, task);
    }
    if (lateProgress < 1 && task.dagProgress >= lateProgress) {
      return decision(false, RunTimeEstimateReason.CONTAINER_LATE_STAGE, task);
    }
    if (supply.hasRoom()) {
      // In a node's queue it would wait for room that it could have had.
      return decision(false, RunTimeEstimateReason.CONTAINER_ROOM, task)
          .with("room", supply.free());
    }
    if (supply.hasOwnSooner()) {
      return decision(false, RunTimeEstimateReason.CONTAINER_OWN_SOONER, task)
          .with("ownMs", Math.round(supply.ownMs()))
          .with("opportunisticMs", Math.round(supply.opportunisticMs()));
    }
    if (supply.noneStarts()) {
      return decision(false, RunTimeEstimateReason.CONTAINER_NONE_STARTS, task);
    }
    // Take the next whole task that the percentage of all so far gives.
    long n = task.shortBefore;
    boolean opportunistic = (n + 1) * percent / 100 > n * percent / 100;
    return decision(
        opportunistic,
        opportunistic
            ? RunTimeEstimateReason.CONTAINER_SHORT
            : RunTimeEstimateReason.CONTAINER_SHORT_BUT_SHARE,
        task);
  }

  private Decision<Boolean> decision(
      boolean opportunistic, RunTimeEstimateReason reason, TaskRequest task) {
    return Decision.of(opportunistic, reason)
        .with("expectedMs", Math.round(task.expectedMs))
        .with("thresholdMs", thresholdMs)
        .with("percent", percent)
        .with("dagProgress", task.dagProgress)
        .with("lost", task.lostAttempts);
  }
}
