// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.requests;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;

/**
 * The outstanding requests of one application attempt that several schedulers serve.
 *
 * <p>Each call of the application is an {@link AllocateTransaction}. Between its start and its
 * sending a policy divides the total of each key into shares, one per scheduler. A {@link
 * SchedulerReplica} holds the knowledge of one scheduler, which is sent the difference between its
 * share and that knowledge.
 *
 * <p>Balance: {@code requested == granted + cancelled + outstanding} at all times, and the shares
 * of a key sum to its total after each transaction's sending.
 *
 * <p>Bound: the number of containers that reachable schedulers can still grant, by all calls that
 * they were sent and have not answered, is never raised above the total. So moving a request means
 * asking one scheduler for less before asking another one for more. Grants in excess only come from
 * a scheduler that was given up, at most as many as it was last sent, or are on their way while a
 * count is stated again, as with a single scheduler.
 *
 * <p>Not thread-safe.
 */
public final class OutstandingRequests {
  /** The share that a granted container counts against. */
  public enum Grant {
    /** Part of the scheduler's share. */
    EXPECTED,
    /** Beyond its share; taken from another scheduler's, where it is not requested again. */
    ABSORBED,
    /** Not wanted at all: to be released at once, without telling the application. */
    EXCESS
  }

  private final Map<RequestKey, OutstandingRequest> requests = new LinkedHashMap<>();
  private final Collection<String> droppingKeys;
  private final boolean isSynchronous;
  private long calls;
  private long requested;
  private long granted;
  private long cancelled;
  private long absorbed;
  private long excess;

  /** True if the application is about to state all its requests. */
  private boolean isRestated;

  /**
   * Creates a table without requests, for schedulers that drop no keys and answer asynchronously.
   */
  public OutstandingRequests() {
    this(Collections.emptySet(), false);
  }

  /**
   * Creates a table without requests.
   *
   * @param droppingKeys the schedulers that drop a key, with its hosts and racks, at its last
   *     grant, and take the total of a new key from its first entry, as YARN's opportunistic
   *     allocators do
   * @param isSynchronous whether a call has been answered when it is committed. A total that the
   *     application states again is then sent again, too, as stock does: it corrects for containers
   *     granted while the previous one was on its way
   */
  public OutstandingRequests(Collection<String> droppingKeys, boolean isSynchronous) {
    this.droppingKeys = droppingKeys;
    this.isSynchronous = isSynchronous;
  }

  /**
   * Begins a call of the application. Must be called for each of its calls, even without entries,
   * since time and answers may have changed the entries to send.
   *
   * @param entries in the order in which the application stated them
   */
  public AllocateTransaction begin(Collection<RequestEntry> entries, SchedulerSet schedulers) {
    calls++;
    for (OutstandingRequest request : requests.values()) {
      request.begin(calls);
    }
    if (isRestated) {
      isRestated = false;
      endOthers(entries, schedulers);
    }
    AllocateTransaction call = new AllocateTransaction(this, schedulers, entries.size());
    for (RequestEntry entry : entries) {
      OutstandingRequest request = getOrCreate(entry.key());
      call.replaces(request, request.stated(entry.resourceName()));
      state(request, entry, schedulers);
    }
    return call;
  }

  void state(OutstandingRequest request, RequestEntry entry, SchedulerSet schedulers) {
    int more = request.state(entry, schedulers);
    requested += Math.max(0, more);
    cancelled += Math.max(0, -more);
  }

  /**
   * Takes over the requests of another table, which is not used any more. Both are between two
   * calls, and have no key in common.
   */
  public void addAll(OutstandingRequests other) {
    requests.putAll(other.requests);
    requested += other.requested;
  }

  /** Keeps a request that is not finished after all. */
  void keep(OutstandingRequest request) {
    requests.putIfAbsent(request.key(), request);
  }

  /** Cancels every request that is absent from the application's complete statement. */
  private void endOthers(Collection<RequestEntry> entries, SchedulerSet schedulers) {
    Set<RequestKey> stated = new HashSet<>();
    entries.forEach(entry -> stated.add(entry.key()));
    for (OutstandingRequest request : requests.values()) {
      request.forgetLocations();
      if (!stated.contains(request.key())) {
        state(request, request.stated(RequestEntry.ANY).withCount(0), schedulers);
      }
    }
  }

  /**
   * Records that the application registered again, as after a restart of its scheduler: the
   * schedulers have nothing, and the application's next call states all its requests. Shares stay
   * where they were.
   */
  public void restart() {
    isRestated = true;
    requests.values().forEach(each -> each.replicas().forEach(SchedulerReplica::markEmpty));
  }

  /** Returns whether the application's next call states all its requests; see {@link #restart}. */
  public boolean isRestated() {
    return isRestated;
  }

  private OutstandingRequest getOrCreate(RequestKey key) {
    OutstandingRequest request = requests.get(key);
    if (request == null) {
      request = new OutstandingRequest(key, droppingKeys, isSynchronous);
      request.begin(calls);
      requests.put(key, request);
    }
    return request;
  }

  Map<String, List<RequestEntry>> send(SchedulerSet schedulers) {
    SchedulerMessages messages = new SchedulerMessages();
    for (OutstandingRequest request : requests.values()) {
      request.send(schedulers, messages);
    }
    dropFinished();
    return messages.byScheduler();
  }

  /** Forgets keys with nothing outstanding that no scheduler knows, with their hosts and racks. */
  public void dropFinished() {
    requests.values().removeIf(OutstandingRequest::isFinished);
  }

  /** Records that the scheduler read nothing of the last call. */
  void undo(String scheduler) {
    forEach(scheduler, OutstandingRequest::undo);
    dropFinished();
  }

  void commit() {
    requests.values().forEach(OutstandingRequest::commit);
  }

  /**
   * Returns the requests by key, in the order in which they were first stated; not to be changed.
   */
  public Collection<OutstandingRequest> all() {
    return Collections.unmodifiableCollection(requests.values());
  }

  /** Returns the request of a key; null if nothing is outstanding or may be granted for it. */
  public OutstandingRequest get(RequestKey key) {
    return requests.get(key);
  }

  /** Returns the number of the last call that began, counted from 1. */
  public long calls() {
    return calls;
  }

  /**
   * Records that a scheduler granted a container and counted it in its rack.
   *
   * @param host the container's host
   * @param rack of that host; null if unknown
   */
  public Grant granted(RequestKey key, String scheduler, String host, String rack) {
    return granted(key, scheduler, host, rack, rack != null);
  }

  /**
   * Records that a scheduler granted a container and may have counted it in its rack.
   *
   * @param host the container's host
   * @param rack of that host; null if unknown, so that it may be any
   */
  public Grant maybeGrantedIn(RequestKey key, String scheduler, String host, String rack) {
    return granted(key, scheduler, host, rack, false);
  }

  private Grant granted(
      RequestKey key, String scheduler, String host, String rack, boolean isCounted) {
    OutstandingRequest request = requests.get(key);
    boolean isWanted = request != null && request.total() > 0;
    boolean isExpected = false;
    if (request != null) {
      SchedulerReplica replica = request.replica(scheduler);
      isExpected = replica.share() > 0;
      if (isCounted) {
        request.grantedBy(replica, host, rack);
      } else {
        request.maybeGrantedIn(replica, host, rack);
      }
    }
    if (!isWanted) {
      excess++;
      return Grant.EXCESS;
    }
    request.takeFromTotal(host, isCounted ? rack : null);
    granted++;
    absorbed += isExpected ? 0 : 1;
    return isExpected ? Grant.EXPECTED : Grant.ABSORBED;
  }

  /**
   * Records that a scheduler answered a call, and so all calls before it: from now on it grants no
   * more than that call and later ones requested.
   *
   * @param call value of {@link #calls} when the call was sent
   */
  public void answered(String scheduler, long call) {
    forEach(scheduler, (request, replica) -> replica.answered(call));
  }

  /**
   * Makes the next call send a scheduler everything again, cancellations included: it may have
   * missed a call, or another sender may have sent it something.
   */
  public void markUnknown(String scheduler) {
    forEach(scheduler, (request, replica) -> replica.markUnknown());
  }

  /** Makes the next call send one key to all schedulers again, as when its node label changes. */
  public void markUnknown(RequestKey key) {
    OutstandingRequest request = requests.get(key);
    if (request != null) {
      request.replicas().forEach(SchedulerReplica::markUnknown);
    }
  }

  /** Records that a scheduler lost all its requests: the next call sends it its whole share. */
  public void markEmpty(String scheduler) {
    forEach(scheduler, (request, replica) -> replica.markEmpty());
  }

  /** Records that these entries of the last call may not have arrived. */
  void markLost(String scheduler, Collection<RequestEntry> entries) {
    for (RequestEntry entry : entries) {
      if (entry.isAny() && requests.containsKey(entry.key())) {
        requests.get(entry.key()).replica(scheduler).markLost();
      }
    }
  }

  /**
   * Returns the maximum number of containers that each scheduler can still grant, by key;
   * schedulers that can grant none are absent. {@link #restore} needs no more after a restart,
   * since later grants only lower the numbers.
   */
  public Map<RequestKey, Map<String, Integer>> exposed() {
    Map<RequestKey, Map<String, Integer>> exposed = new LinkedHashMap<>();
    for (OutstandingRequest request : requests.values()) {
      Map<String, Integer> counts = new TreeMap<>();
      for (SchedulerReplica replica : request.replicas()) {
        if (replica.state() != SchedulerReplica.State.EMPTY) {
          counts.put(replica.name(), Math.max(replica.known(), replica.exposed()));
        }
      }
      if (!counts.isEmpty()) {
        exposed.put(request.key(), counts);
      }
    }
    return exposed;
  }

  /**
   * Takes over from an earlier process that served the same application and of which only {@link
   * #exposed} is known. Must be called before the first call, in which the application states
   * everything it still requests. Requests stay at their schedulers as far as they are not fewer
   * than before; everything is sent to the schedulers again, and cancelled where it is no longer
   * requested. Hosts and racks that are no longer stated are not remembered: nothing is granted for
   * them alone.
   */
  public void restore(Map<RequestKey, Map<String, Integer>> exposed) {
    exposed.forEach(
        (key, counts) ->
            counts.forEach(
                (scheduler, count) -> getOrCreate(key).replica(scheduler).restore(count)));
  }

  /**
   * Returns the entries that cancel everything that the schedulers were sent and may hold, by
   * scheduler, locations included. For callers that continue without this table; they send these
   * entries before anything else.
   */
  public Map<String, List<RequestEntry>> withdrawals() {
    Map<String, List<RequestEntry>> withdrawals = new TreeMap<>();
    for (OutstandingRequest request : requests.values()) {
      for (SchedulerReplica replica : request.replicas()) {
        List<RequestEntry> entries = request.withdrawal(replica);
        if (!entries.isEmpty()) {
          withdrawals.computeIfAbsent(replica.name(), name -> new ArrayList<>()).addAll(entries);
        }
      }
    }
    return withdrawals;
  }

  /**
   * Returns all outstanding entries as the application would state them now, for callers that
   * continue without this table. Cancellations come first: for one priority and request id YARN's
   * schedulers keep the size that they read last.
   */
  public List<RequestEntry> stated() {
    SchedulerMessages messages = new SchedulerMessages();
    requests.values().forEach(request -> messages.add("", request.stated(), request.total() == 0));
    return messages.byScheduler().getOrDefault("", Collections.emptyList());
  }

  /** Returns the number of outstanding containers of all keys. */
  public int outstanding() {
    return requests.values().stream().mapToInt(OutstandingRequest::total).sum();
  }

  /** Returns the number of outstanding containers in the scheduler's shares. */
  public int outstanding(String scheduler) {
    return (int) outstanding(scheduler, key -> 1);
  }

  /**
   * Returns the total weight of the outstanding containers in the scheduler's shares.
   *
   * @param weight of one container of a key
   */
  public long outstanding(String scheduler, ToLongFunction<RequestKey> weight) {
    long sum = 0;
    for (OutstandingRequest request : requests.values()) {
      SchedulerReplica replica = request.replicaOrNull(scheduler);
      int share = replica == null ? 0 : replica.share();
      sum += share == 0 ? 0 : share * weight.applyAsLong(request.key());
    }
    return sum;
  }

  /** Returns the counts by name; the class comment has the equation that they satisfy. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("asked", requested);
    counts.put("granted", granted);
    counts.put("cancelled", cancelled);
    counts.put("outstanding", (long) outstanding());
    counts.put("absorbed", absorbed);
    counts.put("excess", excess);
    return counts;
  }

  private void forEach(String scheduler, BiConsumer<OutstandingRequest, SchedulerReplica> action) {
    for (OutstandingRequest request : requests.values()) {
      SchedulerReplica replica = request.replicaOrNull(scheduler);
      if (replica != null) {
        action.accept(request, replica);
      }
    }
  }
}
