// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import java.util.Arrays;
import java.util.Map;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/**
 * The static quotas of a queue hierarchy, as published to the Routers (Hydra section 4.2, gang
 * admission control). A queue without a quota is limited by its parents only. Immutable.
 */
public final class GangQuotas {
  /** The value of a queue without a quota of its own. */
  private static final long UNLIMITED = Long.MAX_VALUE;

  private final QueueTree queues;
  private final long[] quotas;

  private GangQuotas(QueueTree queues, long[] quotas) {
    this.queues = queues;
    this.quotas = quotas;
  }

  /**
   * Returns the quotas of a hierarchy.
   *
   * @param quotas by path, 0 or more, all in one unit; {@link Long#MAX_VALUE} for no quota
   * @throws IllegalArgumentException if a queue does not exist or its quota is negative; the
   *     message names it
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
   * Returns the path of a leaf that a client names by its full path or by its last component.
   *
   * @return null if there is no such leaf, or several end in that component
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

  /** Returns the queue's own quota; {@link Long#MAX_VALUE} if it has none. */
  long quota(int queue) {
    return quotas[queue];
  }

  /** Returns whether the amount fits the queue's own quota in addition to what is taken. */
  boolean hasRoom(int queue, long taken, long amount) {
    return quotas[queue] == UNLIMITED || taken <= quotas[queue] - amount;
  }

  /** Returns the sum of two non-negative amounts, or {@link #UNLIMITED} if it overflows. */
  static long add(long one, long other) {
    return one > UNLIMITED - other ? UNLIMITED : one + other;
  }

  /**
   * Returns the largest gang that fits: the smallest quota from the leaf up to the root; -1 if the
   * path is not a known leaf.
   */
  long maxGang(String path) {
    long max = UNLIMITED;
    int queue = queues.indexOf(path);
    if (queue < 0 || !queues.isLeaf(queue)) {
      return -1;
    }
    for (int q = queue; q >= 0; q = queues.parent(q)) {
      max = Math.min(max, quotas[q]);
    }
    return max;
  }
}
