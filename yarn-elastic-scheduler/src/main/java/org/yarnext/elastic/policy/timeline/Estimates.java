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

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * When every job is expected to end (YARN-ME, section 3.2), and where room comes first, both as
 * seen at one moment. Thread-safe; what it answers never changes.
 */
public final class Estimates {
  /** Before the first layout: nothing is known. */
  public static final Estimates NONE =
      new Estimates(0, Collections.emptyMap(), Collections.emptyList(), 0, false);

  /** More sizes than this at a time are looked up without being remembered. */
  private static final int REMEMBERED_SIZES = 1_024;

  private final long madeAtMs;
  private final Map<JobId, Long> ends;
  private final List<NodeState> nodes;
  private final int blocks;
  private final boolean extrapolated;
  private final Map<List<Object>, long[]> rooms = new ConcurrentHashMap<>();
  private final Map<List<Object>, Long> firstRooms = new ConcurrentHashMap<>();

  Estimates(
      long madeAtMs,
      Map<JobId, Long> ends,
      List<NodeState> nodes,
      int blocks,
      boolean extrapolated) {
    this.madeAtMs = madeAtMs;
    this.ends = ends;
    this.nodes = nodes;
    this.blocks = blocks;
    this.extrapolated = extrapolated;
  }

  /** The time for which these hold, on the clock of the book's callers. */
  public long madeAtMs() {
    return madeAtMs;
  }

  /**
   * When the last of a job's tasks ends if those that wait get what they ask for, not before {@link
   * #madeAtMs}. Of a job with tasks that have no run time, or fit on no node, it is when the last
   * of the others does, as if those were not there: the job ends no earlier. {@link
   * Timeline#UNKNOWN} if nothing can be said: the job is not in the book, or all its tasks are
   * such.
   */
  public long endMs(JobId job) {
    return ends.getOrDefault(job, Timeline.UNKNOWN);
  }

  /** How many blocks of alike tasks were placed. */
  public int blocks() {
    return blocks;
  }

  /** Whether the layout met its bound, so that some ends are extrapolated. */
  public boolean extrapolated() {
    return extrapolated;
  }

  /**
   * By what time the {@code nth} of a partition's nodes that nobody has reserved has room for a
   * task, from what runs there now: a task waits for nodes of one partition. Costs a walk over the
   * nodes for the first question about a size, and O(log nodes) after it.
   *
   * @param partition not null
   * @param nth 1 for the first node to have room
   * @return {@link Long#MAX_VALUE} if fewer nodes will have it
   */
  public long nthRoomMs(String partition, long memoryMb, int vcores, int nth) {
    List<Object> size = Arrays.asList(partition, memoryMb, vcores);
    return nth <= 1
        ? firstRoomMs(size, partition, memoryMb, vcores)
        : roomMs(size, partition, memoryMb, vcores, nth);
  }

  /** By far the most asked for, and found without a look at all that runs. */
  private long firstRoomMs(List<Object> size, String partition, long memoryMb, int vcores) {
    Long known = firstRooms.get(size);
    if (known != null) {
      return known;
    }
    long first = Long.MAX_VALUE;
    for (NodeState node : nodes) {
      if (isOpen(node, partition) && node.couldFit(memoryMb, vcores)) {
        first = Math.min(first, node.roomMsIfBefore(first, memoryMb, vcores, madeAtMs));
      }
    }
    if (firstRooms.size() < REMEMBERED_SIZES) {
      firstRooms.put(size, first);
    }
    return first;
  }

  private static boolean isOpen(NodeState node, String partition) {
    return node.reservation == null && node.partition.equals(partition);
  }

  private long roomMs(List<Object> size, String partition, long memoryMb, int vcores, int nth) {
    long[] known = rooms.get(size);
    if (known == null) {
      known =
          nodes.stream()
              .filter(node -> isOpen(node, partition))
              .mapToLong(node -> node.roomMs(memoryMb, vcores, null, madeAtMs))
              .filter(ms -> ms != Timeline.UNKNOWN)
              .sorted()
              .toArray();
      if (rooms.size() < REMEMBERED_SIZES) {
        rooms.put(size, known);
      }
    }
    return nth <= known.length ? known[nth - 1] : Long.MAX_VALUE;
  }
}
