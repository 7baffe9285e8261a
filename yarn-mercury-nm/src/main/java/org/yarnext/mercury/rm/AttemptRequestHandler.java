// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.guard.Guard;
import org.yarnext.mercury.allocation.CancelledRequestFilter;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.application.AttemptRequestInterceptor;
import org.yarnext.mercury.application.AttemptRunTimeTracker;
import org.yarnext.mercury.application.CompletedContainerTranslator;
import org.yarnext.mercury.application.RequestCodec;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.rm.placement.CentralPlacement;
import org.yarnext.mercury.rm.scheduler.QueueLabelSnapshot;

/**
 * Routes one attempt's opportunistic requests in the ResourceManager either to {@link
 * CentralPlacement} or to stock's processor, never to both, and keeps them consistent through mode
 * changes and failed calls. An attempt that divides nothing is not tracked, and its calls pass
 * unchanged. Not thread-safe: an application's calls are sequential.
 */
final class AttemptRequestHandler {
  /** Consecutive failures before giving up; a master that calls each second still retries then. */
  static final int FAILURES_TO_GIVE_UP = 10;

  private final AttemptRegistry masters;
  private final Guard guard;
  private final Supplier<CentralPlacement> central;
  private final Supplier<FeatureMode> placementMode;
  private final ApplicationAttemptId attempt;
  private final Supplier<List<Container>> returned;
  private final AttemptRequestInterceptor gate;
  private final StockRequestRegistry atStock = new StockRequestRegistry();
  private final UnacknowledgedContainerTracker unacknowledged;

  /** The mode of placement in this call, or in the last one; off without placement. */
  private FeatureMode mode = FeatureMode.OFF;

  /** Null until placement is first needed. */
  private CentralPlacement placement;

  /** True if requests and containers are tracked; until then every call passes unchanged. */
  private boolean isTracked;

  /** True if tracking had to be put off. */
  private boolean isPutOff;

  /** True if the application has received an opportunistic container. */
  private boolean hasOpportunistic;

  private QueueLabelSnapshot queue = new QueueLabelSnapshot(null);
  private Object queueRules;
  private boolean placesHere;

  /** Number of consecutive calls at which stock's processors failed. */
  private int failures;

  /** The opportunistic requests of this call that stock places, for the placement in shadow. */
  private List<ResourceRequest> stockPlaces = Collections.emptyList();

  private ResourceBlacklistRequest blacklist;

  /** Running containers that an earlier ResourceManager granted, by nodes' latest reports. */
  private List<Container> running = Collections.emptyList();

  /** The opportunistic requests of this call that are cancelled at stock's processor. */
  private List<ResourceRequest> cancelled = Collections.emptyList();

  /**
   * Creates a handler.
   *
   * @param central returns the placement; null as long as it is off
   * @param placementMode its current mode
   * @param returned supplies its running containers that nodes have reported since the last call
   */
  AttemptRequestHandler(
      AttemptRegistry masters,
      Supplier<CentralPlacement> central,
      Supplier<FeatureMode> placementMode,
      ApplicationAttemptId attempt,
      Supplier<List<Container>> returned) {
    this.masters = masters;
    this.guard = masters.guard();
    this.central = central;
    this.placementMode = placementMode;
    this.attempt = attempt;
    this.returned = returned;
    this.unacknowledged = new UnacknowledgedContainerTracker(guard, central, attempt);
    boolean places = central.get() != null && placementMode.get().acts();
    this.gate = new AttemptRequestInterceptor(masters, attempt, masters.mode().acts() || places);
  }

  /**
   * Records that the master registered.
   *
   * @param maxSize maximum size of an opportunistic container; null if unknown
   */
  void registered(
      Collection<String> tags,
      String queue,
      String defaultLabel,
      ResourceVector maxSize,
      List<Container> previous) {
    isTracked = true;
    gate.registered(tags, queue, defaultLabel, maxSize, previous);
    // The master requests everything again, whichever component had its requests.
    atStock.clear();
    placesHere = false;
    forget();
  }

  /** Returns whether calls go through {@link #send}; otherwise they pass unchanged. */
  boolean isTracked() {
    return isTracked;
  }

  /**
   * Returns whether tracking must start with this call of an untracked application, because it
   * requests opportunistic containers itself or has some.
   */
  boolean mustTrack(AllocateRequest request) {
    return hasOpportunistic
        || hasOpportunistic(returned.get())
        || RequestCodec.isAnyOpportunistic(request.getAskList());
  }

  /** Returns whether tracking was put off. */
  boolean isPutOff() {
    return isPutOff;
  }

  /** Puts tracking off until stock has served opportunistic requests made in mode off. */
  void putOff() {
    if (!isPutOff) {
      isPutOff = true;
      masters.metrics().trackingPutOff.add(1);
    }
  }

  /** Records containers that an application has whose calls passed unseen so far. */
  void hasRunning(List<Container> running) {
    hasOpportunistic |= hasOpportunistic(running);
  }

  /** Returns whether any of these containers is opportunistic. */
  static boolean hasOpportunistic(List<Container> containers) {
    for (Container c : containers) {
      if (c.getExecutionType() == ExecutionType.OPPORTUNISTIC) {
        return true;
      }
    }
    return false;
  }

  /**
   * Starts tracking the application from the call that is about to begin.
   *
   * @param maxSize maximum size of an opportunistic container; null if unknown
   * @param running its containers
   * @param outstanding supplies all its requests so far, including those whose containers it has
   *     not received yet
   */
  void track(
      Collection<String> tags,
      String queue,
      String defaultLabel,
      ResourceVector maxSize,
      List<Container> running,
      Supplier<List<ResourceRequest>> outstanding) {
    isTracked = true;
    isPutOff = false;
    gate.track(tags, queue, defaultLabel, maxSize, running, outstanding);
  }

  /** Records that stock's processors accepted a call of an untracked application. */
  void afterUntracked(AllocateResponse response) {
    List<UpdatedContainer> updated = response.getUpdatedContainers();
    List<Container> previous = response.getContainersFromPreviousAttempts();
    if (updated.isEmpty()
        && previous.isEmpty()
        && response.getCompletedContainersStatuses().isEmpty()) {
      return;
    }
    guard.runInline(
        "mercury.hybrid.response",
        () -> {
          hasOpportunistic |= hasOpportunistic(previous);
          for (UpdatedContainer u : updated) {
            hasOpportunistic |= hasOpportunistic(Collections.singletonList(u.getContainer()));
          }
          AttemptRunTimeTracker.observe(response, masters.policies().typical());
          CompletedContainerTranslator.translate(response, false);
        },
        () -> {});
  }

  /**
   * Records the application's current queue.
   *
   * @return whether the queue or its default label, policy or quota has changed since the last call
   */
  boolean sees(Queue now) {
    Object rules = masters.queueRules();
    boolean same = queue.is(now) && rules == queueRules;
    queue = same ? queue : new QueueLabelSnapshot(now);
    queueRules = rules;
    return !same;
  }

  /**
   * Handles a move of the application or a change of its queue or policy.
   *
   * @param maxSize maximum size of an opportunistic container; null if unknown
   * @param outstanding as in {@link #track}
   */
  void inQueue(
      String queue,
      String defaultLabel,
      ResourceVector maxSize,
      Supplier<List<ResourceRequest>> outstanding) {
    gate.inQueue(queue, defaultLabel, maxSize, outstanding);
  }

  /** Places opportunistic requests if that happens here, and returns the requests for stock. */
  List<ResourceRequest> send(AllocateRequest request, AllocateResponse response) {
    unacknowledged.begin();
    guard.runInline("mercury.hybrid.mode", this::follow, gate::giveUp);
    gate.before(request.getAskList(), request.getReleaseList(), running);
    running = Collections.emptyList();
    if (placesHere
        && !gate.givenUp()
        && (!gate.opportunistic().isEmpty() || placement.hasWaiting(attempt))) {
      place(request, response);
    }
    boolean withStock = !placesHere && !gate.givenUp();
    List<ResourceRequest> toStock = new ArrayList<>();
    if (withStock) {
      gate.opportunistic().forEach(atStock::sent);
    } else {
      // Cancel first, so that the application's own requests take precedence.
      toStock.addAll(atStock.cancellations());
    }
    if (mode.acts() && (!placesHere || gate.givenUp())) {
      placement.forget(attempt);
    }
    toStock.addAll(gate.guaranteed());
    if (withStock) {
      toStock.addAll(gate.opportunistic());
    }
    if (mode == FeatureMode.SHADOW) {
      blacklist = request.getResourceBlacklistRequest();
      stockPlaces = CentralPlacement.opportunistic(toStock);
    }
    cancelled =
        gate.division().acts() || masters.watches()
            ? CancelledRequestFilter.among(toStock)
            : Collections.emptyList();
    return toStock;
  }

  /** Follows the modes, which are the same until the call has ended, and nodes' reports. */
  private void follow() {
    running = returned.get();
    placement = central.get();
    FeatureMode before = mode;
    mode = placement == null ? FeatureMode.OFF : placementMode.get();
    if (mode != before && placement != null) {
      placement.forget(attempt);
    }
    boolean acted = gate.division().acts();
    gate.division().switchTo(mode.acts() || masters.mode().acts());
    if (!acted && gate.division().acts() && !gate.givenUp()) {
      // Stock has them so far.
      gate.record().ownOpportunistic().forEach(atStock::sent);
    }
    boolean here = mode.acts() && !gate.givenUp() && ready();
    if (here != placesHere) {
      gate.forgottenByOpportunistic();
      placesHere = here;
    }
  }

  /**
   * Returns the opportunistic requests of the last call that were cancelled at stock's processor,
   * and keeps them no longer.
   */
  List<ResourceRequest> takeCancelled() {
    List<ResourceRequest> taken = cancelled;
    cancelled = Collections.emptyList();
    return taken;
  }

  /** Part of a pass of the guard; if only this fails, stock places. */
  private boolean ready() {
    try {
      return placement.ready();
    } catch (RuntimeException | LinkageError e) {
      guard.recordFailure("mercury.placement.ready", e);
      return false;
    }
  }

  private void place(AllocateRequest request, AllocateResponse response) {
    guard.runInline(
        "mercury.placement.place",
        () -> {
          boolean all =
              placement.place(
                  attempt,
                  request.getResourceBlacklistRequest(),
                  gate.opportunistic(),
                  response,
                  unacknowledged.made());
          if (!all) {
            gate.forgottenByOpportunistic();
          }
        },
        () -> {
          gate.giveUp();
          unacknowledged.takeBack();
        });
  }

  /** Records that stock's processors accepted the call. */
  void after(AllocateResponse response) {
    failures = 0;
    unacknowledged.hideEnded(response);
    gate.after(response);
    if (placesHere || gate.givenUp() || !gate.division().acts()) {
      atStock.clear();
    } else {
      atStock.dropCancelled();
    }
    if (mode == FeatureMode.SHADOW) {
      guard.runInline(
          "mercury.placement.shadow",
          () -> placement.follow(attempt, blacklist, stockPlaces, response),
          () -> placement.forget(attempt));
      stockPlaces = Collections.emptyList();
      blacklist = null;
    }
  }

  /**
   * Records that stock's processors refused the call: placed containers are released, and all
   * outstanding requests are sent again.
   */
  void refused() {
    failures = 0;
    gate.refused();
    failed();
  }

  /**
   * Records that stock's processors failed. Repeated failure may be due to the changed requests:
   * stock's allocator fails at two sizes of one priority and request id, which its scheduler
   * accepts.
   */
  void undelivered() {
    gate.undelivered();
    failed();
    failures++;
    if (failures == FAILURES_TO_GIVE_UP && !atStock.isEmpty()) {
      gate.giveUp();
    }
  }

  private void failed() {
    unacknowledged.takeBack();
    if (mode.acts()) {
      placement.forget(attempt);
    }
    if (placesHere) {
      gate.forgottenByOpportunistic();
    }
  }

  /** Drops the outstanding requests here. */
  void forget() {
    if (placement != null) {
      placement.forget(attempt);
    }
  }
}
