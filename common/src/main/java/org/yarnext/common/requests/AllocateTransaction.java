// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.requests;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One allocate call of the application. At its start the application states its requests; then a
 * policy divides them, {@link #send} returns the entries for each scheduler, and exactly one of
 * {@link #commit}, {@link #lost} and {@link #reject} ends it. The statement of the application
 * counts in the first two cases: clients repeat it after a failure, and the counts are absolute.
 * Not thread-safe.
 */
public final class AllocateTransaction {
  private final OutstandingRequests requests;
  private final SchedulerSet schedulers;
  private Map<String, List<RequestEntry>> sent = Collections.emptyMap();
  private boolean isOpen = true;

  /** The entries replaced by this call, latest first. */
  private final Deque<RequestEntry> replaced = new ArrayDeque<>();

  /** The shares, before this call, of the requests it states. */
  private final Map<OutstandingRequest, Map<SchedulerReplica, Integer>> shares =
      new LinkedHashMap<>();

  AllocateTransaction(OutstandingRequests requests, SchedulerSet schedulers) {
    this.requests = requests;
    this.schedulers = schedulers;
  }

  /** Records that the application states an entry that replaces this one. */
  void replaces(OutstandingRequest request, RequestEntry entry) {
    replaced.push(entry);
    shares.computeIfAbsent(
        request,
        of -> {
          Map<SchedulerReplica, Integer> now = new LinkedHashMap<>();
          of.replicas().forEach(replica -> now.put(replica, replica.share()));
          return now;
        });
  }

  /**
   * Sends the changes. Must be called once, when the shares of each key sum to its total.
   *
   * @return entries by scheduler, in sending order; schedulers without changes are absent
   */
  public Map<String, List<RequestEntry>> send() {
    sent = requests.send(schedulers);
    return sent;
  }

  /** Completes a call that was passed on; answers show when schedulers have read it. */
  public void commit() {
    end();
    requests.commit();
  }

  /**
   * Records that the call failed and it is unknown which schedulers received it: each is sent its
   * entries again.
   */
  public void lost() {
    end();
    sent.forEach(requests::markLost);
  }

  /**
   * Records that a scheduler refused the call and read nothing of it; other schedulers may have
   * read it. The statements of the application in this call are undone, with the resulting shares:
   * otherwise one bad request, sent again and again, would have every later call refused.
   */
  public void reject(String scheduler) {
    end();
    sent.forEach(
        (name, entries) -> {
          if (!name.equals(scheduler)) {
            requests.markLost(name, entries);
          }
        });
    shares.keySet().forEach(requests::keep);
    replaced.forEach(entry -> requests.state(entry, schedulers));
    shares.forEach(
        (request, before) ->
            request
                .replicas()
                .forEach(
                    each ->
                        request.changeShare(each, before.getOrDefault(each, 0) - each.share())));
    requests.undo(scheduler);
  }

  private void end() {
    if (!isOpen) {
      throw new IllegalStateException("The call has already ended");
    }
    isOpen = false;
  }
}
