// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gpg;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.federation.policies.manager.FederationPolicyManager;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.globalpolicygenerator.policygenerator.GlobalPolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.explain.DecisionLog;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.periodic.PeriodicTask;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.policy.share.GlobalFairnessSharePolicy;
import org.yarnext.federation.store.ShareStore;
import org.yarnext.federation.store.UnusableStoreException;
import org.yarnext.federation.store.ZooKeeperRecordStore;

/**
 * Policy of the Global Policy Generator ({@code yarn.federation.gpg.policy.generator.class}) that
 * determines the shares of all queues in all sub-clusters by global instantaneous fairness (Hydra
 * section 4.2). It does not change the policies of queues.
 *
 * <p>It runs on its own thread and interval: the Global Policy Generator calls its policy for one
 * queue at a time, only for parents other than the root (3.4.0), and stops for good when there is
 * none. Only one Global Policy Generator may run, with one instance of this class. The thread ends
 * with the process, which does not tell its policy that it stops.
 */
public final class GlobalFairnessPolicy extends GlobalPolicy {
  private static final Logger LOG = LoggerFactory.getLogger(GlobalFairnessPolicy.class);

  private PeriodicTask rounds;

  /** Null if the configuration is refused. */
  private FederationConfiguration keys;

  @Override
  public void setConf(Configuration conf) {
    super.setConf(conf);
    if (conf == null || keys != null) {
      return;
    }
    try {
      FederationConfiguration read = FederationConfiguration.read(conf);
      keys = read;
      read.live().addListener((old, now) -> raise(read, conf));
      start(read, conf);
    } catch (InvalidConfigurationException e) {
      LOG.error("{} No shares are computed.", e.getMessage());
      FeatureMetrics.countRefused("FederationShares", "Shares of queues in sub-clusters");
    } catch (UnusableStoreException e) {
      LOG.error("No shares are computed: {}", e.getMessage());
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.error("The computation of shares failed to start.", e);
    }
  }

  private void raise(FederationConfiguration read, Configuration conf) {
    try {
      start(read, conf);
    } catch (IOException e) {
      throw new IllegalStateException("No shares are computed: " + e.getMessage(), e);
    }
  }

  /** Starts the rounds at the first mode that decides. Later they pause in mode off. */
  private synchronized void start(FederationConfiguration keys, Configuration conf)
      throws IOException {
    if (rounds != null || !keys.shareMode().decides()) {
      return;
    }
    ZooKeeperRecordStore records = ZooKeeperRecordStore.open(conf, keys.storePath());
    ShareDeterminationTask round =
        new ShareDeterminationTask(
            new ShareStore(records),
            new GlobalFairnessSharePolicy(),
            keys.shareStaleAfter().toMillis());
    Guard guard = new Guard("federation", keys.guard(), System::nanoTime);
    FeatureMetrics metrics =
        new FeatureMetrics("FederationShares", "Shares of queues in sub-clusters", keys::shareMode);
    metrics.attach(guard);
    round.showIn(metrics);
    metrics.gauge("RecordsSkipped", "Invalid records, which are ignored", records::skipped);
    DecisionLog log = new DecisionLog(metrics, keys::shareMode, "GPG", "FederationShareDecisions");
    log.register(conf);
    rounds =
        new PeriodicTask(
                "yarnext-federation-shares",
                keys.shareInterval().toMillis(),
                () ->
                    guard.runInline(
                        "federation.shares", () -> run(round, keys.shareMode(), log), () -> {}))
            .show(metrics, "Rounds")
            .start(0);
  }

  private static void run(ShareDeterminationTask round, FeatureMode mode, DecisionLog log)
      throws IOException {
    ShareDeterminationTask.Result result = mode.decides() ? round.run(mode.acts()) : null;
    if (result != null) {
      log.explain(
          System.currentTimeMillis(), result.subClusters + " sub-clusters", result.decision);
    }
  }

  /**
   * Returns null, which the Global Policy Generator does not write. It holds each policy as first
   * read, without anything but weights, and would overwrite what operators published since (3.4.0).
   */
  @Override
  protected FederationPolicyManager updatePolicy(
      String queue,
      @SuppressWarnings("rawtypes") Map<SubClusterId, Map<Class, Object>> clusters,
      FederationPolicyManager manager) {
    return null;
  }
}
