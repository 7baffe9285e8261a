// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.federation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;

/**
 * One application's outstanding request in one sub-cluster, with its locality delays. A container
 * is granted on a requested host at once, in a requested rack after a number of missed
 * opportunities, and anywhere after more of them, as the CapacityScheduler counts. Not thread-safe.
 */
final class SubClusterRequest {
  final SubClusterApplication tenant;
  final RequestKey key;
  final long mb;
  final int vcores;

  /** Number of outstanding containers. */
  int any;

  private final Map<String, Integer> names = new HashMap<>();

  /**
   * Racks, and anywhere, where only more specific names are allowed (relaxLocality=false in YARN).
   */
  private final Set<String> strict = new HashSet<>();

  private int opportunities;

  SubClusterRequest(SubClusterApplication tenant, RequestKey key, long mb, int vcores) {
    this.tenant = tenant;
    this.key = key;
    this.mb = mb;
    this.vcores = vcores;
  }

  /** Applies a request entry; returns the change of the number of outstanding containers. */
  int note(RequestEntry entry) {
    if (entry.relaxLocality()) {
      strict.remove(entry.resourceName());
    } else {
      strict.add(entry.resourceName());
    }
    if (!entry.isAny()) {
      if (entry.count() > 0) {
        names.put(entry.resourceName(), entry.count());
      } else {
        names.remove(entry.resourceName());
      }
      return 0;
    }
    int more = entry.count() - any;
    any = entry.count();
    return more;
  }

  /**
   * Offers enough free resources for a container on a node, which counts as an opportunity whether
   * used or not; except if only strict locality prevents the use, for RegularContainerAllocator
   * then takes the opportunity back, so that a request with strict locality never gets a rack.
   *
   * @param nodes number of nodes of the ResourceManager
   * @return the locality of a container there; null if none is allowed yet
   */
  NodeType offered(SubClusterNode node, int nodes, FederationSettings model) {
    opportunities++;
    if (names.containsKey(node.host)) {
      return NodeType.NODE_LOCAL;
    }
    if (names.containsKey(node.rack)) {
      if (strict.contains(node.rack)) {
        return refusedByStrictness();
      }
      if (opportunities > Math.min(nodes, model.nodeLocalityDelay)) {
        return NodeType.RACK_LOCAL;
      }
    }
    if (strict.contains(RequestEntry.ANY)) {
      return refusedByStrictness();
    }
    return names.isEmpty() || opportunities > missedBeforeFar(nodes, model)
        ? NodeType.OFF_SWITCH
        : null;
  }

  private NodeType refusedByStrictness() {
    opportunities--;
    return null;
  }

  /**
   * Returns the number of missed opportunities before a container without locality, as in
   * RegularContainerAllocator: the requested share of the cluster for each waiting container, or a
   * configured number.
   */
  private double missedBeforeFar(int nodes, FederationSettings model) {
    if (model.rackAdditionalDelay > -1) {
      return Math.min(nodes, model.nodeLocalityDelay + model.rackAdditionalDelay);
    }
    return Math.min(nodes, any * Math.min((float) names.size() / nodes, 1f));
  }

  /**
   * Records a granted container at its host, its rack and anywhere. One with locality resets the
   * count of opportunities.
   *
   * @param type the locality that was {@link #offered}
   */
  void granted(SubClusterNode node, NodeType type, FederationSettings model) {
    any--;
    less(node.host);
    less(node.rack);
    if (type == NodeType.NODE_LOCAL || (type == NodeType.RACK_LOCAL && model.rackFullReset)) {
      opportunities = 0;
    }
  }

  private void less(String name) {
    names.computeIfPresent(name, (n, count) -> count == 1 ? null : count - 1);
  }
}
