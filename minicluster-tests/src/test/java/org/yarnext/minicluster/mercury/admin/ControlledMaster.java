// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury.admin;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.YarnApplicationAttemptState;
import org.apache.hadoop.yarn.client.api.AMRMClient;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.NMClient;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.util.Records;
import org.yarnext.minicluster.mercury.MercuryNode;
import org.yarnext.minicluster.process.Await;

/**
 * An application whose Application Master runs in a container and is played by the test: the
 * process there only waits, and fails when its gate is opened.
 */
final class ControlledMaster implements AutoCloseable {
  /**
   * Of the master and of its tasks: the quota's tasks and a second master fit one node, so no node
   * kills an opportunistic task for the guaranteed master.
   */
  private static final Resource SIZE = Resource.newInstance(256, 1);

  private final AdministeredCluster on;
  private final YarnClient yarn;
  private final MercuryNode.Gate gate;
  private final ApplicationId id;
  private AMRMClient<ContainerRequest> client;
  private NMClient nodes;

  /**
   * Submits it.
   *
   * @param node of its masters; -1 for any
   * @param attempts how many there may be
   * @param keep whether containers outlive their attempt
   */
  ControlledMaster(
      AdministeredCluster on, String name, String queue, int node, int attempts, boolean keep)
      throws Exception {
    this.on = on;
    gate = on.gate(name);
    yarn = YarnClient.createYarnClient();
    yarn.init(on.cluster().conf());
    yarn.start();
    ApplicationSubmissionContext context =
        yarn.createApplication().getApplicationSubmissionContext();
    // Applications of no type stay guaranteed.
    context.setApplicationType("SHELL");
    id = context.getApplicationId();
    context.setApplicationName(name);
    context.setQueue(queue);
    context.setMaxAppAttempts(attempts);
    context.setKeepContainersAcrossApplicationAttempts(keep);
    context.setAMContainerResourceRequests(masterAsks(node));
    ContainerLaunchContext launch = Records.newRecord(ContainerLaunchContext.class);
    launch.setCommands(Collections.singletonList(gate.command() + "; rm " + gate + "; exit 1"));
    context.setAMContainerSpec(launch);
    yarn.submitApplication(context);
  }

  private List<ResourceRequest> masterAsks(int node) {
    List<ResourceRequest> asks = new ArrayList<>();
    Priority priority = Priority.newInstance(0);
    asks.add(ResourceRequest.newInstance(priority, ResourceRequest.ANY, SIZE, 1, node < 0));
    if (node >= 0) {
      String rack = on.context().getRMNodes().get(on.cluster().nodeId(node)).getRackName();
      asks.add(ResourceRequest.newInstance(priority, rack, SIZE, 1, false));
      asks.add(ResourceRequest.newInstance(priority, on.cluster().host(node), SIZE, 1, true));
    }
    return asks;
  }

  ApplicationId id() {
    return id;
  }

  RMAppAttempt current() {
    return on.context().getRMApps().get(id).getCurrentAppAttempt();
  }

  /** Waits for the master's process of an attempt and registers in its place. */
  RegisterApplicationMasterResponse register(int attempt) throws Exception {
    Await.until(
        () -> "attempt " + attempt + " of " + id + ", which is at " + current(),
        AdministeredCluster.PATIENCE_MS,
        () ->
            current() != null
                && current().getAppAttemptId().getAttemptId() == attempt
                && current().createApplicationAttemptState()
                    == YarnApplicationAttemptState.LAUNCHED);
    UserGroupInformation user =
        UserGroupInformation.createRemoteUser(current().getAppAttemptId().toString());
    user.addToken(current().getAMRMToken());
    return user.doAs(
        (PrivilegedExceptionAction<RegisterApplicationMasterResponse>)
            () -> {
              client = AMRMClient.createAMRMClient();
              client.init(new Configuration(on.cluster().conf()));
              client.start();
              nodes = NMClient.createNMClient();
              nodes.cleanupRunningContainersOnStop(false);
              nodes.setNMTokenCache(client.getNMTokenCache());
              nodes.init(client.getConfig());
              nodes.start();
              return client.registerApplicationMaster("localhost", 0, "");
            });
  }

  /** Asks for containers as a master does that knows nothing of execution types. */
  void ask(int containers) {
    for (int i = 0; i < containers; i++) {
      client.addContainerRequest(new ContainerRequest(SIZE, null, null, Priority.newInstance(1)));
    }
  }

  /** Calls until so many containers were granted in all, and returns them. */
  List<Container> await(int containers) {
    List<Container> granted = new ArrayList<>();
    Await.until(
        () -> containers + " containers; there are " + granted,
        AdministeredCluster.PATIENCE_MS,
        () -> {
          granted.addAll(heartbeat());
          return granted.size() >= containers;
        });
    return granted;
  }

  /** One call; what it granted. */
  List<Container> heartbeat() throws Exception {
    return client.allocate(0.5f).getAllocatedContainers();
  }

  /** Starts the containers, which run until the gate is opened, and waits until they run. */
  void start(List<Container> containers, MercuryNode.Gate until) throws Exception {
    for (Container container : containers) {
      ContainerLaunchContext launch = Records.newRecord(ContainerLaunchContext.class);
      launch.setCommands(Collections.singletonList(until.command()));
      nodes.startContainer(container, launch);
    }
    for (Container container : containers) {
      Await.until(
          () -> container + " to run",
          AdministeredCluster.PATIENCE_MS,
          () -> {
            heartbeat();
            RMContainer known =
                ((AbstractYarnScheduler<?, ?>) on.context().getScheduler())
                    .getRMContainer(container.getId());
            return known != null && known.getState() == RMContainerState.RUNNING;
          });
    }
  }

  void release(ContainerId container) {
    client.releaseAssignedContainer(container);
  }

  /** Ends the application; its process, which goes on, counts as gone. */
  void unregister() throws Exception {
    client.unregisterApplicationMaster(FinalApplicationStatus.SUCCEEDED, "", "");
    on.cluster().expireMaster(id);
  }

  /** The master's process ends, as if it had failed, and calls no more. */
  void fail() throws IOException {
    gate.open();
  }

  @Override
  public void close() throws IOException {
    if (client != null) {
      client.stop();
      nodes.stop();
    }
    yarn.stop();
  }
}
