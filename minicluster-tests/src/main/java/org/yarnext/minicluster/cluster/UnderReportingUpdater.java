// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.cluster;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.server.api.ResourceTracker;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.NodeStatusUpdaterImpl;
import org.apache.hadoop.yarn.server.nodemanager.health.NodeHealthCheckerService;
import org.apache.hadoop.yarn.server.nodemanager.metrics.NodeManagerMetrics;

/**
 * Node status updater of a straggler: reports only a share of the node's queue wait, as in
 * Mercury's experiment with load imbalance (section 7.2.3).
 */
final class UnderReportingUpdater extends NodeStatusUpdaterImpl {

  private final double share;
  private ResourceTracker tracker;

  /**
   * Creates the updater of one node.
   *
   * @param share share of the queue wait to report, 0 to 1
   */
  UnderReportingUpdater(
      double share,
      Context context,
      Dispatcher dispatcher,
      NodeHealthCheckerService healthChecker,
      NodeManagerMetrics metrics) {
    super(context, dispatcher, healthChecker, metrics);
    this.share = share;
  }

  @Override
  protected ResourceTracker getRMClient() throws IOException {
    tracker = super.getRMClient();
    return (ResourceTracker)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {ResourceTracker.class},
            (proxy, method, args) -> {
              if (args != null && args.length == 1 && args[0] instanceof NodeHeartbeatRequest) {
                lessen(
                    ((NodeHeartbeatRequest) args[0])
                        .getNodeStatus()
                        .getOpportunisticContainersStatus());
              }
              try {
                return method.invoke(tracker, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  protected void stopRMProxy() {
    if (tracker != null) {
      RPC.stopProxy(tracker);
    }
  }

  private void lessen(OpportunisticContainersStatus status) {
    if (status != null && status.getEstimatedQueueWaitTime() > 0) {
      status.setEstimatedQueueWaitTime(
          (int) Math.max(1, Math.round(status.getEstimatedQueueWaitTime() * share)));
    }
  }
}
