/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.elastic.policy.timeline;

import java.util.function.Supplier;

/**
 * Finds, among the task groups small enough for a room, the one whose turn it is: of the queue that
 * uses the least part of its share, and in it by the order of its jobs, see {@link TurnTree}. A
 * question costs O(queues × log groups).
 */
final class QueueTurns {
  private static final int NONE = TurnTree.NONE;

  /** More are asked about anew. */
  private static final int MOST_IN_A_ROW = 1_000;

  private final QueueShares queues;
  private final int[] queueOf;
  private final Supplier<TurnTree> trees;

  /** By queue; null until a group of it takes part. */
  private final TurnTree[] tree;

  private final long[] usedMb;

  /**
   * @param queueOf by group, the number of its queue
   * @param trees makes a tournament that nobody takes part in yet
   */
  QueueTurns(QueueShares queues, int[] queueOf, Supplier<TurnTree> trees) {
    this.queues = queues;
    this.queueOf = queueOf;
    this.usedMb = new long[queues.count()];
    this.trees = trees;
    this.tree = new TurnTree[queues.count()];
  }

  /** The group takes part in its queue, with a lower turn before a higher one. */
  void enter(int group, long turn) {
    int queue = queueOf[group];
    if (tree[queue] == null) {
      tree[queue] = trees.get();
    }
    tree[queue].enter(group, turn);
  }

  void leave(int group) {
    tree[queueOf[group]].leave(group);
  }

  boolean isEmpty() {
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

  /** Room that comes into use by the queue's tasks, or if negative, out of it. */
  void use(int queue, long mb) {
    usedMb[queue] += mb;
  }

  /** Whose turn it is among those that need no more than this; {@link TurnTree#NONE}. */
  int first(long mostMb, int mostVcores) {
    return first(mostMb, mostVcores, NONE);
  }

  /** The same in the group's own queue. */
  int firstInQueueOf(int group, long mostMb, int mostVcores) {
    return tree[queueOf[group]].first(mostMb, mostVcores);
  }

  private int first(long mostMb, int mostVcores, int except) {
    int best = NONE;
    for (int queue = 0; queue < tree.length; queue++) {
      if (queue != except
          && !isEmpty(queue)
          && (best == NONE || turn(queue) < turn(queueOf[best]))) {
        int first = tree[queue].first(mostMb, mostVcores);
        best = first == NONE ? best : first;
      }
    }
    return best;
  }

  private double turn(int queue) {
    return usedMb[queue] / queues.share(queue);
  }

  /**
   * How many tasks of the group come in a row, as far as other queues go, before one of these has
   * its turn.
   *
   * @param mb what each has, above 0
   */
  long inARow(int group, long mb, long mostMb, int mostVcores) {
    int queue = queueOf[group];
    int next = first(mostMb, mostVcores, queue);
    if (next == NONE) {
      return Long.MAX_VALUE;
    }
    // One by one, so that it is rounded as turns are; where queues take turns they are few.
    long tasks = 1;
    while (tasks < MOST_IN_A_ROW && goesBefore(queue, tasks * mb, queueOf[next])) {
      tasks++;
    }
    return tasks;
  }

  /** Whether a queue would be before another with so much more in use. */
  private boolean goesBefore(int queue, long moreMb, int other) {
    double turn = (usedMb[queue] + moreMb) / queues.share(queue);
    return turn < turn(other) || (turn == turn(other) && queue < other);
  }
}
