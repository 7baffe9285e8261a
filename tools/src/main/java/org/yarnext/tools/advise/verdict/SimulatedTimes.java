// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise.verdict;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.tools.simulate.outcome.JobResult;
import org.yarnext.tools.simulate.outcome.RunOutcome;

/** Simulated job times with one system, in runs with different seeds. Not thread-safe. */
public final class SimulatedTimes {
  private final List<Map<Integer, Long>> bySeed = new ArrayList<>();

  /** Adds the outcome of a run. */
  public void add(RunOutcome outcome) {
    Map<Integer, Long> times = new HashMap<>();
    for (JobResult job : outcome.jobs()) {
      if (job.isFinished()) {
        times.put(job.job().id(), Math.max(1, job.finishMs() - job.job().submitMs()));
      }
    }
    bySeed.add(times);
  }

  /** Adds a run by its jobs' times in ms; for tests. */
  public SimulatedTimes with(Map<Integer, Long> times) {
    bySeed.add(new HashMap<>(times));
    return this;
  }

  /** Returns the number of runs. */
  public int seeds() {
    return bySeed.size();
  }

  /** Returns the time of each finished job in a run, in ms by id; unmodifiable. */
  public Map<Integer, Long> ofSeed(int seed) {
    return Collections.unmodifiableMap(bySeed.get(seed));
  }

  /** Returns the mean time of a job over the runs in ms; NaN unless it finished in all. */
  public double meanMs(int job) {
    double sum = 0;
    for (Map<Integer, Long> times : bySeed) {
      Long ms = times.get(job);
      sum += ms == null ? Double.NaN : ms;
    }
    return sum / bySeed.size();
  }
}
