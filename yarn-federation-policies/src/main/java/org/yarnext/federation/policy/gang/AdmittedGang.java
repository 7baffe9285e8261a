// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import java.util.Objects;

/**
 * A gang job that its queue's quota admits: the memory it takes of the quota, the Router that is to
 * start it, and that Router's lease. Immutable.
 */
public final class AdmittedGang {
  private final String queue;
  private final long amount;
  private final long declared;
  private final String router;
  private final long leaseUntilMs;
  private final boolean running;
  private final boolean killed;
  private final String takenBy;

  private AdmittedGang(
      String queue,
      long amount,
      long declared,
      String router,
      long leaseUntilMs,
      boolean running,
      boolean killed,
      String takenBy) {
    this.queue = queue;
    this.amount = amount;
    this.declared = declared;
    this.router = router;
    this.leaseUntilMs = leaseUntilMs;
    this.running = running;
    this.killed = killed;
    this.takenBy = takenBy;
  }

  /**
   * Returns an admitted job that takes what it declared.
   *
   * @param queue path of its leaf queue
   * @param amount the quota it takes, in the unit of the quotas
   * @param router the Router that is to start it
   * @param leaseUntilMs end of the time in which no other Router starts it, in ms of the store's
   *     clock
   * @param running whether a ResourceManager has accepted it
   * @param killed whether it is to be killed instead of started, or right after its start
   */
  public static AdmittedGang of(
      String queue,
      long amount,
      String router,
      long leaseUntilMs,
      boolean running,
      boolean killed) {
    return new AdmittedGang(
        Objects.requireNonNull(queue, "queue"),
        amount,
        amount,
        Objects.requireNonNull(router, "router"),
        leaseUntilMs,
        running,
        killed,
        "");
  }

  /**
   * Returns this job as accepted by a ResourceManager.
   *
   * @param by the ResourceManager and its start, as the launcher names them; empty if unknown
   */
  public AdmittedGang takenBy(String by) {
    return new AdmittedGang(queue, amount, declared, router, leaseUntilMs, running, killed, by);
  }

  AdmittedGang heldBy(String newRouter, long untilMs) {
    return new AdmittedGang(queue, amount, declared, newRouter, untilMs, running, killed, takenBy);
  }

  AdmittedGang started(String by) {
    return new AdmittedGang(queue, amount, declared, router, leaseUntilMs, true, killed, by);
  }

  /**
   * Returns this job with the quota that it takes from now on.
   *
   * @param newQueue the path of a leaf queue, to which it may have been moved
   * @param newAmount in the unit of the quotas, 0 or more
   */
  public AdmittedGang taking(String newQueue, long newAmount) {
    return new AdmittedGang(
        newQueue, newAmount, declared, router, leaseUntilMs, running, killed, takenBy);
  }

  /**
   * Returns this job with its declaration.
   *
   * @param total the quota that it was admitted with, in the unit of the quotas
   */
  public AdmittedGang declaring(long total) {
    return new AdmittedGang(queue, amount, total, router, leaseUntilMs, running, killed, takenBy);
  }

  AdmittedGang asKilled() {
    return new AdmittedGang(queue, amount, declared, router, leaseUntilMs, running, true, takenBy);
  }

  /** Returns the path of the job's leaf queue. */
  public String queue() {
    return queue;
  }

  /** Returns the quota that the job takes, in the unit of the quotas. */
  public long amount() {
    return amount;
  }

  /** Returns the quota that the job was admitted with, in the unit of the quotas. */
  public long declared() {
    return declared;
  }

  /** Returns the Router that is to start the job. */
  public String router() {
    return router;
  }

  /** Returns the end of the time in which no other Router starts it, in ms of the store's clock. */
  public long leaseUntilMs() {
    return leaseUntilMs;
  }

  /** Returns whether a ResourceManager has accepted the job. */
  public boolean isRunning() {
    return running;
  }

  /** Returns whether the job is to be killed instead of started, or right after its start. */
  public boolean isKilled() {
    return killed;
  }

  /** Returns the ResourceManager that accepted it, as the launcher named it; empty if unknown. */
  public String takenBy() {
    return takenBy;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof AdmittedGang
        && ((AdmittedGang) o).queue.equals(queue)
        && ((AdmittedGang) o).amount == amount
        && ((AdmittedGang) o).declared == declared
        && ((AdmittedGang) o).router.equals(router)
        && ((AdmittedGang) o).leaseUntilMs == leaseUntilMs
        && ((AdmittedGang) o).running == running
        && ((AdmittedGang) o).killed == killed
        && ((AdmittedGang) o).takenBy.equals(takenBy);
  }

  @Override
  public int hashCode() {
    return Objects.hash(queue, amount, declared, router, leaseUntilMs, running, killed, takenBy);
  }

  @Override
  public String toString() {
    return queue
        + " "
        + amount
        + (running ? " running at " + takenBy : " starting at " + router + " until " + leaseUntilMs)
        + (killed ? " killed" : "");
  }
}
