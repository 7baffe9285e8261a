// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Jobs of Mercury's demo, with their tasks and arrival times. They are drawn from a seed, so that
 * both clusters get the same load.
 */
final class Scenario {

  private static final double SHORTEST_S = 0.2;
  private static final double LONGEST_S = 2.0;
  private static final int JOBS = 6;
  private static final int FEWEST_TASKS = 45;
  private static final int MAX_TASKS = 60;
  private static final long JOB_SPACING_MS = 4000;
  private static final int GUARANTEED_TASKS = 24;
  private static final long GUARANTEED_SPACING_MS = 1500;
  private static final double GUARANTEED_S = 0.5;

  /** A client's job of opportunistic shell containers. */
  static final class Job {
    final String name;
    final long arrivalMs;
    final List<Double> taskSeconds;

    Job(String name, long arrivalMs, List<Double> taskSeconds) {
      this.name = name;
      this.arrivalMs = arrivalMs;
      this.taskSeconds = Collections.unmodifiableList(taskSeconds);
    }
  }

  final List<Job> jobs;

  /** Request times of the guaranteed containers. */
  final List<Long> guaranteedArrivalsMs;

  private Scenario(List<Job> jobs, List<Long> guaranteedArrivalsMs) {
    this.jobs = Collections.unmodifiableList(jobs);
    this.guaranteedArrivalsMs = Collections.unmodifiableList(guaranteedArrivalsMs);
  }

  static Scenario of(long seed) {
    Random random = new Random(seed);
    List<Job> jobs = new ArrayList<>();
    for (int j = 0; j < JOBS; j++) {
      int size = FEWEST_TASKS + random.nextInt(MAX_TASKS - FEWEST_TASKS + 1);
      List<Double> seconds = new ArrayList<>();
      for (int t = 0; t < size; t++) {
        seconds.add(SHORTEST_S + (LONGEST_S - SHORTEST_S) * random.nextDouble());
      }
      jobs.add(new Job("job " + (j + 1), j * JOB_SPACING_MS + random.nextInt(1000), seconds));
    }
    List<Long> guaranteed = new ArrayList<>();
    for (int g = 0; g < GUARANTEED_TASKS; g++) {
      guaranteed.add(2000 + g * GUARANTEED_SPACING_MS + random.nextInt(500));
    }
    return new Scenario(jobs, guaranteed);
  }

  int opportunisticTasks() {
    return jobs.stream().mapToInt(j -> j.taskSeconds.size()).sum();
  }

  double guaranteedSeconds() {
    return GUARANTEED_S;
  }
}
