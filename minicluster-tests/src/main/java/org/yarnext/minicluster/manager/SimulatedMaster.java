// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.manager;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationAttemptReportRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetNewApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationRequest;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.YarnApplicationAttemptState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.ApplicationAttemptNotFoundException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.apache.hadoop.yarn.util.ConverterUtils;
import org.apache.hadoop.yarn.util.Records;
import org.yarnext.minicluster.process.Await;

/**
 * A simulated Application Master: calls one ResourceManager over RPC and launches no containers.
 * Not thread-safe.
 */
public final class SimulatedMaster {

  private static final long PATIENCE_MS = 60_000;

  private final UserGroupInformation submitter;
  private final ApplicationId application;
  private ApplicationMasterProtocol manager;
  private int lastId;

  private SimulatedMaster(UserGroupInformation submitter, ApplicationId application) {
    this.submitter = submitter;
    this.application = application;
  }

  /** Submits an application and registers as its master. */
  public static SimulatedMaster submit(ManagerProcess to, String user, String queue)
      throws IOException, YarnException, InterruptedException {
    UserGroupInformation submitter = UserGroupInformation.createRemoteUser(user);
    ApplicationId id =
        submitter.doAs((PrivilegedExceptionAction<ApplicationId>) () -> submit(client(to), queue));
    SimulatedMaster master = new SimulatedMaster(submitter, id);
    master.register(to);
    return master;
  }

  private static ApplicationClientProtocol client(ManagerProcess manager) {
    return manager.client(ApplicationClientProtocol.class, YarnConfiguration.RM_ADDRESS);
  }

  private static ApplicationId submit(ApplicationClientProtocol to, String queue)
      throws IOException, YarnException {
    ApplicationId id =
        to.getNewApplication(GetNewApplicationRequest.newInstance()).getApplicationId();
    ApplicationSubmissionContext context = Records.newRecord(ApplicationSubmissionContext.class);
    // Applications of no type stay guaranteed.
    context.setApplicationType("SHELL");
    context.setApplicationId(id);
    context.setQueue(queue);
    context.setUnmanagedAM(true);
    context.setResource(Resource.newInstance(1_024, 1));
    context.setAMContainerSpec(
        ContainerLaunchContext.newInstance(
            new HashMap<>(), new HashMap<>(), new ArrayList<>(), null, null, null));
    to.submitApplication(SubmitApplicationRequest.newInstance(context));
    return id;
  }

  /**
   * Waits until the ResourceManager expects the master, and registers. The ResourceManager may be
   * one that has recovered the application.
   */
  public void register(ManagerProcess with)
      throws IOException, YarnException, InterruptedException {
    ApplicationClientProtocol client =
        submitter.doAs((PrivilegedExceptionAction<ApplicationClientProtocol>) () -> client(with));
    Await.until(application + " to be launched", PATIENCE_MS, () -> isLaunched(client));
    ApplicationReport report = report(client);
    UserGroupInformation attempt =
        UserGroupInformation.createRemoteUser(report.getCurrentApplicationAttemptId().toString());
    Token<AMRMTokenIdentifier> token =
        ConverterUtils.convertFromYarn(report.getAMRMToken(), with.schedulerAddress());
    attempt.addToken(token);
    manager =
        attempt.doAs(
            (PrivilegedExceptionAction<ApplicationMasterProtocol>)
                () ->
                    with.client(
                        ApplicationMasterProtocol.class, YarnConfiguration.RM_SCHEDULER_ADDRESS));
    manager.registerApplicationMaster(
        RegisterApplicationMasterRequest.newInstance("localhost", 0, ""));
    lastId = 0;
  }

  private ApplicationReport report(ApplicationClientProtocol client)
      throws IOException, YarnException {
    return client
        .getApplicationReport(GetApplicationReportRequest.newInstance(application))
        .getApplicationReport();
  }

  private boolean isLaunched(ApplicationClientProtocol client) throws IOException, YarnException {
    ApplicationAttemptId id = report(client).getCurrentApplicationAttemptId();
    try {
      return id != null
          && report(client).getAMRMToken() != null
          && client
                  .getApplicationAttemptReport(GetApplicationAttemptReportRequest.newInstance(id))
                  .getApplicationAttemptReport()
                  .getYarnApplicationAttemptState()
              == YarnApplicationAttemptState.LAUNCHED;
    } catch (ApplicationAttemptNotFoundException e) {
      return false; // The ResourceManager sets the current attempt before it lists it.
    }
  }

  /** Makes one allocate call with the given requests. */
  public AllocateResponse allocate(List<ResourceRequest> requests)
      throws IOException, YarnException {
    AllocateResponse answer =
        manager.allocate(
            AllocateRequest.newInstance(lastId, 0.5f, requests, Collections.emptyList(), null));
    lastId = answer.getResponseId();
    return answer;
  }

  /** Returns a request for containers of 1 GB on any node. */
  public static ResourceRequest ask(int containers) {
    return ResourceRequest.newBuilder()
        .resourceName(ResourceRequest.ANY)
        .capability(Resource.newInstance(1_024, 1))
        .numContainers(containers)
        .build();
  }
}
