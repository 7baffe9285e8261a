// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.federation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.federation.policy.home.SubClusterSnapshot;
import org.yarnext.federation.policy.share.ScarcestResourceSelector;
import org.yarnext.federation.policy.share.SubClusterDemand;
import org.yarnext.federation.policy.share.SubClusterDemand.QueueDemand;
import org.yarnext.federation.policy.share.fairness.QueueTree;
import org.yarnext.tools.simulate.workload.SimNode;

/**
 * Simulates one sub-cluster: its nodes, and its ResourceManager, which records requests and grants
 * containers at node heartbeats. The rate of its decisions can be limited. Not thread-safe.
 */
final class SimulatedSubCluster {
  static final String VCORES = "vcores";
  final String name;
  final int index;
  final SubClusterQueues state;
  final List<SubClusterNode> nodes = new ArrayList<>();
  private final FederationSimulation simulation;
  private final FederationSettings model;
  private long capacityMb;
  private long vcores;
  private long waiting;
  private double tokens;
  private long tokensAtMs;
  private SubClusterSnapshot reported;
  private long reportedAtMs;

  SimulatedSubCluster(int index, QueueCapacities queues, FederationSimulation simulation) {
    this.name = String.format(Locale.ROOT, "sc%02d", index);
    this.index = index;
    this.simulation = simulation;
    this.model = simulation.model();
    this.state = new SubClusterQueues(queues);
    this.tokens = model.managerRate;
  }

  void add(SimNode node) {
    nodes.add(new SubClusterNode(node, this));
    capacityMb += node.memoryMb();
    vcores += node.vcores();
  }

  /** Returns whether the ResourceManager is unreachable now, for its nodes as well. */
  boolean isLost() {
    return model.isLost(index, simulation.nowMs());
  }

  // ---- calls of applications -------------------------------------------------------------------

  /**
   * Records an application's requests.
   *
   * @param known returns the tasks of a request key
   */
  void allocate(
      SubClusterApplication tenant,
      List<RequestEntry> entries,
      Function<RequestKey, PendingTaskSet> known) {
    for (RequestEntry entry : entries) {
      SubClusterRequest request = tenant.request(known.apply(entry.key()));
      int more = request.note(entry);
      if (more != 0) {
        pending(request, more);
      }
    }
  }

  private void pending(SubClusterRequest request, int more) {
    waiting += more;
    state.pending(request, more);
  }

  /** Handles a container that ended or was returned. */
  void released(SubClusterNode.Container container) {
    decided();
    free(container);
  }

  /**
   * Handles the end of an application: drops its requests and frees containers that it has not
   * received.
   */
  void left(SubClusterApplication tenant) {
    for (SubClusterRequest request : tenant.requests) {
      int any = request.any;
      request.any = 0;
      if (any != 0) {
        pending(request, -any);
      }
    }
    tenant.granted.forEach(this::released);
    tenant.granted = new ArrayList<>();
  }

  private void free(SubClusterNode.Container container) {
    SubClusterRequest request = container.request;
    container.node.free(request.mb, request.vcores);
    state.used(request.tenant.leaf, -request.mb, -request.vcores);
  }

  /** Returns the headroom of a queue's applications in MB, as the CapacityScheduler computes it. */
  double headroomMb(int leaf) {
    double free = capacityMb - state.usedMb(QueueTree.ROOT);
    return Math.max(0, Math.max(free, state.part(leaf) * capacityMb - state.usedMb(leaf)));
  }

  /** Returns the number of cores; 1 or more. */
  long cores() {
    return Math.max(1, vcores);
  }

  /** Returns the number of waiting containers per core. */
  double load() {
    return (double) waiting / cores();
  }

  // ---- node heartbeats --------------------------------------------------------------------------

  /** Handles a node's heartbeat with the containers that ended since the last one. */
  void heartbeat(SubClusterNode node) {
    long nowMs = simulation.nowMs();
    boolean lost = isLost();
    while (!node.running.isEmpty() && node.running.peek().endMs <= nowMs) {
      SubClusterNode.RunningContainer ended = node.running.poll();
      if (lost) {
        node.unreported.add(ended.container);
      } else {
        released(ended.container);
      }
      simulation.ended(ended);
    }
    if (lost) {
      return;
    }
    node.unreported.forEach(this::released);
    node.unreported.clear();
    int far = 0;
    while (waiting > 0
        && far < model.farAtOnce
        && node.freeMb > 0
        && node.freeVcores > 0
        && mayDecide(nowMs)) {
      SubClusterQueues.ChosenRequest taken = state.next(node, nodes.size(), model);
      if (taken == null) {
        return;
      }
      grant(taken.request, node, taken.type);
      far += taken.type == NodeType.OFF_SWITCH ? 1 : 0;
    }
  }

  private void grant(SubClusterRequest request, SubClusterNode node, NodeType type) {
    decided();
    request.granted(node, type, model);
    pending(request, -1);
    node.take(request.mb, request.vcores);
    state.used(request.tenant.leaf, request.mb, request.vcores);
    SubClusterNode.Container container =
        new SubClusterNode.Container(request, node, simulation.nextContainer());
    request.tenant.granted.add(container);
    request.tenant.app.grantedIn(request.tenant);
  }

  private boolean mayDecide(long nowMs) {
    if (model.managerRate == 0) {
      return true;
    }
    tokens =
        Math.min(model.managerRate, tokens + model.managerRate * (nowMs - tokensAtMs) / 1_000.0);
    tokensAtMs = nowMs;
    return tokens >= 1;
  }

  private void decided() {
    tokens--;
    simulation.decided();
  }

  // ---- reports -------------------------------------------------------------------------

  /** Reports to the state store, for Routers. */
  void report() {
    reportedAtMs = simulation.nowMs();
    reported =
        SubClusterSnapshot.of(name, 1, capacityMb)
            .loaded(capacityMb, state.usedMb(QueueTree.ROOT), state.pendingMb(QueueTree.ROOT))
            .loaded(vcores, state.usedVcores(QueueTree.ROOT), state.pendingVcores(QueueTree.ROOT));
  }

  /** Returns the state in the state store. */
  SubClusterSnapshot reported(long nowMs) {
    return reported.aged(nowMs - reportedAtMs);
  }

  /** Returns the queues' use and demand, for the Global Policy Generator. */
  SubClusterDemand demand(QueueCapacities queues) {
    Map<String, Double> capacity = new HashMap<>();
    capacity.put(ScarcestResourceSelector.MEMORY, (double) capacityMb);
    capacity.put(VCORES, (double) vcores);
    Map<String, QueueDemand> demands = new HashMap<>();
    QueueTree tree = queues.tree();
    for (int q = 1; q < tree.size(); q++) {
      demands.put(
          tree.path(q),
          QueueDemand.of(
              queues.configured(q),
              amounts(state.usedMb(q), state.usedVcores(q)),
              amounts(state.pendingMb(q), state.pendingVcores(q))));
    }
    return SubClusterDemand.of(name, capacity, demands);
  }

  private static Map<String, Double> amounts(long mb, long vcores) {
    Map<String, Double> amounts = new HashMap<>();
    amounts.put(ScarcestResourceSelector.MEMORY, (double) mb);
    amounts.put(VCORES, (double) vcores);
    return amounts;
  }
}
