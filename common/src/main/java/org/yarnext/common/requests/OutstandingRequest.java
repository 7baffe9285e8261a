// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.requests;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * All outstanding requests of one {@link RequestKey}: the application's statement, and each
 * scheduler's share. Not thread-safe.
 */
public final class OutstandingRequest {
  private final RequestKey key;
  private final Collection<String> droppingKeys;
  private final boolean isSynchronous;
  private final List<SchedulerReplica> replicas = new ArrayList<>(2);
  private final LocationRequestLedger locations = new LocationRequestLedger();

  /** The application's last entry with the total, less the containers granted since. */
  private RequestEntry any;

  /** True if the application has stated a total. */
  private boolean isTotalStated;

  /** Number of the current call. */
  private long call;

  /** See {@link OutstandingRequests#OutstandingRequests(Collection, boolean)}. */
  OutstandingRequest(RequestKey key, Collection<String> droppingKeys, boolean isSynchronous) {
    this.isSynchronous = isSynchronous;
    this.key = key;
    this.droppingKeys = droppingKeys;
    any = RequestEntry.of(key, RequestEntry.ANY, 0, true);
  }

  public RequestKey key() {
    return key;
  }

  /** Returns the number of outstanding containers, 0 or more. */
  public int total() {
    return any.count();
  }

  /** Returns false if containers may only be placed where hosts or racks are requested. */
  public boolean relaxLocality() {
    return any.relaxLocality();
  }

  /** Returns whether neither the total nor any requested host or rack restricts placement. */
  public boolean relaxesAllLocality() {
    return any.relaxLocality() && locations.relaxLocality();
  }

  /** Returns the schedulers that have, had or own a part of this, by name; not to be changed. */
  public Collection<SchedulerReplica> replicas() {
    return replicas;
  }

  /** Returns the scheduler's replica, creating it if absent. */
  public SchedulerReplica replica(String scheduler) {
    SchedulerReplica replica = replicaOrNull(scheduler);
    if (replica == null) {
      replica = new SchedulerReplica(scheduler, droppingKeys.contains(scheduler));
      replicas.add(replica);
      replicas.sort(Comparator.comparing(SchedulerReplica::name));
    }
    return replica;
  }

  /** Returns the scheduler's replica, or null if there is none. */
  SchedulerReplica replicaOrNull(String scheduler) {
    for (SchedulerReplica each : replicas) {
      if (each.name().equals(scheduler)) {
        return each;
      }
    }
    return null;
  }

  /**
   * Changes a scheduler's share. The change is sent by {@link AllocateTransaction#send}, before
   * which the shares must sum to the total again.
   *
   * @param more number of containers to add; a negative number removes as many as the share has
   */
  public void changeShare(SchedulerReplica of, int more) {
    of.changeShare(more, call);
  }

  /** Makes the next call send a scheduler all of this: an earlier process may have sent some. */
  public void markForeign(String scheduler) {
    replica(scheduler).markLost();
  }

  /**
   * Makes a scheduler own the hosts and racks of another one, too. {@link SchedulerSet#owners} must
   * name both from then on. A scheduler without a share need not own any, which takes less memory.
   */
  public void shareLocations(SchedulerReplica of, SchedulerReplica with) {
    if (!with.sharesLocations) {
      with.sharesLocations = true;
      of.locations.forEach(each -> each.location.addOwner(with));
    }
  }

  /** Returns the sum of all shares. */
  public int shares() {
    int sum = 0;
    for (SchedulerReplica replica : replicas) {
      sum += replica.share();
    }
    return sum;
  }

  /** Returns whether any host or rack is requested. */
  public boolean hasLocations() {
    return locations.areRequested();
  }

  /** Returns whether a container is requested at this host or in this rack; false if it is null. */
  public boolean isRequested(String hostOrRack) {
    return locations.isRequested(hostOrRack);
  }

  /** Returns the racks that are requested now; the set does not change when the requests do. */
  public Set<String> racks() {
    return locations.racks();
  }

  void begin(long newCall) {
    call = newCall;
    replicas.forEach(SchedulerReplica::end);
  }

  void restoreShares() {
    replicas.forEach(each -> changeShare(each, each.shareBefore - each.share()));
  }

  /** Applies an entry of the application, and returns the change in outstanding containers. */
  int state(RequestEntry entry, SchedulerSet schedulers) {
    if (!entry.isAny()) {
      if (locations.state(entry, schedulers, this)) {
        replicas.forEach(SchedulerReplica::relaxLocalityChanged);
      }
      if (isSynchronous) {
        for (SchedulerReplica each : replicas) {
          each.restated(locations.of(each, entry.resourceName()));
        }
      }
      return 0;
    }
    RequestEntry before = any;
    any = entry;
    isTotalStated = true;
    if (before.relaxLocality() != entry.relaxLocality()) {
      replicas.forEach(SchedulerReplica::relaxLocalityChanged);
    }
    for (SchedulerReplica replica : replicas) {
      replica.restated(isSynchronous);
    }
    return any.count() - before.count();
  }

  /** Returns all entries as the application would state them now; the total comes last. */
  public List<RequestEntry> stated() {
    List<RequestEntry> stated = locations.stated();
    if (isTotalStated) {
      stated.add(any);
    }
    return stated;
  }

  /** Returns the application's entry for a resource name; its count is 0 if none was stated. */
  public RequestEntry stated(String resourceName) {
    return resourceName.equals(RequestEntry.ANY) ? any : locations.stated(key, resourceName);
  }

  /** Cancels all hosts and racks, since the application is about to state everything again. */
  void forgetLocations() {
    locations.endAll();
  }

  /** Subtracts a granted container from the total and from its host and rack. */
  void takeFromTotal(String host, String rack) {
    any = any.withCount(Math.max(0, any.count() - 1));
    locations.countLess(host);
    if (rack != null) {
      locations.countLess(rack);
    }
  }

  /**
   * Records that the scheduler granted a container, wanted or not, and subtracted it itself. Like
   * stock's LocalityAppPlacementAllocator, it subtracts from a host only if the container is also
   * in the host's rack.
   */
  void grantedBy(SchedulerReplica scheduler, String host, String rack) {
    LocationReplica atHost = locations.of(scheduler, host);
    LocationReplica inRack = locations.of(scheduler, rack);
    boolean isDoubtful = inRack != null && inRack.isDoubtful();
    if (atHost != null && inRack != null && inRack.isHeld()) {
      atHost.less(isDoubtful);
    }
    if (inRack != null) {
      inRack.less(isDoubtful);
    }
    scheduler.granted();
  }

  /**
   * Records that the scheduler granted a container, wanted or not, and that it is unknown whether
   * it counted the container in a rack.
   *
   * @param rack the only rack in which it may have; null if that is unknown
   */
  void maybeGrantedIn(SchedulerReplica scheduler, String host, String rack) {
    LocationReplica atHost = locations.of(scheduler, host);
    if (atHost != null) {
      atHost.less(true);
    }
    LocationReplica inRack = locations.of(scheduler, rack);
    if (inRack != null) {
      inRack.maybeLess();
    }
    scheduler.unlocatedGrants += rack == null ? 1 : 0;
    scheduler.granted();
  }

  /**
   * Sends decreases first, then increases as far as the bound allows, the oldest part of a share
   * first: the sum that reachable schedulers may grant is not raised above the total.
   */
  void send(SchedulerSet schedulers, SchedulerMessages messages) {
    int exposed = 0;
    for (SchedulerReplica replica : replicas) {
      replica.isReachable = schedulers.isReachable(replica.name());
      exposed += replica.isReachable ? replica.exposed() : 0;
    }
    List<SchedulerReplica> raised = new ArrayList<>(2);
    for (SchedulerReplica replica : replicas) {
      if (replica.offer() > replica.known()) {
        raised.add(replica);
      } else {
        exposed += send(replica, exposed, schedulers, messages);
      }
    }
    if (raised.size() > 1) {
      raised.sort(Comparator.comparingLong(SchedulerReplica::unsentSince));
    }
    for (SchedulerReplica replica : raised) {
      exposed += send(replica, exposed, schedulers, messages);
    }
  }

  /** Returns how many more containers the scheduler may grant than before. */
  private int send(
      SchedulerReplica to, int exposed, SchedulerSet schedulers, SchedulerMessages messages) {
    boolean isCallable = to.isReachable || to.name().equals(schedulers.home());
    if (!isCallable || !schedulers.keepsOrder(to.name())) {
      return 0;
    }
    int own = to.isReachable ? to.exposed() : 0;
    int known = to.isUnknown() ? 0 : to.known(); // a lost call may have been a raise
    int limit = Math.max(known, total() - exposed + own);
    int count = Math.min(to.offer(), limit);
    messages.add(to.name(), changes(to, count), count == 0);
    return (to.isReachable ? to.exposed() : 0) - own;
  }

  /** Returns the entries that give the scheduler this total and the locations that changed. */
  private List<RequestEntry> changes(SchedulerReplica to, int count) {
    boolean all = to.mustSendAll(count, total() == 0);
    if (!all && !hasChanged(to, count)) {
      return Collections.emptyList();
    }
    // With a total of 0 YARN's schedulers drop all hosts and racks, changed or not.
    List<LocationReplica> some = all || count == 0 ? to.locations : to.changed;
    to.begin();
    List<RequestEntry> entries = new ArrayList<>();
    RequestEntry newTotal = entry(any, count, to.isStrict());
    if (to.dropsKeys()) {
      entries.add(newTotal);
    } else if (to.isRaise(count) && key.allocationRequestId() != 0) {
      // The relayer refuses to raise the count of a request id other than 0; it would throw and
      // drop the whole call. A new request is allowed, so cancel first.
      entries.add(any.withCount(0));
    }
    for (LocationReplica each : some) {
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
    if (!to.dropsKeys()) {
      entries.add(newTotal);
    }
    to.sent(count, call);
    return entries;
  }

  private static RequestEntry entry(RequestEntry stated, int count, boolean strict) {
    boolean relaxLocality = stated.relaxLocality() && !strict;
    return count == stated.count() && relaxLocality == stated.relaxLocality()
        ? stated
        : stated.with(count, relaxLocality);
  }

  /** Returns whether a location has certainly changed; an uncertain one waits for one that has. */
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
   * Removes the locations whose cancellation was sent, since the call succeeded. A scheduler that
   * may have missed an earlier call keeps them.
   */
  void commit() {
    for (SchedulerReplica replica : replicas) {
      replica.end();
      if (isSynchronous) {
        replica.answered(call);
      }
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

  /**
   * Records that a scheduler did not read the entries of the current call. Hosts and racks that it
   * never knew and that are not wanted are not sent again.
   */
  void undo(SchedulerReplica of) {
    of.undo();
    of.locations.removeIf(each -> each.isAbsent() && each.settle() && unlist(each));
    of.changed.removeIf(each -> !each.isChanged());
  }

  boolean isFinished() {
    boolean mayStateTotal = !isTotalStated && hasLocations();
    boolean isFinished = total() == 0 && !mayStateTotal;
    for (int i = 0; isFinished && i < replicas.size(); i++) {
      isFinished = replicas.get(i).isFinished();
    }
    return isFinished;
  }
}
