// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import java.util.HashSet;
import java.util.Set;

/**
 * Clock of several Routers, which advances by a second when each Router that lives has ended a
 * round. A lease of several seconds therefore ends only if its Router has died, however long the
 * machine pauses. Thread-safe.
 */
public final class RoundClock {
  private static final long STEP_MS = 1_000;

  private final Set<Integer> living = new HashSet<>();
  private final Set<Integer> done = new HashSet<>();
  private long nowMs = System.currentTimeMillis();

  /**
   * @param routers number of Routers, which are counted from 0
   */
  public RoundClock(int routers) {
    for (int i = 0; i < routers; i++) {
      living.add(i);
    }
  }

  public synchronized long nowMs() {
    return nowMs;
  }

  /** Counts a round of a Router, in any of its lives. */
  public synchronized void roundEnded(int router) {
    done.add(router);
    advance();
  }

  /** Waits no more for a Router. */
  public synchronized void remove(int router) {
    living.remove(router);
    advance();
  }

  private void advance() {
    if (done.containsAll(living)) {
      done.clear();
      nowMs += STEP_MS;
    }
  }
}
