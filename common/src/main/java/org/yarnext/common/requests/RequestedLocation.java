// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.requests;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A host or rack that was requested, and the schedulers that are sent it. Not thread-safe. */
final class RequestedLocation {
  final boolean isRack;

  /** The application's last entry, less the containers granted since. */
  RequestEntry entry;

  /** False if the owners are unknown and the home scheduler stands in for them. */
  boolean isKnown;

  /** Number of schedulers that hold this location or have yet to be sent its change. */
  int listed;

  /** Replicas of the owners, and of earlier owners that have not been sent its cancellation. */
  private final List<LocationReplica> replicas = new ArrayList<>(1);

  private int owners;

  RequestedLocation(RequestEntry entry) {
    this.entry = entry;
    isRack = entry.resourceName().startsWith("/");
  }

  /** Returns the scheduler's replica, or null if there is none. */
  LocationReplica of(SchedulerReplica scheduler) {
    for (LocationReplica each : replicas) {
      if (each.scheduler == scheduler) {
        return each;
      }
    }
    return null;
  }

  /** Returns whether exactly these schedulers own it. */
  boolean isOwnedBy(Set<String> schedulers) {
    if (owners != schedulers.size()) {
      return false;
    }
    for (LocationReplica each : replicas) {
      if (each.isOwner && !schedulers.contains(each.scheduler.name())) {
        return false;
      }
    }
    return true;
  }

  /** Makes these schedulers the only owners. */
  void moveTo(List<SchedulerReplica> schedulers) {
    for (LocationReplica each : replicas) {
      each.isOwner = schedulers.contains(each.scheduler);
      if (!each.isOwner) {
        each.changed(0);
      }
    }
    for (SchedulerReplica scheduler : schedulers) {
      if (of(scheduler) == null) {
        replicas.add(new LocationReplica(scheduler, this));
      }
    }
    owners = schedulers.size();
  }

  void setEntry(RequestEntry newEntry) {
    entry = newEntry;
    double each = isKnown ? (double) entry.count() / owners : 0;
    for (LocationReplica replica : replicas) {
      if (replica.isOwner) {
        replica.changed(each);
      }
    }
  }
}
