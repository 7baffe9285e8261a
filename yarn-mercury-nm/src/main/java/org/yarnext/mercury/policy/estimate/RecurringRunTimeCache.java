// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import org.yarnext.common.cache.BoundedCache;

/**
 * Remembers how long the containers of recurring jobs ran, by priority, for the first containers of
 * the next run. The run times of one user's jobs never count for another user.
 *
 * <p>Bounded: the least recently used jobs of a user are forgotten first, and of all users the
 * least recently seen. A job that was not seen for {@link #EXPIRY_MS} is forgotten. Thread-safe;
 * finding takes no lock.
 */
public final class RecurringRunTimeCache {
  /** Maximum number of remembered users. */
  static final int MAX_USERS = 1_000;

  /** Maximum number of remembered jobs of a user. */
  static final int MAX_JOBS = 64;

  /** Maximum number of remembered priorities of a job. */
  static final int MAX_PRIORITIES = 8;

  /** Time in ms for which a job is remembered: a weekly one is, even if it is late. */
  static final long EXPIRY_MS = 8L * 24 * 3600 * 1000;

  /** The innermost maps are not changed. */
  private final ConcurrentMap<String, ConcurrentMap<RecurringJobKey, Map<Integer, Kind>>> byUser =
      BoundedCache.concurrent(MAX_USERS);

  /** The run times of one priority. Immutable. */
  private static final class Kind {
    private final RunTimeStatistics runTimes;
    private final long lastMs;

    Kind(RunTimeStatistics runTimes, long lastMs) {
      this.runTimes = runTimes;
      this.lastMs = lastMs;
    }
  }

  /**
   * Records a container that ran to its end.
   *
   * @param ranMs its run time in ms; a negative one is ignored
   * @param nowMs any clock that does not go back
   */
  public void observe(RecurringJobKey job, int priority, long ranMs, long nowMs) {
    if (ranMs < 0) {
      return;
    }
    ConcurrentMap<RecurringJobKey, Map<Integer, Kind>> jobs = byUser.get(job.user());
    if (jobs == null) {
      jobs = byUser.computeIfAbsent(job.user(), user -> BoundedCache.concurrent(MAX_JOBS));
    }
    jobs.compute(
        job,
        (any, before) -> {
          Map<Integer, Kind> kinds = BoundedCache.inOrderOfInsertion(MAX_PRIORITIES);
          if (before != null) {
            kinds.putAll(before);
          }
          RunTimeStatistics known = valid(kinds.remove(priority), nowMs);
          kinds.put(
              priority,
              new Kind(known == null ? RunTimeStatistics.of(ranMs) : known.after(ranMs), nowMs));
          return kinds;
        });
  }

  private static RunTimeStatistics valid(Kind kind, long nowMs) {
    return kind == null || nowMs - kind.lastMs > EXPIRY_MS ? null : kind.runTimes;
  }

  /**
   * Returns the run times of the job's containers of a priority.
   *
   * @param nowMs of the same clock
   * @return null if none is remembered
   */
  public RunTimeStatistics find(RecurringJobKey job, int priority, long nowMs) {
    Map<RecurringJobKey, Map<Integer, Kind>> jobs = byUser.get(job.user());
    Map<Integer, Kind> kinds = jobs == null ? null : jobs.get(job);
    return kinds == null ? null : valid(kinds.get(priority), nowMs);
  }
}
