// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.engine.RandomStreams;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.SimulatedSystem;
import org.yarnext.tools.simulate.world.SimulationSettings;
import org.yarnext.tools.simulate.world.SmallWorkloads;

/** Simulated nodes with queues, stock and Mercury. */
abstract class MercuryWorldTestBase {
  static final long SEED = 5;

  /** When masters have registered and every node is known. */
  static final long BEGIN_MS = 20_000;

  /** Half a second to start, nothing for messages, no containers for masters. */
  static final SimulationSettings SETTINGS =
      SimulationSettings.DEFAULT
          .withHeartbeats(3_000, 1_000)
          .withMaster(0, 0)
          .with("yarnext.simulate.start-ms", "500")
          .with("yarnext.simulate.network-ms", "0")
          .with("yarnext.simulate.kill-ms", "250")
          .with("yarnext.simulate.master-start-ms", String.valueOf(BEGIN_MS))
          .with("yarnext.simulate.out-of-band", "false")
          .with("yarn.scheduler.capacity.per-node-heartbeat.maximum-offswitch-assignments", "100");

  static SimulatedSystem world(String name) {
    return MercuryWorld.all().stream()
        .filter(world -> world.name().equals(name))
        .findFirst()
        .orElseThrow(AssertionError::new);
  }

  static RunOutcome run(
      String system, ClusterTopology nodes, SimulationSettings settings, SimJob... jobs) {
    Workload workload = SmallWorkloads.workload(jobs);
    return world(system).run(workload, nodes, settings, SEED, ProgressListener.NONE);
  }

  static ClusterTopology nodes(int count, int slots) {
    return ClusterTopology.of(count, 1_000L * slots, slots, 100);
  }

  /** The first heartbeat of the only node that does not come before. */
  static long nodeHeartbeat(long notBeforeMs) {
    long phaseMs = (long) (new RandomStreams(SEED).stream("heartbeat-phase").nextDouble() * 3_000);
    return phaseMs + (notBeforeMs - phaseMs + 2_999) / 3_000 * 3_000;
  }

  /** The first heartbeat of a master that does not come before. */
  static long masterHeartbeat(long notBeforeMs) {
    return BEGIN_MS + (notBeforeMs - BEGIN_MS + 999) / 1_000 * 1_000;
  }

  static long endOf(RunOutcome outcome, int job) {
    return outcome.jobs().get(job).finishMs();
  }
}
