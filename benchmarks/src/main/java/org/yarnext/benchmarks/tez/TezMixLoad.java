// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.tez;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A load of recurring DAGs of sleeping tasks: many short ones, some of medium length, and a few
 * whose tasks are too long for a node's queue. It is drawn from a seed, so that every system gets
 * the same. Immutable.
 */
final class TezMixLoad {

  /** A kind of DAG, whose name is that of the recurring DAG. */
  enum Kind {
    SHORT(new int[] {20, 1_000}, new int[] {4, 1_000}),
    MIDDLE(new int[] {12, 3_000}, new int[] {4, 2_000}, new int[] {1, 1_000}),
    LONG(new int[] {6, 14_000}, new int[] {2, 2_000});

    /** Number of tasks and mean sleep in ms, for each stage. */
    private final List<int[]> stages;

    Kind(int[]... stages) {
      this.stages = Arrays.asList(stages);
    }
  }

  /** Order of DAGs: of six, three are short, two are of medium length and one is long. */
  private static final List<Kind> TURNS =
      Arrays.asList(Kind.SHORT, Kind.MIDDLE, Kind.SHORT, Kind.LONG, Kind.SHORT, Kind.MIDDLE);

  /**
   * Shortest task duration as a share of the mean. Durations are uniform and symmetric about the
   * mean.
   */
  private static final double SHORTEST = 2 / 3.0;

  private final int jobs;
  private final long seed;
  private final double stretch;
  private final double pauseSeconds;

  /**
   * Creates a load.
   *
   * @param stretch factor on the run times of {@link Kind}
   * @param pauseSeconds mean pause before a DAG
   */
  TezMixLoad(int jobs, long seed, double stretch, double pauseSeconds) {
    this.jobs = jobs;
    this.seed = seed;
    this.stretch = stretch;
    this.pauseSeconds = pauseSeconds;
  }

  int jobs() {
    return jobs;
  }

  /** Returns the kind of DAG {@code job}, from 0. */
  Kind kind(int job) {
    return TURNS.get(job % TURNS.size());
  }

  /**
   * Returns how long a session pauses before DAG {@code job}, in ms. Pauses are exponentially
   * distributed.
   */
  long pauseMs(int job) {
    Random random = new Random(31 * (seed * 1_000_003 + job));
    return Math.round(-Math.log(1 - random.nextDouble()) * pauseSeconds * 1_000);
  }

  /**
   * Returns how long each task of each stage of a DAG sleeps, in ms. Every call returns the same.
   */
  List<List<Integer>> stages(Kind kind, int job) {
    Random random = new Random(seed * 1_000_003 + job);
    List<List<Integer>> stages = new ArrayList<>();
    for (int[] stage : kind.stages) {
      List<Integer> sleeps = new ArrayList<>();
      for (int t = 0; t < stage[0]; t++) {
        double share = SHORTEST + 2 * (1 - SHORTEST) * random.nextDouble();
        sleeps.add((int) Math.round(stretch * stage[1] * share));
      }
      stages.add(sleeps);
    }
    return stages;
  }
}
