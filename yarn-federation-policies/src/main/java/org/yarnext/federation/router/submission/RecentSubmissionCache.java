// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.submission;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Caches which jobs clients gave to this Router lately, of which its list of waiting jobs may not
 * know yet, and for which of them the store did not say whether it has them. Thread-safe.
 */
public final class RecentSubmissionCache {
  /** Far more than come between two readings of the list; the oldest are forgotten first. */
  private static final int MOST = 10_000;

  private final Set<String> stored = newSet();
  private final Set<String> unsure = newSet();

  private static Set<String> newSet() {
    return Collections.newSetFromMap(
        new LinkedHashMap<String, Boolean>() {
          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST;
          }
        });
  }

  /** From here on the store may have the job. */
  public synchronized void tries(String id) {
    unsure.add(id);
  }

  /** The store said that it has the job. */
  public synchronized void isStored(String id) {
    unsure.remove(id);
    stored.add(id);
  }

  /** The store has neither the job nor its end. */
  public synchronized void isGone(String id) {
    stored.remove(id);
  }

  public synchronized boolean hasStored(String id) {
    return stored.contains(id);
  }

  /** Whether the store was given the job and did not answer. */
  public synchronized boolean isUnsure(String id) {
    return unsure.contains(id);
  }
}
