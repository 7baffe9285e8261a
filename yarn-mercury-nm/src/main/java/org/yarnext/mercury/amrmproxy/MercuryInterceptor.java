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

/**
 * Hooks {@code yarn.nodemanager.amrmproxy.interceptor-class.pipeline} behind stock's distributed
 * scheduler: of an unmodified application's guaranteed asks, the part that its policy makes
 * opportunistic is placed here, the remainder goes to the ResourceManager (Mercury sections 5 and
 * 6.2). Without distributed scheduling it does nothing.
 *
 * <p>One for each application attempt, whose calls come one after the other.
 */
public final class MercuryInterceptor extends AbstractRequestInterceptor {
  private static final int NONE_YET = -1;

  private Masters masters;
  private AskGate gate;
  private LocalPlacement placement;
  private AttemptStore store;
  private int answered = NONE_YET;
  private List<Container> placed = Collections.emptyList();

  @Override
  public void init(AMRMProxyApplicationContext application) {
    super.init(application);
    masters = Masters.of(application.getNMContext(), getConf(), "NodeManager");
    if (masters.mode().decides() && application.getNMContext().isDistributedSchedulingEnabled()) {
      gate = new AskGate(masters, application.getApplicationAttemptId());
      placement = new LocalPlacement(application);
      store =
          new AttemptStore(
              application.getNMContext().getNMStateStore(), application.getApplicationAttemptId());
    }
  }

  @Override
  public void recover(Map<String, byte[]> recovered) {
    super.recover(recovered);
    if (gate != null) {
      masters
          .guard()
          .runInline(
              "mercury.hybrid.recover", () -> store.load(recovered, gate, placement), gate::giveUp);
    }
  }

  @Override
  public RegisterApplicationMasterResponse registerApplicationMaster(
      RegisterApplicationMasterRequest request) throws YarnException, IOException {
    return getNextInterceptor().registerApplicationMaster(request);
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
    if (gate != null) {
      answered = NONE_YET;
      RegisterApplicationMasterResponse r = response.getRegisterResponse();
      gate.registered(Collections.emptySet(), r.getQueue(), r.getContainersFromPreviousAttempts());
      masters
          .guard()
          .runInline("mercury.hybrid.nodes", () -> placement.registered(response), gate::giveUp);
      save();
    }
    return response;
  }

  @Override
  public DistributedSchedulingAllocateResponse allocateForDistributedScheduling(
      DistributedSchedulingAllocateRequest request) throws YarnException, IOException {
    if (gate == null) {
      return getNextInterceptor().allocateForDistributedScheduling(request);
    }
    AllocateRequest asks = request.getAllocateRequest();
    if (asks.getResponseId() == answered) {
      return again(request);
    }
    List<Container> elsewhere = new ArrayList<>(request.getAllocatedContainers());
    gate.before(asks.getAskList(), asks.getReleaseList(), elsewhere);
    List<Container> chosen =
        masters
            .guard()
            .callInline(
                "mercury.hybrid.place",
                () -> placement.place(asks.getResourceBlacklistRequest(), gate.opportunistic()),
                Collections::emptyList);
    asks.setAskList(gate.guaranteed());
    if (!chosen.isEmpty()) {
      elsewhere.addAll(chosen);
      request.setAllocatedContainers(elsewhere);
    }
    DistributedSchedulingAllocateResponse response;
    try {
      response = getNextInterceptor().allocateForDistributedScheduling(request);
    } catch (YarnException | IOException | RuntimeException e) {
      // Nobody knows of what was placed: it is placed anew when the master calls again.
      gate.undelivered();
      placement.forget();
      throw e;
    }
    answered = asks.getResponseId();
    placed = chosen;
    gate.after(response.getAllocateResponse(), placed);
    deliver(response);
    save();
    return response;
  }

  /** The master has not got the last answer: the ResourceManager repeats its part, and we ours. */
  private DistributedSchedulingAllocateResponse again(DistributedSchedulingAllocateRequest request)
      throws YarnException, IOException {
    DistributedSchedulingAllocateResponse response =
        getNextInterceptor().allocateForDistributedScheduling(request);
    deliver(response);
    return response;
  }

  private void deliver(DistributedSchedulingAllocateResponse response) {
    masters
        .guard()
        .runInline(
            "mercury.hybrid.deliver", () -> placement.deliver(response, placed), gate::giveUp);
  }

  private void save() {
    masters.guard().runInline("mercury.hybrid.store", () -> store.save(gate, placement), () -> {});
  }

  @Override
  public void shutdown() {
    if (gate != null) {
      masters.close(getApplicationContext().getApplicationAttemptId());
    }
    super.shutdown();
  }
}
