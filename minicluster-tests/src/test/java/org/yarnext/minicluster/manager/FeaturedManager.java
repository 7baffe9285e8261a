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
package org.yarnext.minicluster.manager;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.ha.HAServiceProtocol.RequestSource;
import org.apache.hadoop.ha.HAServiceProtocol.StateChangeRequestInfo;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.GetNewApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationRequest;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.conf.ConfigurationProvider;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.records.NodeHealthStatus;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.apache.hadoop.yarn.server.federation.store.impl.ZookeeperFederationStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.ZKRMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.util.Records;
import org.yarnext.elastic.rm.ElasticAmsProcessor;
import org.yarnext.elastic.rm.ElasticCapacityScheduler;
import org.yarnext.federation.rm.ShareEnforcer;
import org.yarnext.mercury.rm.MercuryAmsProcessor;
import org.yarnext.mercury.rm.MercuryCoordinator;
import org.yarnext.mercury.rm.PromotionProcessor;
import org.yarnext.minicluster.Await;
import org.yarnext.minicluster.FreePorts;
import org.yarnext.orchestrator.rm.GlobalOrchestrator;
import org.yarnext.testing.ProxyKeys;

/** A ResourceManager in this JVM with every feature on; the test is its nodes and its masters. */
final class FeaturedManager extends ResourceManager {
  private static final String HOST = "127.0.0.1";
  private static final String[] ADDRESSES = {
    YarnConfiguration.RM_ADDRESS,
    YarnConfiguration.RM_SCHEDULER_ADDRESS,
    YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
    YarnConfiguration.RM_ADMIN_ADDRESS,
    YarnConfiguration.RM_WEBAPP_ADDRESS
  };

  /** Of features, each of which shows one once it has begun to work. */
  static final String[] SOURCES = {
    "MercuryCoordinator",
    "MercuryHybrid",
    "MercuryPlacement",
    "MercuryPromotion",
    "ElasticScheduler",
    "MrOrchestratorGlobal",
    "FederationShares"
  };

  private static final long PATIENCE_MS = 60_000;

  /**
   * All features of a ResourceManager on.
   *
   * @param zooKeeper where shares and the ResourceManager's own state are
   */
  static Configuration configuration(String zooKeeper, Path dir) throws IOException {
    Configuration conf = new YarnConfiguration();
    conf.set("hadoop.tmp.dir", dir.resolve("tmp").toString());
    conf.set(
        YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_ROOT_DIR,
        dir.resolve("node-attributes").toUri().toString());
    for (String address : ADDRESSES) {
      conf.set(address, HOST + ":" + FreePorts.on(HOST));
    }
    conf.set("yarn.scheduler.configuration.store.class", "memory");
    conf.set(YarnConfiguration.RM_SCHEDULER, ElasticCapacityScheduler.class.getName());
    conf.set(CommonConfigurationKeys.ZK_ADDRESS, zooKeeper);
    conf.setBoolean(YarnConfiguration.RECOVERY_ENABLED, true);
    conf.set(YarnConfiguration.RM_STORE, ZKRMStateStore.class.getName());
    conf.set(YarnConfiguration.RM_CLUSTER_ID, "sc0");
    conf.set(YarnConfiguration.RM_CONFIGURATION_PROVIDER_CLASS, SameAgain.class.getName());
    conf.set(
        YarnConfiguration.FEDERATION_STATESTORE_CLIENT_CLASS,
        ZookeeperFederationStateStore.class.getName());
    conf.setBoolean(YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED, true);
    conf.set(YarnConfiguration.NM_CONTAINER_QUEUING_LOAD_COMPARATOR, "QUEUE_WAIT_TIME");
    conf.setBoolean("yarn.resourcemanager.auto-update.containers", true);
    conf.setBoolean(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, true);
    conf.set(
        YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES,
        String.join(
            ",",
            MercuryCoordinator.class.getName(),
            GlobalOrchestrator.class.getName(),
            ShareEnforcer.class.getName()));
    conf.set(
        YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS,
        String.join(
            ",",
            ElasticAmsProcessor.class.getName(),
            PromotionProcessor.class.getName(),
            MercuryAmsProcessor.class.getName()));
    for (String feature :
        new String[] {
          "mercury.coordinator",
          "mercury.placement",
          "mercury.hybrid",
          "mercury.promotion",
          "elastic",
          "mr-orchestrator",
          "federation.policies.share"
        }) {
      conf.set("yarn." + feature + ".mode", "on");
    }
    conf.set("yarn.mercury.hybrid.policy", "hybrid-GQ(10s, 80%)");
    conf.set("yarn.mercury.coordinator.interval", "100ms");
    conf.set("yarn.mr-orchestrator.control", "memory"); // stock's calculator counts no vcores
    conf.set("yarn.mr-orchestrator.epoch", "1s");
    conf.set("yarn.mr-orchestrator.sample-interval", "500ms");
    conf.set("yarn.mr-orchestrator.port", Integer.toString(FreePorts.on(HOST)));
    conf.set("yarn.federation.policies.share.interval", "1s");
    return conf;
  }

  /** Has a ResourceManager that becomes active read what it has: it reads its files anew then. */
  public static final class SameAgain extends ConfigurationProvider {
    private Configuration conf;

    @Override
    public void initInternal(Configuration bootstrap) {
      conf = bootstrap;
    }

    @Override
    public InputStream getConfigurationInputStream(Configuration bootstrap, String name)
        throws IOException {
      if (!name.equals(YarnConfiguration.YARN_SITE_CONFIGURATION_FILE)) {
        return null;
      }
      ByteArrayOutputStream xml = new ByteArrayOutputStream();
      conf.writeXml(xml);
      return new ByteArrayInputStream(xml.toByteArray());
    }

    @Override
    public void closeInternal() {
      // Nothing is open.
    }
  }

  /** One of a pair, which begins as standby. */
  static Configuration ofPair(Configuration site, String id) {
    Configuration conf = new YarnConfiguration(site);
    conf.setBoolean(YarnConfiguration.RM_HA_ENABLED, true);
    conf.setBoolean(YarnConfiguration.AUTO_FAILOVER_ENABLED, false);
    conf.set(YarnConfiguration.RM_HA_IDS, "rm1,rm2");
    conf.set(YarnConfiguration.RM_HA_ID, id);
    for (String address : ADDRESSES) {
      conf.set(address + "." + id, HOST + ":" + FreePorts.on(HOST));
      String other = address + (id.equals("rm1") ? ".rm2" : ".rm1");
      conf.set(other, conf.get(other, HOST + ":1"));
    }
    conf.set("yarn.mr-orchestrator.port", Integer.toString(FreePorts.on(HOST)));
    return conf;
  }

  static FeaturedManager start(Configuration conf) {
    FeaturedManager manager = new FeaturedManager();
    manager.init(conf);
    manager.start();
    return manager;
  }

  @Override
  protected void serviceStart() throws Exception {
    ProxyKeys.giveTo(this);
    super.serviceStart();
  }

  @Override
  protected void doSecureLogin() {
    // There is no Kerberos.
  }

  void becomeActive() throws IOException {
    getRMContext().getRMAdminService().transitionToActive(byUser());
  }

  void becomeStandby() throws IOException {
    getRMContext().getRMAdminService().transitionToStandby(byUser());
  }

  private static StateChangeRequestInfo byUser() {
    return new StateChangeRequestInfo(RequestSource.REQUEST_BY_USER);
  }

  /** A node that registers, and sends one heartbeat. */
  NodeId register(String host) throws IOException, YarnException {
    NodeId id = NodeId.newInstance(host, 1);
    RegisterNodeManagerResponse answer =
        getResourceTrackerService()
            .registerNodeManager(
                RegisterNodeManagerRequest.newInstance(
                    id, 2, Resource.newInstance(65_536, 64), "3.4.2", null, null));
    if (answer.getContainerTokenMasterKey() == null) {
      throw new IOException(answer.getDiagnosticsMessage());
    }
    heartbeat(id, 0);
    return id;
  }

  /**
   * @param lastId that of the last response
   * @return that of this response
   */
  int heartbeat(NodeId id, int lastId) throws IOException, YarnException {
    NodeStatus status =
        NodeStatus.newInstance(
            id,
            lastId,
            new ArrayList<>(),
            new ArrayList<>(),
            NodeHealthStatus.newInstance(true, "", System.currentTimeMillis()),
            ResourceUtilization.newInstance(0, 0, 0),
            ResourceUtilization.newInstance(0, 0, 0),
            new ArrayList<>());
    OpportunisticContainersStatus queue = OpportunisticContainersStatus.newInstance();
    queue.setEstimatedQueueWaitTime(10);
    queue.setOpportQueueCapacity(100);
    status.setOpportunisticContainersStatus(queue);
    return getResourceTrackerService()
        .nodeHeartbeat(NodeHeartbeatRequest.newInstance(status, null, null, null))
        .getResponseId();
  }

  /** Submits an application whose master the test is; returns once its attempt may register. */
  ApplicationAttemptId submit(String user, String queue) throws IOException, InterruptedException {
    return UserGroupInformation.createRemoteUser(user)
        .doAs((PrivilegedExceptionAction<ApplicationAttemptId>) () -> submit(queue));
  }

  private ApplicationAttemptId submit(String queue) throws IOException, YarnException {
    ApplicationId id =
        getClientRMService()
            .getNewApplication(GetNewApplicationRequest.newInstance())
            .getApplicationId();
    ApplicationSubmissionContext application =
        Records.newRecord(ApplicationSubmissionContext.class);
    application.setApplicationId(id);
    application.setQueue(queue);
    application.setUnmanagedAM(true);
    application.setResource(Resource.newInstance(1_024, 1));
    application.setAMContainerSpec(
        ContainerLaunchContext.newInstance(
            new HashMap<>(), new HashMap<>(), new ArrayList<>(), null, null, null));
    getClientRMService().submitApplication(SubmitApplicationRequest.newInstance(application));
    return awaitLaunched(id);
  }

  /** The attempt of an application, once its master may register, also after it was recovered. */
  ApplicationAttemptId awaitLaunched(ApplicationId id) {
    Await.until(
        () -> id + " to be launched",
        PATIENCE_MS,
        () -> {
          RMApp app = getRMContext().getRMApps().get(id);
          return app != null
              && app.getCurrentAppAttempt() != null
              && app.getCurrentAppAttempt().getAppAttemptState() == RMAppAttemptState.LAUNCHED;
        });
    return getRMContext().getRMApps().get(id).getCurrentAppAttempt().getAppAttemptId();
  }

  /** Does something as an attempt's master. */
  <T> T as(ApplicationAttemptId attempt, PrivilegedExceptionAction<T> call)
      throws IOException, InterruptedException {
    UserGroupInformation master = UserGroupInformation.createRemoteUser(attempt.toString());
    Token<AMRMTokenIdentifier> token =
        getRMContext()
            .getRMApps()
            .get(attempt.getApplicationId())
            .getRMAppAttempt(attempt)
            .getAMRMToken();
    master.addTokenIdentifier(token.decodeIdentifier());
    return master.doAs(call);
  }

  void registerMaster(ApplicationAttemptId attempt) throws IOException, InterruptedException {
    as(
        attempt,
        () ->
            getApplicationMasterService()
                .registerApplicationMaster(
                    RegisterApplicationMasterRequest.newInstance("localhost", 0, "")));
  }

  /** The call of a master, which asks for that many containers. */
  AllocateResponse allocate(ApplicationAttemptId attempt, int responseId, int containers)
      throws IOException, InterruptedException {
    List<ResourceRequest> asks =
        containers == 0
            ? Collections.emptyList()
            : Collections.singletonList(
                ResourceRequest.newBuilder()
                    .resourceName(ResourceRequest.ANY)
                    .capability(Resource.newInstance(1_024, 1))
                    .numContainers(containers)
                    .build());
    return as(
        attempt,
        () ->
            getApplicationMasterService()
                .allocate(
                    AllocateRequest.newInstance(
                        responseId, 0.5f, asks, Collections.emptyList(), null)));
  }
}
