// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.federation;

import java.util.ArrayList;
import java.util.List;
import org.yarnext.common.requests.RequestEntry;

/**
 * State of one application in one sub-cluster: its requests, and the grants that it has not
 * received. Not thread-safe.
 */
final class SubClusterApplication {
  final FederatedApplication app;
  final SimulatedSubCluster subCluster;

  /** Index of its leaf queue. */
  final int leaf;

  /** Requests by priority, in the order of their arrival. */
  final List<SubClusterRequest> requests = new ArrayList<>();

  /** Granted containers that the application has not received yet. */
  List<SubClusterNode.Container> granted = new ArrayList<>();

  /** Requests made while the sub-cluster was unreachable; sent when it is back. */
  final List<RequestEntry> queued = new ArrayList<>(0);

  /** Time of its first use or last answer, in ms. */
  long lastAnswerMs;

  /** Number of outstanding containers. */
  int pending;

  SubClusterApplication(FederatedApplication app, SimulatedSubCluster subCluster, int leaf) {
    this.app = app;
    this.subCluster = subCluster;
    this.leaf = leaf;
  }

  SubClusterRequest request(PendingTaskSet wanted) {
    int at = 0;
    for (SubClusterRequest request : requests) {
      if (request.key.equals(wanted.key)) {
        return request;
      }
      at += request.key.priority() <= wanted.key.priority() ? 1 : 0;
    }
    SubClusterRequest made = new SubClusterRequest(this, wanted.key, wanted.mb, wanted.vcores);
    requests.add(at, made);
    return made;
  }

  /**
   * Returns the most urgent request that fits on the node; null if there is none. Less urgent ones
   * are not tried: the CapacityScheduler then continues with the next application, too.
   */
  SubClusterRequest next(SubClusterNode node) {
    for (SubClusterRequest request : requests) {
      if (request.any > 0 && node.fits(request)) {
        return request;
      }
    }
    return null;
  }
}
