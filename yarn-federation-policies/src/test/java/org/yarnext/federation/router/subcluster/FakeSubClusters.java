// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.subcluster;

import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportResponse;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationResponse;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.policies.dao.WeightedPolicyInfo;
import org.apache.hadoop.yarn.server.federation.store.impl.MemoryFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.AddApplicationHomeSubClusterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.AddApplicationHomeSubClusterResponse;
import org.apache.hadoop.yarn.server.federation.store.records.DeleteApplicationHomeSubClusterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.DeleteApplicationHomeSubClusterResponse;
import org.apache.hadoop.yarn.server.federation.store.records.GetApplicationHomeSubClusterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.GetApplicationHomeSubClusterResponse;
import org.apache.hadoop.yarn.server.federation.store.records.SetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterIdInfo;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.apache.hadoop.yarn.util.Records;
import org.yarnext.federation.HydraPolicyManager;
import org.yarnext.federation.SubClusterRecords;
import org.yarnext.federation.gang.GangLauncher;

/**
 * Three sub-clusters whose ResourceManagers forget what ended, and the state store of their
 * federation. Counts how often each job began to run. Thread-safe.
 */
public final class FakeSubClusters {
  private static final String[] NAMES = {"a", "b", "c"};
  private static final int KEPT_ENDS = 100;
  private static final int RUNS_FOR = 20;

  private final Configuration conf = new Configuration();
  private final Map<String, ResourceManager> managers = new HashMap<>();

  /** How often each job began to run, in any sub-cluster. */
  public final Map<ApplicationId, Integer> runs = new TreeMap<>();

  private final Store store = new Store();

  public FakeSubClusters() throws YarnException {
    conf.set("yarn.federation.cache-ttl.secs", "0");
    store.init(conf);
    FederationStateStoreFacade.getInstance(conf).reinitialize(store, conf);
    Map<SubClusterIdInfo, Float> weights = new HashMap<>();
    for (String name : NAMES) {
      managers.put(name, new ResourceManager());
      SubClusterRecords.register(store, name);
      weights.put(new SubClusterIdInfo(name), 1f);
    }
    WeightedPolicyInfo info = new WeightedPolicyInfo();
    info.setRouterPolicyWeights(weights);
    info.setAMRMPolicyWeights(weights);
    HydraPolicyManager manager = new HydraPolicyManager();
    manager.setQueue("q");
    manager.setWeightedPolicyInfo(info);
    store.setPolicyConfiguration(
        SetSubClusterPolicyConfigurationRequest.newInstance(manager.serializeConf()));
  }

  /** Stock's, made safe for many threads, as the real ones are. */
  private static final class Store extends MemoryFederationStateStore {
    @Override
    public synchronized AddApplicationHomeSubClusterResponse addApplicationHomeSubCluster(
        AddApplicationHomeSubClusterRequest request) throws YarnException {
      return super.addApplicationHomeSubCluster(request);
    }

    @Override
    public synchronized GetApplicationHomeSubClusterResponse getApplicationHomeSubCluster(
        GetApplicationHomeSubClusterRequest request) throws YarnException {
      return super.getApplicationHomeSubCluster(request);
    }

    @Override
    public synchronized DeleteApplicationHomeSubClusterResponse deleteApplicationHomeSubCluster(
        DeleteApplicationHomeSubClusterRequest request) throws YarnException {
      return super.deleteApplicationHomeSubCluster(request);
    }
  }

  /** An error that {@link RouterGangLauncher} does not take for the ResourceManager's answer. */
  public static final class Death extends Error {}

  /**
   * Takes an id once, as long as it knows it; its time passes with every question. What ended some
   * others ago is forgotten, its home too.
   */
  private final class ResourceManager {
    private final Map<ApplicationId, Integer> endsAt = new HashMap<>();
    private final Deque<ApplicationId> ended = new ArrayDeque<>();
    private int now;

    synchronized void submit(ApplicationId id) {
      if (endsAt.putIfAbsent(id, now + RUNS_FOR) == null) {
        synchronized (runs) {
          runs.merge(id, 1, Integer::sum);
        }
      }
    }

    /** The same as after a thousand others ended. */
    synchronized void forget(ApplicationId id) throws YarnException {
      if (endsAt.remove(id) != null) {
        ended.remove(id);
        store.deleteApplicationHomeSubCluster(
            DeleteApplicationHomeSubClusterRequest.newInstance(id));
      }
    }

    synchronized YarnApplicationState state(ApplicationId id) throws YarnException {
      now++;
      Integer end = endsAt.get(id);
      if (end == null) {
        throw new ApplicationNotFoundException("no " + id);
      }
      if (now < end) {
        return YarnApplicationState.RUNNING;
      }
      if (!ended.contains(id)) {
        ended.add(id);
      }
      while (ended.size() > KEPT_ENDS) {
        ApplicationId oldest = ended.remove();
        endsAt.remove(oldest);
        store.deleteApplicationHomeSubCluster(
            DeleteApplicationHomeSubClusterRequest.newInstance(oldest));
      }
      return YarnApplicationState.FINISHED;
    }
  }

  /**
   * @param toCome how many deaths are left
   */
  private ApplicationClientProtocol proxy(SubClusterId where, Random deaths, AtomicInteger toCome) {
    ResourceManager manager = managers.get(where.getId());
    return (ApplicationClientProtocol)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {ApplicationClientProtocol.class},
            (self, method, arguments) -> {
              if (method.getName().equals("submitApplication")) {
                boolean dies =
                    deaths != null && deaths.nextInt(5) == 0 && toCome.getAndDecrement() > 0;
                if (dies && deaths.nextBoolean()) {
                  throw new Death();
                }
                manager.submit(
                    ((SubmitApplicationRequest) arguments[0])
                        .getApplicationSubmissionContext()
                        .getApplicationId());
                if (dies) {
                  throw new Death();
                }
                return SubmitApplicationResponse.newInstance();
              }
              ApplicationReport report = Records.newRecord(ApplicationReport.class);
              report.setYarnApplicationState(
                  manager.state(((GetApplicationReportRequest) arguments[0]).getApplicationId()));
              GetApplicationReportResponse response =
                  Records.newRecord(GetApplicationReportResponse.class);
              response.setApplicationReport(report);
              return response;
            });
  }

  /**
   * @param deaths null for a Router that lives
   */
  public GangLauncher launcher(Random deaths, AtomicInteger toCome) {
    return new RouterGangLauncher(
        (user, where) -> proxy(where, deaths, toCome),
        new HomeRegistry(conf, System::nanoTime),
        "router",
        System::nanoTime);
  }

  /** Makes all sub-clusters forget a job, as if a thousand others had ended. */
  public void forget(ApplicationId id) throws YarnException {
    for (ResourceManager each : managers.values()) {
      each.forget(id);
    }
  }
}
