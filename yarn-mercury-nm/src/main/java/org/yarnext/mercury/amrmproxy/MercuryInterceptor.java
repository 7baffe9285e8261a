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
package org.yarnext.mercury.amrmproxy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.DistributedSchedulingAllocateRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.DistributedSchedulingAllocateResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterDistributedSchedulingAMResponse;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AMRMProxyApplicationContext;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AbstractRequestInterceptor;
import org.yarnext.mercury.master.AskGate;
import org.yarnext.mercury.master.Masters;
import org.yarnext.mercury.master.RegisteredApplication;

/**
 * Hooks {@code yarn.nodemanager.amrmproxy.interceptor-class.pipeline} behind stock's distributed
 * scheduler: of an unmodified application's guaranteed asks, the part that its policy makes
 * opportunistic is placed here, the remainder goes to the ResourceManager (Mercury sections 5 and
 * 6.2). Without distributed scheduling it does nothing.
 *
 * <p>One for each application attempt, whose calls come one after the other.
 */
public final class MercuryInterceptor extends AbstractRequestInterceptor {
  private static final int NONE = -1;

  private Masters masters;
  private AskGate gate;
  private LocalPlacement placement;
  private AttemptStore store;
  private LastAnswer answer = LastAnswer.NONE;

  /** The call that failed last. */
  private int failed = NONE;

  /** An earlier life of the NodeManager may have sent on the call that comes next. */
  private boolean recovered;

  @Override
  public void init(AMRMProxyApplicationContext application) {
    super.init(application);
    masters = Masters.of(application.getNMContext(), getConf(), "NodeManager");
    if (masters.watches() && application.getNMContext().isDistributedSchedulingEnabled()) {
      gate = new AskGate(masters, application.getApplicationAttemptId(), masters.mode().acts());
      placement = new LocalPlacement(application);
      store =
          new AttemptStore(
              application.getNMContext().getNMStateStore(), application.getApplicationAttemptId());
    }
  }

  @Override
  public void recover(Map<String, byte[]> left) {
    super.recover(left);
    if (gate != null) {
      recovered = true;
      masters
          .guard()
          .runInline(
              "mercury.hybrid.recover",
              () -> answer = store.load(left, gate, placement),
              gate::giveUp);
    }
  }

  @Override
  public RegisterApplicationMasterResponse registerApplicationMaster(
      RegisterApplicationMasterRequest request) throws YarnException, IOException {
    RegisterApplicationMasterResponse response =
        getNextInterceptor().registerApplicationMaster(request);
    take(response);
    return response;
  }

  @Override
  public AllocateResponse allocate(AllocateRequest request) throws YarnException, IOException {
    return getNextInterceptor().allocate(request);
  }

  @Override
  public FinishApplicationMasterResponse finishApplicationMaster(
      FinishApplicationMasterRequest request) throws YarnException, IOException {
    return getNextInterceptor().finishApplicationMaster(request);
  }

  @Override
  public RegisterDistributedSchedulingAMResponse registerApplicationMasterForDistributedScheduling(
      RegisterApplicationMasterRequest request) throws YarnException, IOException {
    RegisterDistributedSchedulingAMResponse response =
        getNextInterceptor().registerApplicationMasterForDistributedScheduling(request);
    RegisterApplicationMasterResponse r = response.getRegisterResponse();
    RegisteredApplication application = take(r);
    if (gate != null) {
      answer = LastAnswer.NONE;
      failed = NONE;
      recovered = false;
      gate.registered(
          application.tags(), application.queue(), r.getContainersFromPreviousAttempts());
      masters
          .guard()
          .runInline("mercury.hybrid.nodes", () -> placement.registered(response), gate::giveUp);
      save();
    }
    return response;
  }

  /** Even where Mercury is off: it is not for the master. */
  private RegisteredApplication take(RegisterApplicationMasterResponse response) {
    return masters
        .guard()
        .callInline(
            "mercury.hybrid.tags",
            () -> RegisteredApplication.take(response),
            () -> RegisteredApplication.untold(response));
  }

  @Override
  public DistributedSchedulingAllocateResponse allocateForDistributedScheduling(
      DistributedSchedulingAllocateRequest request) throws YarnException, IOException {
    if (gate == null) {
      return getNextInterceptor().allocateForDistributedScheduling(request);
    }
    AllocateRequest asks = request.getAllocateRequest();
    if (answer.answers(asks.getResponseId())) {
      // The master has not got it: the ResourceManager repeats its part, and we ours.
      DistributedSchedulingAllocateResponse again =
          getNextInterceptor().allocateForDistributedScheduling(request);
      deliver(again, answer.placed(), true);
      return again;
    }
    // If it was done after all, the ResourceManager repeats its answer and reads nothing.
    boolean mayBeDone = recovered || asks.getResponseId() == failed;
    List<Container> elsewhere = new ArrayList<>(request.getAllocatedContainers());
    gate.before(asks.getAskList(), asks.getReleaseList(), elsewhere);
    List<Container> chosen = place(asks, mayBeDone);
    // A copy: given its own list, the record would clear it.
    asks.setAskList(new ArrayList<>(gate.guaranteed()));
    if (!chosen.isEmpty()) {
      elsewhere.addAll(chosen);
      request.setAllocatedContainers(elsewhere);
    }
    DistributedSchedulingAllocateResponse response = send(request);
    boolean delivered = deliver(response, chosen, false);
    answer = new LastAnswer(asks.getResponseId(), delivered ? chosen : Collections.emptyList());
    gate.after(response.getAllocateResponse());
    if (mayBeDone) {
      gate.undelivered();
      gate.forgottenByOpportunistic();
    }
    if (recovered) {
      recovered = false;
      gate.resumed();
    }
    save();
    return response;
  }

  private List<Container> place(AllocateRequest asks, boolean none) {
    return gate.givenUp()
        ? Collections.emptyList()
        : masters
            .guard()
            .callInline(
                "mercury.hybrid.place",
                () ->
                    placement.place(
                        asks.getResourceBlacklistRequest(),
                        none ? Collections.emptyList() : gate.opportunistic()),
                () -> {
                  gate.giveUp();
                  return Collections.emptyList();
                });
  }

  private DistributedSchedulingAllocateResponse send(DistributedSchedulingAllocateRequest request)
      throws YarnException, IOException {
    try {
      return getNextInterceptor().allocateForDistributedScheduling(request);
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

  /** Nobody knows of what was placed: it is placed anew later. */
  private void failed(DistributedSchedulingAllocateRequest request) {
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

  /** What is not kept could not be gone on with after a restart, so it is left to stock. */
  private void save() {
    masters
        .guard()
        .runInline("mercury.hybrid.store", () -> store.save(gate, placement, answer), gate::giveUp);
  }

  @Override
  public void shutdown() {
    if (gate != null) {
      masters.close(getApplicationContext().getApplicationAttemptId());
    }
    super.shutdown();
  }
}
