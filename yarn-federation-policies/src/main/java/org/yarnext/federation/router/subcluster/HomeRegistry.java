// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.subcluster;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.policies.RouterPolicyFacade;
import org.apache.hadoop.yarn.server.federation.store.records.ApplicationHomeSubCluster;
import org.apache.hadoop.yarn.server.federation.store.records.GetApplicationHomeSubClusterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClustersInfoRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterState;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.apache.hadoop.yarn.server.router.RouterServerUtil;
import org.yarnext.federation.store.ReportAgeTracker;

/**
 * Chooses, registers, reads and deletes applications' home sub-clusters in the federation's store,
 * so that all Routers agree on one home: the first entry wins. Stock writes its choice there, too,
 * but proceeds with it whatever the store returns. Not thread-safe.
 */
public final class HomeRegistry {
  private static final char SEPARATOR = '@';

  private final Configuration conf;

  /** Ages of the last heartbeats of sub-clusters that stopped. */
  private final ReportAgeTracker<SubClusterId> stoppedAges;

  /** Null before first use, since it reads the store. */
  private RouterPolicyFacade policies;

  /**
   * @param nanoClock a monotonic clock, in ns
   */
  public HomeRegistry(Configuration conf, LongSupplier nanoClock) {
    this.conf = conf;
    stoppedAges = new ReportAgeTracker<>(nanoClock);
  }

  private FederationStateStoreFacade store() {
    return FederationStateStoreFacade.getInstance(conf);
  }

  /**
   * Returns the home of an application, bypassing the facade's cache.
   *
   * @return null if it has none
   * @throws IOException if the store does not respond
   */
  SubClusterId of(ApplicationId application) throws IOException {
    try {
      return store()
          .getStateStore()
          .getApplicationHomeSubCluster(
              GetApplicationHomeSubClusterRequest.newInstance(application))
          .getApplicationHomeSubCluster()
          .getHomeSubCluster();
    } catch (YarnException e) {
      // All stores signal a missing home by this message only.
      if (String.valueOf(e.getMessage()).contains("does not exist")) {
        return null;
      }
      throw new IOException("the home of " + application + " cannot be read", e);
    }
  }

  /**
   * Returns all sub-clusters that may have jobs, bypassing the facade's cache. They include those
   * that restart, which are not active meanwhile.
   *
   * @throws IOException if the store does not respond
   */
  List<SubClusterId> all() throws IOException {
    return present().map(SubClusterInfo::getSubClusterId).collect(Collectors.toList());
  }

  /**
   * Returns a name for the current start of a sub-cluster's ResourceManager, which changes when the
   * ResourceManager becomes active again. It contains the registered start time, which is only
   * compared for equality, so its clock does not matter.
   *
   * @return empty if the sub-cluster is not registered
   * @throws IOException if the store does not respond
   */
  String startName(SubClusterId home) throws IOException {
    return present()
        .filter(each -> home.equals(each.getSubClusterId()))
        .map(HomeRegistry::startName)
        .findAny()
        .orElse("");
  }

  /**
   * Returns whether the ResourceManager was started again since.
   *
   * @param startName a name that {@link #startName} returned
   * @throws IOException if the store does not respond
   */
  boolean isRestarted(String startName) throws IOException {
    String home = startName.substring(0, Math.max(0, startName.lastIndexOf(SEPARATOR)));
    return present()
        .anyMatch(
            each ->
                each.getSubClusterId().getId().equals(home) && !startName(each).equals(startName));
  }

  private static String startName(SubClusterInfo info) {
    return info.getSubClusterId().getId() + SEPARATOR + info.getLastStartTime();
  }

  private Stream<SubClusterInfo> present() throws IOException {
    try {
      return store()
          .getStateStore()
          .getSubClusters(GetSubClustersInfoRequest.newInstance(false))
          .getSubClusters()
          .stream()
          .filter(each -> !each.getState().isFinal() || mayComeBack(each));
    } catch (YarnException e) {
      throw new IOException("the sub-clusters cannot be read", e);
    }
  }

  /**
   * Returns whether a stopped sub-cluster may come back. A ResourceManager that restarts or fails
   * over unregisters, and registers again after it recovered all applications; the store does not
   * tell that from a final stop. So an unregistered sub-cluster may come back within the expiration
   * time, counted from when this Router first saw it stopped.
   */
  private boolean mayComeBack(SubClusterInfo stopped) {
    long expirationMs =
        conf.getTimeDuration(
            YarnConfiguration.ROUTER_SUBCLUSTER_EXPIRATION_TIME,
            YarnConfiguration.DEFAULT_ROUTER_SUBCLUSTER_EXPIRATION_TIME,
            TimeUnit.MILLISECONDS);
    return stopped.getState() == SubClusterState.SC_UNREGISTERED
        && stoppedAges.look(stopped.getSubClusterId(), stopped.getLastHeartBeat()).minMs()
            < expirationMs;
  }

  /**
   * Deletes the home of an application whose sub-cluster is gone.
   *
   * @throws IOException if the store does not respond; then it may be deleted or not
   */
  void forget(ApplicationId application) throws IOException {
    try {
      store().deleteApplicationHomeSubCluster(application);
    } catch (YarnException e) {
      if (of(application) != null) {
        throw new IOException("the home of " + application + " cannot be taken away", e);
      }
    }
  }

  /**
   * Returns the choice of the queue's policy; writes nothing.
   *
   * @param unreachable sub-clusters that must not be chosen
   * @throws YarnException if the policy finds none
   */
  SubClusterId choose(ApplicationSubmissionContext application, List<SubClusterId> unreachable)
      throws YarnException {
    try {
      if (policies == null) {
        policies = new RouterPolicyFacade(conf, store(), store().getSubClusterResolver(), null);
      }
      return policies.getHomeSubcluster(application, unreachable);
    } catch (RuntimeException e) { // such as a policy without parameters
      throw new YarnException("the policy of " + application.getQueue() + " failed", e);
    }
  }

  /**
   * Registers a choice as the home, unless another Router registered one first.
   *
   * @return the registered home
   * @throws IOException if the store does not respond; then the choice may be registered or not
   */
  SubClusterId register(ApplicationSubmissionContext application, SubClusterId choice)
      throws IOException {
    try {
      return store()
          .addApplicationHomeSubCluster(
              ApplicationHomeSubCluster.newInstance(
                  application.getApplicationId(),
                  System.currentTimeMillis(),
                  choice,
                  RouterServerUtil.getTrimmedAppSubmissionContext(application)));
    } catch (YarnException e) {
      throw new IOException(
          "the home of " + application.getApplicationId() + " cannot be written", e);
    }
  }
}
