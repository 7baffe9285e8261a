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
 * Registers, once for all Routers, which sub-cluster is the home of an application: the one that
 * the federation's store has first. Stock writes its choice there, too, but goes on with it
 * whatever the store answers. Not thread-safe.
 */
public final class HomeRegistry {
  private static final char LIFE = '@';

  private final Configuration conf;

  /** Of the last signs of life of sub-clusters that stopped. */
  private final ReportAgeTracker<SubClusterId> silences;

  /** Null until first needed, since it reads the store. */
  private RouterPolicyFacade policies;

  /**
   * @param nanoClock monotonic, in ns
   */
  public HomeRegistry(Configuration conf, LongSupplier nanoClock) {
    this.conf = conf;
    silences = new ReportAgeTracker<>(nanoClock);
  }

  private FederationStateStoreFacade store() {
    return FederationStateStoreFacade.getInstance(conf);
  }

  /**
   * Past the facade's cache.
   *
   * @return null if it has none
   * @throws IOException if the store does not answer
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
      // No store has another way to say so.
      if (String.valueOf(e.getMessage()).contains("does not exist")) {
        return null;
      }
      throw new IOException("the home of " + application + " cannot be read", e);
    }
  }

  /**
   * All sub-clusters that may have jobs, past the facade's cache: also one that stops or starts
   * again, which is not active then.
   *
   * @throws IOException if the store does not answer
   */
  List<SubClusterId> all() throws IOException {
    return present().map(SubClusterInfo::getSubClusterId).collect(Collectors.toList());
  }

  /**
   * Names the life of a sub-cluster's ResourceManager: another one since it became active again.
   * That is told by its start time, which is compared with itself alone, whatever its clock says.
   *
   * @return empty if the sub-cluster is not there
   * @throws IOException if the store does not answer
   */
  String life(SubClusterId home) throws IOException {
    return present()
        .filter(each -> home.equals(each.getSubClusterId()))
        .map(HomeRegistry::life)
        .findAny()
        .orElse("");
  }

  /**
   * Whether the ResourceManager of a life is in another one by now.
   *
   * @param life as {@link #life} named it
   * @throws IOException if the store does not answer
   */
  boolean isOver(String life) throws IOException {
    String home = life.substring(0, Math.max(0, life.lastIndexOf(LIFE)));
    return present()
        .anyMatch(each -> each.getSubClusterId().getId().equals(home) && !life(each).equals(life));
  }

  private static String life(SubClusterInfo info) {
    return info.getSubClusterId().getId() + LIFE + info.getLastStartTime();
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
   * Whether the store says of it no more than of every ResourceManager that is restarted, or hands
   * over to its standby: it unregisters, and registers again when it has recovered all
   * applications. So it is given the time that one has which falls silent, from when this Router
   * first saw it stopped.
   */
  private boolean mayComeBack(SubClusterInfo stopped) {
    long patienceMs =
        conf.getTimeDuration(
            YarnConfiguration.ROUTER_SUBCLUSTER_EXPIRATION_TIME,
            YarnConfiguration.DEFAULT_ROUTER_SUBCLUSTER_EXPIRATION_TIME,
            TimeUnit.MILLISECONDS);
    return stopped.getState() == SubClusterState.SC_UNREGISTERED
        && silences.look(stopped.getSubClusterId(), stopped.getLastHeartBeat()).minMs()
            < patienceMs;
  }

  /**
   * Takes a home away whose sub-cluster is gone.
   *
   * @throws IOException if the store does not answer; then it may be or not
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
   * What the queue's policy chooses; nothing is written.
   *
   * @param silent sub-clusters that are not to be chosen
   * @throws YarnException if there is none
   */
  SubClusterId choose(ApplicationSubmissionContext application, List<SubClusterId> silent)
      throws YarnException {
    try {
      if (policies == null) {
        policies = new RouterPolicyFacade(conf, store(), store().getSubClusterResolver(), null);
      }
      return policies.getHomeSubcluster(application, silent);
    } catch (RuntimeException e) { // a policy without its parameters, for one
      throw new YarnException("the policy of " + application.getQueue() + " failed", e);
    }
  }

  /**
   * Makes a choice the home, unless another Router was faster.
   *
   * @return the home
   * @throws IOException if the store does not answer; then it may be or not
   */
  SubClusterId settle(ApplicationSubmissionContext application, SubClusterId choice)
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
