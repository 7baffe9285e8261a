// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import java.util.Random;
import org.yarnext.mercury.policy.estimate.RunTimeHint;
import org.yarnext.minicluster.shell.ShellTask;

/**
 * Distribution of the run times of opportunistic tasks, and whether tasks declare them to Mercury.
 */
public enum TaskDurations {
  /** Uniform between half and one and a half times the mean. Tasks declare nothing. */
  ALIKE {
    @Override
    public ShellTask task(double meanSeconds, Random random) {
      return ShellTask.opportunistic(sleep(meanSeconds, 0.5, random));
    }
  },

  /**
   * Three kinds of tasks: most are short, and most of the work is in long ones, as in production
   * clusters (Figure 1). A task declares the mean of its kind, and differs from it by a quarter at
   * most.
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
   * Creates an opportunistic task.
   *
   * @param meanSeconds mean run time of all tasks
   */
  public abstract ShellTask task(double meanSeconds, Random random);

  /**
   * Returns a command that sleeps for a random time.
   *
   * @param away maximum distance from the mean, as a share of it
   */
  public static String sleep(double meanSeconds, double away, Random random) {
    double seconds = meanSeconds * (1 - away + 2 * away * random.nextDouble());
    return ShellTask.sleep(seconds);
  }
}
