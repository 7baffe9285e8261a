// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.coordinator;

import java.util.Arrays;
import java.util.List;

/** Bounds of the coordinator's decisions, times in ms. Immutable; equal if every value is equal. */
public final class CoordinatorSettings {
  private final double sigmas;
  private final long minWaitMs;
  private final long maxWaitMs;
  private final long staleAfterMs;
  private final long intervalMs;

  /**
   * Creates settings.
   *
   * @param sigmas k of the threshold mean + kσ, 0 or more
   * @param minWaitMs minimum limit to send
   * @param maxWaitMs maximum limit to send; not below {@code minWaitMs}
   * @param staleAfterMs maximum age of a report
   * @param intervalMs interval between decisions
   */
  public CoordinatorSettings(
      double sigmas, long minWaitMs, long maxWaitMs, long staleAfterMs, long intervalMs) {
    if (!(sigmas >= 0) || minWaitMs < 0 || maxWaitMs < minWaitMs) {
      throw new IllegalArgumentException(
          "k=" + sigmas + ", limits " + minWaitMs + ".." + maxWaitMs + " ms");
    }
    this.sigmas = sigmas;
    this.minWaitMs = minWaitMs;
    this.maxWaitMs = maxWaitMs;
    this.staleAfterMs = staleAfterMs;
    this.intervalMs = intervalMs;
  }

  public double sigmas() {
    return sigmas;
  }

  public long minWaitMs() {
    return minWaitMs;
  }

  public long maxWaitMs() {
    return maxWaitMs;
  }

  public long staleAfterMs() {
    return staleAfterMs;
  }

  public long intervalMs() {
    return intervalMs;
  }

  private List<Number> values() {
    return Arrays.asList(sigmas, minWaitMs, maxWaitMs, staleAfterMs, intervalMs);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CoordinatorSettings
        && values().equals(((CoordinatorSettings) other).values());
  }

  @Override
  public int hashCode() {
    return values().hashCode();
  }
}
