// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.queue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.EstimateInputs;

/**
 * Groups the waiting containers by the inputs of their estimates. A group is estimated once however
 * many containers it has, and its containers are read only when the estimate has clearly changed.
 * Containers without inputs, and those whose estimate is fixed, are in no group. Not thread-safe.
 */
final class EstimateGroupTracker {
  /** An estimate has clearly changed if the known one is off by more than this fraction. */
  private static final double CLEAR_DIFFERENCE = 0.1;

  private final Map<String, Map<EstimateInputs, Group>> byUser = new HashMap<>();

  /** Containers with equal inputs; their known estimates differ by the times of their arrival. */
  private static final class Group {
    private final Map<String, ContainerView> containers = new LinkedHashMap<>();

    /** Bounds of the known estimates, in ms. */
    private long minMs = Long.MAX_VALUE;

    private long maxMs = Long.MIN_VALUE;

    private boolean isClearlyOff(long estimateMs) {
      return estimateMs > (1 + CLEAR_DIFFERENCE) * minMs
          || estimateMs < (1 - CLEAR_DIFFERENCE) * maxMs;
    }
  }

  private static boolean isInGroup(ContainerView c) {
    return c.estimatedFrom() != null && !c.estimatedFrom().isFixed();
  }

  /** Adds a container that is not here. */
  void add(ContainerView c) {
    if (isInGroup(c)) {
      EstimateInputs inputs = c.estimatedFrom();
      Group group =
          byUser
              .computeIfAbsent(inputs.user(), any -> new HashMap<>())
              .computeIfAbsent(inputs, any -> new Group());
      group.containers.put(c.id(), c);
      group.minMs = Math.min(group.minMs, c.estimatedRunMs());
      group.maxMs = Math.max(group.maxMs, c.estimatedRunMs());
    }
  }

  /** Removes a container; does nothing if it is not here. */
  void remove(ContainerView c) {
    Map<EstimateInputs, Group> groups = isInGroup(c) ? byUser.get(c.estimatedFrom().user()) : null;
    Group group = groups == null ? null : groups.get(c.estimatedFrom());
    if (group != null && group.containers.remove(c.id()) != null && group.containers.isEmpty()) {
      groups.remove(c.estimatedFrom());
      if (groups.isEmpty()) {
        byUser.remove(c.estimatedFrom().user());
      }
    }
  }

  /**
   * Returns the containers of all groups whose estimate has clearly changed, with the new estimate.
   *
   * @param estimate returns an expected run time, in ms
   */
  List<ContainerView> changed(String user, ToLongFunction<EstimateInputs> estimate) {
    List<ContainerView> changed = new ArrayList<>();
    byUser
        .getOrDefault(user, Collections.emptyMap())
        .forEach(
            (inputs, group) -> {
              long estimateMs = estimate.applyAsLong(inputs);
              if (group.isClearlyOff(estimateMs)) {
                group.minMs = estimateMs;
                group.maxMs = estimateMs;
                group
                    .containers
                    .values()
                    .forEach(c -> changed.add(c.estimated(estimateMs, inputs)));
              }
            });
    return changed;
  }
}
