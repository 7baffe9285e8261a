// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.policing;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Locale;
import java.util.function.Supplier;
import org.junit.Test;

/**
 * How many opportunistic containers are stopped, and how much opportunistic work is completed,
 * without policing, with Table 1's ceilings and with history. {@link #main} prints the table of
 * docs/design/mercury-policing.md.
 */
public class PolicingSimulationTest {
  private static final int SEEDS = 3;

  private static final class Outcome {
    double killed;
    double workGb;

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.0f killed, %.2f GB", killed, workGb);
    }
  }

  private static Outcome run(Supplier<CeilingPolicy> ceiling, GuaranteedLoad load, boolean alike) {
    Outcome mean = new Outcome();
    for (int seed = 1; seed <= SEEDS; seed++) {
      PolicingSimulation s = new PolicingSimulation(ceiling.get(), load, alike, seed);
      mean.killed += (double) s.killed / SEEDS;
      mean.workGb += s.workGb / SEEDS;
    }
    return mean;
  }

  private static Outcome none(GuaranteedLoad load, boolean alike) {
    return run(() -> CeilingPolicy.NONE, load, alike);
  }

  private static Outcome percent(int percent, GuaranteedLoad load, boolean alike) {
    return run(() -> new StaticCeilingPolicy(percent, percent), load, alike);
  }

  private static Outcome history(double quantile, GuaranteedLoad load, boolean alike) {
    long periodMs =
        load == GuaranteedLoad.DAILY_PEAK ? GuaranteedLoad.DAY_MS : 24 * 60 * 60 * 1_000L;
    return run(
        () -> new HistoryCeilingPolicy(new DemandHistory(600_000, periodMs, quantile)),
        load,
        alike);
  }

  private static void assertKillsFarFewerForMoreWork(GuaranteedLoad load, boolean alike) {
    Outcome none = none(load, alike);
    Outcome history = history(0.6, load, alike);
    String both = history + " instead of " + none;
    assertTrue(both, history.killed <= 0.4 * none.killed);
    assertTrue(both, history.workGb >= none.workGb);
  }

  @Test
  public void historyKillsFewerForMoreWorkWithRegularBursts() {
    assertKillsFarFewerForMoreWork(GuaranteedLoad.BURST_EACH_MINUTE, false);
    assertKillsFarFewerForMoreWork(GuaranteedLoad.BURST_EACH_MINUTE, true);
  }

  @Test
  public void historyKillsFewerForMoreWorkWithTheSteadyLoadOfTable1() {
    assertKillsFarFewerForMoreWork(GuaranteedLoad.STEADY, false);
  }

  @Test
  public void historyKillsFewerForMoreWorkWithADailyPeak() {
    assertKillsFarFewerForMoreWork(GuaranteedLoad.DAILY_PEAK, false);
  }

  /** Nothing short can take the place of what is held, so equal work is out of reach. */
  @Test
  public void unpredictableBurstsTradeWorkForKills() {
    Outcome none = none(GuaranteedLoad.RANDOM_BURSTS, true);
    Outcome bold = history(0.5, GuaranteedLoad.RANDOM_BURSTS, true);
    Outcome cautious = history(0.9, GuaranteedLoad.RANDOM_BURSTS, true);
    assertTrue(bold + " " + none, bold.killed < none.killed && bold.workGb > 0.9 * none.workGb);
    assertTrue(cautious + " " + bold, cautious.killed < bold.killed);
    assertTrue(cautious + " " + none, cautious.killed < 0.4 * none.killed);
    assertTrue(cautious + " " + bold, cautious.workGb < bold.workGb);
  }

  @Test
  public void higherCeilingKillsMoreAsInTable1() {
    double before = 0;
    for (int percent : new int[] {20, 30, 40, 100}) {
      Outcome o = percent(percent, GuaranteedLoad.STEADY, false);
      assertTrue(percent + " %: " + o, o.killed > before);
      before = o.killed;
    }
    assertEquals(none(GuaranteedLoad.STEADY, false).killed, before, 0);
  }

  /** Prints the table. */
  public static void main(String[] args) {
    for (boolean alike : new boolean[] {false, true}) {
      for (GuaranteedLoad load : GuaranteedLoad.values()) {
        System.out.printf(
            "| %s, %s | %s | %s | %s | %s | %s | %s | %s | %s |%n",
            load,
            alike ? "alike" : "mixed",
            none(load, alike),
            percent(20, load, alike),
            percent(30, load, alike),
            percent(40, load, alike),
            history(0.5, load, alike),
            history(0.6, load, alike),
            history(0.7, load, alike),
            history(0.9, load, alike));
      }
    }
  }
}
