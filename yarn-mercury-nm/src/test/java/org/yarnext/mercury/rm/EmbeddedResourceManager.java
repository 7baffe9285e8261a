// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.protocolrecords.GetNewApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.KillApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationRequest;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.records.ContainerQueuingLimit;
import org.apache.hadoop.yarn.server.api.records.NodeHealthStatus;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.util.Records;
import org.yarnext.mercury.application.Requests;
import org.yarnext.testing.ProxyKeys;

/** The stock ResourceManager in this JVM, without web pages; the test is its NodeManagers. */
public final class EmbeddedResourceManager extends ResourceManager {
  /** Queue capacity of each node. */
  static final int QUEUE_CAPACITY = 100;

  static final int WAITING = 1;

  private static final long PATIENCE_MS = 120_000;

  private final Map<NodeId, NodeStatus> heartbeats = new HashMap<>();

  /** A configuration of free ports and nothing to wait for. */
  public static Configuration configuration() {
    Configuration conf = new YarnConfiguration();
    for (String address :
        new String[] {
          YarnConfiguration.RM_ADDRESS,
          YarnConfiguration.RM_SCHEDULER_ADDRESS,
          YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
          YarnConfiguration.RM_ADMIN_ADDRESS,
          YarnConfiguration.RM_WEBAPP_ADDRESS
        }) {
      conf.set(address, "localhost:0");
    }
    conf.set("yarn.scheduler.capacity.root.queues", "default");
    conf.set("yarn.scheduler.capacity.root.default.capacity", "100");
    conf.setBoolean(YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED, true);
    // Stock's default is one directory for all of a user's.
    conf.set(
        YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_ROOT_DIR,
        new File("target/node-attributes/" + UUID.randomUUID()).toURI().toString());
    return conf;
  }

  public static EmbeddedResourceManager start(Configuration conf) {
    EmbeddedResourceManager rm = new EmbeddedResourceManager();
    try {
      rm.init(conf);
      rm.start();
    } catch (RuntimeException e) {
      rm.stop();
      throw e;
    }
    return rm;
  }

  @Override
  protected void serviceStart() throws Exception {
    ProxyKeys.giveTo(this);
    super.serviceStart();
  }

  @Override
  protected void doSecureLogin() {}

  @Override
  protected void startWepApp() {}

  public NodeId register(String host) throws YarnException, IOException {
    return register(host, Resource.newInstance(1024, 1));
  }

  public NodeId register(String host, Resource total) throws YarnException, IOException {
    return register(host, total, null);
  }

  /** A node on which these containers run. */
  public NodeId register(String host, Resource total, List<NMContainerStatus> containers)
      throws YarnException, IOException {
    NodeId id = NodeId.newInstance(host, 1);
    RegisterNodeManagerRequest request =
        RegisterNodeManagerRequest.newInstance(id, 2, total, "3.4.2", containers, null);
    RegisterNodeManagerResponse answer = getResourceTrackerService().registerNodeManager(request);
    NodeStatus status = status(id, 0, -1);
    heartbeats.put(id, status);
    if (answer.getContainerTokenMasterKey() == null) {
      throw new IOException(answer.getDiagnosticsMessage());
    }
    return id;
  }

  /** Submits an application whose master the test is; it waits for the attempt. */
  public ApplicationAttemptId submit(Set<String> tags)
      throws YarnException, IOException, InterruptedException {
    return submit(tags, "SHELL");
  }

  /** The same of a type. */
  public ApplicationAttemptId submit(Set<String> tags, String type)
      throws YarnException, IOException, InterruptedException {
    return submit(tags, type, null);
  }

  /** The same of a name; null for YARN's own. */
  ApplicationAttemptId submit(Set<String> tags, String type, String name)
      throws YarnException, IOException, InterruptedException {
    ApplicationId id =
        getClientRMService()
            .getNewApplication(GetNewApplicationRequest.newInstance())
            .getApplicationId();
    ApplicationSubmissionContext application =
        Records.newRecord(ApplicationSubmissionContext.class);
    application.setApplicationId(id);
    application.setQueue("default");
    application.setApplicationTags(tags);
    application.setApplicationType(type);
    application.setApplicationName(name);
    application.setUnmanagedAM(true);
    application.setResource(Requests.SIZE);
    application.setAMContainerSpec(
        ContainerLaunchContext.newInstance(
            new HashMap<>(), new HashMap<>(), new ArrayList<>(), null, null, null));
    getClientRMService().submitApplication(SubmitApplicationRequest.newInstance(application));
    long end = Time.monotonicNow() + PATIENCE_MS;
    RMApp app = getRMContext().getRMApps().get(id);
    while (app.getCurrentAppAttempt() == null
        || app.getCurrentAppAttempt().getAppAttemptState() != RMAppAttemptState.LAUNCHED) {
      if (Time.monotonicNow() > end) {
        throw new IOException("waited in vain for an attempt of " + app);
      }
      Thread.sleep(20);
    }
    return app.getCurrentAppAttempt().getAppAttemptId();
  }

  /** Kills the attempt's application; it waits for its end. */
  public void kill(ApplicationAttemptId attempt)
      throws YarnException, IOException, InterruptedException {
    ApplicationId id = attempt.getApplicationId();
    RMApp app = getRMContext().getRMApps().get(id);
    long end = Time.monotonicNow() + PATIENCE_MS;
    while (app.getFinishTime() == 0) {
      if (Time.monotonicNow() > end) {
        throw new IOException("waited in vain for the end of " + app);
      }
      getClientRMService().forceKillApplication(KillApplicationRequest.newInstance(id));
      Thread.sleep(20);
    }
  }

  /** A heartbeat with this wait; the limits that its response carries, null if none. */
  public ContainerQueuingLimit heartbeat(NodeId id, int waitMs) throws YarnException, IOException {
    return heartbeat(id, status(id, 0, waitMs));
  }

  /** A heartbeat that tells of these containers. */
  public void heartbeat(NodeId id, List<ContainerStatus> containers)
      throws YarnException, IOException {
    heartbeat(id, -1, containers);
  }

  /** The same with a wait. */
  void heartbeat(NodeId id, int waitMs, List<ContainerStatus> containers)
      throws YarnException, IOException {
    NodeStatus status = status(id, 0, waitMs);
    status.setContainersStatuses(containers);
    heartbeat(id, status);
  }

  private ContainerQueuingLimit heartbeat(NodeId id, NodeStatus status)
      throws YarnException, IOException {
    NodeStatus last = heartbeats.get(id);
    status.setResponseId(last.getResponseId());
    NodeHeartbeatResponse response =
        getResourceTrackerService()
            .nodeHeartbeat(NodeHeartbeatRequest.newInstance(status, null, null, null));
    last.setResponseId(response.getResponseId());
    return response.getContainerQueuingLimit();
  }

  private static NodeStatus status(NodeId id, int responseId, int waitMs) {
    NodeStatus status =
        NodeStatus.newInstance(
            id,
            responseId,
            new ArrayList<>(),
            new ArrayList<>(),
            NodeHealthStatus.newInstance(true, "", System.currentTimeMillis()),
            ResourceUtilization.newInstance(0, 0, 0),
            ResourceUtilization.newInstance(0, 0, 0),
            new ArrayList<>());
    OpportunisticContainersStatus queue = OpportunisticContainersStatus.newInstance();
    queue.setEstimatedQueueWaitTime(waitMs);
    queue.setWaitQueueLength(WAITING);
    queue.setOpportQueueCapacity(QUEUE_CAPACITY);
    status.setOpportunisticContainersStatus(queue);
    return status;
  }
}
