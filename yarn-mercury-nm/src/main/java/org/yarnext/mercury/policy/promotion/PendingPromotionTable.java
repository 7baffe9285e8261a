// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.promotion;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The promotions of all applications that were requested and not answered. The scheduler counts
 * them among the guaranteed requests that wait. They are no demand for room: their containers run
 * already, so that a grant stops no other container. Thread-safe; takes no lock to read.
 *
 * @param <A> the id of an application attempt
 */
public final class PendingPromotionTable<A> {
  private final Map<A, Pending> attempts = new ConcurrentHashMap<>();

  private static final class Pending {
    final int containers;
    final long memoryMb;

    Pending(int containers, long memoryMb) {
      this.containers = containers;
      this.memoryMb = memoryMb;
    }
  }

  /** Sets the number and the memory, in MB, of an attempt's pending promotions. */
  public void set(A attempt, int containers, long memoryMb) {
    if (containers == 0) {
      attempts.remove(attempt);
    } else {
      attempts.put(attempt, new Pending(containers, memoryMb));
    }
  }

  /** Removes the promotions of attempts. */
  public void removeIf(Predicate<A> which) {
    attempts.keySet().removeIf(which);
  }

  /** Returns the number of containers. */
  public int containers() {
    return attempts.values().stream().mapToInt(p -> p.containers).sum();
  }

  /** Returns the memory of the containers, in MB. */
  public long memoryMb() {
    return attempts.values().stream().mapToLong(p -> p.memoryMb).sum();
  }
}
