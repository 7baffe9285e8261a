// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
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

  /** The same for orders, each of which has all nodes. */
  private static final int REMEMBERED_ORDERS = 32;

  private final long madeAtMs;
  private final Map<JobId, Long> ends;
  private final List<NodeState> nodes;
  private final int blocks;
  private final boolean extrapolated;
  private final Map<List<Object>, long[]> rooms = new ConcurrentHashMap<>();
  private final Map<List<Object>, Long> firstRooms = new ConcurrentHashMap<>();
  private final Map<List<Object>, List<NodeRoom>> ordered = new ConcurrentHashMap<>();

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
   * Prepares the answer of {@link #nthRoomMs} about the first node, so that no scheduler's thread
   * iterates over the nodes. Does nothing if enough sizes are remembered.
   */
  public void prepare(String partition, long memoryMb, int vcores) {
    if (firstRooms.size() < REMEMBERED_SIZES) {
      nthRoomMs(partition, memoryMb, vcores, 1);
    }
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

  /** A node and the time when it has room for a task. Immutable. */
  public static final class NodeRoom {
    private final NodeState node;
    private final long atMs;

    private NodeRoom(NodeState node, long atMs) {
      this.node = node;
      this.atMs = atMs;
    }

    public String node() {
      return node.name;
    }

    /** Returns when it has room, in ms. */
    public long atMs() {
      return atMs;
    }

    /** Returns its free memory now, in MB. */
    public long freeMb() {
      return node.freeMb;
    }

    /** Returns whether it is reserved for another job than this one. */
    public boolean isReservedForOther(JobId job) {
      return node.reservation != null && !node.reservation.job().equals(job);
    }
  }

  /**
   * Returns the nodes without a label that will have room for a task given those that run there
   * now, in the order in which they have it. The first call for a size iterates over all nodes.
   */
  public List<NodeRoom> roomsInOrder(long memoryMb, int vcores) {
    List<Object> size = Arrays.asList(memoryMb, vcores);
    List<NodeRoom> known = ordered.get(size);
    if (known == null) {
      known =
          nodes.stream()
              .filter(node -> node.partition.equals(Timeline.NO_PARTITION))
              .filter(node -> node.couldFit(memoryMb, vcores))
              .map(node -> new NodeRoom(node, node.roomMs(memoryMb, vcores, null, madeAtMs)))
              .filter(room -> room.atMs != Timeline.UNKNOWN)
              .sorted(Comparator.comparingLong(NodeRoom::atMs)) // stable: then by name
              .collect(Collectors.toList());
      if (ordered.size() < REMEMBERED_ORDERS) {
        ordered.put(size, known);
      }
    }
    return known;
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
