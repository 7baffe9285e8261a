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
package org.yarnext.mercury.rm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
import org.yarnext.mercury.allocation.CancelledRequestFilter;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.application.AttemptRequestInterceptor;
import org.yarnext.mercury.application.AttemptRunTimeTracker;
import org.yarnext.mercury.application.RequestCodec;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Handles one application attempt's requests in the ResourceManager. Its opportunistic requests go
 * to {@link CentralPlacement} or to stock's processor, never to both. An attempt that divides
 * nothing is not tracked: its calls pass as they are. Not thread-safe: an application's calls come
 * one after the other.
 */
final class AttemptRequestHandler {
  /** A master that calls each second has not given up by then. */
  static final int FAILURES_TO_GIVE_UP = 10;

  private final AttemptRegistry masters;

  /** Null if stock places. */
  private final CentralPlacement placement;

  /** Null unless placement is in shadow. */
  private final CentralPlacement shadow;

  private final ApplicationAttemptId attempt;
  private final Supplier<List<Container>> returned;
  private final AttemptRequestInterceptor gate;

  /** The totals that the gate made stock's processor place, until they are taken back. */
  private final Map<String, ResourceRequest> atStock = new LinkedHashMap<>();

  private final UnacknowledgedContainerTracker unheard;

  /** Whether requests and containers are followed; until then every call passes as it is. */
  private boolean isTracked;

  /** Whether the application has been given an opportunistic container. */
  private boolean hasOpportunistic;

  private QueueLabelSnapshot queue = new QueueLabelSnapshot(null);
  private Object queueRules;
  private boolean placesHere;

  /** How many calls in a row stock's processors have failed at. */
  private int failures;

  /** Of this call, for the placement in shadow. */
  private List<ResourceRequest> stockPlaces = Collections.emptyList();

  private ResourceBlacklistRequest blacklist;

  /** Of this call, the opportunistic asks that stock's processor is told to forget. */
  private List<ResourceRequest> cancelled = Collections.emptyList();

  /**
   * @param central null if placement is off
   * @param places whether it places; false in shadow
   * @param returned the attempt's running containers that nodes told of since it was last asked
   */
  AttemptRequestHandler(
      AttemptRegistry masters,
      CentralPlacement central,
      boolean places,
      ApplicationAttemptId attempt,
      Supplier<List<Container>> returned) {
    this.masters = masters;
    this.placement = places ? central : null;
    this.shadow = places ? null : central;
    this.attempt = attempt;
    this.returned = returned;
    this.unheard = new UnacknowledgedContainerTracker(masters.guard(), placement, attempt);
    this.gate =
        new AttemptRequestInterceptor(masters, attempt, masters.mode().acts() || placement != null);
  }

  /**
   * @param most what an opportunistic container may have; null if that is not known
   */
  void registered(
      Collection<String> tags,
      String queue,
      String defaultLabel,
      ResourceVector most,
      List<Container> previous) {
    isTracked = true;
    gate.registered(tags, queue, defaultLabel, most, previous);
    // Whoever had what is asked anew.
    atStock.clear();
    placesHere = false;
    forget();
  }

  /** Whether calls go through {@link #send} and {@link #after}; else as they are. */
  boolean isTracked() {
    return isTracked;
  }

  /**
   * Whether a call of an application that is not tracked begins what must be: it requests
   * opportunistic containers itself, or has some.
   */
  boolean mustTrack(AllocateRequest request) {
    return hasOpportunistic
        || hasOpportunistic(returned.get())
        || request.getAskList().stream().anyMatch(RequestCodec::isOpportunistic);
  }

  /** Whether any of these containers is opportunistic. */
  static boolean hasOpportunistic(List<Container> containers) {
    for (Container c : containers) {
      if (c.getExecutionType() == ExecutionType.OPPORTUNISTIC) {
        return true;
      }
    }
    return false;
  }

  /**
   * Tracks the application from the call on that is about to begin.
   *
   * @param most what an opportunistic container may have; null if that is not known
   * @param running its containers
   * @param outstanding all that it has requested so far, with the containers that it has not been
   *     told of
   */
  void track(
      Collection<String> tags,
      String queue,
      String defaultLabel,
      ResourceVector most,
      List<Container> running,
      List<ResourceRequest> outstanding) {
    isTracked = true;
    gate.track(tags, queue, defaultLabel, most, running, outstanding);
  }

  /** Stock's processors took a call that was not tracked. */
  void afterUntracked(AllocateResponse response) {
    List<UpdatedContainer> updated = response.getUpdatedContainers();
    List<Container> previous = response.getContainersFromPreviousAttempts();
    if (updated.isEmpty()
        && previous.isEmpty()
        && response.getCompletedContainersStatuses().isEmpty()) {
      return;
    }
    masters
        .guard()
        .runInline(
            "mercury.hybrid.response",
            () -> {
              hasOpportunistic |= hasOpportunistic(previous);
              for (UpdatedContainer u : updated) {
                hasOpportunistic |= hasOpportunistic(Collections.singletonList(u.getContainer()));
              }
              AttemptRunTimeTracker.observe(response, masters.typical());
              AttemptRunTimeTracker.hide(response);
            },
            () -> {});
  }

  /**
   * Takes note of the queue that the application is in.
   *
   * @return whether it is another one than at the last call, or has another default label, policy
   *     or quota
   */
  boolean sees(Queue now) {
    Object rules = masters.queueRules();
    boolean same = queue.is(now) && rules == queueRules;
    queue = new QueueLabelSnapshot(now);
    queueRules = rules;
    return !same;
  }

  /**
   * The application was moved, or its queue changed.
   *
   * @param most what an opportunistic container may have; null if that is not known
   */
  void inQueue(String queue, String defaultLabel, ResourceVector most) {
    gate.inQueue(queue, defaultLabel, most);
  }

  /** Has the opportunistic asks placed, if that is done here; the others are for stock. */
  List<ResourceRequest> send(AllocateRequest request, AllocateResponse response) {
    unheard.begin();
    boolean here = placement != null && !gate.givenUp() && ready();
    if (here != placesHere) {
      gate.forgottenByOpportunistic();
      placesHere = here;
    }
    gate.before(request.getAskList(), request.getReleaseList(), returned());
    if (placesHere && !gate.givenUp()) {
      place(request, response);
    }
    boolean withStock = !placesHere && !gate.givenUp();
    List<ResourceRequest> toStock = new ArrayList<>();
    if (withStock) {
      gate.opportunistic().forEach(this::keep);
    } else {
      // First, so that what the application asks itself goes before.
      atStock.values().forEach(ask -> toStock.add(none(ask)));
    }
    if (placement != null && (!placesHere || gate.givenUp())) {
      placement.forget(attempt);
    }
    toStock.addAll(gate.guaranteed());
    if (withStock) {
      toStock.addAll(gate.opportunistic());
    }
    if (shadow != null) {
      blacklist = request.getResourceBlacklistRequest();
      stockPlaces = CentralPlacement.opportunistic(toStock);
    }
    cancelled = CancelledRequestFilter.among(toStock);
    return toStock;
  }

  /**
   * No answer tells of those that an earlier ResourceManager granted: nodes do, when they register.
   */
  private List<Container> returned() {
    return masters
        .guard()
        .callInline("mercury.hybrid.returned", returned::get, Collections::emptyList);
  }

  /** The opportunistic asks of the last call that stock's processor was told to forget. */
  List<ResourceRequest> cancelled() {
    return cancelled;
  }

  private boolean ready() {
    return masters.guard().callInline("mercury.placement.ready", placement::ready, () -> false);
  }

  private void place(AllocateRequest request, AllocateResponse response) {
    masters
        .guard()
        .runInline(
            "mercury.placement.place",
            () -> {
              boolean all =
                  placement.place(
                      attempt,
                      request.getResourceBlacklistRequest(),
                      gate.opportunistic(),
                      response,
                      unheard.made());
              if (!all) {
                gate.forgottenByOpportunistic();
              }
            },
            () -> {
              gate.giveUp();
              unheard.takeBack();
            });
  }

  private void keep(ResourceRequest ask) {
    if (ResourceRequest.isAnyLocation(ask.getResourceName())) {
      String key =
          ask.getPriority() + "/" + ask.getAllocationRequestId() + "/" + ask.getCapability();
      atStock.put(key, ask);
    }
  }

  private static ResourceRequest none(ResourceRequest ask) {
    ResourceRequest none = ResourceRequest.clone(ask);
    none.setNumContainers(0);
    return none;
  }

  /** Stock's processors took the call. */
  void after(AllocateResponse response) {
    failures = 0;
    if (placesHere || gate.givenUp()) {
      atStock.clear();
    } else {
      atStock.values().removeIf(ask -> ask.getNumContainers() == 0);
    }
    unheard.hideEnded(response);
    gate.after(response);
    if (shadow != null) {
      masters
          .guard()
          .runInline(
              "mercury.placement.shadow",
              () -> shadow.follow(attempt, blacklist, stockPlaces, response),
              () -> shadow.forget(attempt));
    }
  }

  /** They refused it: what was placed is given back, and all that is outstanding is told anew. */
  void refused() {
    failures = 0;
    gate.refused();
    failed();
  }

  /**
   * They failed. If they go on so it may be for what was made of the asks: stock's allocator fails
   * at two sizes of one priority and request id, which its scheduler takes.
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
    unheard.takeBack();
    if (placement != null) {
      placement.forget(attempt);
    }
    if (placesHere) {
      gate.forgottenByOpportunistic();
    }
  }

  /** Drops what is outstanding here. */
  void forget() {
    if (placement != null) {
      placement.forget(attempt);
    }
    if (shadow != null) {
      shadow.forget(attempt);
    }
  }
}
