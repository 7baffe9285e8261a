// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.yarnext.common.decision.Decision;

/**
 * The result of one {@link GangAdmissionPolicy} plan: the gang jobs to start now, and the reason
 * and position of each one that waits. Immutable.
 */
public final class GangAdmissionDecisions {
  private final List<PendingGang> starting;
  private final Map<String, Integer> overtaken;
  private final Map<String, Place> waiting;
  private final GangFairQueue turns;

  GangAdmissionDecisions(
      List<PendingGang> starting,
      Map<String, Integer> overtaken,
      Map<String, Place> waiting,
      GangFairQueue turns) {
    this.turns = turns;
    this.starting = Collections.unmodifiableList(starting);
    this.overtaken = Collections.unmodifiableMap(overtaken);
    this.waiting = Collections.unmodifiableMap(waiting);
  }

  /** Returns the jobs to admit, in order; unmodifiable. */
  public List<PendingGang> starting() {
    return starting;
  }

  /**
   * Returns how many of the {@link #starting} jobs overtake each waiting job, by its id;
   * unmodifiable.
   */
  Map<String, Integer> overtaken() {
    return overtaken;
  }

  /** Returns why and where every other job waits, by its id, in order; unmodifiable. */
  public Map<String, Place> waiting() {
    return waiting;
  }

  /** Returns the state of the fair queue once the {@link #starting} jobs are admitted. */
  GangFairQueue turns() {
    return turns;
  }

  /** The reason and position of a waiting job, as shown to its client. Immutable. */
  public static final class Place {
    private final GangReason reason;
    private final int position;
    private final String queue;
    private final long quota;
    private final long taken;

    Place(GangReason reason, int position, String queue, long quota, long taken) {
      this.reason = reason;
      this.position = position;
      this.queue = queue;
      this.quota = quota;
      this.taken = taken;
    }

    public GangReason reason() {
      return reason;
    }

    /** Returns its position among the waiting jobs of its queue, from 1. */
    public int position() {
      return position;
    }

    /** Returns the path of the queue whose quota is short, or for which an earlier job waits. */
    public String queue() {
      return queue;
    }

    /**
     * Returns whether it should be reported after an earlier place: its reason or its queue is
     * another, or its position is at most half of the earlier one.
     *
     * @param before the place reported last; null if there is none
     */
    public boolean isNewsAfter(Place before) {
      return before == null
          || reason != before.reason
          || !queue.equals(before.queue)
          || 2 * position <= before.position;
    }

    /** Adds the place as inputs; amounts are in MB, the unit of the quotas. */
    public <T> Decision<T> describe(Decision<T> decision) {
      return decision
          .with("position", position)
          .with("waitsFor", queue)
          .with("quotaMb", quota)
          .with("takenMb", taken);
    }

    @Override
    public String toString() {
      return reason + " " + queue + " #" + position;
    }
  }
}
