// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.pool;

import java.util.List;

/**
 * Free resources of many nodes, as a tree of maxima. It finds the first node with enough resources
 * in logarithmic time.
 */
final class FreeResourceTree {
  private final int leaves;

  /** Free amounts by resource (memory in MB, vcores, others) and place in the tree. */
  private final long[][] free;

  /**
   * @param rooms free amounts of each node, in the same order of resources
   */
  FreeResourceTree(List<long[]> rooms) {
    int size = 1;
    while (size < rooms.size()) {
      size *= 2;
    }
    leaves = size;
    free = new long[rooms.get(0).length][2 * size];
    for (int n = 0; n < rooms.size(); n++) {
      for (int r = 0; r < free.length; r++) {
        free[r][size + n] = rooms.get(n)[r];
      }
    }
    for (int i = size - 1; i > 0; i--) {
      renew(i);
    }
  }

  private void renew(int i) {
    for (long[] each : free) {
      each[i] = Math.max(each[2 * i], each[2 * i + 1]);
    }
  }

  /** Returns whether no node has any memory, or none any vcores. */
  boolean isFull() {
    return free[0][1] <= 0 || free[1][1] <= 0;
  }

  /**
   * Allocates on the first node with enough resources; returns its index, or -1 if there is none.
   */
  int take(long[] wanted) {
    int leaf = first(1, wanted);
    if (leaf < 0) {
      return -1;
    }
    change(leaf, wanted, -1);
    return leaf - leaves;
  }

  private int first(int i, long[] wanted) {
    for (int r = 0; r < free.length; r++) {
      if (free[r][i] < wanted[r]) {
        return -1;
      }
    }
    if (i >= leaves) {
      return i;
    }
    int left = first(2 * i, wanted);
    return left >= 0 ? left : first(2 * i + 1, wanted);
  }

  void giveBack(int node, long[] amounts) {
    change(leaves + node, amounts, 1);
  }

  private void change(int leaf, long[] amounts, int sign) {
    for (int r = 0; r < free.length; r++) {
      free[r][leaf] += sign * amounts[r];
    }
    for (int i = leaf / 2; i > 0; i /= 2) {
      renew(i);
    }
  }
}
