// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import java.time.Duration;
import org.yarnext.common.conf.DurationFormat;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command line options of the watch that keeps profiles up to date. */
public final class WatchOptions {
  private static final Duration MAX_TIME = Duration.ofDays(3650);

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--watch",
      description =
          "keep running, and keep the profiles in --out up to date as histories are written; what"
              + " was read is remembered in FILE.watch")
  private boolean isOn;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      defaultValue = "5m",
      description = "with --watch, time between two checks for new histories (default 5m)")
  private String interval;

  @Option(
      names = "--half-life",
      paramLabel = "TIME",
      defaultValue = "14d",
      description =
          "with --watch, time in which a run loses half of its weight; after eight it is forgotten"
              + " (default 14d)")
  private String halfLife;

  @Option(
      names = "--max-drift",
      paramLabel = "SHARE",
      defaultValue = "0.3",
      description =
          "with --watch, maximum difference of the last three runs from the profile; beyond it only"
              + " these runs count (default 0.3, which is 30 %%)")
  private double maxDrift;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "with --watch, number of checks for new histories, such as 1 if a scheduler starts the"
              + " command (default 0, until it is stopped)")
  private int iterations;

  /**
   * Checks the options.
   *
   * @throws ParameterException if one is out of bounds
   */
  void check() {
    intervalMs();
    halfLifeMs();
    if (!(maxDrift > 0)) {
      throw misuse("--max-drift must be above 0: correct it.");
    }
    if (iterations < 0) {
      throw misuse("--iterations " + iterations + " is below 0: correct it.");
    }
  }

  boolean isOn() {
    return isOn;
  }

  long intervalMs() {
    return ms("--interval", interval);
  }

  long halfLifeMs() {
    return ms("--half-life", halfLife);
  }

  double maxDrift() {
    return maxDrift;
  }

  /** Returns the number of rounds; 0 for no maximum. */
  int iterations() {
    return iterations;
  }

  private long ms(String option, String text) {
    try {
      Duration time = DurationFormat.parse(text);
      if (time.toMillis() > 0 && time.compareTo(MAX_TIME) <= 0) {
        return time.toMillis();
      }
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw misuse(option + " " + text + " is not a time such as 5m: correct it.");
    }
    throw misuse(option + " " + text + " is not above 0 and at most 3650d: correct it.");
  }

  private ParameterException misuse(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
