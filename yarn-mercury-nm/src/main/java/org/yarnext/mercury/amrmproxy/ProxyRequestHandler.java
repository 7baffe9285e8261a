// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.amrmproxy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager;
import org.apache.hadoop.yarn.server.api.protocolrecords.DistributedSchedulingAllocateRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.DistributedSchedulingAllocateResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterDistributedSchedulingAMResponse;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AMRMProxyApplicationContext;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.application.AttemptRequestInterceptor;
import org.yarnext.mercury.application.RegistrationRecord;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Handles the allocate calls of one application attempt in the AMRMProxy: divides its requests,
 * places the opportunistic ones and sends the others on. The state survives a restart of the
 * NodeManager. Not thread-safe: an application's calls come one after the other.
 */
final class ProxyRequestHandler {
  private static final int NONE = -1;

  private static final String STORE = "mercury.hybrid.store";

  private final AttemptRegistry masters;
  private final boolean labels;
  private final AttemptRequestInterceptor gate;
  private final LocalPlacement placement;
  private final AttemptStore store;
  private LastResponseRecord answer = LastResponseRecord.NONE;

  /** Maximum capability sent to the application at registration; null if unknown. */
  private ResourceVector maxSize;

  /** Response id of the last failed call. */
  private int failed = NONE;

  /** True if an earlier run of the NodeManager may have sent the next call already. */
  private boolean recovered;

  /** The next interceptor in the chain. */
  interface Next {
    DistributedSchedulingAllocateResponse send(DistributedSchedulingAllocateRequest request)
        throws YarnException, IOException;
  }

  /**
   * Creates a handler.
   *
   * @param acts whether requests are divided here
   * @param labels whether the cluster's nodes may have labels
   */
  ProxyRequestHandler(
      AttemptRegistry masters,
      boolean acts,
      boolean labels,
      AMRMProxyApplicationContext application) {
    this.masters = masters;
    this.labels = labels;
    gate = new AttemptRequestInterceptor(masters, application.getApplicationAttemptId(), acts);
    placement = new LocalPlacement(application);
    store =
        new AttemptStore(
            application.getNMContext().getNMStateStore(), application.getApplicationAttemptId());
  }

  /** Restores the state of an earlier run of the NodeManager; ends the division if it cannot. */
  void resume(Map<String, byte[]> left) {
    recovered = true;
    masters
        .guard()
        .runInline(
            "mercury.hybrid.recover",
            () -> answer = store.load(left, gate, placement),
            () -> answer = store.end(left, gate));
  }

  /**
   * Requests the containers that an earlier run of the NodeManager left outstanding, and passes all
   * other calls unchanged.
   */
  void end(Map<String, byte[]> left) {
    recovered = true;
    answer = store.end(left, gate);
  }

  void registered(
      RegistrationRecord application, RegisterDistributedSchedulingAMResponse response) {
    register(application, response.getRegisterResponse());
    masters
        .guard()
        .runInline("mercury.hybrid.nodes", () -> placement.registered(response), gate::giveUp);
    save();
  }

  /** Handles a registration without distributed scheduling, where nothing is placed. */
  void registered(RegistrationRecord application, RegisterApplicationMasterResponse response) {
    register(application, response);
    save();
  }

  private void register(
      RegistrationRecord application, RegisterApplicationMasterResponse response) {
    answer = LastResponseRecord.NONE;
    failed = NONE;
    recovered = false;
    maxSize = ResourceCodec.maximum(response);
    gate.registered(
        application.tags(),
        application.queue(),
        label(application),
        ResourceCodec.within(application.smallestNode(), maxSize),
        response.getContainersFromPreviousAttempts());
    accept(application);
  }

  /** Applies the node labels of the queue: the scheduler would refuse requests with others. */
  private void accept(RegistrationRecord application) {
    if (gate.record() != null) {
      gate.record().accept(labels ? application.acceptedLabels() : Collections.emptySet());
    }
  }

  private String label(RegistrationRecord application) {
    String defaultLabel = application.defaultLabel();
    return defaultLabel == null && !labels ? CommonNodeLabelsManager.NO_LABEL : defaultLabel;
  }

  /**
   * Applies the application's new queue from the next call on.
   *
   * @param moved null if the application stays in its queue
   */
  private void follow(RegistrationRecord moved) {
    if (moved != null) {
      gate.inQueue(
          moved.queue(),
          label(moved),
          ResourceCodec.within(moved.smallestNode(), maxSize),
          Collections::emptyList);
      accept(moved);
    }
  }

  /** Handles one call of the master. */
  DistributedSchedulingAllocateResponse pass(
      DistributedSchedulingAllocateRequest request, Next next) throws YarnException, IOException {
    AllocateRequest allocate = request.getAllocateRequest();
    if (answer.answers(allocate.getResponseId())) {
      // The master has not received the response: the ResourceManager repeats its part, and this
      // handler its own.
      DistributedSchedulingAllocateResponse again = next.send(request);
      follow(MercuryInterceptor.takeQueue(masters, again));
      deliver(again, answer.placed(), true);
      gate.grantedElsewhere(request.getAllocatedContainers());
      return again;
    }
    // If the call succeeded after all, the ResourceManager repeats its response and reads
    // nothing.
    boolean mayBeDone = recovered || allocate.getResponseId() == failed;
    gate.follow(masters.mode().acts());
    List<Container> elsewhere = new ArrayList<>(request.getAllocatedContainers());
    gate.before(allocate.getAskList(), allocate.getReleaseList(), elsewhere);
    List<Container> chosen = place(allocate, mayBeDone);
    // Pass a copy: given its own list, the record would clear it.
    allocate.setAskList(new ArrayList<>(gate.guaranteed()));
    if (!chosen.isEmpty()) {
      elsewhere.addAll(chosen);
      request.setAllocatedContainers(elsewhere);
    }
    DistributedSchedulingAllocateResponse response = send(request, next);
    // Read the queue before adding the placed containers; apply it once the call is over.
    RegistrationRecord moved = MercuryInterceptor.takeQueue(masters, response);
    boolean delivered = deliver(response, chosen, false);
    answer =
        new LastResponseRecord(
            allocate.getResponseId(), delivered ? chosen : Collections.emptyList());
    if (mayBeDone) {
      gate.afterUnconfirmed(response.getAllocateResponse());
      gate.forgottenByOpportunistic();
    } else {
      gate.after(response.getAllocateResponse());
    }
    if (recovered) {
      recovered = false;
      gate.resumed();
    }
    follow(moved);
    save();
    return response;
  }

  private List<Container> place(AllocateRequest allocate, boolean none) {
    return gate.givenUp()
        ? Collections.emptyList()
        : masters
            .guard()
            .callInline(
                "mercury.hybrid.place",
                () ->
                    placement.place(
                        allocate.getResourceBlacklistRequest(),
                        none ? Collections.emptyList() : gate.opportunistic()),
                () -> {
                  gate.giveUp();
                  return Collections.emptyList();
                });
  }

  private DistributedSchedulingAllocateResponse send(
      DistributedSchedulingAllocateRequest request, Next next) throws YarnException, IOException {
    try {
      return next.send(request);
    } catch (YarnException e) {
      gate.refused();
      failed(request);
      throw e;
    } catch (IOException | RuntimeException e) {
      gate.undelivered();
      failed(request);
      throw e;
    }
  }

  /**
   * Handles a failed call: the master does not know of the containers placed here or by stock, so
   * they are placed again later.
   */
  private void failed(DistributedSchedulingAllocateRequest request) {
    gate.undelivered(request.getAllocatedContainers());
    failed = request.getAllocateRequest().getResponseId();
    placement.forget();
    gate.forgottenByOpportunistic();
  }

  private boolean deliver(
      DistributedSchedulingAllocateResponse response, List<Container> placed, boolean repeated) {
    return masters
        .guard()
        .callInline(
            "mercury.hybrid.deliver",
            () -> {
              placement.deliver(response, placed, repeated);
              return true;
            },
            () -> {
              gate.giveUp();
              return false;
            });
  }

  /**
   * Stores the state. A handler whose state cannot be stored gives up, since it could not continue
   * after a restart. The stored state of one that has given up must be removed in any case, or a
   * restart would continue from it.
   */
  private void save() {
    if (!gate.givenUp()) {
      masters.guard().runInline(STORE, this::store, gate::giveUp);
    }
    if (gate.givenUp()) {
      masters.guard().runAlways(STORE, this::store);
    }
  }

  private void store() throws IOException {
    store.save(gate, placement, answer);
  }
}
