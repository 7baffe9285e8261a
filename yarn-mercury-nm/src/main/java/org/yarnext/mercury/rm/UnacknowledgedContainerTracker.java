// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.yarnext.common.guard.Guard;
import org.yarnext.mercury.rm.placement.CentralPlacement;

/**
 * Tracks the containers that {@link CentralPlacement} allocates in the current call of an
 * application. If the call fails, the application never receives them: they are released, and their
 * end is hidden from it, too. Not thread-safe.
 */
final class UnacknowledgedContainerTracker {
  private final Guard guard;
  private final Supplier<CentralPlacement> placement;
  private final ApplicationAttemptId attempt;
  private final List<Container> made = new ArrayList<>();
  private final Set<ContainerId> released = new HashSet<>();

  UnacknowledgedContainerTracker(
      Guard guard, Supplier<CentralPlacement> placement, ApplicationAttemptId attempt) {
    this.guard = guard;
    this.placement = placement;
    this.attempt = attempt;
  }

  /** Begins a call; the previous one has ended, successfully or not. */
  void begin() {
    made.clear();
  }

  /** Returns the list to which this call's containers are added. */
  List<Container> made() {
    return made;
  }

  /** Releases the containers of the call, which failed. */
  void takeBack() {
    if (!made.isEmpty()) {
      made.forEach(c -> released.add(c.getId()));
      guard.runAlways("mercury.placement.release", () -> placement.get().takeBack(attempt, made));
      made.clear();
    }
  }

  /** Hides released containers that ended, before the application and its ledger see them. */
  void hideEnded(AllocateResponse response) {
    if (!released.isEmpty()) {
      List<ContainerStatus> ended = new ArrayList<>(response.getCompletedContainersStatuses());
      if (ended.removeIf(status -> released.remove(status.getContainerId()))) {
        response.setCompletedContainersStatuses(ended);
      }
    }
  }
}
