// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.yarnext.elastic.policy.timeline.queue.JobId;

/**
 * Expected ends of all jobs (YARN-ME, section 3.2), and the times when nodes have room, both as of
 * one moment. Thread-safe; the results never change.
 */
public final class TimelineEstimates {
  /** Empty estimates, used before the first layout. */
  public static final TimelineEstimates NONE =
      new TimelineEstimates(0, Collections.emptyMap(), Collections.emptyList(), 0, false);

  /**
   * Maximum number of sizes whose results are remembered; further sizes are looked up each time.
   */
  private static final int REMEMBERED_SIZES = 1_024;

  private final long madeAtMs;
  private final Map<JobId, Long> ends;
  private final List<NodeState> nodes;
  private final int blocks;
  private final boolean extrapolated;
  private final Map<List<Object>, long[]> rooms = new ConcurrentHashMap<>();
  private final Map<List<Object>, Long> firstRooms = new ConcurrentHashMap<>();

  TimelineEstimates(
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

  /** Returns the time for which these estimates hold, on the clock of the timeline's callers. */
  public long madeAtMs() {
    return madeAtMs;
  }

  /**
   * Returns when the last of a job's tasks ends if the waiting ones get their requested size, not
   * before {@link #madeAtMs}. Tasks without a run time, or that fit no node, are ignored, so the
   * job ends no earlier than this. {@link Timeline#UNKNOWN} if the job is not in the timeline or
   * all its tasks are such.
   */
  public long endMs(JobId job) {
    return ends.getOrDefault(job, Timeline.UNKNOWN);
  }

  /** Returns the number of placed blocks of equal tasks. */
  public int blocks() {
    return blocks;
  }

  /** Returns whether the layout reached its bound, so that some ends are extrapolated. */
  public boolean isExtrapolated() {
    return extrapolated;
  }

  /**
   * Returns the time by which the {@code nth} unreserved node of a partition has room for a task,
   * given the tasks that run there now: a task waits for nodes of one partition. The first call for
   * a size iterates over the nodes; later calls take O(log nodes).
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

  /**
   * Returns the time of the first room: by far the most frequent question, and answered without
   * examining all running tasks.
   */
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

  /**
   * Returns the nodes without a label that will have room for a task given those that run there
   * now, with the time when each has it. Iterates over all nodes.
   *
   * @param job nodes reserved for others are left out
   */
  public Map<String, Long> roomsMs(JobId job, long memoryMb, int vcores) {
    Map<String, Long> found = new HashMap<>();
    for (NodeState node : nodes) {
      if (node.partition.equals(Timeline.NO_PARTITION)
          && node.couldFit(memoryMb, vcores)
          && (node.reservation == null || node.reservation.job().equals(job))) {
        long ms = node.roomMs(memoryMb, vcores, null, madeAtMs);
        if (ms != Timeline.UNKNOWN) {
          found.put(node.name, ms);
        }
      }
    }
    return found;
  }

  /** Returns the free memory of each node, in MB. */
  public Map<String, Long> freeMb() {
    Map<String, Long> free = new HashMap<>();
    nodes.forEach(node -> free.put(node.name, node.freeMb));
    return free;
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
