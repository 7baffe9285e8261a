// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.outcome;

/** Names of counters that reports read; a world that cannot count one leaves it out. */
public final class CounterNames {
  /** Time for which jobs had unserved requests, summed over jobs, in ms. */
  public static final String WAITING_MS = "waiting-ms";

  /** Part of {@link #WAITING_MS} with less than half of the fair share in use. */
  public static final String POOR_MS = "below-half-share-ms";

  /** Jobs that a queue with too many applications refused. */
  public static final String REFUSED = "jobs-refused";

  /** 1 if a run ended because nothing had run for an hour, and nothing could start. */
  public static final String STALLED = "stalled";

  private CounterNames() {}
}
