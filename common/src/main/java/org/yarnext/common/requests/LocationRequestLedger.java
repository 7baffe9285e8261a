// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.requests;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps, for one {@link RequestKey}, how many containers the application wants on each host and
 * rack, whether locality is relaxed there, and what each scheduler was sent. Not thread-safe.
 */
final class LocationRequestLedger {
  private final Map<String, RequestedLocation> locations = new HashMap<>();

  /** Number of locations with a count above 0, and how many of these do not relax locality. */
  private int requested;

  private int strict;

  /** The requested racks; null if they may have changed. */
  private Set<String> racks;

  boolean areRequested() {
    return requested > 0;
  }

  /** Returns whether every requested host and rack relaxes locality. */
  boolean relaxLocality() {
    return strict == 0;
  }

  boolean isRequested(String hostOrRack) {
    RequestedLocation location = hostOrRack == null ? null : locations.get(hostOrRack);
    return location != null && location.entry.count() > 0;
  }

  Set<String> racks() {
    if (racks == null) {
      Set<String> now = new HashSet<>();
      locations.forEach(
          (name, location) -> {
            if (location.isRack && location.entry.count() > 0) {
              now.add(name);
            }
          });
      racks = Collections.unmodifiableSet(now);
    }
    return racks;
  }

  /** Returns the stated entries, sorted by name. */
  List<RequestEntry> stated() {
    List<RequestEntry> stated = new ArrayList<>(locations.size() + 1);
    locations.values().forEach(location -> stated.add(location.entry));
    stated.sort(Comparator.comparing(RequestEntry::resourceName));
    return stated;
  }

  /** Returns the application's entry for a host or rack; one with count 0 if it has stated none. */
  RequestEntry stated(RequestKey key, String hostOrRack) {
    RequestedLocation location = locations.get(hostOrRack);
    return location == null ? RequestEntry.of(key, hostOrRack, 0, true) : location.entry;
  }

  /**
   * Applies a stated entry and returns whether it switched locality relaxation there on or off.
   *
   * @param of the request that has these locations
   */
  boolean state(RequestEntry entry, SchedulerSet schedulers, OutstandingRequest of) {
    Set<String> owners = schedulers.owners(entry.key(), entry.resourceName());
    boolean isKnown = !owners.isEmpty();
    Set<String> holders = isKnown ? owners : Collections.singleton(schedulers.home());
    RequestedLocation location = locations.get(entry.resourceName());
    if (location == null) {
      location = new RequestedLocation(entry.withCount(0));
      locations.put(entry.resourceName(), location);
    }
    if (!location.isOwnedBy(holders)) {
      List<SchedulerReplica> newOwners = new ArrayList<>(holders.size());
      for (String holder : holders) {
        newOwners.add(of.replica(holder));
      }
      location.moveTo(newOwners);
    }
    location.isKnown = isKnown;
    RequestEntry before = location.entry;
    setEntry(location, entry);
    return before.count() > 0 && before.relaxLocality() != entry.relaxLocality();
  }

  private void setEntry(RequestedLocation location, RequestEntry entry) {
    RequestEntry before = location.entry;
    int more = (entry.count() > 0 ? 1 : 0) - (before.count() > 0 ? 1 : 0);
    requested += more;
    strict += isStrict(entry) - isStrict(before);
    if (more != 0 && location.isRack) {
      racks = null;
    }
    location.setEntry(entry);
  }

  private static int isStrict(RequestEntry entry) {
    return entry.count() > 0 && !entry.relaxLocality() ? 1 : 0;
  }

  /** Subtracts a granted container that the application wants. */
  void countLess(String hostOrRack) {
    if (isRequested(hostOrRack)) {
      RequestedLocation location = locations.get(hostOrRack);
      setEntry(location, location.entry.withCount(location.entry.count() - 1));
    }
  }

  /** Sets the count of every host and rack to 0. */
  void endAll() {
    for (RequestedLocation location : locations.values()) {
      setEntry(location, location.entry.withCount(0));
    }
  }

  /** Returns the scheduler's replica of a host or rack; null if it was not to be sent it. */
  LocationReplica of(SchedulerReplica scheduler, String hostOrRack) {
    RequestedLocation location = locations.get(hostOrRack);
    return location == null ? null : location.of(scheduler);
  }

  void remove(String hostOrRack) {
    locations.remove(hostOrRack);
  }
}
