// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.scheduler;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.RecurringJobKey;
import org.yarnext.mercury.policy.policing.CeilingPolicy;
import org.yarnext.mercury.policy.requests.HybridPolicyRegistry;

/**
 * Looks up the ResourceManager's data about an application attempt that a policy needs: its tags
 * and queue, its default node label, and the maximum size of its opportunistic containers.
 * Thread-safe.
 */
public final class AttemptView {
  /** Time for which the sizes of nodes count as read, in ns: far less than between heartbeats. */
  private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final RMContext context;
  private final boolean labels;
  private final MercuryConfiguration configuration;

  /** The sizes that were read last; null at first, and as long as no node is known. */
  private volatile SmallestNodes latest;

  /** Creates a view of a ResourceManager's attempts. */
  public AttemptView(RMContext context, Configuration conf, MercuryConfiguration configuration) {
    this.context = context;
    this.labels = YarnConfiguration.areNodeLabelsEnabled(conf);
    this.configuration = configuration;
  }

  /**
   * Returns the application's own tags, and the reserved one if its type gets guaranteed containers
   * only.
   */
  public Set<String> tags(ApplicationAttemptId attempt) {
    RMApp app = context.getRMApps().get(attempt.getApplicationId());
    if (app == null) {
      return Collections.emptySet();
    }
    String type = String.valueOf(app.getApplicationType()).toUpperCase(Locale.ROOT);
    Set<String> tags = new HashSet<>(app.getApplicationTags());
    // The reserved tags are never an application's own.
    tags.removeIf(tag -> tag.toLowerCase(Locale.ROOT).startsWith(HybridPolicyRegistry.TYPE_PREFIX));
    tags.removeIf(RecurringJobKey::isTag);
    if (configuration.guaranteedTypes().contains(type)) {
      tags.add(HybridPolicyRegistry.TYPE_PREFIX + type);
    }
    return tags;
  }

  /**
   * Returns the tags of {@link #tags} and the reserved tag of the recurring job that the
   * application is a run of, for records in the ResourceManager.
   *
   * @param queue the path of the application's queue
   */
  public Set<String> tagsWithJob(ApplicationAttemptId attempt, String queue) {
    Set<String> tags = new HashSet<>(tags(attempt));
    RMApp app = context.getRMApps().get(attempt.getApplicationId());
    RecurringJobKey job =
        app == null
            ? null
            : RecurringJobKey.of(app.getUser(), queue, app.getApplicationType(), app.getName());
    if (job != null) {
      tags.add(job.tag());
    }
    return tags;
  }

  /** Returns the path of the application's queue. */
  public String queue(ApplicationAttemptId attempt, RegisterApplicationMasterResponse response) {
    Queue queue = ActiveScheduler.queue(context, attempt);
    return queue == null ? response.getQueue() : ActiveScheduler.path(queue);
  }

  /**
   * Returns the default label as stock's processor and the scheduler set it; null if the
   * application is unknown.
   */
  public String defaultLabel(ApplicationAttemptId attempt) {
    RMApp app = context.getRMApps().get(attempt.getApplicationId());
    if (app == null) {
      return null;
    }
    String label = app.getApplicationSubmissionContext().getNodeLabelExpression();
    Queue queue = label == null ? ActiveScheduler.queue(context, attempt) : null;
    label = queue == null ? label : queue.getDefaultNodeLabelExpression();
    return label == null ? CommonNodeLabelsManager.NO_LABEL : label;
  }

  /** Returns the default label; null if nodes have no labels. */
  public String defaultLabelIfAny(ApplicationAttemptId attempt) {
    return labels ? defaultLabel(attempt) : null;
  }

  /**
   * Returns whether the scheduler accepts a guaranteed request with a node label. It does not check
   * those of opportunistic requests.
   *
   * @param queue path of the application's queue
   * @param label not empty
   */
  public boolean acceptsLabel(String queue, String label) {
    ResourceScheduler scheduler = context.getScheduler();
    CSQueue known =
        labels && scheduler instanceof CapacityScheduler
            ? ((CapacityScheduler) scheduler).getQueue(queue)
            : null;
    return known != null
        && SchedulerUtils.checkQueueLabelExpression(known.getAccessibleNodeLabels(), label, context)
        && context.getNodeLabelManager().containsNodeLabel(label);
  }

  /**
   * Returns the node labels that the scheduler accepts from a queue, named by its path; null if
   * nodes have no labels. Iterates over all labels.
   */
  public Set<String> acceptedLabels(String queue) {
    if (!labels) {
      return null;
    }
    Set<String> accepted = new TreeSet<>(context.getNodeLabelManager().getClusterNodeLabelNames());
    accepted.removeIf(label -> !acceptsLabel(queue, label));
    return accepted;
  }

  /**
   * Returns the size of the largest container, in whole steps of sizes, that fits every node to
   * which an opportunistic one may be sent: those of the partition that queue them, as far as the
   * ceiling lets them occupy a node.
   *
   * @param allowed the application's maximum request; null if unknown
   * @return null if it is no smaller than that, or unknown
   */
  public ResourceVector smallestNode(ApplicationAttemptId attempt, Resource allowed) {
    String partition = defaultLabelIfAny(attempt);
    ResourceVector smallest = smallestNodes().of(partition);
    return smallest == null || (allowed != null && ResourceCodec.vector(allowed).fitsIn(smallest))
        ? null
        : ResourceCodec.wholeSteps(smallest, context.getScheduler().getMinimumResourceCapability());
  }

  /** The sizes of the smallest nodes, as read at one time by one configuration. Immutable. */
  private static final class SmallestNodes {
    final ConfigurationSnapshot configuration;
    final long readNanos = System.nanoTime();
    final Map<String, ResourceVector> byPartition;

    SmallestNodes(ConfigurationSnapshot configuration, Map<String, ResourceVector> byPartition) {
      this.configuration = configuration;
      this.byPartition = byPartition;
    }

    /** Returns the size of the smallest node of a partition, null for any; null if unknown. */
    ResourceVector of(String partition) {
      return partition == null
          ? byPartition.values().stream().reduce(ResourceVector::min).orElse(null)
          : byPartition.get(partition);
    }
  }

  /** Reads all nodes once for all attempts that register, or follow a change, at the same time. */
  private SmallestNodes smallestNodes() {
    ConfigurationSnapshot settings = configuration.live().current();
    SmallestNodes known = latest;
    if (known == null
        || known.configuration != settings
        || System.nanoTime() - known.readNanos > FRESH_NANOS) {
      known = new SmallestNodes(settings, readSmallestNodes());
      latest = known.byPartition.isEmpty() ? null : known;
    }
    return known;
  }

  private Map<String, ResourceVector> readSmallestNodes() {
    Map<String, ResourceVector> byPartition = new HashMap<>();
    CeilingPolicy ceiling = configuration.fixedCeiling();
    for (RMNode node : context.getRMNodes().values()) {
      SchedulerNode known =
          queues(node) ? ActiveScheduler.of(context).getNode(node.getNodeID()) : null;
      if (known != null) {
        ResourceVector total = ResourceCodec.vector(known.getTotalResource());
        byPartition.merge(known.getPartition(), ceiling.maximum(total), ResourceVector::min);
      }
    }
    return byPartition;
  }

  private static boolean queues(RMNode node) {
    OpportunisticContainersStatus status = node.getOpportunisticContainersStatus();
    return node.getState() == NodeState.RUNNING
        && status != null
        && status.getOpportQueueCapacity() > 0;
  }

  /**
   * Returns the maximum size of an opportunistic container; null if unknown.
   *
   * @param allowed the application's maximum request; null if unknown
   */
  public ResourceVector maximum(ApplicationAttemptId attempt, Resource allowed) {
    // Placement here goes by the size of each node; stock ignores sizes.
    boolean placesHere = configuration.placementMode().acts();
    ResourceVector maximum = allowed == null ? null : ResourceCodec.vector(allowed);
    return placesHere ? maximum : ResourceCodec.within(maximum, smallestNode(attempt, allowed));
  }

  /**
   * Returns the maximum size of an opportunistic container by the maximum request of a queue; null
   * if unknown.
   *
   * @param queue its path
   */
  public ResourceVector maximum(ApplicationAttemptId attempt, String queue) {
    return maximum(attempt, context.getScheduler().getMaximumResourceCapability(queue));
  }
}
