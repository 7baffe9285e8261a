// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.measure;

import java.util.Objects;
import java.util.function.LongFunction;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.SimulationSettings;

/**
 * One cell of a study: a cluster, settings, and a workload that is generated from a seed.
 * Immutable.
 */
public final class StudyCell {
  private final String group;
  private final String label;
  private final LongFunction<Workload> workload;
  private final ClusterTopology topology;
  private final SimulationSettings settings;

  /**
   * @param group name of the figure that the cell belongs to
   * @param label name of the cell within the group
   * @param workload makes the workload from a seed; thread-safe
   */
  public StudyCell(
      String group,
      String label,
      LongFunction<Workload> workload,
      ClusterTopology topology,
      SimulationSettings settings) {
    this.group = Objects.requireNonNull(group, "group");
    this.label = Objects.requireNonNull(label, "label");
    this.workload = workload;
    this.topology = topology;
    this.settings = settings;
  }

  /**
   * Returns a copy with other settings.
   *
   * @param more suffix of the copy's label
   */
  public StudyCell like(String more, SimulationSettings others) {
    return new StudyCell(group, label + ", " + more, workload, topology, others);
  }

  /** Returns the name of the figure that the cell belongs to. */
  public String group() {
    return group;
  }

  /** Returns the cell's name within its group. */
  public String label() {
    return label;
  }

  public Workload workload(long seed) {
    return workload.apply(seed);
  }

  public ClusterTopology topology() {
    return topology;
  }

  public SimulationSettings settings() {
    return settings;
  }

  /** Returns the name for tables. */
  @Override
  public String toString() {
    return group + ", " + label;
  }
}
