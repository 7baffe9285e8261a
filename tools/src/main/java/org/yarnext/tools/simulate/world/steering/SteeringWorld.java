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
package org.yarnext.tools.simulate.world.steering;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yarnext.tools.simulate.ProgressListener;
import org.yarnext.tools.simulate.Settings;
import org.yarnext.tools.simulate.World;
import org.yarnext.tools.simulate.outcome.Outcome;
import org.yarnext.tools.simulate.workload.Topology;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.Fit;

/** Nodes whose containers share processors, steered by MROrchestrator's policies or not. */
public final class SteeringWorld implements World {
  private final SteeringSystem system;

  private SteeringWorld(SteeringSystem system) {
    this.system = system;
  }

  /** All systems of this kind, stock's first. */
  public static List<World> all() {
    List<World> all = new ArrayList<>();
    for (SteeringSystem system : SteeringSystem.values()) {
      all.add(new SteeringWorld(system));
    }
    return Collections.unmodifiableList(all);
  }

  @Override
  public String name() {
    return system.label();
  }

  @Override
  public boolean stock() {
    return system.stock();
  }

  @Override
  public String comparedWith() {
    return SteeringSystem.UNGROUPED.label();
  }

  @Override
  public Outcome run(
      Workload workload,
      Topology topology,
      Settings settings,
      long seed,
      ProgressListener progress) {
    Fit.check(workload, topology, settings.stepMb());
    return new SteeringSimulation(
            workload, topology, new SteeringModel(settings, system), seed, progress)
        .run();
  }
}
