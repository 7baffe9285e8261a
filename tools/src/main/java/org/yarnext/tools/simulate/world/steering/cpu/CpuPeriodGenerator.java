// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.steering.cpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.yarnext.tools.simulate.workload.SimCpuProfile;
import org.yarnext.tools.simulate.workload.SimTask;

/**
 * Divides the parts of a task's CPU profile into alternating periods of running and waiting. A pair
 * of periods takes about two seconds, of different length in each task, so that tasks that start
 * together do not wait together.
 */
public final class CpuPeriodGenerator {
  private static final double MIN_ROUND_MS = 1_000;
  private static final double MAX_ROUND_MS = 3_000;

  private CpuPeriodGenerator() {}

  /**
   * Returns the periods of a task.
   *
   * @param random the task's own generator, the same for all systems
   * @return at least one
   */
  public static List<CpuPeriod> of(SimCpuProfile profile, SimTask task, Random random) {
    double roundMs = MIN_ROUND_MS + (MAX_ROUND_MS - MIN_ROUND_MS) * random.nextDouble();
    boolean waitsFirst = random.nextBoolean();
    List<CpuPeriod> periods = new ArrayList<>();
    for (SimCpuProfile.Part part : profile.parts()) {
      add(periods, part, Math.max(1, task.durationMs()) * part.time(), roundMs, waitsFirst);
    }
    return periods;
  }

  private static void add(
      List<CpuPeriod> periods,
      SimCpuProfile.Part part,
      double ms,
      double roundMs,
      boolean waitsFirst) {
    boolean even = part.busy() == 0 || part.busy() == 1;
    int rounds = even ? 1 : (int) Math.max(1, Math.round(ms / roundMs));
    double each = ms / rounds;
    for (int i = 0; i < rounds; i++) {
      double progress = part.progress() / rounds;
      CpuPeriod runs =
          new CpuPeriod(
              part.threads(), each * part.busy() * part.threads(), progress * part.busy());
      CpuPeriod waits = new CpuPeriod(0, each * (1 - part.busy()), progress * (1 - part.busy()));
      addIfAny(periods, waitsFirst ? waits : runs);
      addIfAny(periods, waitsFirst ? runs : waits);
    }
  }

  private static void addIfAny(List<CpuPeriod> periods, CpuPeriod period) {
    if (period.ms > 0) {
      periods.add(period);
    }
  }

  /** Returns the work of some periods, in ms on a node of speed 1. */
  public static double workMs(List<CpuPeriod> periods) {
    return periods.stream()
        .filter(period -> !period.waits())
        .mapToDouble(period -> period.ms)
        .sum();
  }
}
