// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.measure;

import java.util.Arrays;
import java.util.Locale;
import org.yarnext.tools.simulate.outcome.CounterNames;
import org.yarnext.tools.simulate.outcome.TaskClassResult;

/** Measures of runs that keep a cluster busy for a fixed time, as in Mercury's section 7. */
public enum ThroughputMeasure {
  /** Tasks that end per second. */
  TASKS("task throughput", true) {
    @Override
    public double of(RunResult row) {
      return Arrays.stream(tasksPerSecond(row)).average().orElse(0);
    }
  },
  /** Jobs that end per minute. */
  JOBS("job throughput", true) {
    @Override
    public double of(RunResult row) {
      long from = warmUpMs(row);
      long to = endMs(row);
      long ended = Arrays.stream(row.sortedFinishMs()).filter(ms -> ms >= from && ms < to).count();
      return to <= from ? 0 : ended * 60_000.0 / (to - from);
    }
  },
  /** Average time from a job's submission to its end, in seconds. */
  LATENCY("job latency", true) {
    @Override
    public double of(RunResult row) {
      return row.averageJobMs() / 1e3;
    }
  },
  /** Containers preempted for guaranteed ones, per node. */
  KILLED("containers stopped a node", false) {
    @Override
    public double of(RunResult row) {
      return row.classes().values().stream().mapToLong(TaskClassResult::killed).sum()
          / (double) row.cell().topology().nodes().size();
    }
  },
  /** Share of the cores used by opportunistic containers, in percent. */
  OPPORTUNISTIC("cores that opportunistic containers had, %", false) {
    @Override
    public double of(RunResult row) {
      double all = row.cell().topology().vcores() * (double) Math.max(1, endMs(row));
      return 100 * row.counters().getOrDefault(CounterNames.OPPORTUNISTIC_VCORE_MS, 0L) / all;
    }
  },
  /** Containers shed from queues relative to started tasks, in percent. */
  SHED("containers dequeued over tasks started, %", false) {
    @Override
    public double of(RunResult row) {
      long started = row.classes().values().stream().mapToLong(TaskClassResult::started).sum();
      return 100.0 * row.counters().getOrDefault("shed", 0L) / Math.max(1, started);
    }
  };

  private static final long WINDOW_MS = 10_000;
  private static final long WARM_UP_MS = 60_000;

  private final String text;
  private final boolean relative;

  ThroughputMeasure(String text, boolean relative) {
    this.text = text;
    this.relative = relative;
  }

  /** Returns the value of one run; throughput excludes the warm-up. */
  public abstract double of(RunResult row);

  /** Returns the name for people. */
  public String text() {
    return text;
  }

  /** Returns whether the paper states the measure as a gain over the baseline, in percent. */
  public boolean isRelative() {
    return relative;
  }

  /** Returns the ended tasks per second, in windows of ten seconds after the warm-up. */
  public static double[] tasksPerSecond(RunResult row) {
    return row.done().perSecond(warmUpMs(row), endMs(row), WINDOW_MS);
  }

  private static long endMs(RunResult row) {
    return row.counters().getOrDefault("virtual-ms", row.makespanMs());
  }

  private static long warmUpMs(RunResult row) {
    return Math.min(WARM_UP_MS, endMs(row) / 10);
  }

  /** Formats a value of the paper or of a run. */
  public String format(double value) {
    return relative
        ? String.format(Locale.ROOT, "%+.1f %%", value)
        : String.format(Locale.ROOT, "%.1f", value);
  }
}
