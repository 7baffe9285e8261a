// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import picocli.CommandLine.Option;

/**
 * Options of the experiments {@link Experiment#IDLE_CAPACITY}, {@link
 * Experiment#IDLE_CAPACITY_SPIKES}, {@link Experiment#IDLE_CAPACITY_COST} and {@link
 * Experiment#NODE_LOAD}.
 */
public final class IdleOptions {

  @Option(
      names = "--guaranteed-share",
      paramLabel = "X",
      description =
          "idle-capacity: part of the nodes that is allocated to guaranteed containers, in eighths"
              + " (default 0.875)")
  public double guaranteedShare = 0.875;

  @Option(
      names = "--spikes",
      paramLabel = "N",
      description =
          "idle-capacity-spikes: how often the guaranteed containers grow in a run (default 50)")
  public int spikes = 50;

  @Option(
      names = "--containers",
      paramLabel = "N",
      description = "idle-capacity-cost, node-load: running containers of the node (default 200)")
  public int containers = 200;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if an option is out of range
   */
  void check() {
    if (!(guaranteedShare >= 0.125 && guaranteedShare <= 1)) {
      throw new IllegalArgumentException(
          "--guaranteed-share needs 0.125 to 1, not " + guaranteedShare);
    }
    if (spikes < 1) {
      throw new IllegalArgumentException("--spikes needs 1 or more, not " + spikes);
    }
    if (containers < 1) {
      throw new IllegalArgumentException("--containers needs 1 or more, not " + containers);
    }
  }
}
