// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Set;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.placement.ranking.Assignment;
import org.yarnext.mercury.policy.placement.ranking.Assignment.Locality;
import org.yarnext.mercury.policy.placement.ranking.RankedNode;

/**
 * Assigns nodes to the requests of one placement decision, least loaded first, and counts the wait
 * that each assignment adds to its node. Not thread-safe.
 */
final class PlacementAllocator {
  private final PlacementView view;
  private final int k;
  private final boolean seesAll;
  private final Random random;

  /** States of the examined nodes, by index. */
  private final Map<Integer, CandidateNodeState> slots = new HashMap<>();

  private final Map<List<Object>, Area> areas = new HashMap<>();

  /** The area that was used last, which most calls use alone; null at first. */
  private Area last;

  private final Map<String, PartitionWaitLimit> rooms = new HashMap<>();
  private final List<Assignment> assignments = new ArrayList<>();

  /** Number of assignments by locality. */
  private final int[] counts = new int[Locality.ANY.ordinal() + 1];

  private int room;

  /** True if a full queue has kept a container from being placed. */
  private boolean full;

  PlacementAllocator(PlacementView view, int k, boolean seesAll, int room, Random random) {
    this.view = view;
    this.k = k;
    this.seesAll = seesAll;
    this.room = room;
    this.random = random;
  }

  /** The counts of a request's hosts or racks, of which a call uses few. */
  private static final class LocationCounts {
    private final Map<String, ? extends Number> requested;
    private final Map<String, Integer> used = new HashMap<>();

    LocationCounts(Map<String, ? extends Number> requested) {
      this.requested = requested;
    }

    /** Uses one container of a location's count; returns false if none is left. */
    boolean use(String location) {
      Number max = requested.get(location);
      int before = max == null ? 0 : used.getOrDefault(location, 0);
      boolean isLeft = max != null && before < max.intValue();
      if (isLeft) {
        used.put(location, before + 1);
      }
      return isLeft;
    }

    /** Returns how many containers all counts together still allow. */
    long left() {
      long left = 0;
      for (Map.Entry<String, ? extends Number> each : requested.entrySet()) {
        int max = each.getValue().intValue();
        left += Math.max(0, max - used.getOrDefault(each.getKey(), 0));
      }
      return left;
    }
  }

  /** The nodes that can serve requests of a partition and a size. */
  private final class Area {
    final String partition;
    final ResourceVector size;
    final PartitionWaitLimit room;

    /** The candidates for requests without a location; null until needed. */
    private LeastLoadedQueue anywhere;

    Area(String partition, ResourceVector size) {
      this.partition = partition;
      this.size = size;
      this.room = room(partition);
    }

    boolean isFor(String otherPartition, ResourceVector otherSize) {
      return partition.equals(otherPartition) && size.equals(otherSize);
    }

    LeastLoadedQueue anywhere() {
      if (anywhere == null) {
        anywhere = new LeastLoadedQueue(random);
        if (seesAll) {
          anywhere.addAll(new WithRoom(this, view.ranking().leastLoaded(partition, size)));
        } else {
          Iterator<RankedNode> list = view.ranking().inListOrder().iterator();
          for (int found = 0; found < k && list.hasNext(); ) {
            RankedNode node = list.next();
            if (mayServe(node)) {
              anywhere.add(slot(node, room));
              found++;
            }
          }
        }
      }
      return anywhere;
    }

    LeastLoadedQueue at(Set<String> hosts) {
      LeastLoadedQueue there = new LeastLoadedQueue(random);
      for (String host : hosts) {
        for (RankedNode node : view.ranking().atHost(host)) {
          if (mayServe(node)) {
            there.add(slot(node, room));
          }
        }
      }
      return there;
    }

    LeastLoadedQueue in(Set<String> racks) {
      LeastLoadedQueue there = new LeastLoadedQueue(random);
      for (String rack : racks) {
        there.addAll(new WithRoom(this, view.ranking().leastLoaded(partition, rack, size)));
      }
      return there;
    }

    boolean mayServe(RankedNode node) {
      return view.eligible(node.node(), partition, size);
    }
  }

  /** Iterates over the eligible nodes in order of load, up to the first full one. */
  private final class WithRoom implements Iterator<CandidateNodeState> {
    private final Area area;
    private final Iterator<RankedNode> nodes;
    private RankedNode next;

    WithRoom(Area area, Iterator<RankedNode> nodes) {
      this.area = area;
      this.nodes = nodes;
    }

    @Override
    public boolean hasNext() {
      while (next == null && nodes.hasNext()) {
        RankedNode node = nodes.next();
        if (area.mayServe(node)) {
          if (!node.hasRoom(view.aheadMs())) {
            full = true;
            return false;
          }
          next = node;
        }
      }
      return next != null;
    }

    @Override
    public CandidateNodeState next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      CandidateNodeState slot = slot(next, area.room);
      next = null;
      return slot;
    }
  }

  /** Places one request as far as nodes and limits allow. */
  void place(int index) {
    PlacementRequest request = view.requests().get(index);
    int left = Math.min(request.count(), room);
    if (left == 0) {
      return;
    }
    Area area = area(request);
    LocationCounts racks = new LocationCounts(request.racks());
    if (!request.hosts().isEmpty() && roomIn(area)) {
      left -= placeOnHosts(index, left, area, racks);
    }
    if (left > 0 && !request.racks().isEmpty() && roomIn(area)) {
      left -= placeInRacks(index, left, area, racks);
    }
    if (request.anywhere()) {
      placeAnywhere(index, left, area);
    }
  }

  private Area area(PlacementRequest request) {
    // Sizes that fit every node share one area.
    ResourceVector size =
        request.size().fitsIn(view.ranking().smallest(request.partition()))
            ? ResourceVector.NONE
            : request.size();
    if (last == null || !last.isFor(request.partition(), size)) {
      last =
          areas.computeIfAbsent(
              Arrays.asList(request.partition(), size), key -> new Area(request.partition(), size));
    }
    return last;
  }

  private PartitionWaitLimit room(String partition) {
    PartitionWaitLimit known = rooms.get(partition);
    if (known == null) {
      known = new PartitionWaitLimit(view, partition);
      rooms.put(partition, known);
    }
    return known;
  }

  /** Places up to {@code max} containers on requested hosts, and returns how many. */
  private int placeOnHosts(int index, int max, Area area, LocationCounts racks) {
    PlacementRequest request = view.requests().get(index);
    LocationCounts hosts = new LocationCounts(request.hosts());
    LeastLoadedQueue local = area.at(request.hosts().keySet());
    int placed = 0;
    while (placed < max && roomIn(area)) {
      CandidateNodeState slot = local.poll();
      if (slot == null) {
        break;
      }
      if (!isFull(slot) && hosts.use(slot.node().host())) {
        racks.use(slot.node().rack());
        assign(index, slot, Locality.NODE, local, area);
        placed++;
      }
    }
    return placed;
  }

  /** Places up to {@code max} containers in requested racks, and returns how many. */
  private int placeInRacks(int index, int max, Area area, LocationCounts racks) {
    long limit = Math.min(max, racks.left());
    if (limit == 0) {
      return 0; // the containers on hosts have used the counts
    }
    LeastLoadedQueue near = area.in(view.requests().get(index).racks().keySet());
    int placed = 0;
    while (placed < limit && roomIn(area)) {
      CandidateNodeState slot = near.poll();
      if (slot == null) {
        break;
      }
      if (!isFull(slot) && racks.use(slot.node().rack())) {
        assign(index, slot, Locality.RACK, near, area);
        placed++;
      }
    }
    return placed;
  }

  private void placeAnywhere(int index, int max, Area area) {
    int placed = 0;
    while (placed < max && roomIn(area)) {
      CandidateNodeState slot = area.anywhere().poll();
      if (slot == null) {
        break;
      }
      // A full node accepts no more, or its room is reserved for others; the next may have room.
      if (!isFull(slot)) {
        assign(index, slot, Locality.ANY, area.anywhere(), area);
        placed++;
      }
    }
  }

  private boolean roomIn(Area area) {
    full |= !area.room.isLeft();
    return area.room.isLeft();
  }

  private boolean isFull(CandidateNodeState slot) {
    full |= slot.isFull();
    return slot.isFull();
  }

  private void assign(
      int index, CandidateNodeState slot, Locality locality, LeastLoadedQueue from, Area area) {
    long costMs = view.requests().get(index).costMs();
    // Wait beyond the bound on this node is not subtracted from the shared room.
    area.room.use(Math.min(costMs, slot.roomMs()));
    assignments.add(new Assignment(index, slot.ranked(), locality, costMs));
    counts[locality.ordinal()]++;
    slot.add(costMs);
    from.add(slot);
    room--;
  }

  private CandidateNodeState slot(RankedNode node, PartitionWaitLimit room) {
    Integer index = node.index();
    CandidateNodeState known = slots.get(index);
    if (known == null) {
      known = new CandidateNodeState(node, room.boundMs(node));
      slots.put(index, known);
    }
    return known;
  }

  List<Assignment> assignments() {
    return Collections.unmodifiableList(assignments);
  }

  int count(Locality locality) {
    return counts[locality.ordinal()];
  }

  boolean queuesFull() {
    return full;
  }

  /** Returns whether the limits would allow more containers. */
  boolean roomLeft() {
    return room > 0;
  }
}
