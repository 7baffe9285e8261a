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
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
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
 * 6.2).
 *
 * <p>An application's calls come one after the other.
 */
public final class MercuryInterceptor extends AbstractRequestInterceptor {
  private static final String STORE_KEY = "yarnext.mercury";

  private Masters masters;
  private AskGate gate;
  private LocalPlacement placement;

  @Override
  public void init(AMRMProxyApplicationContext application) {
    super.init(application);
    masters = Masters.of(application.getNMContext(), getConf());
    if (masters.mode().decides() && application.getNMContext().isDistributedSchedulingEnabled()) {
      gate = new AskGate(masters, application.getApplicationAttemptId());
      placement = new LocalPlacement(application);
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
      RegisterApplicationMasterResponse r = response.getRegisterResponse();
      gate.registered(Collections.emptySet(), r.getQueue(), r.getContainersFromPreviousAttempts());
      masters
          .guard()
          .runInline("mercury.hybrid.register", () -> placement.registered(response), gate::giveUp);
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
    List<Container> elsewhere = new ArrayList<>(request.getAllocatedContainers());
    gate.before(asks.getAskList(), asks.getReleaseList(), elsewhere);
    List<Container> placed = place(gate.opportunistic(), asks);
    asks.setAskList(gate.guaranteed());
    if (!placed.isEmpty()) {
      List<Container> all = new ArrayList<>(elsewhere);
      all.addAll(placed);
      request.setAllocatedContainers(all);
    }
    DistributedSchedulingAllocateResponse response;
    try {
      response = getNextInterceptor().allocateForDistributedScheduling(request);
    } catch (YarnException | IOException | RuntimeException e) {
      // What was placed is known to nobody: it is placed anew when the master calls again.
      gate.undelivered();
      placement.forget();
      throw e;
    }
    gate.after(response.getAllocateResponse(), placed);
    if (!placed.isEmpty()) {
      placement.deliver(response.getAllocateResponse(), placed);
    }
    placement.learn(response);
    save();
    return response;
  }

  private List<Container> place(List<ResourceRequest> asks, AllocateRequest request)
      throws YarnException {
    return asks.isEmpty() && !placement.outstanding()
        ? Collections.emptyList()
        : placement.place(request.getResourceBlacklistRequest(), asks);
  }
}
