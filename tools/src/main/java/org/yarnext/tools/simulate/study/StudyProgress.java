// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.yarnext.tools.simulate.study.measure.RunResult;

/**
 * Shows the progress of a study and the estimated time to its end. On a terminal it is a bar;
 * otherwise it is a line at intervals, and one with the result of each ended run, so that an
 * interrupted study leaves results. Thread-safe.
 */
public final class StudyProgress {
  private static final int WIDTH = 30;
  private static final long BAR_NS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long LINE_NS = TimeUnit.SECONDS.toNanos(30);

  private final PrintWriter err;
  private final boolean terminal;
  private final LongSupplier nanoClock;
  private final long startNs;
  private long shownNs;
  private long done;
  private long all;

  /**
   * @param err output; not null
   * @param nanoClock monotonic clock in ns
   */
  public StudyProgress(PrintWriter err, boolean terminal, LongSupplier nanoClock) {
    this.err = err;
    this.terminal = terminal;
    this.nanoClock = nanoClock;
    this.startNs = nanoClock.getAsLong();
    this.shownNs = startNs;
  }

  /** Sets the number of runs. */
  synchronized void planned(int runs) {
    all = 1_000L * runs;
  }

  /** Adds progress, in thousandths of a run. */
  synchronized void more(int thousandths) {
    done += thousandths;
    long now = nanoClock.getAsLong();
    if (all > 0 && now - shownNs >= (terminal ? BAR_NS : LINE_NS)) {
      shownNs = now;
      show(now);
    }
  }

  private void show(long now) {
    double share = Math.min(1, (double) done / all);
    long leftS =
        share <= 0
            ? 0
            : TimeUnit.NANOSECONDS.toSeconds((long) ((now - startNs) * (1 - share) / share));
    String text =
        String.format(
            Locale.ROOT, "%3.0f %%, about %d:%02d to go", 100 * share, leftS / 60, leftS % 60);
    if (terminal) {
      StringBuilder bar = new StringBuilder("\r[");
      for (int i = 0; i < WIDTH; i++) {
        bar.append(i < share * WIDTH ? '#' : '.');
      }
      err.print(bar.append("] ").append(text).append("   "));
      err.flush();
    } else {
      err.println(text);
    }
  }

  /**
   * Reports the end of a run.
   *
   * @param tookNs real time of the run, in ns
   */
  synchronized void ended(RunResult row, long tookNs) {
    if (!terminal) {
      err.println(
          String.format(
              Locale.ROOT,
              "%s, %s, seed %d: average job time %.1f s, %d of %d jobs finished, took %.1f s",
              row.cell(),
              row.system(),
              row.seed(),
              row.averageJobMs() / 1e3,
              row.jobs() - row.unfinished(),
              row.jobs(),
              tookNs / 1e9));
    }
  }

  /** Returns the time of the monotonic clock, in ns. */
  long nanoTime() {
    return nanoClock.getAsLong();
  }

  synchronized void ended() {
    if (terminal) {
      err.print("\r" + new String(new char[WIDTH + 40]).replace('\0', ' ') + "\r");
      err.flush();
    }
  }
}
