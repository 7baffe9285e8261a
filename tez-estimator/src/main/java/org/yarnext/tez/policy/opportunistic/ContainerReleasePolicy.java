// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.opportunistic;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Policy that decides when to report a released container to the ResourceManager: only if its node,
 * which was asked to stop it, does not report its end in time. If the ResourceManager learns of a
 * release while the node still reports the container, it may miss it when it counts the node's
 * containers, and then gives up all opportunistic containers there, of any application
 * (RMNodeImpl.findLostContainers). Times are in ms of one monotonic clock. Thread-safe.
 *
 * @param <C> a container
 */
public final class ContainerReleasePolicy<C> {
  /**
   * Time to wait for the node's report, in ms: a few heartbeats of the node and of the application.
   */
  private static final long UNREPORTED_MS = 10_000;

  private final Map<C, Stop> stops = new LinkedHashMap<>();

  private static final class Stop {
    long untilMs;
    boolean released;

    Stop(long untilMs) {
      this.untilMs = untilMs;
    }
  }

  /**
   * Records that the container is about to be released, and its node to be asked to stop it; only
   * the first call counts.
   */
  public synchronized void begin(C container, long nowMs) {
    stops.putIfAbsent(container, new Stop(nowMs + UNREPORTED_MS));
  }

  /**
   * Records that the container is released; returns whether the release is not to be sent to the
   * ResourceManager now.
   */
  public synchronized boolean deferRelease(C container) {
    Stop stop = stops.get(container);
    if (stop != null) {
      stop.released = true;
    }
    return stop != null;
  }

  /** Returns whether the release of the container has begun, and it has not ended. */
  public synchronized boolean isBegun(C container) {
    return stops.containsKey(container);
  }

  /** Returns whether {@link #deferRelease} held the container's release back, and it still is. */
  public synchronized boolean isReleaseDeferred(C container) {
    Stop stop = stops.get(container);
    return stop != null && stop.released;
  }

  /** Records that the node could not be asked. */
  public synchronized void failed(C container) {
    Stop stop = stops.get(container);
    if (stop != null) {
      stop.untilMs = Long.MIN_VALUE;
    }
  }

  /** Records that the container has ended: there is nothing to release. */
  public synchronized void ended(C container) {
    stops.remove(container);
  }

  /** Returns the containers to release after all, each once; never null. */
  public synchronized List<C> overdue(long nowMs) {
    List<C> overdue = new ArrayList<>();
    Iterator<Map.Entry<C, Stop>> all = stops.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<C, Stop> each = all.next();
      if (nowMs >= each.getValue().untilMs) {
        all.remove();
        if (each.getValue().released) {
          overdue.add(each.getKey());
        }
      }
    }
    return overdue;
  }
}
