// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.requests;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A ResourceManager as far as requests go, with stock's AMRMClientRelayer in front: the relayer
 * merges the entries of one call, refuses raises of request ids but 0, and after a failover sends
 * all that it was sent. The scheduler counts as AppSchedulingInfo and LocalityAppPlacementAllocator
 * of Hadoop 3.4 do.
 */
final class ModelScheduler {
  final String name;

  /** Calls on their way, oldest first. */
  final Deque<List<RequestEntry>> underWay = new ArrayDeque<>();

  boolean isReachable = true;

  /** Until calls are read, a later one overtakes the earlier ones. */
  private boolean isRegistering;

  /** The scheduler's own counts; a key without a total is there for its locations. */
  private final Map<RequestKey, Map<String, Integer>> table = new HashMap<>();

  /** Locations with strict locality. */
  private final Map<RequestKey, Set<String>> strict = new HashMap<>();

  /** Requests that the relayer would send to a scheduler after a failover. */
  private final Map<RequestKey, Map<String, RequestEntry>> pending = new HashMap<>();

  ModelScheduler(String name, boolean isRegistering) {
    this.name = name;
    this.isRegistering = isRegistering;
  }

  void send(List<RequestEntry> call) {
    if (isRegistering) {
      underWay.addFirst(call);
    } else {
      underWay.addLast(call);
    }
  }

  /** Returns whether a call that is sent now would overtake another one. */
  boolean isOvertaken() {
    return isRegistering && !underWay.isEmpty();
  }

  static String rack(String host) {
    return "/r" + host.substring(0, 2);
  }

  /** All calls on their way arrive. */
  void readAll() {
    isRegistering &= underWay.isEmpty();
    while (!underWay.isEmpty()) {
      read(underWay.poll());
    }
  }

  void read(List<RequestEntry> call) {
    Map<RequestKey, Map<String, RequestEntry>> merged = new LinkedHashMap<>();
    for (RequestEntry entry : call) {
      relay(entry);
      merged.computeIfAbsent(entry.key(), k -> new TreeMap<>()).put(entry.resourceName(), entry);
    }
    pending.values().removeIf(of -> of.get(RequestEntry.ANY).count() == 0);
    merged.forEach(this::schedule);
  }

  private void relay(RequestEntry entry) {
    Map<String, RequestEntry> of = pending.computeIfAbsent(entry.key(), k -> new TreeMap<>());
    RequestEntry before = of.put(entry.resourceName(), entry);
    int known = before == null ? 0 : before.count();
    if (entry.isAny()
        && entry.key().allocationRequestId() != 0
        && known > 0
        && entry.count() > known) {
      throw new IllegalStateException(
          "Received new ask (" + entry.count() + ") on top of existing (" + known + ")");
    }
  }

  private void schedule(RequestKey key, Map<String, RequestEntry> entries) {
    Map<String, Integer> of = table.computeIfAbsent(key, k -> new TreeMap<>());
    Set<String> strictOf = strict.computeIfAbsent(key, k -> new HashSet<>());
    for (RequestEntry entry : entries.values()) {
      of.put(entry.resourceName(), entry.count());
      if (entry.relaxLocality()) {
        strictOf.remove(entry.resourceName());
      } else {
        strictOf.add(entry.resourceName());
      }
    }
    RequestEntry any = entries.get(RequestEntry.ANY);
    if (any != null && any.count() == 0) {
      table.remove(key);
      strict.remove(key);
    }
  }

  int count(RequestKey key, String resourceName) {
    return table.getOrDefault(key, new TreeMap<>()).getOrDefault(resourceName, 0);
  }

  /**
   * Whether a grant in an unknown rack left the table in doubt about this count. It is sent with
   * the next certain change: the total goes with it, for which containers may come in excess.
   */
  boolean isUncertain(OutstandingRequest request, String resourceName) {
    return request != null
        && request.replica(name).locations.stream()
            .filter(each -> each.location.entry.resourceName().equals(resourceName))
            .anyMatch(LocationReplica::isDoubtful);
  }

  /** The most it may grant by its own count and the calls on their way. */
  int exposed(RequestKey key) {
    int max = count(key, RequestEntry.ANY);
    for (List<RequestEntry> call : underWay) {
      for (RequestEntry entry : call) {
        if (entry.isAny() && entry.key().equals(key)) {
          max = Math.max(max, entry.count());
        }
      }
    }
    return max;
  }

  /** Grants a container on the host if it may; returns whether it did. */
  boolean grant(RequestKey key, String host) {
    boolean inRack = count(key, rack(host)) > 0;
    boolean onHost = inRack && count(key, host) > 0;
    Set<String> strictOf = strict.getOrDefault(key, new HashSet<>());
    if (count(key, RequestEntry.ANY) == 0
        || !onHost && inRack && strictOf.contains(rack(host))
        || !onHost && !inRack && strictOf.contains(RequestEntry.ANY)) {
      return false;
    }
    less(key, RequestEntry.ANY);
    if (inRack) {
      less(key, rack(host));
    }
    if (onHost) {
      less(key, host);
    }
    return true;
  }

  private void less(RequestKey key, String resourceName) {
    table.get(key).computeIfPresent(resourceName, (name, count) -> count > 1 ? count - 1 : null);
  }

  /** Loses its table and the messages in flight, which nobody sends again. */
  void forget() {
    table.clear();
    strict.clear();
    pending.clear();
    underWay.clear();
  }

  /** A standby takes over: the relayer sends it all that it was sent. */
  void failOver() {
    table.clear();
    strict.clear();
    pending.forEach(this::schedule);
  }

  /** The counts above 0, with a mark where locality is not relaxed. */
  Map<RequestKey, Map<String, String>> counts() {
    Map<RequestKey, Map<String, String>> counts = new HashMap<>();
    table.forEach(
        (key, of) ->
            of.forEach(
                (resourceName, count) -> {
                  if (count > 0) {
                    counts
                        .computeIfAbsent(key, k -> new TreeMap<>())
                        .put(
                            resourceName,
                            count + (strict.get(key).contains(resourceName) ? "!" : ""));
                  }
                }));
    return counts;
  }
}
