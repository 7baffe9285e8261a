// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.overallocation.MeasuredUsage;
import org.yarnext.mercury.policy.overallocation.RunningContainerUsage;

/**
 * Registry of the containers that mode on would have started beyond the node's allocation. Each is
 * known until it leaves the queue, so that it counts once. Owned by the dispatcher thread.
 */
public final class ShadowStartRegistry {
  private final Map<String, ContainerView> starts = new LinkedHashMap<>();

  /** Adds a waiting container that would start now. */
  public void start(ContainerView c, long nowMs) {
    starts.put(c.id(), c.startedAt(nowMs));
  }

  /** Records that a container would be stopped now. */
  public void stop(String id, long nowMs) {
    starts.computeIfPresent(id, (same, c) -> c.startedAt(nowMs - c.estimatedRunMs()));
  }

  public boolean contains(String id) {
    return starts.containsKey(id);
  }

  /** Forgets the containers that do not wait any more. */
  public void retain(Predicate<String> isWaiting) {
    starts.keySet().removeIf(id -> !isWaiting.test(id));
  }

  public void clear() {
    starts.clear();
  }

  /**
   * Returns the containers that would run, until their estimated ends. They count with all that
   * they would be given, since nothing is known of their use.
   */
  public List<RunningContainerUsage> running(long nowMs) {
    List<RunningContainerUsage> running = new ArrayList<>();
    for (ContainerView c : starts.values()) {
      long ageMs = c.elapsedMs(nowMs);
      if (ageMs < c.estimatedRunMs()) {
        long memoryMb = c.resources().memoryMb();
        long milliVcores = c.resources().vcores() * 1000;
        running.add(
            new RunningContainerUsage(
                c.id(),
                c.resources(),
                ageMs,
                new MeasuredUsage(memoryMb, milliVcores, memoryMb, milliVcores, nowMs)));
      }
    }
    return running;
  }
}
