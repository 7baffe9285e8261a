// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.requests;

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

  /**
   * First replica in the list of the owners' replicas, and of earlier owners that have not been
   * sent its cancellation; null if there are none. A job may request thousands of hosts, so the
   * list has no object of its own.
   */
  private LocationReplica first;

  private int owners;

  RequestedLocation(RequestEntry entry) {
    this.entry = entry;
    isRack = entry.resourceName().startsWith("/");
  }

  /** Returns the scheduler's replica, or null if there is none. */
  LocationReplica of(SchedulerReplica scheduler) {
    for (LocationReplica each = first; each != null; each = each.next) {
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
    for (LocationReplica each = first; each != null; each = each.next) {
      if (each.isOwner && !schedulers.contains(each.scheduler.name())) {
        return false;
      }
    }
    return true;
  }

  /** Makes these schedulers the only owners. */
  void moveTo(List<SchedulerReplica> schedulers) {
    for (LocationReplica each = first; each != null; each = each.next) {
      each.isOwner = schedulers.contains(each.scheduler);
      if (!each.isOwner) {
        each.changed(0);
      }
    }
    for (SchedulerReplica scheduler : schedulers) {
      if (of(scheduler) == null) {
        first = new LocationReplica(scheduler, this, first);
      }
    }
    owners = schedulers.size();
  }

  /** Makes a scheduler one more owner, unless it is or was one. */
  void addOwner(SchedulerReplica scheduler) {
    if (of(scheduler) == null) {
      first = new LocationReplica(scheduler, this, first);
      owners++;
      setEntry(entry);
    }
  }

  void setEntry(RequestEntry newEntry) {
    entry = newEntry;
    double each = isKnown ? (double) entry.count() / owners : 0;
    for (LocationReplica replica = first; replica != null; replica = replica.next) {
      if (replica.isOwner) {
        replica.changed(each);
      }
    }
  }
}
