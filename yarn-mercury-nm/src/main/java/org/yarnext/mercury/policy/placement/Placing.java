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
package org.yarnext.mercury.policy.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.placement.Assignment.Locality;

/** Works through the asks of one call and keeps what the call has placed so far. */
final class Placing {
  private final PlacementView view;
  private final int k;
  private final boolean seesAll;
  private final Random random;
  private final Slot[] slots;

  private final ResourceVector least;
  private final Map<List<Object>, Area> areas = new HashMap<>();
  private final Map<String, Room> rooms = new HashMap<>();
  private final List<Assignment> assignments = new ArrayList<>();
  private final Map<Locality, Integer> counts = new EnumMap<>(Locality.class);

  /** Indices of the nodes at every host and rack that an ask names; null until one is needed. */
  private Map<String, List<Integer>> named;

  private int room;

  /** Whether a full queue has kept something from being placed. */
  private boolean full;

  Placing(PlacementView view, int k, boolean seesAll, int room, Random random) {
    this.view = view;
    this.k = k;
    this.seesAll = seesAll;
    this.room = room;
    this.random = random;
    this.slots = new Slot[view.nodes().size()];
    this.least = leastNode();
  }

  /** The part of the list that may serve asks of a node partition and a size. */
  private static final class Area {
    final LeastLoaded nearest;
    final Room room;

    /** Indices of the nodes that may be chosen, and how many of them {@link #nearest} has. */
    final int[] nodes;

    int taken;

    /** What these nodes' loads were before this call, in ms, if they are sorted by it. */
    final long[] loadsMs;

    Area(LeastLoaded nearest, Room room, int[] nodes) {
      this.nearest = nearest;
      this.room = room;
      this.nodes = nodes;
      this.loadsMs = new long[nodes.length];
    }
  }

  /** Places one ask as far as nodes and room allow. */
  void place(int ask) {
    PlacementAsk asked = view.asks().get(ask);
    int left = Math.min(asked.count(), room);
    if (left == 0) {
      return;
    }
    // Sizes that fit on every node have one together.
    ResourceVector size = asked.size().fitsIn(least) ? ResourceVector.NONE : asked.size();
    Area area =
        areas.computeIfAbsent(
            Arrays.asList(asked.partition(), size), key -> area(asked.partition(), size));
    Map<String, Integer> hosts = new HashMap<>(asked.hosts());
    Map<String, Integer> racks = new HashMap<>(asked.racks());
    if (!hosts.isEmpty()) {
      LeastLoaded local = at(hosts.keySet(), asked.partition(), size, area);
      while (left > 0 && roomIn(area)) {
        Slot slot = local.poll();
        if (slot == null) {
          break;
        }
        if (isFull(slot)) {
          continue;
        }
        if (use(hosts, slot.node().host())) {
          use(racks, slot.node().rack());
          assign(ask, slot, Locality.NODE, local, area);
          left--;
        }
      }
    }
    if (left > 0 && !racks.isEmpty()) {
      LeastLoaded near = at(racks.keySet(), asked.partition(), size, area);
      while (left > 0 && roomIn(area)) {
        Slot slot = near.poll();
        if (slot == null) {
          break;
        }
        if (isFull(slot)) {
          continue;
        }
        if (use(racks, slot.node().rack())) {
          assign(ask, slot, Locality.RACK, near, area);
          left--;
        }
      }
    }
    while (left > 0 && asked.anywhere() && roomIn(area)) {
      widen(area);
      Slot slot = area.nearest.poll();
      if (slot == null) {
        break;
      }
      if (isFull(slot)) {
        if (slot.loadMs() < view.aheadMs()) {
          // What it has left is others', or it takes no more, and the next may have room.
          continue;
        }
        area.nearest.add(slot);
        break;
      }
      assign(ask, slot, Locality.ANY, area.nearest, area);
      left--;
    }
  }

  private boolean roomIn(Area area) {
    full |= !area.room.isLeft();
    return area.room.isLeft();
  }

  private boolean isFull(Slot slot) {
    full |= slot.isFull();
    return slot.isFull();
  }

  /** Takes one from a location's count; false if none is left. */
  private static boolean use(Map<String, Integer> counts, String location) {
    Integer n = counts.get(location);
    if (n == null || n == 0) {
      return false;
    }
    counts.put(location, n - 1);
    return true;
  }

  private void assign(int ask, Slot slot, Locality locality, LeastLoaded from, Area area) {
    long costMs = view.asks().get(ask).costMs();
    // What goes beyond the bound on this node is not taken from the room of others.
    area.room.use(Math.min(costMs, slot.roomMs()));
    assignments.add(new Assignment(ask, slot.node(), locality));
    counts.merge(locality, 1, Integer::sum);
    slot.add(costMs);
    from.add(slot);
    room--;
  }

  /** What every node has at least; what is larger than this may fit on some. */
  private ResourceVector leastNode() {
    ResourceVector smallest = ResourceVector.of(Long.MAX_VALUE, Long.MAX_VALUE);
    for (CandidateNode node : view.nodes()) {
      smallest = node.total() == null ? smallest : smallest.min(node.total());
    }
    return smallest;
  }

  /** Finds the nodes to choose from. */
  private Area area(String partition, ResourceVector size) {
    int most = seesAll ? slots.length : k;
    int[] nodes = new int[Math.min(most, slots.length)];
    int found = 0;
    for (int i = 0; i < slots.length && found < most; i++) {
      if (view.eligible(view.nodes().get(i), partition, size)) {
        nodes[found++] = i;
      }
    }
    nodes = Arrays.copyOf(nodes, found);
    Area area =
        new Area(
            new LeastLoaded(random),
            rooms.computeIfAbsent(partition, p -> new Room(view, p, least, this::loadMs)),
            nodes);
    if (seesAll) {
      sort(area);
    }
    return area;
  }

  /** The list has the order of an earlier moment. */
  private void sort(Area area) {
    long[] keys = LoadOrder.of(area.nodes, this::loadMs);
    for (int n = 0; n < keys.length; n++) {
      area.nodes[n] = LoadOrder.index(keys[n]);
      area.loadsMs[n] = LoadOrder.loadMs(keys[n]);
    }
  }

  /** Takes in the next k nodes while the first of them is less loaded than all taken so far. */
  private void widen(Area area) {
    while (area.taken < area.nodes.length && area.nearest.leastMs() > area.loadsMs[area.taken]) {
      int end = Math.min(area.nodes.length, area.taken + k);
      while (area.taken < end) {
        area.nearest.add(slot(area.nodes[area.taken++], area));
      }
    }
  }

  private LeastLoaded at(Set<String> locations, String partition, ResourceVector size, Area area) {
    if (named == null) {
      named = findNamed();
    }
    LeastLoaded there = new LeastLoaded(random);
    for (String location : locations) {
      for (int i : named.get(location)) {
        if (view.eligible(view.nodes().get(i), partition, size)) {
          there.add(slot(i, area));
        }
      }
    }
    return there;
  }

  /** One pass over the list for all asks. */
  private Map<String, List<Integer>> findNamed() {
    Map<String, List<Integer>> found = new HashMap<>();
    Set<String> locations = new HashSet<>();
    for (PlacementAsk ask : view.asks()) {
      locations.addAll(ask.hosts().keySet());
      locations.addAll(ask.racks().keySet());
    }
    locations.forEach(location -> found.put(location, new ArrayList<>()));
    for (int i = 0; i < slots.length; i++) {
      CandidateNode node = view.nodes().get(i);
      List<Integer> atHost = found.get(node.host());
      if (atHost != null) {
        atHost.add(i);
      }
      List<Integer> atRack = found.get(node.rack());
      if (atRack != null) {
        atRack.add(i);
      }
    }
    return found;
  }

  private Slot slot(int i, Area area) {
    if (slots[i] == null) {
      slots[i] = new Slot(view.nodes().get(i), loadMs(i), area.room.boundMs(i));
    }
    return slots[i];
  }

  /** An unknown wait is none. */
  private long loadMs(int i) {
    if (slots[i] != null) {
      return slots[i].loadMs();
    }
    CandidateNode node = view.nodes().get(i);
    return Math.max(0, node.waitMs()) + view.addedMs(node);
  }

  List<Assignment> assignments() {
    return Collections.unmodifiableList(assignments);
  }

  int count(Locality locality) {
    return counts.getOrDefault(locality, 0);
  }

  boolean queuesFull() {
    return full;
  }

  /** Whether the limits would have let more be placed. */
  boolean roomLeft() {
    return room > 0;
  }
}
