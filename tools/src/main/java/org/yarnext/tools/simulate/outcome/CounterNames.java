// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.outcome;

/** Names of counters that reports read; a simulation that cannot count one leaves it out. */
public final class CounterNames {
  /** Time for which jobs had unserved requests, summed over jobs, in ms. */
  public static final String WAITING_MS = "waiting-ms";

  /** Part of {@link #WAITING_MS} with less than half of the fair share in use. */
  public static final String POOR_MS = "below-half-share-ms";

  /** Jobs that a queue with too many applications refused. */
  public static final String REFUSED = "jobs-refused";

  /** 1 if a run ended because nothing had run for an hour, and nothing could start. */
  public static final String STALLED = "stalled";

  /** Vcores times run time of opportunistic containers, in ms. */
  public static final String OPPORTUNISTIC_VCORE_MS = "opportunistic-vcore-ms";

  /** Part of {@link #OPPORTUNISTIC_VCORE_MS} of containers that were stopped. */
  public static final String LOST_VCORE_MS = "lost-vcore-ms";

  /** Seconds for which the use of tasks was sampled. */
  public static final String SAMPLED_S = "sampled-s";

  /** Memory that tasks used, in MB, summed over seconds. */
  public static final String USED_MB_S = "used-mb-s";

  /** CPU that tasks wanted, in thousandths of a vcore, summed over seconds. */
  public static final String USED_MILLIVCORE_S = "used-millivcore-s";

  /** Seconds in which tasks wanted more CPU than their node has, summed over nodes. */
  public static final String CPU_SHORT_S = "cpu-short-s";

  /** Seconds in which a host had no memory left, summed over nodes. */
  public static final String MEMORY_SHORT_S = "memory-short-s";

  /** Guaranteed containers that started, masters included. */
  public static final String GUARANTEED_STARTED = "guaranteed-started";

  /** Guaranteed containers that waited on their node. */
  public static final String GUARANTEED_WAITED = "guaranteed-waited";

  /** Time for which guaranteed containers waited on their nodes, in ms. */
  public static final String GUARANTEED_WAIT_MS = "guaranteed-wait-ms";

  /** Containers started beyond their node's allocation. */
  public static final String BEYOND_STARTED = "beyond-started";

  /** Containers beyond their node's allocation that were stopped for memory. */
  public static final String BEYOND_STOPPED = "beyond-stopped";

  private CounterNames() {}
}
