// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.pool;

/**
 * The free room of many nodes, in a tree of maxima: the first node with enough is found in the
 * logarithm of their number.
 */
final class FreeMemoryTree {
  private final int leaves;
  private final long[] mb;
  private final long[] vcores;

  /**
   * @param nodeMb free memory of each node
   * @param nodeVcores free vcores of each node
   */
  FreeMemoryTree(long[] nodeMb, long[] nodeVcores) {
    int size = 1;
    while (size < nodeMb.length) {
      size *= 2;
    }
    leaves = size;
    mb = new long[2 * size];
    vcores = new long[2 * size];
    for (int n = 0; n < nodeMb.length; n++) {
      mb[size + n] = nodeMb[n];
      vcores[size + n] = nodeVcores[n];
    }
    for (int i = size - 1; i > 0; i--) {
      renew(i);
    }
  }

  private void renew(int i) {
    mb[i] = Math.max(mb[2 * i], mb[2 * i + 1]);
    vcores[i] = Math.max(vcores[2 * i], vcores[2 * i + 1]);
  }

  /** Returns the maximum free memory of a node, in MB. */
  long maxMb() {
    return mb[1];
  }

  /** Returns the maximum free vcores of a node. */
  long maxVcores() {
    return vcores[1];
  }

  /**
   * Allocates on the first node with enough resources; returns its index, or -1 if there is none.
   */
  int take(long wantedMb, int wantedVcores) {
    int leaf = first(1, wantedMb, wantedVcores);
    if (leaf < 0) {
      return -1;
    }
    change(leaf, -wantedMb, -wantedVcores);
    return leaf - leaves;
  }

  private int first(int i, long wantedMb, int wantedVcores) {
    if (mb[i] < wantedMb || vcores[i] < wantedVcores) {
      return -1;
    }
    if (i >= leaves) {
      return i;
    }
    int left = first(2 * i, wantedMb, wantedVcores);
    return left >= 0 ? left : first(2 * i + 1, wantedMb, wantedVcores);
  }

  void giveBack(int node, long someMb, int someVcores) {
    change(leaves + node, someMb, someVcores);
  }

  private void change(int leaf, long moreMb, int moreVcores) {
    mb[leaf] += moreMb;
    vcores[leaf] += moreVcores;
    for (int i = leaf / 2; i > 0; i /= 2) {
      renew(i);
    }
  }
}
