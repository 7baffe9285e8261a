// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.mercury;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.yarnext.benchmarks.experiment.BenchSystem;

/**
 * MapReduce jobs whose maps sleep: two of each three have short maps, the third has long ones. They
 * are drawn from a seed, so that every system gets the same. Immutable.
 */
final class FirstRunsPlan {
  /** Prefixes of the names of jobs with short and with long maps. */
  static final String SHORT = "short";

  static final String LONG = "long";

  private static final int ARRIVAL_MS = 15_000;
  private static final int SHORT_MAPS = 16;
  private static final int LONG_MAPS = 6;
  private static final double SHORT_MEAN_MS = 4_000;
  private static final double LONG_MEAN_MS = 15_000;

  /** Maximum difference of a map from the mean of its job, as a share. */
  private static final double SPREAD = 0.5;

  /** Names that stay different without their numbers. */
  private static final String[] WORDS = {
    "alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliett"
  };

  private final List<Job> jobs = new ArrayList<>();

  /** A job. Immutable. */
  static final class Job {
    /** Name of its record, unique in the plan. */
    final String name;

    final long arrivalMs;
    final boolean isShort;

    /** Time that each map sleeps, in ms. */
    final List<Integer> mapsMs;

    private final String word;

    private Job(int number, String word, boolean isShort, List<Integer> mapsMs) {
      this.name = (isShort ? SHORT : LONG) + "-" + (number + 1);
      this.arrivalMs = (long) number * ARRIVAL_MS;
      this.isShort = isShort;
      this.mapsMs = mapsMs;
      this.word = word;
    }

    /** Returns the name of the application: only for later runs is it that of an earlier job. */
    String applicationName(BenchSystem system) {
      String kind = isShort ? SHORT : LONG;
      return system == BenchSystem.HYBRID_LATER_RUNS ? kind : kind + " " + word;
    }
  }

  /**
   * @param count number of jobs, at most the number of {@link #WORDS}
   */
  FirstRunsPlan(int count, long seed) {
    if (count > WORDS.length) {
      throw new IllegalArgumentException("--jobs " + count + " is above " + WORDS.length);
    }
    Random random = new Random(seed);
    for (int j = 0; j < count; j++) {
      boolean isShort = j % 3 != 2;
      double mean = isShort ? SHORT_MEAN_MS : LONG_MEAN_MS;
      List<Integer> maps = new ArrayList<>();
      for (int m = 0; m < (isShort ? SHORT_MAPS : LONG_MAPS); m++) {
        maps.add((int) (mean * (1 - SPREAD + 2 * SPREAD * random.nextDouble())));
      }
      jobs.add(new Job(j, WORDS[j], isShort, maps));
    }
  }

  List<Job> jobs() {
    return new ArrayList<>(jobs);
  }
}
