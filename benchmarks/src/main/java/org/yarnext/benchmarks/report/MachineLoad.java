// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/**
 * Measures the CPU use of the machine since construction, with and without this process and its
 * ended children. Reads /proc, so it works on Linux only.
 */
public final class MachineLoad {
  /** Warning about a run for which {@link #isDisturbed} returns true. */
  public static final String DISTURBED =
      "The machine was busy with other work during the runs: do not trust the ratios.";

  private static final double MAX_FOREIGN_SHARE = 0.15;

  private static final Path MACHINE = Paths.get("/proc/stat");
  private static final Path SELF = Paths.get("/proc/self/stat");

  private final long[] start;

  public MachineLoad() {
    start = read();
  }

  /**
   * Returns the share of CPU time that other work used, over all processors, 0 to 1; NaN if
   * unknown.
   */
  public double foreignShare() {
    long[] now = read();
    return now == null || start == null
        ? Double.NaN
        : share(now[0] - start[0], now[1] - start[1], now[2] - start[2]);
  }

  /**
   * Returns the share of CPU time that all work used, over all processors, 0 to 1; NaN if unknown.
   */
  public double busyShare() {
    long[] now = read();
    return now == null || start == null
        ? Double.NaN
        : share(now[0] - start[0], now[1] - start[1], 0);
  }

  /**
   * Returns whether other work used so much CPU time that systems cannot be compared.
   *
   * @param foreignShare result of {@link #foreignShare}
   */
  public static boolean isDisturbed(double foreignShare) {
    return foreignShare > MAX_FOREIGN_SHARE;
  }

  static double share(long all, long busy, long own) {
    return all <= 0 ? Double.NaN : Math.max(0, busy - own) / (double) all;
  }

  /**
   * Returns CPU times in clock ticks: available, used, and used by this process and its ended
   * children. Null if unknown.
   */
  private static long[] read() {
    try {
      return parse(
          new String(Files.readAllBytes(MACHINE), UTF_8),
          new String(Files.readAllBytes(SELF), UTF_8));
    } catch (IOException e) {
      return null;
    }
  }

  /**
   * Parses the first line of /proc/stat, and the fields after the name in /proc/self/stat; see
   * proc(5).
   */
  static long[] parse(String machine, String self) {
    String[] times = machine.substring(0, machine.indexOf('\n')).trim().split(" +");
    long all = 0;
    for (int i = 1; i <= 8; i++) {
      all += Long.parseLong(times[i]);
    }
    long idle = Long.parseLong(times[4]) + Long.parseLong(times[5]);
    String[] fields = self.substring(self.lastIndexOf(')') + 2).split(" ");
    long own = 0;
    for (int i = 11; i <= 14; i++) {
      own += Long.parseLong(fields[i]);
    }
    return new long[] {all, all - idle, own};
  }
}
