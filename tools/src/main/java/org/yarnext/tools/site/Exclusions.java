// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

import static org.yarnext.tools.site.Feature.ELASTIC;
import static org.yarnext.tools.site.Feature.FEDERATION;
import static org.yarnext.tools.site.Feature.MERCURY_DISTRIBUTED;
import static org.yarnext.tools.site.Feature.ORCHESTRATOR;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.orchestrator.OrchestratorConfiguration;

/** Checks whether features exclude each other, or conflict with the rest of a configuration. */
public final class Exclusions {
  private Exclusions() {}

  /**
   * Returns the reasons against these features, each with its fix; empty if there are none.
   *
   * @param conf the configuration without the features, with Hadoop's defaults
   * @param withShares whether federation includes shares of queues
   */
  public static List<String> reasons(
      Set<Feature> features, Configuration conf, boolean withShares) {
    List<String> reasons = new ArrayList<>();
    StockScheduler scheduler = StockScheduler.of(conf);
    if (features.stream().filter(Feature::isMercury).count() > 1) {
      reasons.add(
          "mercury, mercury-hybrid and mercury-distributed are one feature in three set-ups: choose"
              + " one of them, and give --disable for another that is enabled.");
    }
    boolean federated =
        conf.getBoolean(
            YarnConfiguration.FEDERATION_ENABLED, YarnConfiguration.DEFAULT_FEDERATION_ENABLED);
    if (features.contains(MERCURY_DISTRIBUTED) && (federated || features.contains(FEDERATION))) {
      reasons.add(
          "mercury-distributed does not work with federation, because stock's FederationInterceptor"
              + " registers no application for distributed scheduling: use mercury or"
              + " mercury-hybrid, which work in each sub-cluster's ResourceManager.");
    }
    if (features.contains(ELASTIC)) {
      elastic(scheduler, conf, reasons);
    }
    boolean steersCpu =
        !"memory".equalsIgnoreCase(conf.getTrimmed(OrchestratorConfiguration.CONTROL.name()));
    if (features.contains(ORCHESTRATOR) && scheduler == StockScheduler.FIFO && steersCpu) {
      reasons.add(
          "orchestrator does not work with the FifoScheduler, which counts no vcores: set "
              + OrchestratorConfiguration.CONTROL.name()
              + "=memory, or use the CapacityScheduler or FairScheduler.");
    }
    if (features.contains(FEDERATION)) {
      federation(federated, conf, reasons);
      if (withShares && scheduler != StockScheduler.CAPACITY) {
        reasons.add(noShares(conf));
      }
    }
    return reasons;
  }

  private static void elastic(StockScheduler scheduler, Configuration conf, List<String> reasons) {
    if (scheduler.elasticClass() == null) {
      reasons.add(
          "elastic needs the FairScheduler or the CapacityScheduler, not "
              + YarnConfiguration.RM_SCHEDULER
              + "="
              + conf.getTrimmed(YarnConfiguration.RM_SCHEDULER)
              + ": change to one of those first, or leave elastic out.");
    }
    String refusal = ElasticConfiguration.refusalOnCapacityScheduler(conf);
    if (scheduler == StockScheduler.CAPACITY && refusal != null) {
      reasons.add(refusal);
    }
  }

  private static void federation(boolean federated, Configuration conf, List<String> reasons) {
    if (!federated || conf.getTrimmed(YarnConfiguration.RM_CLUSTER_ID) == null) {
      reasons.add(
          "federation needs a running federation: set up YARN's federation first, with "
              + YarnConfiguration.FEDERATION_ENABLED
              + "=true, a "
              + YarnConfiguration.RM_CLUSTER_ID
              + " for each sub-cluster and a state store (Hadoop's guide, YARN Federation)."
              + " Otherwise no application could start on NodeManagers.");
    }
  }

  private static String noShares(Configuration conf) {
    return "federation enforces shares of queues only in the CapacityScheduler, but "
        + YarnConfiguration.RM_SCHEDULER
        + "="
        + conf.getTrimmed(YarnConfiguration.RM_SCHEDULER)
        + ": change to it first, or merge conf-samples/federation by hand without shares.";
  }
}
