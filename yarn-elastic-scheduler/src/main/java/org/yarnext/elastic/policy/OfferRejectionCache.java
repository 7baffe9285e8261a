// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy;

import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * Remembers offers of nodes that no waiting job could use. A node with the same free memory, and no
 * more vcores or disk bandwidth, is then not offered until something changes (beyond YARN-ME
 * section 3.3, where every job is examined at every node). Only offers that no job refused because
 * of the node itself may be recorded. Bounded; not thread-safe.
 */
public final class OfferRejectionCache {
  /** Maximum number of remembered offers. */
  public static final int MAX = 256;

  private final Map<Long, FreeResource> offered = new HashMap<>();
  private long state = -1;

  /**
   * Returns whether an offer of these resources would be rejected again.
   *
   * @param state number of the state that the rejections depend on, which changes with it; below 0
   *     if nothing may be remembered
   * @param partition of the node; not null
   * @param usedDiskMbPerSecond disk bandwidth that under-sized containers use on the node; read
   *     only if needed, since that examines each of its containers
   */
  public boolean isRejected(
      long state, String partition, long memoryMb, int vcores, DoubleSupplier usedDiskMbPerSecond) {
    FreeResource known = state < 0 || state != this.state ? null : offered.get(memoryMb);
    return known != null && known.isNoLessThan(partition, memoryMb, vcores, usedDiskMbPerSecond);
  }

  /**
   * Records a rejected offer.
   *
   * @param state number of the state before the offer
   */
  public void rejected(long state, FreeResource room) {
    if (state < 0) {
      return;
    }
    if (state != this.state || offered.size() >= MAX) {
      offered.clear();
      this.state = state;
    }
    offered.put(room.memoryMb, room);
  }
}
