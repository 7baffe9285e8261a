// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import java.util.Objects;

/**
 * A job that waits at the Routers until all the containers it declared fit its queue's quota.
 * Immutable.
 */
public final class PendingGang {
  private final String id;
  private final String user;
  private final String queue;
  private final int containers;
  private final long amount;
  private final long sequence;

  private PendingGang(
      String id, String user, String queue, int containers, long amount, long sequence) {
    this.id = Objects.requireNonNull(id, "id");
    this.user = Objects.requireNonNull(user, "user");
    this.queue = Objects.requireNonNull(queue, "queue");
    this.containers = containers;
    this.amount = amount;
    this.sequence = sequence;
  }

  /**
   * Returns a job without a user.
   *
   * @param id the application's id
   * @param queue the path of its leaf queue
   * @param containers its declared parallelism, 1 or more
   * @param amount total size of these containers, in the unit of the quotas, 1 or more
   * @param sequence its unique number in the order of submission, given by the store
   * @throws IllegalArgumentException if {@code containers} or {@code amount} is below 1
   */
  public static PendingGang of(
      String id, String queue, int containers, long amount, long sequence) {
    if (containers < 1 || amount < 1) {
      throw new IllegalArgumentException(
          "job " + id + " declares " + containers + " containers of " + amount + " together");
    }
    return new PendingGang(id, "", queue, containers, amount, sequence);
  }

  /** Returns this job with its user. */
  public PendingGang by(String submitter) {
    return new PendingGang(id, submitter, queue, containers, amount, sequence);
  }

  /** Returns the application's id; never null. */
  public String id() {
    return id;
  }

  /** Returns the user who submitted it; empty if unknown. */
  public String user() {
    return user;
  }

  /** Returns the path of its leaf queue; never null. */
  public String queue() {
    return queue;
  }

  /** Returns its declared parallelism; 1 or more. */
  public int containers() {
    return containers;
  }

  /** Returns the total size of these containers, in the unit of the quotas; 1 or more. */
  public long amount() {
    return amount;
  }

  /** Returns its number in the order of submission, given by the store. */
  public long sequence() {
    return sequence;
  }
}
