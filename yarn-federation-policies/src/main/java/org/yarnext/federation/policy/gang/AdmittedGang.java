// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import java.util.Objects;

/**
 * An admitted job: how much of the quota of which queue it takes, and which Router is to start it
 * until when. Immutable.
 */
public final class AdmittedGang {
  private final String queue;
  private final long amount;
  private final String router;
  private final long leaseUntilMs;
  private final boolean running;
  private final boolean killed;
  private final String takenBy;

  private AdmittedGang(
      String queue,
      long amount,
      String router,
      long leaseUntilMs,
      boolean running,
      boolean killed,
      String takenBy) {
    this.queue = queue;
    this.amount = amount;
    this.router = router;
    this.leaseUntilMs = leaseUntilMs;
    this.running = running;
    this.killed = killed;
    this.takenBy = takenBy;
  }

  /**
   * As read from the store.
   *
   * @param leaseUntilMs until when the Router may start it without another doing so, in ms of the
   *     store's clock
   * @param running whether a ResourceManager has taken it
   * @param killed whether it is to be killed rather than started, or right after
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
        Objects.requireNonNull(router, "router"),
        leaseUntilMs,
        running,
        killed,
        "");
  }

  /**
   * The same once a ResourceManager has taken it.
   *
   * @param by which, in which of its lives, as the starter names it; empty for unknown
   */
  public AdmittedGang takenBy(String by) {
    return new AdmittedGang(queue, amount, router, leaseUntilMs, running, killed, by);
  }

  AdmittedGang heldBy(String newRouter, long untilMs) {
    return new AdmittedGang(queue, amount, newRouter, untilMs, running, killed, takenBy);
  }

  AdmittedGang started(String by) {
    return new AdmittedGang(queue, amount, router, leaseUntilMs, true, killed, by);
  }

  AdmittedGang asKilled() {
    return new AdmittedGang(queue, amount, router, leaseUntilMs, running, true, takenBy);
  }

  public String queue() {
    return queue;
  }

  public long amount() {
    return amount;
  }

  public String router() {
    return router;
  }

  public long leaseUntilMs() {
    return leaseUntilMs;
  }

  public boolean isRunning() {
    return running;
  }

  public boolean isKilled() {
    return killed;
  }

  /** Which ResourceManager took it, as its starter named it; empty if unknown. */
  public String takenBy() {
    return takenBy;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof AdmittedGang
        && ((AdmittedGang) o).queue.equals(queue)
        && ((AdmittedGang) o).amount == amount
        && ((AdmittedGang) o).router.equals(router)
        && ((AdmittedGang) o).leaseUntilMs == leaseUntilMs
        && ((AdmittedGang) o).running == running
        && ((AdmittedGang) o).killed == killed
        && ((AdmittedGang) o).takenBy.equals(takenBy);
  }

  @Override
  public int hashCode() {
    return Objects.hash(queue, amount, router, leaseUntilMs, running, killed, takenBy);
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
