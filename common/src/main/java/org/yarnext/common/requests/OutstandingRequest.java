/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.common.requests;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Everything outstanding of one {@link RequestKey}: what the application stated, and each
 * scheduler's share. Not thread-safe.
 */
public final class OutstandingRequest {
  private final RequestKey key;
  private final Map<String, SchedulerReplica> replicas = new TreeMap<>();
  private final Map<String, RequestedLocation> locations = new HashMap<>();

  /** How many locations have a count above 0. */
  private int preferring;

  private int total;
  private boolean relaxLocality = true;

  /** Null if the requested racks may have changed. */
  private Set<String> racks;

  /** The present call. */
  private long call;

  OutstandingRequest(RequestKey key) {
    this.key = key;
  }

  public RequestKey key() {
    return key;
  }

  /** How many containers are outstanding, 0 or more. */
  public int total() {
    return total;
  }

  /** False if containers may only be where hosts or racks are requested. */
  public boolean relaxLocality() {
    return relaxLocality;
  }

  /** The schedulers that have, had or own any part of it, by name; not to be changed. */
  public Collection<SchedulerReplica> replicas() {
    return replicas.values();
  }

  /** The scheduler's replica, which is made if there is none. */
  public SchedulerReplica replica(String scheduler) {
    SchedulerReplica replica = replicas.get(scheduler);
    if (replica == null) {
      replica = new SchedulerReplica(scheduler);
      replicas.put(scheduler, replica);
    }
    return replica;
  }

  /** Null if there is none. */
  SchedulerReplica replicaOrNull(String scheduler) {
    return replicas.get(scheduler);
  }

  /**
   * Changes a scheduler's share; sent by {@link AllocateTransaction#send}, before which the shares
   * must sum to the total again.
   *
   * @param more containers, fewer below 0, as far as there are any
   */
  public void changeShare(SchedulerReplica of, int more) {
    of.changeShare(more, call);
  }

  /** The sum of all shares. */
  public int shares() {
    int sum = 0;
    for (SchedulerReplica replica : replicas.values()) {
      sum += replica.share();
    }
    return sum;
  }

  /** Whether any host or rack is requested. */
  public boolean hasLocations() {
    return preferring > 0;
  }

  /** Whether a container is requested at this host or in this rack; false if it is null. */
  public boolean isRequested(String hostOrRack) {
    RequestedLocation location = hostOrRack == null ? null : locations.get(hostOrRack);
    return location != null && location.entry.count() > 0;
  }

  /** The racks that are requested now; the set does not change when the requests do. */
  public Set<String> racks() {
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

  void begin(long newCall) {
    call = newCall;
  }

  /** The application states an entry; returns how many more, or fewer below 0, are outstanding. */
  int state(RequestEntry entry, Schedulers schedulers) {
    if (!entry.isAny()) {
      stateLocation(entry, schedulers);
      return 0;
    }
    int more = entry.count() - total;
    total = entry.count();
    if (relaxLocality != entry.relaxLocality()) {
      relaxLocality = entry.relaxLocality();
      replicas.values().forEach(SchedulerReplica::relaxLocalityChanged);
    }
    replicas.values().forEach(SchedulerReplica::restated);
    return more;
  }

  private void stateLocation(RequestEntry entry, Schedulers schedulers) {
    Set<String> owners = schedulers.owners(entry.resourceName());
    boolean isKnown = !owners.isEmpty();
    Set<String> holders = isKnown ? owners : Collections.singleton(schedulers.home());
    RequestedLocation location = locations.get(entry.resourceName());
    int before = location == null ? 0 : location.entry.count();
    if (location == null) {
      location = new RequestedLocation(entry);
      locations.put(entry.resourceName(), location);
    }
    if (!location.isOwnedBy(holders)) {
      List<SchedulerReplica> newOwners = new ArrayList<>(holders.size());
      holders.forEach(name -> newOwners.add(replica(name)));
      location.moveTo(newOwners);
    }
    location.isKnown = isKnown;
    setEntry(location, entry, before);
  }

  private void setEntry(RequestedLocation location, RequestEntry entry, int before) {
    int more = (entry.count() > 0 ? 1 : 0) - (before > 0 ? 1 : 0);
    preferring += more;
    if (more != 0 && location.isRack) {
      racks = null;
    }
    location.setEntry(entry);
  }

  /** A container was granted that the application wants. */
  void takeFromTotal(String host, String rack) {
    total = Math.max(0, total - 1);
    countLess(host);
    if (rack != null) {
      countLess(rack);
    }
  }

  private void countLess(String hostOrRack) {
    if (isRequested(hostOrRack)) {
      RequestedLocation location = locations.get(hostOrRack);
      int before = location.entry.count();
      setEntry(location, location.entry.withCount(before - 1), before);
    }
  }

  /**
   * The scheduler granted a container, wanted or not, and counts less itself: as stock's
   * LocalityAppPlacementAllocator, on a host only if in its rack, too.
   */
  void grantedBy(SchedulerReplica scheduler, String host, String rack) {
    LocationReplica atHost = location(scheduler, host);
    LocationReplica inRack = rack == null ? null : location(scheduler, rack);
    boolean isDoubtful = rack == null || inRack != null && inRack.isDoubtful();
    if (atHost != null && (rack == null || inRack != null && inRack.isHeld())) {
      atHost.less(isDoubtful);
    }
    if (inRack != null) {
      inRack.less(isDoubtful);
    }
    if (rack == null) {
      scheduler.unlocatedGrants++;
    }
    scheduler.granted();
  }

  /** Null if the scheduler was not to be sent it. */
  private LocationReplica location(SchedulerReplica scheduler, String hostOrRack) {
    RequestedLocation location = locations.get(hostOrRack);
    return location == null ? null : location.of(scheduler);
  }

  /**
   * Sends first what becomes less, then what becomes more as far as the bound allows, the oldest
   * part of a share first: what reachable schedulers may grant is not raised above the total.
   */
  void send(Schedulers schedulers, Map<String, List<RequestEntry>> messages) {
    int exposed = 0;
    for (SchedulerReplica replica : replicas.values()) {
      replica.isReachable = schedulers.isReachable(replica.name());
      exposed += replica.isReachable ? replica.exposed() : 0;
    }
    List<SchedulerReplica> raised = new ArrayList<>();
    for (SchedulerReplica replica : replicas.values()) {
      if (replica.share() > replica.known()) {
        raised.add(replica);
      } else {
        exposed += send(replica, exposed, schedulers, messages);
      }
    }
    raised.sort(Comparator.comparingLong(SchedulerReplica::unsentSince));
    for (SchedulerReplica replica : raised) {
      exposed += send(replica, exposed, schedulers, messages);
    }
  }

  /** Returns how many more containers the scheduler may grant than before. */
  private int send(
      SchedulerReplica to,
      int exposed,
      Schedulers schedulers,
      Map<String, List<RequestEntry>> messages) {
    if (!to.isReachable && !to.name().equals(schedulers.home())) {
      return 0;
    }
    int own = to.isReachable ? to.exposed() : 0;
    int known = to.isUnknown() ? 0 : to.known(); // what it may not have heard could be a raise
    int limit = Math.max(known, total - exposed + own);
    List<RequestEntry> entries = changes(to, Math.min(to.share(), limit));
    if (!entries.isEmpty()) {
      messages.computeIfAbsent(to.name(), name -> new ArrayList<>()).addAll(entries);
    }
    return (to.isReachable ? to.exposed() : 0) - own;
  }

  /** Returns the entries that give the scheduler this total and the locations that changed. */
  private List<RequestEntry> changes(SchedulerReplica to, int count) {
    boolean all = to.mustSendAll(count, total == 0);
    if (!all && !hasChanged(to, count)) {
      return Collections.emptyList();
    }
    List<RequestEntry> entries = new ArrayList<>();
    if (to.isRaise(count) && key.allocationRequestId() != 0) {
      // The relayer allows no raise of a request id but 0, only a new request: it would throw, and
      // drop the whole call.
      entries.add(RequestEntry.of(key, RequestEntry.ANY, 0, relaxLocality));
    }
    for (LocationReplica each : all ? to.locations : to.changed) {
      int wanted = each.wanted();
      int here = Math.min(count, wanted);
      boolean strict = to.isStrict(each);
      if (to.isUnknown()
          || each.known != here
          || each.isDoubtful()
          || here > 0 && each.strict != strict) {
        entries.add(entry(each.location.entry, here, strict));
      }
      each.sent(here, strict);
      to.hasEnded |= wanted == 0;
    }
    to.changed.clear();
    entries.add(RequestEntry.of(key, RequestEntry.ANY, count, relaxLocality && !to.isStrict()));
    to.sent(count, call);
    return entries;
  }

  private static RequestEntry entry(RequestEntry stated, int count, boolean strict) {
    if (strict && stated.relaxLocality()) {
      return RequestEntry.of(stated.key(), stated.resourceName(), count, false);
    }
    return count == stated.count() ? stated : stated.withCount(count);
  }

  /** Whether a location has surely changed; one in doubt waits for one that has. */
  private boolean hasChanged(SchedulerReplica to, int count) {
    for (LocationReplica each : to.changed) {
      if (each.known != Math.min(count, each.wanted())) {
        return true;
      }
    }
    if (to.changed.removeIf(LocationReplica::settle)) {
      to.locations.removeIf(this::unlist);
    }
    return false;
  }

  private boolean unlist(LocationReplica replica) {
    boolean isOver = replica.unlist();
    if (isOver && replica.location.listed == 0) {
      locations.remove(replica.location.entry.resourceName());
    }
    return isOver;
  }

  /**
   * Forgets the locations whose end was sent, since the call succeeded. A scheduler that may have
   * missed an earlier call keeps them.
   */
  void commit() {
    for (SchedulerReplica replica : replicas.values()) {
      if (replica.hasEnded && !replica.isUnknown()) {
        replica.locations.removeIf(this::unlist);
        replica.hasEnded = false;
      }
    }
  }

  /** Returns entries that cancel all that the scheduler may hold; empty if it holds nothing. */
  List<RequestEntry> withdrawal(SchedulerReplica from) {
    if (from.state() == SchedulerReplica.State.EMPTY && !from.holdsLocations()) {
      return Collections.emptyList();
    }
    List<RequestEntry> entries = new ArrayList<>();
    for (LocationReplica each : from.locations) {
      if (from.isUnknown() || each.isHeld()) {
        entries.add(RequestEntry.of(key, each.location.entry.resourceName(), 0, true));
      }
    }
    entries.add(RequestEntry.of(key, RequestEntry.ANY, 0, true));
    return entries;
  }

  boolean isFinished() {
    return total == 0 && replicas.values().stream().allMatch(SchedulerReplica::isFinished);
  }
}
