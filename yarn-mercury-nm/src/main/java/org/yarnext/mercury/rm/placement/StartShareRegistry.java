// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.placement;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.yarnext.mercury.policy.placement.ranking.StartShareTracker;

/**
 * Registry of the shares of placed containers that each application attempt starts, until it ends,
 * and that its user does, for an hour longer. Thread-safe; looking up takes no lock.
 */
final class StartShareRegistry {
  private static final long USER_EXPIRY_MS = 3_600_000;

  private final Function<ApplicationAttemptId, String> user;
  private final Map<ApplicationAttemptId, StartShareTracker> attempts = new ConcurrentHashMap<>();
  private final Map<String, StartShareTracker> users = new ConcurrentHashMap<>();

  /**
   * Creates an empty registry.
   *
   * @param user returns the user of an attempt; the empty text if unknown
   */
  StartShareRegistry(Function<ApplicationAttemptId, String> user) {
    this.user = user;
  }

  /** Returns the tracker of an attempt, creating it if needed. */
  StartShareTracker of(ApplicationAttemptId attempt) {
    StartShareTracker known = attempts.get(attempt);
    return known == null ? attempts.computeIfAbsent(attempt, this::newTracker) : known;
  }

  private StartShareTracker newTracker(ApplicationAttemptId attempt) {
    long nowMs = Time.monotonicNow();
    return users
        .computeIfAbsent(user.apply(attempt), name -> StartShareTracker.ofUser(nowMs))
        .ofApplication(nowMs);
  }

  /** Forgets attempts that have ended, and users of whom nothing was learnt for an hour. */
  void forgetEnded(Predicate<ApplicationAttemptId> ended) {
    attempts.keySet().removeIf(ended);
    long oldestMs = Time.monotonicNow() - USER_EXPIRY_MS;
    users.values().removeIf(tracker -> tracker.lastMs() < oldestMs);
  }
}
