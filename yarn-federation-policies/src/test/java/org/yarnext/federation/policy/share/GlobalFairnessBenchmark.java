// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.yarnext.common.decision.Decision;

/**
 * Times global fairness at the scale of Hydra's largest clusters: 50,000 nodes in 20 sub-clusters,
 * 5,000 queues 5 to 12 deep.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class GlobalFairnessBenchmark {
  /** In how many sub-clusters a queue has demand, at most: 1 makes place matter most. */
  @Param({"1", "4", "20"})
  public int spread;

  /** Demand in parts of the capacity. */
  @Param({"0.8", "1.5"})
  public double load;

  /** Seed of the hierarchy and its demands. */
  @Param({"1", "2", "3"})
  public long seed;

  private ShareView view;
  private final GlobalFairnessSharePolicy policy = new GlobalFairnessSharePolicy();

  @Setup
  public void setUp() {
    view = RandomShares.large(seed, 5_000, 20, spread, load);
  }

  @Benchmark
  public Decision<GlobalQueueShares> decide() {
    return policy.decide(view);
  }
}
