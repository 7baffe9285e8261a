// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.tools.simulate.workload.SimJob;

/**
 * Gain or loss of each single job relative to the baseline of its system, for jobs that both
 * finished. Immutable.
 */
public final class JobGainTable {
  private final List<RunResult> rows;
  private final BaselineSelector baselines;
  private final Map<String, RunResult> runs = new HashMap<>();
  private final Map<String, List<SimJob>> jobs = new HashMap<>();

  /** A job in a run and in that of the baseline. Immutable. */
  public static final class JobGain {
    private final SimJob job;
    private final long seed;
    private final long baseMs;
    private final long ms;

    JobGain(SimJob job, long seed, long baseMs, long ms) {
      this.job = job;
      this.seed = seed;
      this.baseMs = baseMs;
      this.ms = ms;
    }

    public SimJob job() {
      return job;
    }

    public long seed() {
      return seed;
    }

    /** Returns the time with the baseline, in ms; 1 or more. */
    public long baseMs() {
      return baseMs;
    }

    /** Returns the time with the system, in ms. */
    public long ms() {
      return ms;
    }

    /** Returns the time with the system over that with the baseline. */
    public double ratio() {
      return (double) ms / baseMs;
    }
  }

  /**
   * @param rows the results of a whole study
   */
  public JobGainTable(List<RunResult> rows, BaselineSelector baselines) {
    this.rows = Collections.unmodifiableList(new ArrayList<>(rows));
    this.baselines = baselines;
    for (RunResult row : rows) {
      runs.put(key(row, row.system()), row);
    }
  }

  private static String key(RunResult row, String system) {
    return row.cell() + "\n" + row.seed() + "\n" + system;
  }

  public List<RunResult> rows() {
    return rows;
  }

  /** Returns the jobs of a run's workload, in its order. */
  public List<SimJob> jobs(RunResult row) {
    return jobs.computeIfAbsent(key(row, ""), key -> row.cell().workload(row.seed()).jobs());
  }

  /** Returns the baseline's run with the same jobs; null if there is none. */
  public RunResult base(RunResult row) {
    return runs.get(key(row, baselines.of(row.system())));
  }

  /** Returns all jobs of a cell that both finished, those with the smallest ratio first. */
  public List<JobGain> gains(StudyCell cell, String system) {
    List<JobGain> gains = new ArrayList<>();
    for (RunResult row : rows) {
      RunResult base = base(row);
      if (row.cell() != cell || !row.system().equals(system) || base == null) {
        continue;
      }
      List<SimJob> all = jobs(row);
      for (int j = 0; j < all.size(); j++) {
        if (row.jobMsAt(j) >= 0 && base.jobMsAt(j) > 0) {
          gains.add(new JobGain(all.get(j), row.seed(), base.jobMsAt(j), row.jobMsAt(j)));
        }
      }
    }
    gains.sort(
        Comparator.comparingDouble(JobGain::ratio)
            .thenComparingLong(JobGain::seed)
            .thenComparingInt(gain -> gain.job().id()));
    return gains;
  }
}
