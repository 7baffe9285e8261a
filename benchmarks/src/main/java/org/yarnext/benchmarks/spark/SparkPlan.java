// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Arrival times, kinds and sizes of the applications of the Spark mix. They are drawn from a seed,
 * so that every system gets the same. Immutable.
 */
final class SparkPlan {
  private static final List<SparkJobKind> TURNS =
      Arrays.asList(
          SparkJobKind.SHUFFLE, SparkJobKind.QUERY, SparkJobKind.ITERATIVE, SparkJobKind.QUERY);

  private static final double SPACING_MS = 5_000;

  /** Maximum difference of a size from the mean, as a share of it. Sizes are uniform. */
  private static final double SPREAD = 0.3;

  final List<Job> jobs;

  /** An application of the plan. Immutable. */
  static final class Job {
    final SparkJobKind kind;

    /** Number among the jobs of its kind, from 1. */
    final int number;

    /** Arrival time, from the start of the run. */
    final long arrivalMs;

    /** Factor on the pauses of its tasks and on the rows of its inputs. */
    final double factor;

    /** Seed of its data. */
    final long seed;

    Job(SparkJobKind kind, int number, long arrivalMs, double factor, long seed) {
      this.kind = kind;
      this.number = number;
      this.arrivalMs = arrivalMs;
      this.factor = factor;
      this.seed = seed;
    }

    String name() {
      return kind.label() + "-" + number;
    }
  }

  /** Draws the jobs. */
  SparkPlan(int count, long seed) {
    List<Job> drawn = new ArrayList<>();
    int[] ofKind = new int[SparkJobKind.values().length];
    for (int j = 0; j < count; j++) {
      Random random = new Random(seed * 1_000_003 + j);
      SparkJobKind kind = TURNS.get(j % TURNS.size());
      long arrivalMs = Math.round(SPACING_MS * (j + random.nextDouble() / 2));
      double factor = 1 - SPREAD + 2 * SPREAD * random.nextDouble();
      drawn.add(new Job(kind, ++ofKind[kind.ordinal()], arrivalMs, factor, random.nextLong()));
    }
    this.jobs = Collections.unmodifiableList(drawn);
  }
}
