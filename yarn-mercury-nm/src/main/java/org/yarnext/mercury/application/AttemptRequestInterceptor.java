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
package org.yarnext.mercury.application;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.requests.HybridLedger;

/**
 * Intercepts the resource requests of one application attempt and divides them between the
 * schedulers. After a failure all outstanding requests are sent as the application stated them, and
 * its requests pass unchanged from then on. Its own opportunistic requests remain bounded by its
 * quota.
 *
 * <p>Requests that cannot be read, or have a negative number, pass unchanged. Not thread-safe:
 * calls of an application come one after the other.
 */
public final class AttemptRequestInterceptor {
  private final AttemptRegistry masters;
  private final ApplicationAttemptId attempt;
  private final boolean acts;
  private final RequestCodec codec = new RequestCodec();
  private ApplicationAttemptRecord record;
  private boolean givenUp;

  /** Sent as the application stated it, until a call with it went well; null if nothing is. */
  private HybridLedger owed;

  /** What this call sends of it; null if that is not known yet. */
  private List<ResourceRequest> owedNow;

  /** Of this call, what no table has. */
  private List<ResourceRequest> unstated = Collections.emptyList();

  private List<ResourceRequest> guaranteed = Collections.emptyList();
  private List<ResourceRequest> opportunistic = Collections.emptyList();

  /**
   * @param acts false if asks are to pass as they are, whatever is decided: because policies are
   *     not followed, and nobody here places what is opportunistic
   */
  public AttemptRequestInterceptor(
      AttemptRegistry masters, ApplicationAttemptId attempt, boolean acts) {
    this.masters = masters;
    this.attempt = attempt;
    this.acts = acts;
  }

  /**
   * The master registered, for the first time or again.
   *
   * @param tags the application's, or none where they are not known
   * @param queue the application's
   * @param defaultLabel what stock makes of its guaranteed asks without a node label; null if that
   *     is not known
   * @param most the maximum size of an opportunistic container: what every node has that it may be
   *     sent to, and what may be requested; null if that is not known
   * @param previous containers of earlier attempts that it goes on with
   */
  public void registered(
      Collection<String> tags,
      String queue,
      String defaultLabel,
      ResourceVector most,
      List<Container> previous) {
    owed = null; // it states all of it itself
    if (givenUp) {
      guarded("mercury.hybrid.register", () -> record.registered(previous));
      return;
    }
    masters
        .guard()
        .runInline(
            "mercury.hybrid.register",
            () -> {
              record = masters.open(attempt, tags, queue, defaultLabel, most);
              record.registered(previous);
            },
            this::giveUp);
  }

  /**
   * Begins to track an application that registered before, between two of its calls. Parameters as
   * in {@link #registered}; after a failure its requests go on to pass as they are.
   *
   * @param running its containers
   * @param outstanding its requests, all with the guaranteed scheduler
   */
  public void track(
      Collection<String> tags,
      String queue,
      String defaultLabel,
      ResourceVector most,
      List<Container> running,
      List<ResourceRequest> outstanding) {
    masters
        .guard()
        .runInline(
            "mercury.hybrid.track",
            () -> {
              record = masters.open(attempt, tags, queue, defaultLabel, most);
              record.adopt(codec, running, outstanding);
            },
            () -> {
              record = null;
              masters.close(attempt);
              giveUp();
            });
  }

  /**
   * The application is in this queue now; to be called before {@link #before} if it may have been
   * moved or its queue may have changed. Parameters as in {@link #registered}.
   */
  public void inQueue(String queue, String defaultLabel, ResourceVector most) {
    guarded(
        "mercury.hybrid.queue",
        () -> {
          record.defaultLabel(defaultLabel);
          record.most(most);
          if (record.moved(queue)) {
            masters.explainPolicy(attempt, record);
          }
        });
  }

  /**
   * Takes what the master sends; {@link #guaranteed} and {@link #opportunistic} then say what to
   * send in its place.
   *
   * @param elsewhere that the master has, or had since the last call, of asks that did not pass
   *     here; those known already are not counted twice
   */
  public void before(
      List<ResourceRequest> asks, List<ContainerId> releases, List<Container> elsewhere) {
    unstated = asks;
    owedNow = null;
    guaranteed = asks;
    opportunistic = Collections.emptyList();
    if (record == null && owed == null) {
      return;
    }
    noted(
        () -> {
          if (owed != null || !givenUp) {
            HybridLedger table = owed == null ? record.requests() : owed;
            codec.begin(table, RequestCodec.only(asks, RequestCodec::readable));
          }
          unstated = RequestCodec.only(asks, r -> !RequestCodec.readable(r));
        });
    guarded(
        "mercury.hybrid.divide",
        () -> {
          record.grantedElsewhere(elsewhere);
          record.released(releases);
          if (!givenUp) {
            divide(RequestCodec.only(asks, RequestCodec::malformed));
          } else if (owed == null) {
            guaranteed = bounded(asks);
          }
        });
  }

  private void divide(List<ResourceRequest> malformed) {
    ApplicationAttemptRecord.Divided divided = record.divide(codec);
    if (masters.mode().decides()) {
      divided.decisions.forEach(d -> masters.journal().explain(attempt.toString(), d));
      masters.journal().guaranteedAfterLosses.add(divided.guaranteedAfterLosses);
    }
    if (acts) {
      guaranteed = divided.guaranteed;
      guaranteed.addAll(malformed);
      opportunistic = divided.opportunistic;
    }
  }

  /** Asks as they came, but for what is asked as opportunistic: of that, what the quota allows. */
  private List<ResourceRequest> bounded(List<ResourceRequest> asks) {
    if (!acts) {
      return asks;
    }
    codec.begin(record.requests(), RequestCodec.only(asks, RequestCodec::isOwn));
    List<ResourceRequest> all = record.divide(codec).opportunistic;
    all.addAll(RequestCodec.only(asks, r -> RequestCodec.malformed(r) || !RequestCodec.isOwn(r)));
    return all;
  }

  /** What to send on to the next scheduler. */
  public List<ResourceRequest> guaranteed() {
    if (owed == null) {
      return guaranteed;
    }
    if (owedNow == null) {
      List<ResourceRequest> all = RequestCodec.copies(owed.stated());
      all.addAll(unstated);
      owedNow =
          givenUp && record != null
              ? masters.guard().callInline("mercury.hybrid.quota", () -> bounded(all), () -> all)
              : all;
    }
    return owedNow;
  }

  /** What to place as opportunistic. */
  public List<ResourceRequest> opportunistic() {
    return givenUp ? Collections.emptyList() : opportunistic;
  }

  /**
   * The call went well, and was read.
   *
   * @param response what the master gets, the containers included that {@link #opportunistic} has
   *     led to
   */
  public void after(AllocateResponse response) {
    owed = null;
    guarded("mercury.hybrid.response", () -> record.requests().commit());
    answered(response);
  }

  /** The call went well, but may have been answered before and not read: all is sent again. */
  public void afterPerhapsUnread(AllocateResponse response) {
    answered(response);
    undelivered();
  }

  private void answered(AllocateResponse response) {
    List<Container> granted = response.getAllocatedContainers();
    masters
        .journal()
        .opportunisticGranted
        .add(granted.stream().filter(ApplicationAttemptRecord::opportunistic).count());
    if (owed != null && (record == null || owed != record.requests())) {
      noted(() -> granted.forEach(c -> ApplicationAttemptRecord.grant(owed, c)));
    }
    List<ContainerStatus> ended = response.getCompletedContainersStatuses();
    guarded(
        "mercury.hybrid.response",
        () -> {
          record.granted(granted);
          record.grantedElsewhere(response.getContainersFromPreviousAttempts());
          List<Container> updated = new ArrayList<>();
          for (UpdatedContainer u : response.getUpdatedContainers()) {
            updated.add(u.getContainer());
          }
          record.updated(updated);
          record.completed(ended);
          record.answered();
          AttemptRunTimeTracker.hide(response);
        });
  }

  /**
   * The call failed, or was not read: nobody knows what arrived, so all of it is sent again.
   * Whoever lost what is outstanding as opportunistic says so, too: {@link
   * #forgottenByOpportunistic}.
   */
  public void undelivered() {
    guarded("mercury.hybrid.failed", () -> record.requests().lost());
    if (owed != null) {
      noted(
          () -> {
            owed.lost();
            owed.markForeign();
          });
    }
  }

  /** The call was answered before: what was granted elsewhere is granted anew each time. */
  public void grantedElsewhere(List<Container> again) {
    guarded("mercury.hybrid.response", () -> record.grantedElsewhere(again));
  }

  /** The call failed, so that the master will not hear of what was granted elsewhere for it. */
  public void untold(List<Container> elsewhere) {
    guarded("mercury.hybrid.failed", () -> record.untold(elsewhere));
  }

  /** The first call after {@link #restore} went well; an earlier life may have sent it already. */
  public void resumed() {
    guarded("mercury.hybrid.resumed", () -> record.requests().markForeign());
  }

  /**
   * The next scheduler refused the call. What the master asked in it counts only if it asks again:
   * one bad ask, sent again and again, would have every later call refused.
   */
  public void refused() {
    if (owed != null) {
      noted(owed::reject);
    }
    guarded("mercury.hybrid.failed", () -> record.refused());
  }

  /**
   * The next call sends all opportunistic requests: to another scheduler, or one that lost them.
   */
  public void forgottenByOpportunistic() {
    guarded("mercury.hybrid.moved", () -> record.requests().markEmpty());
  }

  private void guarded(String hook, Runnable step) {
    if (record != null) {
      masters.guard().runInline(hook, step::run, this::giveUp);
    }
  }

  /** Keeps the table with which the gate is given up. */
  private void noted(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      masters.guard().recordFailure("mercury.hybrid.note", e);
      giveUp();
    }
  }

  /** Lets everything pass, from this call on if it has not been sent on. */
  public void giveUp() {
    if (!givenUp) {
      givenUp = true;
      owedNow = null;
      if (acts && owed == null) {
        owed = record == null ? new HybridLedger() : record.requests();
      }
      masters.journal().givenUp.add(1);
      if (record != null) {
        record.quotaAlone();
      }
    }
  }

  /**
   * Lets everything pass where an earlier life of the daemon divided, or was given up.
   *
   * @param left what that life left outstanding; it is asked once
   */
  public void giveUp(List<ResourceRequest> left) {
    giveUp();
    owed = new HybridLedger();
    owed.begin(codec.read(left));
  }

  /** What is still to be asked since the gate was given up, for the next life of the daemon. */
  public List<ResourceRequest> left() {
    return givenUp && owed != null ? RequestCodec.copies(owed.stated()) : Collections.emptyList();
  }

  public boolean givenUp() {
    return givenUp;
  }

  /** Whether the schedulers know all that is outstanding from the master itself. */
  public boolean passesAll() {
    return givenUp && owed == null;
  }

  /** What {@link #restore} needs; null before the master has registered. */
  public Map<String, Object> snapshot() {
    return record == null || givenUp ? null : record.snapshot();
  }

  /**
   * Goes on where an earlier life of the daemon stopped. If that life divided and this one does
   * not, all that is outstanding is asked as the master asked it.
   */
  public void restore(Map<String, ?> snapshot) {
    record = masters.reopen(attempt, snapshot);
    if (!acts && record.requests().isDivided()) {
      owed = record.requests();
      owed.toGuaranteed();
    }
  }

  /** Null before the master has registered. */
  public ApplicationAttemptRecord record() {
    return record;
  }
}
