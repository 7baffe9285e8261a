// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.subcluster;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportResponse;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationResponse;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationResourceUsageReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.api.records.impl.pb.ApplicationSubmissionContextPBImpl;
import org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.policies.dao.WeightedPolicyInfo;
import org.apache.hadoop.yarn.server.federation.store.impl.MemoryFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.AddApplicationHomeSubClusterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.ApplicationHomeSubCluster;
import org.apache.hadoop.yarn.server.federation.store.records.DeleteApplicationHomeSubClusterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClustersInfoRequest;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClustersInfoResponse;
import org.apache.hadoop.yarn.server.federation.store.records.SetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterIdInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterRegisterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterState;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.apache.hadoop.yarn.util.Records;
import org.junit.Before;
import org.yarnext.federation.HydraPolicyManager;
import org.yarnext.federation.SubClusterRecords;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.policy.gang.PendingGang;

/** A Router's launcher before two sub-clusters that answer, hang or are gone. */
abstract class RouterGangLauncherTestBase {
  static final ApplicationId ID = ApplicationId.newInstance(1, 1);
  static final long STARTED_MS = 10_000_000;

  /** Name of a former start of sub-cluster a, which accepted a job. */
  static final String BEFORE = "a@900";

  static final SubClusterId A = SubClusterId.newInstance("a");
  static final SubClusterId B = SubClusterId.newInstance("b");
  final Configuration conf = new Configuration();
  final Store store = new Store();
  final Map<SubClusterId, ResourceManager> managers = new HashMap<>();
  final List<String> submitted = new ArrayList<>();
  long nowNanos;

  final RouterGangLauncher starter =
      new RouterGangLauncher(
          (user, where) -> managers.get(where).proxy,
          new HomeRegistry(conf, () -> nowNanos),
          "router",
          () -> nowNanos);

  /** State store of ResourceManagers whose clocks are ahead of this host's. */
  static final class Store extends MemoryFederationStateStore {
    long aheadMs;

    @Override
    public GetSubClustersInfoResponse getSubClusters(GetSubClustersInfoRequest request)
        throws YarnException {
      GetSubClustersInfoResponse response = super.getSubClusters(request);
      List<SubClusterInfo> copies = new ArrayList<>();
      for (SubClusterInfo info : response.getSubClusters()) {
        copies.add(
            SubClusterInfo.newInstance(
                info.getSubClusterId(),
                info.getAMRMServiceAddress(),
                info.getClientRMServiceAddress(),
                info.getRMAdminServiceAddress(),
                info.getRMWebServiceAddress(),
                info.getLastHeartBeat() + aheadMs,
                info.getState(),
                info.getLastStartTime(),
                info.getCapability()));
      }
      return GetSubClustersInfoResponse.newInstance(copies);
    }
  }

  interface Failure {
    void beforeAnswering() throws YarnException, IOException;
  }

  /** Returns the configured answers. */
  final class ResourceManager {
    final ApplicationClientProtocol proxy = mock(ApplicationClientProtocol.class);
    Failure reporting =
        () -> {
          throw new ApplicationNotFoundException("no " + ID);
        };
    Failure submitting = () -> {};
    YarnApplicationState state = YarnApplicationState.RUNNING;
    String queue = "q";
    long usedMb = -1;

    ResourceManager(SubClusterId where) throws YarnException, IOException {
      when(proxy.getApplicationReport(any()))
          .thenAnswer(
              call -> {
                reporting.beforeAnswering();
                ApplicationReport report = Records.newRecord(ApplicationReport.class);
                report.setYarnApplicationState(state);
                report.setQueue(queue);
                report.setApplicationResourceUsageReport(
                    ApplicationResourceUsageReport.newInstance(
                        0,
                        0,
                        null,
                        null,
                        Resource.newInstance(usedMb, 1),
                        new HashMap<>(),
                        0,
                        0,
                        new HashMap<>()));
                GetApplicationReportResponse response =
                    Records.newRecord(GetApplicationReportResponse.class);
                response.setApplicationReport(report);
                return response;
              });
      when(proxy.submitApplication(any()))
          .thenAnswer(
              call -> {
                submitted.add(where.getId());
                submitting.beforeAnswering();
                return SubmitApplicationResponse.newInstance();
              });
    }
  }

  @Before
  public void twoSubClusters() throws Exception {
    conf.set("yarn.federation.cache-ttl.secs", "0");
    store.init(conf);
    FederationStateStoreFacade.getInstance(conf).reinitialize(store, conf);
    for (SubClusterId id : Arrays.asList(A, B)) {
      managers.put(id, new ResourceManager(id));
      register(id, SubClusterState.SC_RUNNING);
    }
    prefer(1, 1);
  }

  void register(SubClusterId id, SubClusterState state) throws YarnException {
    register(id, state, STARTED_MS);
  }

  void register(SubClusterId id, SubClusterState state, long startedMs) throws YarnException {
    store.registerSubCluster(
        SubClusterRegisterRequest.newInstance(SubClusterRecords.of(id, state, startedMs, "{}")));
  }

  void prefer(float a, float b) throws YarnException {
    Map<SubClusterIdInfo, Float> weights = new HashMap<>();
    weights.put(new SubClusterIdInfo(A), a);
    weights.put(new SubClusterIdInfo(B), b);
    WeightedPolicyInfo info = new WeightedPolicyInfo();
    info.setRouterPolicyWeights(weights);
    info.setAMRMPolicyWeights(weights);
    HydraPolicyManager manager = new HydraPolicyManager();
    manager.setQueue("q");
    manager.setWeightedPolicyInfo(info);
    store.setPolicyConfiguration(
        SetSubClusterPolicyConfigurationRequest.newInstance(manager.serializeConf()));
  }

  void store(SubClusterId home) throws YarnException {
    store.addApplicationHomeSubCluster(
        AddApplicationHomeSubClusterRequest.newInstance(
            ApplicationHomeSubCluster.newInstance(ID, home)));
  }

  void start() throws YarnException, IOException {
    starter.start(job(), true);
  }

  void startAgain() throws YarnException, IOException {
    starter.start(job(), false);
  }

  static GangJob job() {
    return job(context -> {});
  }

  static GangJob job(Consumer<ApplicationSubmissionContext> declares) {
    ApplicationSubmissionContext context = Records.newRecord(ApplicationSubmissionContext.class);
    context.setApplicationId(ID);
    context.setQueue("q");
    declares.accept(context);
    return GangJob.of(
        "user",
        PendingGang.of(ID.toString(), "root.q", 1, 1, 0),
        5,
        ((ApplicationSubmissionContextPBImpl) context).getProto().toByteArray());
  }

  /** Removes the job's home, as a recovering ResourceManager does for an unknown job. */
  void isForgotten() throws YarnException {
    store.deleteApplicationHomeSubCluster(DeleteApplicationHomeSubClusterRequest.newInstance(ID));
  }

  void afterARest() {
    nowNanos += 30_000_000_000L;
  }

  static void refuseConnections() throws IOException {
    throw new ConnectException("refused");
  }
}
