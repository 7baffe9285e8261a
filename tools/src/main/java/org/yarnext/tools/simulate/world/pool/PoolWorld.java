// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.pool;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.world.ModelledSystem;
import org.yarnext.tools.simulate.world.SimulatedSystem;
import org.yarnext.tools.simulate.world.rm.RmWorld;

/**
 * Lists the simulated systems that run the shortest job first without elasticity, as bounds: on the
 * cluster's nodes, and on one node with the resources of all, the Meganode of YARN-ME section 6.2.
 * Hardly any scheduler without elasticity can do much better than the Meganode.
 */
public final class PoolWorld {
  private PoolWorld() {}

  /**
   * Returns both systems of this kind. Their baseline also starts containers at once, but has
   * heartbeats.
   */
  public static List<SimulatedSystem> all() {
    return Arrays.asList(system("srtf", PoolWorld::rooms), system("meganode", PoolWorld::oneRoom));
  }

  private static SimulatedSystem system(
      String name, Function<ClusterTopology, FreeResourceTree> rooms) {
    return new ModelledSystem(
        name,
        false,
        RmWorld.COMPARED_WITH,
        ModelledSystem.Details.ALL,
        (workload, topology, settings, seed, progress) ->
            new PoolSimulation(workload, topology, rooms.apply(topology), settings, progress).run(),
        (workload, topology, settings) -> {});
  }

  private static FreeResourceTree rooms(ClusterTopology topology) {
    Set<String> types = topology.otherResources().keySet();
    List<long[]> rooms = new ArrayList<>();
    for (SimNode node : topology.nodes()) {
      rooms.add(room(types, node.memoryMb(), node.vcores(), node.otherResources()));
    }
    return new FreeResourceTree(rooms);
  }

  private static FreeResourceTree oneRoom(ClusterTopology topology) {
    SortedMap<String, Long> others = topology.otherResources();
    return new FreeResourceTree(
        Collections.singletonList(
            room(others.keySet(), topology.memoryMb(), topology.vcores(), others)));
  }

  /** Returns amounts in the order in which all nodes and tasks have them. */
  static long[] room(Set<String> types, long mb, long vcores, SortedMap<String, Long> others) {
    long[] room = new long[2 + types.size()];
    room[0] = mb;
    room[1] = vcores;
    int r = 2;
    for (String type : types) {
      room[r++] = others.getOrDefault(type, 0L);
    }
    return room;
  }
}
