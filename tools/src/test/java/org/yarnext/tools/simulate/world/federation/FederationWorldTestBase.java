// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.federation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.SimulationSettings;

/** Simulated federations. */
abstract class FederationWorldTestBase {
  static final SimulationSettings SETTINGS =
      SimulationSettings.DEFAULT
          .withStep(1_000)
          .withMaster(0, 0)
          .with("yarnext.simulate.sub-clusters", "2")
          .with("yarnext.simulate.warm-up-ms", "0")
          .with("yarn.federation.state-store.heartbeat-interval-secs", "5")
          .with("yarn.scheduler.capacity.per-node-heartbeat.maximum-offswitch-assignments", "100");
  static final ClusterTopology SLOTS = ClusterTopology.of(80, 1_000, 1, 100);

  static FederationSimulation simulation(
      FederationSettings.Kind kind,
      Workload workload,
      ClusterTopology topology,
      SimulationSettings settings,
      long seed) {
    return new FederationSimulation(
        workload, topology, new FederationSettings(settings, kind), seed, ProgressListener.NONE);
  }

  static RunOutcome run(
      FederationSettings.Kind kind, Workload workload, SimulationSettings settings) {
    return simulation(kind, workload, SLOTS, settings, 1).run();
  }

  /** Tasks whose data are on the first nodes, so many on each. */
  static SimJob local(int id, String queue, int nodes, int each, long ms) {
    List<SimTask> tasks = new ArrayList<>();
    for (int n = 0; n < nodes; n++) {
      String host = SLOTS.nodes().get(n).host();
      SimTask task = new SimTask(1_000, 1, ms, Collections.singletonList(host));
      tasks.addAll(Collections.nCopies(each, task));
    }
    SimStage stage = new SimStage("map", 20, tasks, Collections.emptyMap(), null);
    return new SimJob(id, "j" + id, "TEZ", "u", queue, 0, Collections.singletonList(stage));
  }
}
