// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate;

import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.SimulatedSystem;
import org.yarnext.tools.simulate.world.SimulationSettings;

/** System with one value of a key that is compared with other values of the same key. Immutable. */
final class ComparedSystem implements SimulatedSystem {
  private final SimulatedSystem system;
  private final String key;
  private final String value;

  ComparedSystem(SimulatedSystem system, String key, String value) {
    this.system = system;
    this.key = key;
    this.value = value;
  }

  @Override
  public String name() {
    String shortKey = key.substring(key.lastIndexOf('.') + 1);
    return system.name() + ":" + shortKey + "=" + value.replaceAll("\\s+", "_");
  }

  private SimulationSettings with(SimulationSettings settings) {
    return settings.with(key, value);
  }

  @Override
  public RunOutcome run(
      Workload workload,
      ClusterTopology topology,
      SimulationSettings settings,
      long seed,
      ProgressListener progress) {
    return system.run(workload, topology, with(settings), seed, progress);
  }

  @Override
  public void check(Workload workload, ClusterTopology topology, SimulationSettings settings) {
    system.check(workload, topology, with(settings));
  }

  @Override
  public boolean isStock() {
    return system.isStock();
  }

  @Override
  public String comparedWith() {
    return system.comparedWith();
  }

  @Override
  public String family() {
    return system.family();
  }

  @Override
  public boolean isExclusive() {
    return system.isExclusive();
  }
}
