// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.bench;

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
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.MinMemorySelector;
import org.yarnext.elastic.policy.model.SawToothModel;
import org.yarnext.elastic.policy.model.StepModel;
import org.yarnext.elastic.policy.model.spill.MapReduceSpills;
import org.yarnext.elastic.policy.model.spill.ShuffleSettings;

/**
 * Measures the cost of one choice of the minimum memory for a task of 8 GB, down to a tenth of it:
 * a mapper, and reducers of 100 and of 10,000 map outputs.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MinMemoryBenchmark {
  private static final long ASKED_MB = 8192;

  /** The scheduler's allocation step. */
  @Param({"1024", "128", "1"})
  public long stepMb;

  /** Map outputs; 0 is a mapper. */
  @Param({"0", "100", "10000"})
  public int outputs;

  private ElasticityModel model;

  @Setup
  public void makeModel() {
    ShuffleSettings settings = new ShuffleSettings(0.7f, 0.25f, 0.66f, 0.66f, 10);
    model =
        outputs == 0
            ? new StepModel(ASKED_MB, 10_000, 1.3, 100)
            : new SawToothModel(new MapReduceSpills(3000, outputs, 400, settings), 60_000, 50);
  }

  @Benchmark
  public MinMemorySelector choose() {
    return MinMemorySelector.of(model, ASKED_MB, ASKED_MB, ASKED_MB / 10, stepMb, ASKED_MB);
  }
}
