// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The decisions on all waiting jobs: start now, or wait, for what and at which position. */
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

  /** The jobs to be admitted, in their order. */
  public List<PendingGang> starting() {
    return starting;
  }

  /** How many jobs of {@link #starting} overtake each job that waits, by its id. */
  public Map<String, Integer> overtaken() {
    return overtaken;
  }

  /** Why and where every other job waits, by its id, in their order. */
  public Map<String, Place> waiting() {
    return waiting;
  }

  /** Whose turn it is once those of {@link #starting} are admitted. */
  GangFairQueue turns() {
    return turns;
  }

  static Map<String, Place> newWaiting() {
    return new LinkedHashMap<>();
  }

  /** What a client is told of a job that waits. Immutable. */
  public static final class Place {
    private final GangReason reason;
    private final int position;
    private final String queue;

    Place(GangReason reason, int position, String queue) {
      this.reason = reason;
      this.position = position;
      this.queue = queue;
    }

    public GangReason reason() {
      return reason;
    }

    /** How many jobs that wait in its queue it is, 1 being the next. */
    public int position() {
      return position;
    }

    /** The path of the queue whose quota is short, or where an earlier job waits. */
    public String queue() {
      return queue;
    }

    @Override
    public String toString() {
      return reason + " " + queue + " #" + position;
    }
  }
}
