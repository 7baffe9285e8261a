// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.pool;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.world.ModelledSystem;
import org.yarnext.tools.simulate.world.SimulatedSystem;
import org.yarnext.tools.simulate.world.rm.RmWorld;

/**
 * The shortest job first without elasticity: on the cluster's nodes, or on one that has all their
 * room, the Meganode of YARN-ME section 6.2, which no scheduler without elasticity can beat by
 * much.
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
      String name, Function<ClusterTopology, FreeMemoryTree> rooms) {
    return new ModelledSystem(
        name,
        false,
        RmWorld.COMPARED_WITH,
        (workload, topology, settings, seed, progress) ->
            new PoolSimulation(workload, topology, rooms.apply(topology), settings, progress)
                .run());
  }

  private static FreeMemoryTree rooms(ClusterTopology topology) {
    return new FreeMemoryTree(
        topology.nodes().stream().mapToLong(SimNode::memoryMb).toArray(),
        topology.nodes().stream().mapToLong(SimNode::vcores).toArray());
  }

  private static FreeMemoryTree oneRoom(ClusterTopology topology) {
    return new FreeMemoryTree(new long[] {topology.memoryMb()}, new long[] {topology.vcores()});
  }
}
