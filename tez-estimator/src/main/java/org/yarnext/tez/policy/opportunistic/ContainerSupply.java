// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.opportunistic;

/**
 * Input of {@link ExecutionTypePolicy} about how soon a task would get a container: the room for
 * guaranteed ones, the pending requests, the vertex's own containers, and the start delay of
 * opportunistic ones. Immutable.
 */
public final class ContainerSupply {
  /** An unknown supply. */
  public static final ContainerSupply UNKNOWN =
      new ContainerSupply(0, 0, Double.NaN, Double.NaN, false);

  private final long room;
  private final long asked;
  private final double ownMs;
  private final double opportunisticMs;
  private final boolean noneStarts;

  private ContainerSupply(
      long room, long asked, double ownMs, double opportunisticMs, boolean noneStarts) {
    this.room = room;
    this.asked = asked;
    this.ownMs = ownMs;
    this.opportunisticMs = opportunisticMs;
    this.noneStarts = noneStarts;
  }

  /**
   * Returns a copy with room for guaranteed containers.
   *
   * @param containers how many more there is room for, of the requested size; 0 if unknown
   */
  public ContainerSupply withRoom(long containers) {
    return new ContainerSupply(containers, asked, ownMs, opportunisticMs, noneStarts);
  }

  /**
   * Returns a copy with pending guaranteed requests.
   *
   * @param containers number of requested guaranteed containers that have not come, without the
   *     task's own
   */
  public ContainerSupply withRequested(long containers) {
    return new ContainerSupply(room, containers, ownMs, opportunisticMs, noneStarts);
  }

  /**
   * Returns a copy with the containers that serve the task's vertex, which run one task of it after
   * the other.
   *
   * @param running how many of them run a task now
   * @param waiting number of the vertex's waiting tasks, including the requesting one
   * @param taskMs run time of each task
   */
  public ContainerSupply withOwnContainers(long running, long waiting, double taskMs) {
    double turns = Math.ceil(Math.max(1, waiting) / (double) running);
    double ms = running > 0 ? turns * taskMs : Double.NaN;
    return new ContainerSupply(room, asked, ms, opportunisticMs, noneStarts);
  }

  /**
   * Returns a copy with the start delay of opportunistic containers.
   *
   * @param ms time that one takes to start; NaN if unknown
   * @param none whether one was waited for too long, and none has started since
   */
  public ContainerSupply withOpportunistic(double ms, boolean none) {
    return new ContainerSupply(room, asked, ownMs, ms, none);
  }

  /**
   * Returns how many more guaranteed containers there is room for, including the task's own; 0 or
   * less is none.
   */
  long free() {
    return room - asked;
  }

  /** Returns whether a guaranteed container would come at once. */
  public boolean hasRoom() {
    return free() > 0;
  }

  /**
   * Returns when a container that serves the vertex is expected to be free for the task; NaN if
   * none does.
   */
  double ownMs() {
    return ownMs;
  }

  /** Returns the time that an opportunistic container takes to start; NaN if unknown. */
  double opportunisticMs() {
    return opportunisticMs;
  }

  /**
   * Returns whether an opportunistic container was waited for too long, and none has started since.
   */
  boolean noneStarts() {
    return noneStarts;
  }

  /**
   * Returns whether a container that serves the vertex is known to be free before an opportunistic
   * one starts.
   */
  boolean hasOwnSooner() {
    return ownMs <= opportunisticMs;
  }
}
