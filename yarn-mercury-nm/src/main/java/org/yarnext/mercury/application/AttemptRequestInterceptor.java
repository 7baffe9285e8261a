// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.yarnext.common.guard.ThrowingRunnable;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.requests.HybridLedger;

/**
 * Intercepts the resource requests of one application attempt and divides them between the
 * guaranteed and the opportunistic scheduler. After a failure all outstanding requests are sent as
 * the application stated them, and its requests pass unchanged from then on. Its own opportunistic
 * requests remain bounded by its quota. Requests that cannot be read, or have a negative number,
 * pass unchanged. Not thread-safe.
 */
public final class AttemptRequestInterceptor {
  private final AttemptRegistry masters;
  private final ApplicationAttemptId attempt;
  private final DivisionState division;
  private final RequestCodec codec = new RequestCodec();
  private ApplicationAttemptRecord record;
  private boolean givenUp;

  /** The requests as stated, to be sent until a call with them succeeds; null if none. */
  private HybridLedger unsent;

  /** The part of {@link #unsent} that this call sends; null if not computed yet. */
  private List<ResourceRequest> unsentNow;

  /** The requests of this call that no ledger contains. */
  private List<ResourceRequest> unstated = Collections.emptyList();

  private List<ResourceRequest> guaranteed = Collections.emptyList();
  private List<ResourceRequest> opportunistic = Collections.emptyList();

  /** Creates an interceptor; {@code acts} is as in {@link DivisionState#switchTo}. */
  public AttemptRequestInterceptor(
      AttemptRegistry masters, ApplicationAttemptId attempt, boolean acts) {
    this.masters = masters;
    this.attempt = attempt;
    this.division = new DivisionState(acts);
  }

  /** Returns the state of the division, which follows the modes between two calls of the master. */
  public DivisionState division() {
    return division;
  }

  /** Follows the modes between two calls, once all that must be sent as stated has been sent. */
  public void follow(boolean acts) {
    if (unsent == null) {
      division.switchTo(acts);
    }
  }

  /**
   * Records that the master registered, for the first time or again.
   *
   * @param tags the application's, or none if unknown
   * @param defaultLabel the label that stock gives guaranteed requests without one; null if unknown
   * @param maxSize the maximum size of an opportunistic container, within the maximum request, that
   *     fits every node it may be sent to; null if unknown
   * @param previous containers of earlier attempts that it keeps
   */
  public void registered(
      Collection<String> tags,
      String queue,
      String defaultLabel,
      ResourceVector maxSize,
      List<Container> previous) {
    unsent = null; // the master states everything itself
    if (givenUp) {
      guarded("mercury.hybrid.register", () -> record.registered(previous));
      return;
    }
    run(
        "mercury.hybrid.register",
        () -> {
          record = masters.open(attempt, tags, queue, defaultLabel, maxSize);
          record.registered(previous);
        },
        this::giveUp);
  }

  /**
   * Starts tracking an application that registered before, between two of its calls. Parameters as
   * in {@link #registered}; after a failure its requests continue to pass unchanged.
   *
   * @param running its containers
   * @param outstanding supplies its requests, all with the guaranteed scheduler
   */
  public void track(
      Collection<String> tags,
      String queue,
      String defaultLabel,
      ResourceVector maxSize,
      List<Container> running,
      Supplier<List<ResourceRequest>> outstanding) {
    run(
        "mercury.hybrid.track",
        () -> {
          record = masters.open(attempt, tags, queue, defaultLabel, maxSize);
          record.grantedElsewhere(running);
          if (!record.trackOwnOnly()) {
            record.adopt(codec, outstanding.get());
          }
        },
        () -> {
          record = null;
          masters.close(attempt);
          giveUp();
        });
  }

  /**
   * Sets the application's current queue; must be called before {@link #before} if it, or what is
   * configured for it, may have changed. Parameters as in {@link #registered}.
   *
   * @param outstanding as in {@link #track}; called only if they must be tracked from now on
   */
  public void inQueue(
      String queue,
      String defaultLabel,
      ResourceVector maxSize,
      Supplier<List<ResourceRequest>> outstanding) {
    guarded(
        "mercury.hybrid.queue",
        () -> {
          record.limits(defaultLabel, maxSize);
          if (record.moved(queue)) {
            masters.explainPolicy(attempt, record);
          }
          if (record.tracksOwnOnly() && !givenUp && !record.trackOwnOnly()) {
            record.adopt(codec, outstanding.get());
          }
        });
  }

  /**
   * Begins a call of the master; {@link #guaranteed} and {@link #opportunistic} then return the
   * requests to send in its place.
   *
   * @param elsewhere containers that the master has, or had since the last call, from requests that
   *     did not pass here; those already known are not counted twice
   */
  public void before(
      List<ResourceRequest> requests, List<ContainerId> releases, List<Container> elsewhere) {
    unstated = requests;
    unsentNow = null;
    guaranteed = requests;
    opportunistic = Collections.emptyList();
    if (record == null && unsent == null) {
      return;
    }
    Predicate<ResourceRequest> tracked = record == null ? RequestCodec::readable : record.tracked();
    noted(
        () -> {
          List<ResourceRequest> others = new ArrayList<>(requests.size());
          List<ResourceRequest> stated = RequestCodec.split(requests, tracked, others);
          if (unsent != null || !givenUp) {
            codec.begin(unsent == null ? record.requests() : unsent, stated);
          }
          unstated = others;
        });
    guarded(
        "mercury.hybrid.divide",
        () -> {
          record.grantedElsewhere(elsewhere);
          record.released(releases);
          if (!givenUp) {
            divide();
          } else if (unsent == null) {
            guaranteed = bounded(requests);
          }
        });
  }

  private void divide() {
    DividedRequests divided = record.divide(codec);
    if (masters.mode().decides()) {
      divided.decisions.forEach(d -> masters.metrics().explain(attempt, d, division.repeats(d)));
      masters.metrics().guaranteedAfterLosses.add(divided.guaranteedAfterLosses);
    }
    if (division.acts()) {
      guaranteed = divided.guaranteed;
      guaranteed.addAll(unstated);
      guaranteed.addAll(codec.negative());
      opportunistic = divided.opportunistic;
    }
  }

  /** Returns the requests unchanged, except that opportunistic ones are limited to the quota. */
  private List<ResourceRequest> bounded(List<ResourceRequest> requests) {
    if (!division.acts()) {
      return requests;
    }
    List<ResourceRequest> all = new ArrayList<>(requests.size());
    codec.begin(record.requests(), RequestCodec.split(requests, RequestCodec::isOwn, all));
    all.addAll(record.divide(codec).opportunistic);
    all.addAll(codec.negative());
    return all;
  }

  /** Returns the requests to send to the next scheduler. */
  public List<ResourceRequest> guaranteed() {
    if (unsent == null) {
      return guaranteed;
    }
    if (unsentNow == null) {
      List<ResourceRequest> all = RequestCodec.copies(unsent.stated());
      all.addAll(unstated);
      unsentNow =
          givenUp && record != null
              ? masters.guard().callInline("mercury.hybrid.quota", () -> bounded(all), () -> all)
              : all;
    }
    return unsentNow;
  }

  /** Returns the requests to place as opportunistic containers. */
  public List<ResourceRequest> opportunistic() {
    return givenUp ? Collections.emptyList() : opportunistic;
  }

  /** Ends a call that succeeded and was read; the response includes containers placed here. */
  public void after(AllocateResponse response) {
    unsent = null;
    answered(response, true);
    division.sent(() -> unsent == null && (record == null || record.requests().isAsStated()));
  }

  /** Ends a call that succeeded but may be unread: everything is sent again. */
  public void afterUnconfirmed(AllocateResponse response) {
    answered(response, false);
    undelivered();
  }

  private void answered(AllocateResponse response, boolean isRead) {
    List<Container> granted = response.getAllocatedContainers();
    if (masters.mode().decides()) {
      masters.metrics().granted(granted);
    }
    if (unsent != null && (record == null || unsent != record.requests())) {
      noted(() -> granted.forEach(c -> ApplicationAttemptRecord.grant(unsent, c, null)));
    }
    guarded(
        "mercury.hybrid.response",
        () -> {
          record.answered(response, isRead);
          CompletedContainerTranslator.translate(
              response, division.acts() && record.countsLosses());
        });
    dropCall();
  }

  /** Drops the requests of a call that has ended: most masters are between two calls. */
  private void dropCall() {
    unstated = Collections.emptyList();
    guaranteed = Collections.emptyList();
    opportunistic = Collections.emptyList();
    unsentNow = null;
    codec.end();
  }

  /**
   * Ends a call that failed or was not read: all requests are sent again. The component that lost
   * opportunistic ones also calls {@link #forgottenByOpportunistic}.
   */
  public void undelivered() {
    guarded("mercury.hybrid.failed", () -> record.requests().lost());
    if (unsent != null) {
      noted(unsent::lost);
      noted(unsent::markForeign);
    }
    dropCall();
  }

  /** Records a repeated response: containers granted elsewhere are granted again each time. */
  public void grantedElsewhere(List<Container> again) {
    guarded("mercury.hybrid.response", () -> record.grantedElsewhere(again));
  }

  /** Records that the call failed, so these containers granted elsewhere are not delivered. */
  public void undelivered(List<Container> elsewhere) {
    guarded("mercury.hybrid.failed", () -> record.undelivered(elsewhere));
  }

  /** Records the first successful call after {@link #restore}; it may be a repeated one. */
  public void resumed() {
    guarded("mercury.hybrid.resumed", () -> record.requests().markForeign());
  }

  /**
   * Records that the next scheduler refused the call. Its requests count only if the master repeats
   * them: otherwise one bad request, sent again and again, would have every later call refused.
   */
  public void refused() {
    if (unsent != null) {
      noted(unsent::reject);
    }
    guarded("mercury.hybrid.failed", () -> record.refused());
    dropCall();
  }

  /** Makes the next call send all opportunistic requests, to a scheduler that has none. */
  public void forgottenByOpportunistic() {
    guarded("mercury.hybrid.moved", () -> record.requests().markEmpty());
  }

  private void run(String hook, ThrowingRunnable step, Runnable otherwise) {
    masters.guard().runInline(hook, step, otherwise);
  }

  private void guarded(String hook, ThrowingRunnable step) {
    if (record != null) {
      run(hook, step, this::giveUp);
    }
  }

  /** Updates the ledger with which the interceptor gives up. */
  private void noted(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | LinkageError e) {
      masters.guard().recordFailure("mercury.hybrid.note", e);
      giveUp();
    }
  }

  /** Passes all calls unchanged, from this one on if it has not been sent. */
  public void giveUp() {
    if (!givenUp) {
      givenUp = true;
      unsentNow = null;
      if (division.acts() && unsent == null) {
        unsent = record == null ? new HybridLedger() : record.requests();
      }
      masters.metrics().givenUp.add(1);
      if (record != null) {
        record.keepQuotaOnly();
      }
    }
  }

  /** Passes all calls unchanged, and sends the outstanding requests of an earlier run once. */
  public void giveUp(List<ResourceRequest> left) {
    giveUp();
    unsent = new HybridLedger();
    unsent.begin(codec.read(left));
  }

  /** Returns the requests still to be sent after giving up; never called if {@link #passesAll}. */
  public List<ResourceRequest> left() {
    return RequestCodec.copies(unsent.stated());
  }

  public boolean givenUp() {
    return givenUp;
  }

  /** Returns whether the master itself has sent the schedulers everything outstanding. */
  public boolean passesAll() {
    return givenUp && unsent == null;
  }

  /** Returns the state for {@link #restore}; null before the master has registered. */
  public Map<String, Object> snapshot() {
    return record == null || givenUp ? null : record.snapshot();
  }

  /**
   * Continues from the snapshot of an earlier run of the daemon. If that run divided requests and
   * this one does not, all outstanding requests are sent as the master stated them.
   */
  public void restore(Map<String, ?> snapshot) {
    record = masters.reopen(attempt, snapshot);
    if (!division.acts() && record.requests().isDivided()) {
      unsent = record.requests();
      unsent.toGuaranteed();
    }
  }

  /** Returns the record; null before the master has registered. */
  public ApplicationAttemptRecord record() {
    return record;
  }
}
