// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

/**
 * Memory and vcores that become free on a node at a time in a {@link TimelineLayout}. Immutable.
 */
final class Release implements Comparable<Release> {
  final long atMs;
  final int node;

  /** Number of the job, or {@link UnplacedTasks#NONE}. */
  final int job;

  /** Number of the job's queue. */
  final int queue;

  /** Number of tasks that end. */
  final int count;

  final long memoryMb;
  final int vcores;

  /** True if the node's next running task ends after this one. */
  final boolean running;

  Release(
      long atMs,
      int node,
      int job,
      int queue,
      int count,
      long memoryMb,
      int vcores,
      boolean running) {
    this.queue = queue;
    this.atMs = atMs;
    this.node = node;
    this.job = job;
    this.count = count;
    this.memoryMb = memoryMb;
    this.vcores = vcores;
    this.running = running;
  }

  Release at(long newAtMs) {
    return new Release(newAtMs, node, job, queue, count, memoryMb, vcores, running);
  }

  @Override
  public int compareTo(Release o) {
    int byTime = Long.compare(atMs, o.atMs);
    return byTime != 0 ? byTime : Integer.compare(node, o.node);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Release && compareTo((Release) o) == 0;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(atMs) * 31 + node;
  }
}
