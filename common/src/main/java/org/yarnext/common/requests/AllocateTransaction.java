// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.requests;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * One allocate call of an application master whose requests several schedulers serve. At its start
 * the application states its requests; then a policy divides them, {@link #send} returns the
 * entries for each scheduler, and exactly one of {@link #commit}, {@link #lost} and {@link #reject}
 * ends it. The statement of the application counts in the first two cases: clients repeat it after
 * a failure, and the counts are absolute. Not thread-safe.
 */
public final class AllocateTransaction {
  private final OutstandingRequests requests;
  private final SchedulerSet schedulers;
  private Map<String, List<RequestEntry>> sent = Collections.emptyMap();
  private boolean isOpen = true;

  /** The entries replaced by this call. */
  private final List<RequestEntry> replaced;

  /** The requests that this call states; some may be there twice. */
  private final List<OutstandingRequest> stated = new ArrayList<>(2);

  /**
   * Begins a call.
   *
   * @param entries how many the application states
   */
  AllocateTransaction(OutstandingRequests requests, SchedulerSet schedulers, int entries) {
    this.requests = requests;
    this.schedulers = schedulers;
    this.replaced = new ArrayList<>(entries);
  }

  /** Records that the application states an entry that replaces this one. */
  void replaces(OutstandingRequest request, RequestEntry entry) {
    replaced.add(entry);
    if (stated.isEmpty() || stated.get(stated.size() - 1) != request) {
      stated.add(request);
    }
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
    stated.forEach(requests::keep);
    for (int i = replaced.size() - 1; i >= 0; i--) {
      RequestEntry entry = replaced.get(i);
      requests.state(requests.get(entry.key()), entry, schedulers);
    }
    stated.forEach(OutstandingRequest::restoreShares);
    requests.undo(scheduler);
  }

  private void end() {
    if (!isOpen) {
      throw new IllegalStateException("The call has already ended");
    }
    isOpen = false;
  }
}
