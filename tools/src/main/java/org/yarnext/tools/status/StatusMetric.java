// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.status;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** A metric that the commands status and top show. Immutable. */
final class StatusMetric {
  /** Metrics that show the activity of the features, by feature. */
  static final List<StatusMetric> ALL =
      Collections.unmodifiableList(
          Arrays.asList(
              gauge("Mercury", "QueuedContainers"),
              gauge("Mercury", "RunningOpportunistic"),
              gauge("Mercury", "QueueWaitMillis"),
              counter("Mercury", "ContainersStarted"),
              counter("Mercury", "ContainersShed"),
              counter("Mercury", "ContainersReclaimed"),
              gauge("Mercury", "OverallocatedContainers"),
              gauge("Mercury", "OverallocatedMemoryMB"),
              gauge("Mercury", "UnusedMemoryMB"),
              counter("Mercury", "OverallocationStarts"),
              counter("Mercury", "OverallocationStops"),
              gauge("MercuryCoordinator", "WaitLimitMillis"),
              gauge("MercuryCoordinator", "FreshNodes"),
              gauge("MercuryCoordinator", "StaleNodes"),
              counter("MercuryPlacement", "ContainersPlaced"),
              counter("MercuryHybrid", "OpportunisticGranted"),
              counter("MercuryPromotion", "ContainersPromoted"),
              counter("ElasticScheduler", "ContainersUndersized"),
              counter("ElasticScheduler", "SavedMB"),
              counter("ElasticScheduler", "UndersizedOutOfMemory"),
              counter("ElasticHeap", "HeapsShrunk"),
              gauge("MrOrchestrator", "Containers"),
              counter("MrOrchestrator", "Raised"),
              counter("MrOrchestrator", "Lowered"),
              counter("MrOrchestrator", "CpuWeightUpdates"),
              gauge("MrOrchestratorGlobal", "Nodes"),
              gauge("MrOrchestratorGlobal", "Tasks"),
              counter("TezEstimator", "RunTimesDeclared"),
              counter("FederationSplit", "GrantedOnHost"),
              counter("FederationSplit", "GrantedInRack"),
              counter("FederationSplit", "GrantedOffHost"),
              gauge("FederationShares", "SubClustersIgnored"),
              gauge("FederationShares", "ShareAgeMillis"),
              gauge("FederationGangs", "JobsWaiting")));

  private final String bean;
  private final String metric;
  private final boolean isCounter;

  private StatusMetric(String bean, String metric, boolean isCounter) {
    this.bean = bean;
    this.metric = metric;
    this.isCounter = isCounter;
  }

  private static StatusMetric counter(String bean, String metric) {
    return new StatusMetric(bean, metric, true);
  }

  private static StatusMetric gauge(String bean, String metric) {
    return new StatusMetric(bean, metric, false);
  }

  String bean() {
    return bean;
  }

  String metric() {
    return metric;
  }

  /** Returns whether it only grows while its daemon runs. */
  boolean isCounter() {
    return isCounter;
  }

  boolean isOf(FeatureBean candidate) {
    return candidate.name().equals(bean) && candidate.has(metric);
  }
}
