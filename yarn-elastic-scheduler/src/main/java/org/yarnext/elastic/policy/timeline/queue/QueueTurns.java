// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline.queue;

/**
 * Finds the task group whose turn it is, among those that fit into the free resources: the queue
 * that uses the smallest part of its share is first, and in it the order of its jobs counts, see
 * {@link TurnTree}. A look-up costs O(queues × log groups).
 */
public final class QueueTurns {
  /** Marks the absence of a group. */
  public static final int NONE = TurnTree.NONE;

  /** Maximum number of tasks in a row; more need another call. */
  private static final int MAX_IN_A_ROW = 1_000;

  private final QueueShares queues;
  private final int[] queueOf;
  private final long[] memoryMb;
  private final int[] vcores;
  private final int[] tieBreak;

  /** Tournaments by queue; null until a group of the queue takes part. */
  private final TurnTree[] tree;

  private final long[] usedMb;

  /**
   * Creates the turns.
   *
   * @param queueOf by group, the number of its queue
   * @param memoryMb by group, ascending
   * @param vcores by group
   * @param tieBreak by group; the lower goes first between equal turns
   */
  public QueueTurns(
      QueueShares queues, int[] queueOf, long[] memoryMb, int[] vcores, int[] tieBreak) {
    this.queues = queues;
    this.queueOf = queueOf;
    this.usedMb = new long[queues.count()];
    this.memoryMb = memoryMb;
    this.vcores = vcores;
    this.tieBreak = tieBreak;
    this.tree = new TurnTree[queues.count()];
  }

  /** Adds the group to its queue's tournament; lower turns go first. */
  public void enter(int group, long turn) {
    int queue = queueOf[group];
    if (tree[queue] == null) {
      tree[queue] = new TurnTree(memoryMb, vcores, tieBreak);
    }
    tree[queue].enter(group, turn);
  }

  /** Removes the group from its queue's tournament. */
  public void leave(int group) {
    tree[queueOf[group]].leave(group);
  }

  public boolean isEmpty() {
    for (int queue = 0; queue < tree.length; queue++) {
      if (!isEmpty(queue)) {
        return false;
      }
    }
    return true;
  }

  private boolean isEmpty(int queue) {
    return tree[queue] == null || tree[queue].isEmpty();
  }

  /** Adds memory to the use of a queue; a negative amount is released. */
  public void use(int queue, long mb) {
    usedMb[queue] += mb;
  }

  /**
   * Returns the group whose turn it is among those that need no more than this; {@link #NONE} if
   * there is none.
   */
  public int first(long maxMb, int maxVcores) {
    return first(maxMb, maxVcores, NONE);
  }

  /** Returns the group whose turn it is in this group's own queue. */
  public int firstInQueueOf(int group, long maxMb, int maxVcores) {
    return tree[queueOf[group]].first(maxMb, maxVcores);
  }

  private int first(long maxMb, int maxVcores, int except) {
    int best = NONE;
    for (int queue = 0; queue < tree.length; queue++) {
      if (queue != except
          && !isEmpty(queue)
          && (best == NONE || turn(queue) < turn(queueOf[best]))) {
        int first = tree[queue].first(maxMb, maxVcores);
        best = first == NONE ? best : first;
      }
    }
    return best;
  }

  private double turn(int queue) {
    return usedMb[queue] / queues.share(queue);
  }

  /**
   * Returns how many tasks of the group are placed in a row before another queue's group has its
   * turn.
   *
   * @param mb memory of each task, above 0
   */
  public long inARow(int group, long mb, long maxMb, int maxVcores) {
    int queue = queueOf[group];
    int next = first(maxMb, maxVcores, queue);
    if (next == NONE) {
      return Long.MAX_VALUE;
    }
    // Count one by one, so that rounding matches that of turns; where queues take turns the
    // numbers are small.
    long tasks = 1;
    while (tasks < MAX_IN_A_ROW && goesBefore(queue, tasks * mb, queueOf[next])) {
      tasks++;
    }
    return tasks;
  }

  /** Returns whether a queue that uses so much more memory would still be before another. */
  private boolean goesBefore(int queue, long moreMb, int other) {
    double turn = (usedMb[queue] + moreMb) / queues.share(queue);
    return turn < turn(other) || (turn == turn(other) && queue < other);
  }
}
