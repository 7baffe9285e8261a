// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline.queue;

import java.util.Arrays;

/**
 * Finds the task group of one queue whose turn it is, among those that fit into the free resources:
 * a tournament over the groups by size. A look-up or change costs O(log groups), more only where
 * the groups differ in cores as well as in memory.
 */
final class TurnTree {
  static final int NONE = -1;

  private final long[] memoryMb;
  private final int[] vcores;
  private final long[] turn;
  private final int[] tieBreak;
  private final int leaves;
  private final int[] winner;
  private final int[] minVcores;

  /**
   * Creates a tournament without participants.
   *
   * @param memoryMb by group, ascending
   * @param vcores by group
   * @param tieBreak by group; the lower goes first between equal turns
   */
  TurnTree(long[] memoryMb, int[] vcores, int[] tieBreak) {
    this.memoryMb = memoryMb;
    this.vcores = vcores;
    this.tieBreak = tieBreak;
    this.turn = new long[memoryMb.length];
    this.leaves = Math.max(1, Integer.highestOneBit(Math.max(1, 2 * memoryMb.length - 1)));
    this.winner = new int[2 * leaves];
    this.minVcores = new int[2 * leaves];
    Arrays.fill(winner, NONE);
    Arrays.fill(minVcores, Integer.MAX_VALUE);
  }

  /** Adds the group with this turn; lower turns go first. */
  void enter(int group, long newTurn) {
    turn[group] = newTurn;
    set(group, group, vcores[group]);
  }

  void leave(int group) {
    set(group, NONE, Integer.MAX_VALUE);
  }

  boolean isEmpty() {
    return winner[1] == NONE;
  }

  /**
   * Returns the group whose turn it is among those that need no more than this; {@link #NONE} if
   * there is none.
   */
  int first(long maxMb, int maxVcores) {
    int upTo = upTo(maxMb);
    return upTo == 0 ? NONE : first(1, 0, leaves, upTo, maxVcores, NONE);
  }

  private int first(int at, int from, int to, int upTo, int maxVcores, int best) {
    int champion = winner[at];
    if (champion == NONE
        || from >= upTo
        || minVcores[at] > maxVcores
        || (best != NONE && !before(champion, best))) {
      return best;
    }
    if (champion < upTo && vcores[champion] <= maxVcores) {
      return champion;
    }
    int middle = (from + to) >>> 1;
    int left = first(2 * at, from, middle, upTo, maxVcores, best);
    return first(2 * at + 1, middle, to, upTo, maxVcores, left);
  }

  /** Returns the number of groups that need no more memory than this. */
  private int upTo(long maxMb) {
    int low = 0;
    int high = memoryMb.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (memoryMb[middle] <= maxMb) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean before(int a, int b) {
    return turn[a] != turn[b] ? turn[a] < turn[b] : tieBreak[a] < tieBreak[b];
  }

  private void set(int group, int player, int cores) {
    int at = leaves + group;
    winner[at] = player;
    minVcores[at] = cores;
    for (at >>= 1; at > 0; at >>= 1) {
      int left = winner[2 * at];
      int right = winner[2 * at + 1];
      winner[at] = right == NONE || (left != NONE && before(left, right)) ? left : right;
      minVcores[at] = Math.min(minVcores[2 * at], minVcores[2 * at + 1]);
    }
  }
}
