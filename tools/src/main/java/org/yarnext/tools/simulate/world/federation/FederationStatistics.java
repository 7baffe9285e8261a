// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.federation;

import java.util.Arrays;
import java.util.Collection;
import org.yarnext.federation.policy.split.PlacementLocality;
import org.yarnext.tools.simulate.outcome.OutcomeRecorder;
import org.yarnext.tools.simulate.outcome.QuantileSketch;

/**
 * Counts the scheduling decisions of a simulated federation. Rates, waits and averages exclude the
 * warm-up, in which the cluster fills up. Not thread-safe.
 */
final class FederationStatistics {
  private static final int MILLION = 1_000_000;
  private static final String[] LEDGER = {"absorbed", "excess", "relaxed", "redistributed"};

  private final long warmUpMs;
  private final long[] near = new long[PlacementLocality.values().length];
  private final long[] ofLedgers = new long[LEDGER.length];
  private final QuantileSketch waitsMs = new QuantileSketch();

  /**
   * Waits, including those that have not ended when the run ends: without them, a system that
   * starves some requests would look fast.
   */
  private final QuantileSketch allWaitsMs = new QuantileSketch();

  private long decisions;
  private long inThisSecond;
  private long maxDecisions;
  private long seconds;
  private double usedParts;
  private double unfairness;
  private long rounds;

  FederationStatistics(long warmUpMs) {
    this.warmUpMs = warmUpMs;
  }

  private boolean counts(long nowMs) {
    return nowMs >= warmUpMs;
  }

  /** Counts a container granted, returned or ended. */
  void decided() {
    inThisSecond++;
  }

  /** Records a container that has reached its application. */
  void recordWait(long waitedMs, long nowMs) {
    if (counts(nowMs)) {
      waitsMs.add(waitedMs);
      allWaitsMs.add(waitedMs);
    }
  }

  /** Records containers that are still waited for at the end. */
  void waiting(int containers, long waitedMs) {
    for (int i = 0; i < containers; i++) {
      allWaitsMs.add(waitedMs);
    }
  }

  /** Ends a second. */
  void second(double usedPart, long nowMs) {
    if (counts(nowMs - 1_000)) {
      seconds++;
      decisions += inThisSecond;
      maxDecisions = Math.max(maxDecisions, inThisSecond);
      usedParts += usedPart;
    }
    inThisSecond = 0;
  }

  void round(double error, long nowMs) {
    if (counts(nowMs)) {
      rounds++;
      unfairness += error;
    }
  }

  /** Ends the warm-up: drops the counts so far, including those of the given proxies. */
  void filledUp(Collection<SimulatedAmrmProxy> running) {
    Arrays.fill(near, 0);
    Arrays.fill(ofLedgers, 0);
    running.forEach(ledgers -> add(ledgers, -1));
  }

  /** Adds the counts of a proxy whose application, or the run, has ended. */
  void ledgers(SimulatedAmrmProxy ledgers, long nowMs) {
    if (counts(nowMs)) {
      add(ledgers, 1);
    }
  }

  private void add(SimulatedAmrmProxy ledgers, int sign) {
    for (PlacementLocality how : PlacementLocality.values()) {
      near[how.ordinal()] += sign * ledgers.granted(how);
    }
    for (int i = 0; i < LEDGER.length; i++) {
      ofLedgers[i] += sign * ledgers.of(LEDGER[i]);
    }
  }

  void write(OutcomeRecorder recorder) {
    recorder.count("seconds", seconds);
    recorder.count("decisions", decisions);
    recorder.count("decisions-in-busiest-second", maxDecisions);
    recorder.count("containers", waitsMs.count());
    recorder.count("wait-mean-ms", Math.round(waitsMs.mean()));
    recorder.count("wait-p50-ms", Math.round(waitsMs.quantile(0.5)));
    recorder.count("wait-p99-ms", Math.round(waitsMs.quantile(0.99)));
    recorder.count("waiting", allWaitsMs.count() - waitsMs.count());
    recorder.count("wait-all-mean-ms", Math.round(allWaitsMs.mean()));
    recorder.count("wait-all-p99-ms", Math.round(allWaitsMs.quantile(0.99)));
    recorder.count("used-ppm", Math.round(MILLION * usedParts / Math.max(1, seconds)));
    recorder.count("unfairness-ppm", Math.round(MILLION * unfairness / Math.max(1, rounds)));
    Arrays.stream(PlacementLocality.values())
        .forEach(how -> recorder.count("near-" + how.name(), near[how.ordinal()]));
    for (int i = 0; i < LEDGER.length; i++) {
      recorder.count(LEDGER[i], ofLedgers[i]);
    }
  }
}
