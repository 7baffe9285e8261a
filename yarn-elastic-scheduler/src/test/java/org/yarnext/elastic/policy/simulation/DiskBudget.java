// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.simulation;

import java.util.HashMap;
import java.util.Map;

/**
 * Keeps account of the disk bandwidth that elastic tasks take of each node's share for them
 * (YARN-ME, sections 2.6 and 3.3).
 *
 * <p>A node's free bandwidth is never negative, also when recovered tasks together take more than
 * there is. Containers that were never added are ignored. Not thread-safe.
 */
public final class DiskBudget {
  /** Accounts are kept in whole bytes per second, so that they balance exactly. */
  private static final double BYTES_A_MB = 1 << 20;

  private final long shareBytes;
  private final Map<String, Long> taken = new HashMap<>();
  private final Map<String, Taker> takers = new HashMap<>();

  private static final class Taker {
    private final String node;
    private final long bytes;

    private Taker(String node, long bytes) {
      this.node = node;
      this.bytes = bytes;
    }
  }

  /**
   * @param mbPerSecond what the disks of one node can do, 0 or more
   * @param sharePercent how much of it elastic tasks may take together, 0 to 100
   */
  public DiskBudget(double mbPerSecond, int sharePercent) {
    if (!(mbPerSecond >= 0) || sharePercent < 0 || sharePercent > 100) {
      throw new IllegalArgumentException(
          "mbPerSecond=" + mbPerSecond + " sharePercent=" + sharePercent + " is not a disk budget");
    }
    shareBytes = (long) (mbPerSecond * BYTES_A_MB * sharePercent / 100);
  }

  /** Remaining disk share of the node, in MB per second, 0 or more. */
  public double freeMbPerSecond(String node) {
    return Math.max(0, shareBytes - taken.getOrDefault(node, 0L)) / BYTES_A_MB;
  }

  /**
   * A task runs on a node and needs this much; told again, the later word counts.
   *
   * @param mbPerSecond what is not a number or below 0 counts as 0
   */
  public void take(String node, String container, double mbPerSecond) {
    giveBack(container);
    // Bounded so that absurd needs cannot overflow the sum.
    double bytes = Math.ceil(Math.max(0, mbPerSecond) * BYTES_A_MB);
    long need = (long) Math.min(bytes, Long.MAX_VALUE >> 20);
    if (need > 0) {
      takers.put(container, new Taker(node, need));
      taken.merge(node, need, Long::sum);
    }
  }

  /** A task ended, wherever it ran. */
  public void giveBack(String container) {
    Taker taker = takers.remove(container);
    if (taker != null) {
      taken.computeIfPresent(
          taker.node, (node, bytes) -> bytes == taker.bytes ? null : bytes - taker.bytes);
    }
  }

  /** A node is gone with all that ran there. */
  public void nodeRemoved(String node) {
    if (taken.remove(node) != null) {
      takers.values().removeIf(taker -> taker.node.equals(node));
    }
  }
}
