// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise;

import java.io.PrintWriter;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.yarnext.tools.advise.verdict.CandidateFeature;
import org.yarnext.tools.advise.verdict.FeatureGain;
import org.yarnext.tools.advise.verdict.SimulatedTimes;
import org.yarnext.tools.simulate.SystemRegistry;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.SimulatedSystem;
import org.yarnext.tools.simulate.world.SimulationSettings;

/**
 * Simulates the workload on stock and with candidates, each with several seeds. Not thread-safe.
 */
final class AdviceSimulation {
  private final Workload workload;
  private final ClusterTopology topology;
  private final SimulationSettings settings;
  private final int seeds;
  private final PrintWriter err;
  private final Map<String, SimulatedTimes> stock = new HashMap<>();

  /**
   * @param seeds number of runs of each system; above 0
   * @param err output for progress
   */
  AdviceSimulation(
      Workload workload,
      ClusterTopology topology,
      SimulationSettings settings,
      int seeds,
      PrintWriter err) {
    this.workload = workload;
    this.topology = topology;
    this.settings = settings;
    this.seeds = seeds;
    this.err = err;
  }

  /** Returns the times with a stock system, which runs once. */
  SimulatedTimes stock(String system) {
    return stock.computeIfAbsent(system, name -> run(name, CandidateFeature.keysOfStock()));
  }

  /**
   * Returns the gain of a candidate.
   *
   * @return null if no job finished
   * @throws org.yarnext.tools.simulate.engine.SimulationException if it cannot be run
   */
  FeatureGain gain(CandidateFeature candidate) {
    return FeatureGain.of(
        workload, stock(candidate.baseline()), run(candidate.system(), candidate.keys()));
  }

  private SimulatedTimes run(String name, Map<String, String> keys) {
    SimulatedSystem system = SystemRegistry.find(Collections.singletonList(name)).get(0);
    SimulationSettings all = settings;
    for (Map.Entry<String, String> key : keys.entrySet()) {
      all = all.with(key.getKey(), key.getValue());
    }
    SimulatedTimes times = new SimulatedTimes();
    for (int seed = 1; seed <= seeds; seed++) {
      long startNs = System.nanoTime();
      RunOutcome outcome = system.run(workload, topology, all, seed, (done, tasks, nowMs) -> {});
      times.add(outcome);
      err.println(
          String.format(
              Locale.ROOT,
              "%s, seed %d: average job time %.1f s, %d of %d jobs finished, took %.1f s",
              name,
              seed,
              outcome.averageJobMs() / 1e3,
              outcome.jobs().size() - outcome.unfinished(),
              outcome.jobs().size(),
              (System.nanoTime() - startNs) / 1e9));
    }
    return times;
  }
}
