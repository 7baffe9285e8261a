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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The outstanding requests of one application attempt that several schedulers serve.
 *
 * <p>Each call of the application is an {@link AllocateTransaction}. Between its begin and its
 * sending a policy divides the total of each key into shares, one a scheduler. What each scheduler
 * knows is a {@link SchedulerReplica}; it is sent the difference between its share and that.
 *
 * <p>Balance: {@code asked == granted + cancelled + outstanding} at all times, and the shares of a
 * key sum to its total after each transaction's sending.
 *
 * <p>Bound: what reachable schedulers can still grant, by all they were sent and have not answered,
 * is never raised above the total. So moving a request is asking one scheduler for less before
 * asking another one for more. Grants in excess come only from a scheduler that was given up, at
 * most what it was last sent, or are on their way while a count is stated anew, as with a single
 * scheduler.
 *
 * <p>Not thread-safe.
 */
public final class OutstandingRequests {
  /** Says which share a granted container counts against. */
  public enum Grant {
    /** Part of the scheduler's share. */
    EXPECTED,
    /** Beyond the scheduler's share, and taken from another one's, where it is not asked again. */
    ABSORBED,
    /** Not wanted at all: to be released at once, unseen by the application. */
    EXCESS
  }

  private final Map<RequestKey, OutstandingRequest> requests = new LinkedHashMap<>();
  private final Collection<String> droppingKeys;
  private final boolean isSynchronous;
  private long calls;
  private long asked;
  private long granted;
  private long cancelled;
  private long absorbed;
  private long excess;

  /** Whether the application is about to state everything it requests. */
  private boolean isRestated;

  public OutstandingRequests() {
    this(Collections.emptySet(), false);
  }

  /**
   * @param droppingKeys the schedulers that drop a key, with its hosts and racks, at its last
   *     grant, and take the total of a new key from its first entry, as YARN's opportunistic
   *     allocators do
   * @param isSynchronous whether each call is answered before the next one begins. A total that the
   *     application states again is then sent again, too, as stock does: it corrects what was
   *     granted while the one before was on its way
   */
  public OutstandingRequests(Collection<String> droppingKeys, boolean isSynchronous) {
    this.droppingKeys = droppingKeys;
    this.isSynchronous = isSynchronous;
  }

  /**
   * Begins a call of the application, possibly one without entries. To be called for each of its
   * calls, since time and answers may have changed what to send.
   *
   * @param entries as the application stated them, in their order
   */
  public AllocateTransaction begin(Collection<RequestEntry> entries, SchedulerSet schedulers) {
    calls++;
    requests.values().forEach(request -> request.begin(calls));
    if (isRestated) {
      isRestated = false;
      endOthers(entries, schedulers);
    }
    AllocateTransaction call = new AllocateTransaction(this, schedulers);
    for (RequestEntry entry : entries) {
      OutstandingRequest request = getOrCreate(entry.key());
      call.replaces(request, request.stated(entry.resourceName()));
      state(entry, schedulers);
    }
    return call;
  }

  void state(RequestEntry entry, SchedulerSet schedulers) {
    int more = getOrCreate(entry.key()).state(entry, schedulers);
    asked += Math.max(0, more);
    cancelled += Math.max(0, -more);
  }

  /** The request is not finished after all. */
  void keep(OutstandingRequest request) {
    requests.putIfAbsent(request.key(), request);
  }

  /** Ends what is not among everything that the application requests. */
  private void endOthers(Collection<RequestEntry> entries, SchedulerSet schedulers) {
    Set<RequestKey> stated = new HashSet<>();
    entries.forEach(entry -> stated.add(entry.key()));
    for (OutstandingRequest request : requests.values()) {
      request.forgetLocations();
      if (!stated.contains(request.key())) {
        state(request.stated(RequestEntry.ANY).withCount(0), schedulers);
      }
    }
  }

  /**
   * The application registered again, as after a restart of its scheduler: schedulers have nothing,
   * and its next call states everything it requests. Shares stay where they were.
   */
  public void restart() {
    isRestated = true;
    requests.values().forEach(each -> each.replicas().forEach(SchedulerReplica::markEmpty));
  }

  /** Whether the application's next call states everything; see {@link #restart}. */
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
    requests.values().forEach(request -> request.send(schedulers, messages));
    requests.values().removeIf(OutstandingRequest::isFinished);
    return messages.byScheduler();
  }

  /** The scheduler has read nothing of the last call. */
  void undo(String scheduler) {
    for (OutstandingRequest request : requests.values()) {
      SchedulerReplica replica = request.replicaOrNull(scheduler);
      if (replica != null) {
        request.undo(replica);
      }
    }
    requests.values().removeIf(OutstandingRequest::isFinished);
  }

  void commit() {
    requests.values().forEach(OutstandingRequest::commit);
  }

  /** By key, in the order in which they were first stated; not to be changed. */
  public Collection<OutstandingRequest> all() {
    return Collections.unmodifiableCollection(requests.values());
  }

  /** Null if nothing is outstanding for the key, and nothing may be granted for it any more. */
  public OutstandingRequest get(RequestKey key) {
    return requests.get(key);
  }

  /** The number of the last call that began, counted from 1. */
  public long calls() {
    return calls;
  }

  /**
   * A scheduler granted a container.
   *
   * @param host where the container is
   * @param rack of that host; null if unknown
   */
  public Grant granted(RequestKey key, String scheduler, String host, String rack) {
    OutstandingRequest request = requests.get(key);
    boolean isWanted = request != null && request.total() > 0;
    boolean isExpected = false;
    if (request != null) {
      SchedulerReplica replica = request.replica(scheduler);
      isExpected = replica.share() > 0;
      request.grantedBy(replica, host, rack);
    }
    if (!isWanted) {
      excess++;
      return Grant.EXCESS;
    }
    request.takeFromTotal(host, rack);
    granted++;
    absorbed += isExpected ? 0 : 1;
    return isExpected ? Grant.EXPECTED : Grant.ABSORBED;
  }

  /**
   * A scheduler answered a call, and so all calls before it: from now on it grants no more than it
   * was sent then and since.
   *
   * @param call by {@link #calls} at that time
   */
  public void answered(String scheduler, long call) {
    replicas(scheduler).forEach(replica -> replica.answered(call));
  }

  /**
   * Has the next call send a scheduler everything again, cancellations included: it may have missed
   * a call, or somebody else may have sent it something.
   */
  public void markUnknown(String scheduler) {
    replicas(scheduler).forEach(SchedulerReplica::markUnknown);
  }

  /** The same for one key at all schedulers, as when its node label changes. */
  public void markUnknown(RequestKey key) {
    OutstandingRequest request = requests.get(key);
    if (request != null) {
      request.replicas().forEach(SchedulerReplica::markUnknown);
    }
  }

  /**
   * A scheduler lost all that it was sent: the next call sends it everything that it is to have.
   */
  public void markEmpty(String scheduler) {
    replicas(scheduler).forEach(SchedulerReplica::markEmpty);
  }

  /** These entries of the last call may not have arrived. */
  void markLost(String scheduler, Collection<RequestEntry> entries) {
    for (RequestEntry entry : entries) {
      if (entry.isAny() && requests.containsKey(entry.key())) {
        requests.get(entry.key()).replica(scheduler).markLost();
      }
    }
  }

  /**
   * How many containers each scheduler can grant at most, by key, by what it was sent; without
   * those that can grant nothing. Enough to go on with after a restart, see {@link #restore}; what
   * is granted later only makes it less.
   */
  public Map<RequestKey, Map<String, Integer>> exposed() {
    Map<RequestKey, Map<String, Integer>> exposed = new LinkedHashMap<>();
    for (OutstandingRequest request : requests.values()) {
      Map<String, Integer> most = new TreeMap<>();
      for (SchedulerReplica replica : request.replicas()) {
        if (replica.state() != SchedulerReplica.State.EMPTY) {
          most.put(replica.name(), Math.max(replica.known(), replica.exposed()));
        }
      }
      if (!most.isEmpty()) {
        exposed.put(request.key(), most);
      }
    }
    return exposed;
  }

  /**
   * Takes over from an earlier process that served the same application, of which only {@link
   * #exposed} is known, before the first call. The application is to state with that call all that
   * it still requests. Its requests stay where they waited, as far as they are not fewer than
   * before; all that schedulers were sent is sent again, and taken back where it is not requested
   * any more. Hosts and racks that are not stated any more are not remembered: nothing is granted
   * for those alone.
   */
  public void restore(Map<RequestKey, Map<String, Integer>> exposed) {
    exposed.forEach(
        (key, most) ->
            most.forEach((scheduler, count) -> getOrCreate(key).replica(scheduler).restore(count)));
  }

  /**
   * What takes back all that the schedulers were sent and may hold, by scheduler, locations
   * included: for whoever goes on without this table. They come before anything else is sent.
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
   * Everything outstanding as the application would state it now, for whoever goes on without this
   * table. What has ended comes first: of one priority and request id YARN's schedulers keep the
   * size that they read last.
   */
  public List<RequestEntry> stated() {
    SchedulerMessages messages = new SchedulerMessages();
    requests.values().forEach(request -> messages.add("", request.stated(), request.total() == 0));
    return messages.byScheduler().getOrDefault("", Collections.emptyList());
  }

  /** How many containers are outstanding altogether. */
  public int outstanding() {
    return requests.values().stream().mapToInt(OutstandingRequest::total).sum();
  }

  /** How many of them are the scheduler's share. */
  public int outstanding(String scheduler) {
    return replicas(scheduler).stream().mapToInt(SchedulerReplica::share).sum();
  }

  /** How many containers it may grant by what it was sent, answered or not. */
  public int exposed(String scheduler) {
    return replicas(scheduler).stream().mapToInt(SchedulerReplica::exposed).sum();
  }

  /** The counts by name; see the class comment for the equation that they satisfy. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("asked", asked);
    counts.put("granted", granted);
    counts.put("cancelled", cancelled);
    counts.put("outstanding", (long) outstanding());
    counts.put("absorbed", absorbed);
    counts.put("excess", excess);
    return counts;
  }

  private List<SchedulerReplica> replicas(String scheduler) {
    List<SchedulerReplica> replicas = new ArrayList<>();
    for (OutstandingRequest request : requests.values()) {
      SchedulerReplica replica = request.replicaOrNull(scheduler);
      if (replica != null) {
        replicas.add(replica);
      }
    }
    return replicas;
  }
}
