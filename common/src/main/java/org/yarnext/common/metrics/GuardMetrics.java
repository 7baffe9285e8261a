// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardCounters;
import org.yarnext.common.guard.GuardState;

/**
 * Shows a guard as metrics: its state, how its calls ended, and three numbers per hook.
 *
 * <p>Immutable and thread-safe.
 */
final class GuardMetrics {
  private final Guard guard;

  GuardMetrics(Guard guard) {
    this.guard = guard;
  }

  /** One current value. */
  static final class Sample {
    final String name;
    final String doc;
    final boolean monotonic;
    final long value;

    private Sample(String name, String doc, boolean monotonic, long value) {
      this.name = name;
      this.doc = doc;
      this.monotonic = monotonic;
      this.value = value;
    }
  }

  List<Sample> samples() {
    List<Sample> samples = new ArrayList<>();
    GuardCounters all = guard.counters();
    samples.add(
        gauge("GuardState", "0 healthy, 1 half-open, 2 tripped", stateNumber(guard.state())));
    samples.add(gauge("GuardWorkersStuck", "Abandoned worker threads", guard.workersStuck()));
    samples.add(counter("GuardCalls", "Guarded calls: ok and fallbacks", all.calls()));
    samples.add(counter("GuardOk", "Guarded calls that used the feature's result", all.ok()));
    samples.add(counter("GuardFallbacks", "Calls that used stock behaviour", all.fallbacks()));
    samples.add(
        counter("GuardFailures", "Fallbacks: the feature threw an exception", all.failures()));
    samples.add(counter("GuardTimeouts", "Fallbacks: deadline missed", all.timeouts()));
    samples.add(counter("GuardRejected", "Fallbacks: no worker was free", all.rejected()));
    samples.add(counter("GuardSkipped", "Fallbacks: the guard was tripped", all.skipped()));
    samples.add(counter("GuardInterrupted", "Fallbacks: caller interrupted", all.interrupted()));
    samples.add(counter("GuardSlow", "Results used although late", all.slow()));
    samples.add(counter("GuardTrips", "Times the guard tripped", all.trips()));
    samples.add(counter("GuardRecoveries", "Times the guard recovered", all.recoveries()));
    samples.add(counter("GuardOkNanos", "Nanoseconds spent in ok calls", all.totalNanos()));
    for (Map.Entry<String, GuardCounters> entry : all.perHook().entrySet()) {
      String hook = "Hook_" + MetricNames.plain(entry.getKey());
      GuardCounters counts = entry.getValue();
      samples.add(counter(hook + "_Calls", "Guarded calls of this hook", counts.calls()));
      samples.add(counter(hook + "_Fallbacks", "Fallbacks of this hook", counts.fallbacks()));
      long maxMicros = TimeUnit.NANOSECONDS.toMicros(counts.maxNanos());
      samples.add(gauge(hook + "_MaxMicros", "Slowest ok call, microseconds", maxMicros));
    }
    return samples;
  }

  private static int stateNumber(GuardState state) {
    switch (state) {
      case HEALTHY:
        return 0;
      case HALF_OPEN:
        return 1;
      default:
        return 2;
    }
  }

  private static Sample counter(String name, String doc, long value) {
    return new Sample(name, doc, true, value);
  }

  private static Sample gauge(String name, String doc, long value) {
    return new Sample(name, doc, false, value);
  }
}
