// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.submission;

import java.util.Collections;
import java.util.Set;
import org.yarnext.common.cache.BoundedCache;

/**
 * Caches ids of jobs that clients recently submitted to this Router: those that the store has but
 * the Router's list of waiting jobs may not show yet, and those that the store may have because it
 * did not respond. Thread-safe.
 */
public final class RecentSubmissionCache {
  /**
   * Limit of entries, far above the submissions between two reads of the list; the oldest are
   * dropped.
   */
  private static final int MAX_ENTRIES = 10_000;

  private final Set<String> stored = newSet();
  private final Set<String> unsure = newSet();

  private static Set<String> newSet() {
    return Collections.newSetFromMap(BoundedCache.inOrderOfInsertion(MAX_ENTRIES));
  }

  /** Records that the job is about to be stored, so that the store may have it from now on. */
  public synchronized void beginStoring(String id) {
    unsure.add(id);
  }

  /** Records that the store has the job. */
  public synchronized void markStored(String id) {
    unsure.remove(id);
    stored.add(id);
  }

  /** Records that the store has neither the job nor its outcome. */
  public synchronized void markGone(String id) {
    stored.remove(id);
  }

  /** Returns whether the store had the job when it was last asked. */
  public synchronized boolean hasStored(String id) {
    return stored.contains(id);
  }

  /** Returns whether the job was sent to the store and the store did not respond. */
  public synchronized boolean isUnsure(String id) {
    return unsure.contains(id);
  }
}
