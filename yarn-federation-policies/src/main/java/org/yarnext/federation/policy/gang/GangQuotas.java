// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import java.util.Arrays;
import java.util.Map;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/**
 * The static quota of each queue of a hierarchy, as published to the Routers (Hydra section 4.2,
 * gang admission control). A queue without one is bounded by those above it. Immutable.
 */
public final class GangQuotas {
  /** Says that a queue has no quota of its own. */
  private static final long UNLIMITED = Long.MAX_VALUE;

  private final QueueTree queues;
  private final long[] quotas;

  private GangQuotas(QueueTree queues, long[] quotas) {
    this.queues = queues;
    this.quotas = quotas;
  }

  /**
   * @param quotas by path, 0 or more, in any unit that is the same for all; {@link Long#MAX_VALUE}
   *     is none
   * @throws IllegalArgumentException naming the queue, if one does not exist or is below 0
   */
  public static GangQuotas of(QueueTree queues, Map<String, Long> quotas) {
    long[] byNumber = new long[queues.size()];
    Arrays.fill(byNumber, UNLIMITED);
    for (Map.Entry<String, Long> e : quotas.entrySet()) {
      int queue = queues.indexOf(e.getKey());
      if (queue < 0 || e.getValue() < 0) {
        throw new IllegalArgumentException("quota " + e.getValue() + " of queue " + e.getKey());
      }
      byNumber[queue] = e.getValue();
    }
    return new GangQuotas(queues, byNumber);
  }

  /**
   * The path of the leaf that a client means, who may name it in full or by its last name.
   *
   * @return null if there is none, or several have that last name
   */
  public String leaf(String named) {
    String found = null;
    for (int leaf : queues.leaves()) {
      String path = queues.path(leaf);
      if (path.equals(named)) {
        return path;
      }
      if (path.endsWith("." + named)) {
        if (found != null) {
          return null;
        }
        found = path;
      }
    }
    return found;
  }

  QueueTree queues() {
    return queues;
  }

  /** Whether so much more fits the queue's own quota. */
  boolean hasRoom(int queue, long taken, long amount) {
    return quotas[queue] == UNLIMITED || taken <= quotas[queue] - amount;
  }

  /** The sum, or {@link #UNLIMITED} if that is less. */
  static long add(long one, long other) {
    return one > UNLIMITED - other ? UNLIMITED : one + other;
  }

  /** What the whole job could have at most: the least quota from its queue up; -1 if unknown. */
  long most(String path) {
    long most = UNLIMITED;
    int queue = queues.indexOf(path);
    if (queue < 0 || !queues.isLeaf(queue)) {
      return -1;
    }
    for (int q = queue; q >= 0; q = queues.parent(q)) {
      most = Math.min(most, quotas[q]);
    }
    return most;
  }
}
