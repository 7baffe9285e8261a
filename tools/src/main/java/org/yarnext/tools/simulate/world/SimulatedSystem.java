// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world;

import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.Workload;

/**
 * System that the simulator can run a workload on. Implementations keep no state between runs; runs
 * on two threads may overlap unless {@link #isExclusive} says otherwise.
 */
public interface SimulatedSystem {
  /** Returns the system's name in tables; a word without spaces. */
  String name();

  /**
   * Runs a workload to its end, or to the settings' limit. The same arguments give the same
   * outcome.
   *
   * @param progress called from time to time, on this thread
   * @throws SimulationException if the system cannot run the workload; the message says what to
   *     change
   */
  RunOutcome run(
      Workload workload,
      ClusterTopology topology,
      SimulationSettings settings,
      long seed,
      ProgressListener progress);

  /**
   * Checks what {@link #run} needs, without running: sizes, queues and what the system models. It
   * takes no longer than a start of a scheduler.
   *
   * @throws SimulationException if the system cannot run the workload; the message says what to
   *     change
   */
  default void check(Workload workload, ClusterTopology topology, SimulationSettings settings) {}

  /** Returns whether this is stock YARN, the baseline of others. */
  default boolean isStock() {
    return false;
  }

  /**
   * Returns the name of the stock system with the same model of nodes, Application Masters and
   * tasks. Systems with different models are not compared with one another.
   */
  String comparedWith();

  /**
   * Returns the name of the unmodified stock system with the same scheduler. Ratios are relative to
   * the first of these in a run, if there is one.
   */
  default String family() {
    return comparedWith();
  }

  /**
   * Returns whether runs must not overlap with others in this process, because classes share static
   * state.
   */
  default boolean isExclusive() {
    return false;
  }
}
