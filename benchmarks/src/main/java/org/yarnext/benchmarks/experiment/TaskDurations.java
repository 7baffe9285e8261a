// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import java.util.Random;
import org.yarnext.mercury.policy.estimate.RunTimeHint;
import org.yarnext.minicluster.shell.ShellTask;

/** How long the opportunistic tasks of one experiment run, and what Mercury is told of it. */
public enum TaskDurations {
  /** From half of the mean to one and a half of it; nothing is declared. */
  ALIKE {
    @Override
    public ShellTask task(double meanSeconds, Random random) {
      return ShellTask.opportunistic(sleep(meanSeconds, 0.5, random));
    }
  },

  /**
   * Three kinds, most of them short and most of the work long, as in clusters (Figure 1). A task
   * declares the mean of its kind, from which it is a quarter away at most.
   */
  MIXED {
    @Override
    public ShellTask task(double meanSeconds, Random random) {
      double which = random.nextDouble();
      double units = which < 0.7 ? 2 : which < 0.9 ? 8 : 24;
      double mean = meanSeconds * units / (0.7 * 2 + 0.2 * 8 + 0.1 * 24);
      return ShellTask.opportunistic(sleep(mean, 0.25, random))
          .environment(RunTimeHint.ENVIRONMENT_VARIABLE, Long.toString(Math.round(1000 * mean)));
    }
  };

  /**
   * An opportunistic task.
   *
   * @param meanSeconds of all tasks
   */
  public abstract ShellTask task(double meanSeconds, Random random);

  /**
   * A command that only takes time.
   *
   * @param away how far it is from its mean at most, as a share of that
   */
  public static String sleep(double meanSeconds, double away, Random random) {
    double seconds = meanSeconds * (1 - away + 2 * away * random.nextDouble());
    return ShellTask.sleep(seconds);
  }
}
