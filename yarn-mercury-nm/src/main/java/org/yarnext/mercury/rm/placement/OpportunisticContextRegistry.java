// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.placement;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator.AllocationParams;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator.ContainerIdGenerator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator.EnrichedResourceRequest;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;

/**
 * Registry of each application attempt's outstanding opportunistic requests, in the form of YARN's
 * allocators, beside the contexts of stock's own processor. An attempt without such requests has no
 * context. Thread-safe; a context is used by its application's calls only, which are sequential.
 */
final class OpportunisticContextRegistry {
  private final RMContext context;
  private final ClusterRankingSource source;
  private final int expiryMs;
  private final Map<ApplicationAttemptId, OpportunisticContainerContext> contexts =
      new ConcurrentHashMap<>();

  /**
   * Creates a registry.
   *
   * @param expiryMs lifetime of a container's token, in ms
   */
  OpportunisticContextRegistry(RMContext context, ClusterRankingSource source, int expiryMs) {
    this.context = context;
    this.source = source;
    this.expiryMs = expiryMs;
  }

  /**
   * Returns the application's context, creating it if needed.
   *
   * @param requests requests about to be added to it
   * @return null if the application has none and requests nothing
   */
  OpportunisticContainerContext open(
      SchedulerApplicationAttempt application, List<ResourceRequest> requests) {
    ApplicationAttemptId attempt = application.getApplicationAttemptId();
    OpportunisticContainerContext known = contexts.get(attempt);
    if (known == null && requestsSome(requests)) {
      known = newContext(application);
      contexts.put(attempt, known);
    }
    return known;
  }

  private static boolean requestsSome(List<ResourceRequest> requests) {
    for (ResourceRequest request : requests) {
      if (request.getNumContainers() > 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether anything is outstanding for an attempt. */
  boolean hasContext(ApplicationAttemptId attempt) {
    return contexts.containsKey(attempt);
  }

  /** Ends a call: removes a context without waiting requests. */
  void close(ApplicationAttemptId attempt, OpportunisticContainerContext known) {
    if (known.getOutstandingOpReqs().isEmpty()) {
      contexts.remove(attempt);
    }
  }

  /**
   * Creates a context that computes the node map when stock has to place, and does not log each
   * request. YARN's own context creates a map of all nodes for each application and each new list.
   *
   * @param nodes by host, least load first
   */
  static OpportunisticContainerContext context(Supplier<Map<String, RemoteNode>> nodes) {
    return new OpportunisticContainerContext() {
      @Override
      public Map<String, RemoteNode> getNodeMap() {
        return nodes.get();
      }

      @Override
      public void addToOutstandingReqs(List<ResourceRequest> requests) {
        ResourceRequest first = null;
        EnrichedResourceRequest known = null;
        for (ResourceRequest request : requests) {
          if (first == null || !isSameKind(first, request)) {
            first = request;
            known =
                getOutstandingOpReqs()
                    .computeIfAbsent(SchedulerRequestKey.create(request), key -> new HashMap<>())
                    .computeIfAbsent(
                        request.getCapability(), size -> new EnrichedResourceRequest(request));
          }
          if (ResourceRequest.isAnyLocation(request.getResourceName())) {
            known.getRequest().setResourceName(ResourceRequest.ANY);
            known.getRequest().setNumContainers(request.getNumContainers());
          } else {
            known.addLocation(request.getResourceName(), Math.max(0, request.getNumContainers()));
          }
        }
      }
    };
  }

  /**
   * A context that fills the map of nodes when it is read. Stock's processor sets other nodes in
   * most calls of an application, and its allocator in the ResourceManager does not read the map.
   */
  private static final class DeferringContext extends OpportunisticContainerContext {
    /** The nodes that were set last; null at first. */
    private List<RemoteNode> nodes;

    DeferringContext(OpportunisticContainerContext stock) {
      setContainerIdGenerator(stock.getContainerIdGenerator());
      AllocationParams limits = stock.getAppParams();
      updateAllocationParams(
          limits.getMinResource(),
          limits.getMaxResource(),
          limits.getIncrementResource(),
          limits.getContainerTokenExpiryInterval());
      getBlacklist().addAll(stock.getBlacklist());
      getOutstandingOpReqs().putAll(stock.getOutstandingOpReqs());
    }

    @Override
    public synchronized void updateNodeList(List<RemoteNode> newNodes) {
      nodes = newNodes;
    }

    @Override
    public synchronized Map<String, RemoteNode> getNodeMap() {
      if (nodes != null) {
        super.updateNodeList(nodes);
      }
      return super.getNodeMap();
    }
  }

  /**
   * Gives an attempt a context for stock's processor that costs each call less. Must be called in
   * one of the attempt's own calls.
   */
  static void deferNodes(SchedulerApplicationAttempt application) {
    OpportunisticContainerContext stock = application.getOpportunisticContainerContext();
    if (stock != null && stock.getClass() == OpportunisticContainerContext.class) {
      application.setOpportunisticContainerContext(new DeferringContext(stock));
    }
  }

  private static boolean isSameKind(ResourceRequest a, ResourceRequest b) {
    return a.getAllocationRequestId() == b.getAllocationRequestId()
        && a.getPriority().equals(b.getPriority())
        && a.getCapability().equals(b.getCapability());
  }

  private OpportunisticContainerContext newContext(SchedulerApplicationAttempt application) {
    OpportunisticContainerContext known = context(source::byHost);
    known.getBlacklist().addAll(application.getAppSchedulingInfo().getBlackListCopy());
    known.setContainerIdGenerator(
        new ContainerIdGenerator() {
          @Override
          public long generateContainerId() {
            return application.getAppSchedulingInfo().getNewContainerId();
          }
        });
    known.updateAllocationParams(
        context.getScheduler().getMinimumResourceCapability(),
        context.getScheduler().getMaximumResourceCapability(),
        context.getScheduler().getMinimumResourceCapability(),
        expiryMs);
    return known;
  }

  /** Sets the partition of the master on a request without a label, as stock's processor does. */
  static void label(ResourceRequest request, SchedulerApplicationAttempt application) {
    if (request.getNodeLabelExpression() == null) {
      request.setNodeLabelExpression(application.getAppAMNodePartitionName());
    }
  }

  /**
   * Drops the outstanding requests, because they are sent elsewhere or again, or the attempt has
   * ended.
   */
  void forget(ApplicationAttemptId attempt) {
    contexts.remove(attempt);
  }

  void forgetEnded(Predicate<ApplicationAttemptId> ended) {
    contexts.keySet().removeIf(ended);
  }

  void clear() {
    contexts.clear();
  }
}
