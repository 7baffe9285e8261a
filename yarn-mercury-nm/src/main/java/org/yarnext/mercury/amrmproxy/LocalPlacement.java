// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.amrmproxy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NMToken;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.DistributedSchedulingAllocateResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterDistributedSchedulingAMResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AMRMProxyApplicationContext;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator.ContainerIdGenerator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.yarnext.mercury.application.ResourceCodec;

/**
 * Places opportunistic containers for one application attempt with the NodeManager's allocator.
 * Stock's distributed scheduler does the same for the application's own opportunistic requests. Not
 * thread-safe.
 */
final class LocalPlacement {
  /**
   * Stock's ids count down from the ResourceManager's number; these start far enough below to never
   * collide.
   */
  private static final long BELOW_STOCK = 1L << 38;

  /**
   * First id in the ResourceManager's first epoch, whose number is 0. Ids below that number would
   * be negative, and the text form of an id, by which Tez and the NodeManagers' stores know a
   * container, has no sign. It is far below the ids of the next epoch and above the
   * ResourceManager's own.
   */
  private static final long IN_FIRST_EPOCH = 1L << 39;

  /** Number of ids reserved for one run of the NodeManager. */
  private static final long IDS_OF_A_LIFE = 1L << 24;

  private final Context node;
  private final ApplicationAttemptId attempt;
  private final String user;
  private final Set<NodeId> withToken = new HashSet<>();
  private OpportunisticContainerContext context = new OpportunisticContainerContext();
  private List<RemoteNode> nodes = new ArrayList<>();
  private ContainerIdGenerator ids = countingDown();
  private Limits limits;

  LocalPlacement(AMRMProxyApplicationContext application) {
    this.node = application.getNMContext();
    this.attempt = application.getApplicationAttemptId();
    this.user = application.getUser();
  }

  /** Container limits that the ResourceManager sent at registration. */
  static final class Limits {
    final Resource min;
    final Resource max;
    final Resource step;
    final int expiryMs;
    final long firstId;

    /** Number of restarts of the NodeManager since the registration. */
    final int life;

    Limits(Resource min, Resource max, Resource step, int expiryMs, long firstId, int life) {
      this.min = min;
      this.max = max;
      this.step = step;
      this.expiryMs = expiryMs;
      this.firstId = firstId;
      this.life = life;
    }

    Map<String, Object> snapshot() {
      Map<String, Object> s = new LinkedHashMap<>();
      s.put("least", ResourceCodec.text(min));
      s.put("most", ResourceCodec.text(max));
      s.put("step", ResourceCodec.text(step));
      s.put("expiryMs", expiryMs);
      s.put("firstId", firstId);
      s.put("life", life);
      return s;
    }

    static Limits restore(Map<String, ?> s) {
      return new Limits(
          ResourceCodec.resource((String) s.get("least")),
          ResourceCodec.resource((String) s.get("most")),
          ResourceCodec.resource((String) s.get("step")),
          ((Number) s.get("expiryMs")).intValue(),
          ((Number) s.get("firstId")).longValue(),
          ((Number) s.get("life")).intValue());
    }

    Limits inNextLife() {
      return new Limits(min, max, step, expiryMs, firstId, life + 1);
    }
  }

  private static ContainerIdGenerator countingDown() {
    return new ContainerIdGenerator() {
      @Override
      public long generateContainerId() {
        return containerIdCounter.decrementAndGet();
      }
    };
  }

  void registered(RegisterDistributedSchedulingAMResponse response) {
    nodes = response.getNodesForScheduling();
    Resource step = response.getIncrContainerResource();
    long firstId = response.getContainerIdStart();
    begin(
        new Limits(
            response.getMinContainerResource(),
            response.getMaxContainerResource(),
            step == null ? response.getMinContainerResource() : step,
            response.getContainerTokenExpiryInterval(),
            firstId,
            // The same ResourceManager registered again: the ids used so far are taken.
            limits != null && limits.firstId == firstId ? limits.life + 1 : 0));
  }

  /**
   * Continues with the limits that the ResourceManager sent to an earlier run of the NodeManager.
   */
  void begin(Limits newLimits) {
    limits = newLimits;
    ids = countingDown();
    long top = newLimits.firstId > 0 ? newLimits.firstId - BELOW_STOCK : IN_FIRST_EPOCH;
    ids.resetContainerIdCounter(top - newLimits.life * IDS_OF_A_LIFE);
    forget();
  }

  /** Returns the limits; null before the master has registered. */
  Limits limits() {
    return limits;
  }

  /**
   * Returns the master's blacklist, which is kept because the master sends each change only once.
   */
  List<String> blacklist() {
    return new ArrayList<>(new TreeSet<>(context.getBlacklist()));
  }

  /** Restores the blacklist of an earlier run of the NodeManager. */
  void avoid(List<?> blacklist) {
    blacklist.forEach(name -> context.getBlacklist().add((String) name));
  }

  /** Forgets the outstanding requests, which are then sent again; keeps the blacklist. */
  void forget() {
    Set<String> blacklist = context.getBlacklist();
    context = new OpportunisticContainerContext();
    context.getBlacklist().addAll(blacklist);
    context.setContainerIdGenerator(ids);
    if (limits != null) {
      context.updateAllocationParams(limits.min, limits.max, limits.step, limits.expiryMs);
    }
    context.updateNodeList(nodes);
  }

  /**
   * Places containers.
   *
   * @param requests absolute counts, changed ones only; earlier requests stay outstanding
   */
  List<Container> place(ResourceBlacklistRequest blacklist, List<ResourceRequest> requests)
      throws YarnException {
    if (limits == null) {
      return new ArrayList<>();
    }
    return node.getContainerAllocator()
        .allocateContainers(
            blacklist,
            requests,
            attempt,
            context,
            node.getNodeStatusUpdater().getRMIdentifier(),
            user);
  }

  /**
   * Adds placed containers to the master's response, with tokens for nodes that are new to it, and
   * stores the latest list of nodes. Changes nothing if it throws.
   *
   * @param repeated whether the master may not have received the containers and their tokens the
   *     first time
   */
  void deliver(
      DistributedSchedulingAllocateResponse answer, List<Container> placed, boolean repeated) {
    AllocateResponse response = answer.getAllocateResponse();
    List<NMToken> tokens = new ArrayList<>(response.getNMTokens());
    if (repeated) {
      placed.forEach(c -> withToken.remove(c.getNodeId()));
    }
    tokens.forEach(token -> withToken.add(token.getNodeId()));
    Map<NodeId, NMToken> fresh = new LinkedHashMap<>();
    for (Container c : placed) {
      if (!withToken.contains(c.getNodeId()) && !fresh.containsKey(c.getNodeId())) {
        fresh.put(c.getNodeId(), node.getNMTokenSecretManager().generateNMToken(user, c));
      }
    }
    if (!placed.isEmpty()) {
      List<Container> containers = new ArrayList<>(response.getAllocatedContainers());
      containers.addAll(placed);
      response.setAllocatedContainers(containers);
      tokens.addAll(fresh.values());
      withToken.addAll(fresh.keySet());
      response.setNMTokens(Collections.emptyList()); // stock's setter adds to the existing ones
      response.setNMTokens(tokens);
    }
    nodes = answer.getNodesForScheduling();
    context.updateNodeList(nodes);
  }
}
