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

/** Room that becomes free on a node at a time of the layout. Immutable. */
final class Release implements Comparable<Release> {
  final long atMs;
  final int node;

  /** Number of the job, or {@link Backlog#NONE}. */
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
