// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import java.util.Arrays;
import picocli.CommandLine.Option;

/** Options of the experiment {@link Experiment#ORCHESTRATOR}. */
public final class SteeringOptions {

  @Option(
      names = "--job-maps",
      paramLabel = "N",
      description = "orchestrator: number of maps of each job (default 4)")
  int maps = 4;

  @Option(
      names = "--work",
      paramLabel = "X",
      description =
          "orchestrator: approximate CPU seconds of each map, without its start (default 1)")
  double work = 1;

  @Option(
      names = "--skew",
      paramLabel = "X",
      description = "orchestrator: factor for the work of the last map of each job (default 2)")
  double skew = 2;

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = "orchestrator: number of k-means steps, each a MapReduce job (default 1)")
  public int steps = 1;

  @Option(
      names = "--hog",
      paramLabel = "N",
      description =
          "orchestrator: vcores of the CPU hog, a container on the last node that keeps as many"
              + " processors busy while the jobs run (default 8; 0 for none)")
  public int hog = 8;

  @Option(
      names = "--node-cores",
      paramLabel = "X",
      description =
          "orchestrator, mixed: number of processors that all containers of a node share (default"
              + " 0.7, mixed 0.5); mixed: 0 for no limit and no CPU hog, which needs no cgroups")
  public double nodeCores = -1;

  @Option(
      names = "--epoch",
      paramLabel = "MS",
      description =
          "orchestrator: yarn.mr-orchestrator.epoch in ms, with four samples each (default 2000)")
  public int epochMs = 2000;

  @Option(
      names = "--memory-bounds",
      description =
          "orchestrator: limit each container that has its own cgroup to its requested memory, as"
              + " LinuxContainerExecutor can, so that the orchestrator can raise it")
  public boolean memoryBounds;

  /** Returns the amount of work of each map of a job. */
  public double[] shares() {
    double[] shares = new double[maps];
    Arrays.fill(shares, work);
    shares[maps - 1] = work * skew;
    return shares;
  }

  public long sampleMs() {
    return epochMs / 4;
  }

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if an option is out of range
   */
  void check() {
    within("--job-maps", maps, 1, 100);
    within("--work", work, 0.01, 1000);
    within("--skew", skew, 1, 100);
    within("--steps", steps, 1, 100);
    within("--hog", hog, 0, 100);
    if (nodeCores != 0) {
      within("--node-cores", nodeCores, 0.1, 1000);
    }
    within("--epoch", epochMs, 2000, 600_000);
  }

  private static void within(String option, double value, double min, double max) {
    if (!(value >= min && value <= max)) {
      throw new IllegalArgumentException(
          option + " needs " + min + " to " + max + ", not " + value);
    }
  }
}
