// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.amrmproxy;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.DistributedSchedulingAllocateRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.DistributedSchedulingAllocateResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterDistributedSchedulingAMResponse;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AMRMProxyApplicationContext;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AbstractRequestInterceptor;
import org.apache.hadoop.yarn.util.Records;
import org.yarnext.common.explain.NodeManagerAuthorizer;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.application.CompletedContainerTranslator;
import org.yarnext.mercury.application.RegistrationRecord;

/**
 * Hooks {@code yarn.nodemanager.amrmproxy.interceptor-class.pipeline} behind stock's distributed
 * scheduler: divides an unmodified application's guaranteed requests. The part that its policy
 * makes opportunistic is placed here, the remainder goes to the ResourceManager (Mercury sections 5
 * and 6.2). Without distributed scheduling it only ends the division of an earlier run of the
 * NodeManager.
 *
 * <p>One instance per application attempt, whose calls are sequential.
 */
public final class MercuryInterceptor extends AbstractRequestInterceptor {
  private AttemptRegistry masters;

  /** True if requests are divided or observed here, as the mode says. */
  private boolean here;

  /** Handles the calls; null if all calls pass unchanged. */
  private ProxyRequestHandler route;

  @Override
  public void init(AMRMProxyApplicationContext application) {
    super.init(application);
    masters = AttemptRegistry.of(application.getNMContext(), getConf(), "NodeManager");
    if (masters.watches()) {
      NodeManagerAuthorizer.serve(application.getNMContext());
    }
    here = application.getNMContext().isDistributedSchedulingEnabled();
    openRoute();
  }

  /**
   * Follows the calls from now on unless all modes are off. An application that registers while
   * they are off keeps its requests as they are until it registers again: what it has outstanding
   * is known to the ResourceManager alone.
   */
  private void openRoute() {
    if (here && route == null && masters.watches()) {
      route = newRoute(masters.mode().acts());
    }
  }

  private ProxyRequestHandler newRoute(boolean acts) {
    boolean labels = YarnConfiguration.areNodeLabelsEnabled(getConf());
    return new ProxyRequestHandler(masters, acts, labels, getApplicationContext());
  }

  @Override
  public void recover(Map<String, byte[]> left) {
    super.recover(left);
    if (here && route != null) {
      route.resume(left);
    } else if (AttemptStore.has(left)) {
      route = newRoute(false);
      route.end(left);
    }
  }

  @Override
  public RegisterApplicationMasterResponse registerApplicationMaster(
      RegisterApplicationMasterRequest request) throws YarnException, IOException {
    RegisterApplicationMasterResponse response =
        getNextInterceptor().registerApplicationMaster(request);
    RegistrationRecord application = take(response);
    openRoute();
    if (route != null) {
      route.registered(application, response);
    }
    return response;
  }

  @Override
  public RegisterDistributedSchedulingAMResponse registerApplicationMasterForDistributedScheduling(
      RegisterApplicationMasterRequest request) throws YarnException, IOException {
    RegisterDistributedSchedulingAMResponse response =
        getNextInterceptor().registerApplicationMasterForDistributedScheduling(request);
    if (response == null) {
      // An interceptor before this one, such as stock's for federation, does not support this
      // call.
      return null;
    }
    RegistrationRecord application = take(response.getRegisterResponse());
    openRoute();
    if (route != null) {
      route.registered(application, response);
    }
    return response;
  }

  /**
   * Removes Mercury's record from the response, even if Mercury is off: it is not for the master.
   */
  private RegistrationRecord take(RegisterApplicationMasterResponse response) {
    return masters
        .guard()
        .callInline(
            "mercury.hybrid.tags",
            () -> RegistrationRecord.take(response),
            () -> RegistrationRecord.withoutRecord(response));
  }

  /**
   * Removes Mercury's record from an allocate response; returns null unless the application changed
   * its queue.
   */
  static RegistrationRecord takeQueue(
      AttemptRegistry masters, DistributedSchedulingAllocateResponse response) {
    return takeQueue(masters, response.getAllocateResponse());
  }

  private static RegistrationRecord takeQueue(AttemptRegistry masters, AllocateResponse response) {
    return masters
        .guard()
        .callInline(
            "mercury.hybrid.tags", () -> RegistrationRecord.takeQueue(response), () -> null);
  }

  @Override
  public AllocateResponse allocate(AllocateRequest request) throws YarnException, IOException {
    if (route == null) {
      AllocateResponse response = getNextInterceptor().allocate(request);
      passUntracked(response);
      return response;
    }
    DistributedSchedulingAllocateRequest distributed =
        Records.newRecord(DistributedSchedulingAllocateRequest.class);
    distributed.setAllocateRequest(request);
    return route.pass(distributed, this::allocateUndistributed).getAllocateResponse();
  }

  private DistributedSchedulingAllocateResponse allocateUndistributed(
      DistributedSchedulingAllocateRequest request) throws YarnException, IOException {
    DistributedSchedulingAllocateResponse response =
        Records.newRecord(DistributedSchedulingAllocateResponse.class);
    response.setAllocateResponse(getNextInterceptor().allocate(request.getAllocateRequest()));
    return response;
  }

  @Override
  public DistributedSchedulingAllocateResponse allocateForDistributedScheduling(
      DistributedSchedulingAllocateRequest request) throws YarnException, IOException {
    if (route != null) {
      return route.pass(request, getNextInterceptor()::allocateForDistributedScheduling);
    }
    DistributedSchedulingAllocateResponse response =
        getNextInterceptor().allocateForDistributedScheduling(request);
    passUntracked(response.getAllocateResponse());
    return response;
  }

  /** Removes Mercury's data from a response for an application that Mercury does not follow. */
  private void passUntracked(AllocateResponse response) {
    takeQueue(masters, response);
    masters
        .guard()
        .runInline(
            "mercury.hybrid.response",
            () -> CompletedContainerTranslator.translate(response, false),
            () -> {});
  }

  @Override
  public FinishApplicationMasterResponse finishApplicationMaster(
      FinishApplicationMasterRequest request) throws YarnException, IOException {
    return getNextInterceptor().finishApplicationMaster(request);
  }

  @Override
  public void shutdown() {
    if (route != null) {
      masters.close(getApplicationContext().getApplicationAttemptId());
    }
    super.shutdown();
  }
}
