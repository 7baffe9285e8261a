// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Tracks the memory that running gang jobs hold, and determines the quota that each takes. A job
 * takes what it declared until it has run for a whole period. From then on it takes the most memory
 * that it held in the last period, at most what it declared, so that a declaration alone keeps no
 * quota from others. A job that comes to hold more takes more at once, whether it fits or not. If
 * it is unknown what a job holds, its period begins again. Not thread-safe.
 */
public final class GangUsageTracker {
  /** The amount that a job holds if nobody knows it. */
  public static final long UNKNOWN = -1;

  /** Number of times that a job is looked at in a period. */
  private static final int LOOKS = 10;

  /** Lowest number of times; else the clock was set, or the job was not watched in between. */
  private static final int MIN_LOOKS = 5;

  private final long periodMs;
  private final Map<String, Period> periods = new HashMap<>();

  /** Holds the most memory that a job had since the beginning of its period. */
  private static final class Period {
    private final long beginMs;
    private long lookMs;
    private long max;
    private int looks;

    Period(long beginMs) {
      this.beginMs = beginMs;
      lookMs = beginMs;
    }

    void look(long held, long nowMs) {
      lookMs = nowMs;
      looks++;
      max = Math.max(max, held);
    }
  }

  /**
   * @param periodMs length of a period in ms, 1 or more
   */
  public GangUsageTracker(long periodMs) {
    this.periodMs = periodMs;
  }

  /**
   * Returns whether it is time to look at what a job holds. The first call begins its first period.
   * Once a job has held in a period all that it declared, the next look is at the period's end.
   *
   * @param job as it is in the registry
   * @param nowMs in ms of the store's clock
   */
  public boolean isDue(String id, AdmittedGang job, long nowMs) {
    Period period = periods.computeIfAbsent(id, any -> new Period(nowMs));
    long pauseMs = period.max >= job.declared() ? periodMs : periodMs / LOOKS;
    return Math.abs(nowMs - period.lookMs) >= pauseMs;
  }

  /**
   * Returns the quota that a job takes from now on, in the unit of the quotas. Called if {@link
   * #isDue}.
   *
   * @param job as it is in the registry
   * @param held what it holds, in the unit of the quotas; negative if unknown
   * @param nowMs in ms of the store's clock
   */
  public long amount(String id, AdmittedGang job, long held, long nowMs) {
    Period period = periods.get(id);
    if (held < 0) {
      periods.put(id, new Period(nowMs));
      return job.amount();
    }
    period.look(held, nowMs);
    boolean isSure = period.looks >= MIN_LOOKS || period.max >= job.declared();
    if (nowMs - period.beginMs < periodMs || !isSure) {
      return Math.max(job.amount(), Math.min(held, job.declared()));
    }
    Period next = new Period(nowMs);
    next.look(held, nowMs);
    periods.put(id, next);
    return Math.min(period.max, job.declared());
  }

  /** Forgets all jobs but these. */
  public void retain(Collection<String> ids) {
    periods.keySet().retainAll(ids);
  }
}
