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
package org.yarnext.tools.simulate.world.pool;

import java.util.Arrays;
import java.util.List;
import org.yarnext.tools.simulate.ProgressListener;
import org.yarnext.tools.simulate.Settings;
import org.yarnext.tools.simulate.World;
import org.yarnext.tools.simulate.outcome.Outcome;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.workload.Topology;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.Fit;
import org.yarnext.tools.simulate.world.rm.RmWorld;

/**
 * The shortest job first without elasticity: on the cluster's nodes, or on one that has all their
 * room, the Meganode of YARN-ME section 6.2, which no scheduler without elasticity can beat by
 * much.
 */
public final class PoolWorld implements World {
  private final String name;
  private final boolean oneNode;

  private PoolWorld(String name, boolean oneNode) {
    this.name = name;
    this.oneNode = oneNode;
  }

  /** Both systems of this kind. */
  public static List<World> all() {
    return Arrays.asList(new PoolWorld("srtf", false), new PoolWorld("meganode", true));
  }

  @Override
  public String name() {
    return name;
  }

  /** Containers start at once there, too; but heartbeats take no time here. */
  @Override
  public String comparedWith() {
    return RmWorld.COMPARED_WITH;
  }

  @Override
  public Outcome run(
      Workload workload,
      Topology topology,
      Settings settings,
      long seed,
      ProgressListener progress) {
    Fit.check(workload, topology, settings.stepMb());
    Rooms rooms =
        oneNode
            ? new Rooms(new long[] {topology.memoryMb()}, new long[] {topology.vcores()})
            : new Rooms(
                topology.nodes().stream().mapToLong(SimNode::memoryMb).toArray(),
                topology.nodes().stream().mapToLong(SimNode::vcores).toArray());
    return new PoolSimulation(workload, topology, rooms, settings, progress).run();
  }
}
