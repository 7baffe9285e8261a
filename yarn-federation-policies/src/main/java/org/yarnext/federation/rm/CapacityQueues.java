// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.rm;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.MutableConfigurationProvider;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractParentQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.conf.YarnConfigurationStore.LogMutation;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.apache.hadoop.yarn.webapp.dao.QueueConfigInfo;
import org.apache.hadoop.yarn.webapp.dao.SchedConfUpdateInfo;
import org.yarnext.federation.policy.enforce.CapacityUpdateView;
import org.yarnext.federation.policy.share.ScarcestResourceSelector;
import org.yarnext.federation.policy.share.SubClusterDemand;
import org.yarnext.federation.policy.share.SubClusterDemand.QueueDemand;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/**
 * Reads the queues of the CapacityScheduler and changes their capacities by its own mutable
 * configuration. Thread-safe: an enforcer that was stopped may be at it still when the next begins.
 */
final class CapacityQueues {
  private static final String VCORES = "vcores";
  private static final double ALL = 100;
  private static final double SAME = 1e-3;

  private final CapacityScheduler scheduler;
  private final RMContext context;

  /** What operators configured, by path, in percent. */
  private final Map<String, Double> configured = new HashMap<>();

  /** What the scheduler had when we looked last. */
  private final Map<String, Double> seen = new HashMap<>();

  /** What we set last. */
  private final Map<String, Double> ours = new HashMap<>();

  CapacityQueues(CapacityScheduler scheduler, RMContext context) {
    this.scheduler = scheduler;
    this.context = context;
  }

  boolean isOf(ResourceScheduler otherScheduler, RMContext otherContext) {
    return scheduler == otherScheduler && context == otherContext;
  }

  /** Why capacities cannot be changed, and what to do about it; null if they can. */
  static String obstacle(Configuration conf) {
    String store =
        conf.get(
            YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS,
            YarnConfiguration.DEFAULT_CONFIGURATION_STORE);
    return store.equals(YarnConfiguration.MEMORY_CONFIGURATION_STORE)
        ? null
        : String.format(
            "%s=%s cannot be changed, or would keep changed capacities over a restart: set it to"
                + " %s.",
            YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS,
            store,
            YarnConfiguration.MEMORY_CONFIGURATION_STORE);
  }

  /** What this sub-cluster reports. */
  synchronized SubClusterDemand demand(String name) {
    Map<String, QueueDemand> queues = new TreeMap<>();
    collect(scheduler.getRootQueue(), scheduler.getConfiguration(), queues);
    // Queues' metrics and the capacities set here are of the nodes without a label alone.
    Resource unlabelled =
        context
            .getNodeLabelManager()
            .getResourceByLabel(RMNodeLabelsManager.NO_LABEL, scheduler.getClusterResource());
    return SubClusterDemand.of(name, amounts(unlabelled), queues);
  }

  private void collect(CSQueue parent, Configuration conf, Map<String, QueueDemand> queues) {
    if (!isEnforced(parent, conf)) {
      return;
    }
    look(parent, conf);
    for (CSQueue queue : parent.getChildQueues()) {
      QueueMetrics metrics = queue.getMetrics();
      Map<String, Double> used =
          amounts(metrics.getAllocatedMB(), metrics.getAllocatedVirtualCores());
      amounts(metrics.getReservedMB(), metrics.getReservedVirtualCores())
          .forEach((name, amount) -> used.merge(name, amount, Double::sum));
      queues.put(
          queue.getQueuePath(),
          QueueDemand.of(
                  configured.get(queue.getQueuePath()),
                  used,
                  amounts(metrics.getPendingMB(), metrics.getPendingVirtualCores()))
              .atMost(queue.getAbsoluteMaximumCapacity()));
      collect(queue, conf, queues);
    }
  }

  /** Queues that YARN makes by itself, and those without percentages, count as their parent. */
  private static boolean isEnforced(CSQueue parent, Configuration conf) {
    if (!(parent instanceof AbstractParentQueue) || parent.getChildQueues() == null) {
      return false;
    }
    double sum = 0;
    for (CSQueue queue : parent.getChildQueues()) {
      Double capacity =
          percent(conf, queue.getQueuePath(), CapacitySchedulerConfiguration.CAPACITY);
      if (capacity == null) {
        return false;
      }
      sum += capacity;
    }
    return isWhole(sum, parent);
  }

  /**
   * @return null if it is not set, or no percentage
   */
  private static Double percent(Configuration conf, String path, String key) {
    try {
      String value = conf.get(CapacitySchedulerConfiguration.PREFIX + path + "." + key);
      return value == null ? null : Double.valueOf(value.trim());
    } catch (NumberFormatException e) {
      return null; // a weight or amounts of resources
    }
  }

  /**
   * Sees what operators want of siblings, who may have changed it since we looked last. Then all
   * that is set now is theirs, ours among it: what they added up to 100 percent, they added up with
   * that.
   */
  private void look(CSQueue parent, Configuration conf) {
    boolean same = true;
    double sum = 0;
    for (CSQueue queue : parent.getChildQueues()) {
      Double set = ours.get(queue.getQueuePath());
      same &= set != null && Math.abs(set - capacity(queue, conf)) <= SAME;
      sum += configured.getOrDefault(queue.getQueuePath(), 0.0);
      seen.put(queue.getQueuePath(), capacity(queue, conf));
    }
    if (!same || !isWhole(sum, parent)) { // or one of them was removed
      for (CSQueue queue : parent.getChildQueues()) {
        ours.remove(queue.getQueuePath());
        configured.put(queue.getQueuePath(), capacity(queue, conf));
      }
    }
  }

  private static double capacity(CSQueue queue, Configuration conf) {
    return percent(conf, queue.getQueuePath(), CapacitySchedulerConfiguration.CAPACITY);
  }

  private static boolean isWhole(double sum, CSQueue parent) {
    return Math.abs(sum - ALL) < SAME * parent.getChildQueues().size() + SAME;
  }

  /** The queues as a decision needs them. */
  synchronized CapacityUpdateView.Builder view() {
    Configuration conf = scheduler.getConfiguration();
    QueueTree.Builder tree = QueueTree.builder();
    Map<Integer, double[]> capacities = new HashMap<>();
    add(scheduler.getRootQueue(), QueueTree.ROOT, conf, tree, capacities);
    CapacityUpdateView.Builder view = CapacityUpdateView.builder(tree.build());
    capacities.forEach((queue, c) -> view.queue(queue, c[0], c[1], c[2]));
    return view;
  }

  private void add(
      CSQueue parent,
      int number,
      Configuration conf,
      QueueTree.Builder tree,
      Map<Integer, double[]> capacities) {
    if (!isEnforced(parent, conf)) {
      return;
    }
    look(parent, conf);
    for (CSQueue queue : parent.getChildQueues()) {
      String path = queue.getQueuePath();
      int child = tree.add(number, queue.getQueueName(), 1);
      Double most = percent(conf, path, CapacitySchedulerConfiguration.MAXIMUM_CAPACITY);
      double maximum = most == null || most < 0 ? ALL : most;
      if (hasNothingBelow(queue)) {
        maximum = configured.get(path); // YARN would refuse one above 0
      }
      capacities.put(child, new double[] {configured.get(path), maximum, capacity(queue, conf)});
      add(queue, child, conf, tree, capacities);
    }
  }

  /** Whether it is a parent all of whose children have a capacity of 0. */
  private static boolean hasNothingBelow(CSQueue parent) {
    List<CSQueue> children = parent.getChildQueues();
    if (children == null || children.isEmpty()) {
      return false;
    }
    for (CSQueue queue : children) {
      if (queue.getQueueCapacities().getCapacity() > 0
          || queue.getQueueCapacities().getWeight() >= 0
          || !queue.getQueueResourceQuotas().getConfiguredMinResource().equals(Resources.none())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Sets capacities of queues looked at before, in percent, as the scheduler's REST interface does.
   * That one has its configuration changed before the scheduler shows it, seconds with many queues.
   *
   * @return false if somebody else changes anything just now: nothing is set then
   */
  synchronized boolean set(Map<String, Double> capacities) throws Exception {
    MutableConfigurationProvider provider = scheduler.getMutableConfProvider();
    Configuration next = provider.getConfiguration();
    if (!isInForce(next)) {
      return false;
    }
    for (String path : capacities.keySet()) {
      Double coming = percent(next, path, CapacitySchedulerConfiguration.CAPACITY);
      if (coming == null || Math.abs(coming - seen.get(path)) > SAME) {
        return false;
      }
    }
    SchedConfUpdateInfo update = new SchedConfUpdateInfo();
    capacities.forEach(
        (path, percent) -> {
          Map<String, String> params = new HashMap<>();
          params.put(CapacitySchedulerConfiguration.CAPACITY, Double.toString(percent));
          update.getUpdateQueueInfo().add(new QueueConfigInfo(path, params));
        });
    LogMutation mutation =
        provider.logAndApplyMutation(UserGroupInformation.getLoginUser(), update);
    try {
      context.getRMAdminService().refreshQueues();
    } catch (IOException | YarnException | RuntimeException e) {
      provider.confirmPendingMutation(mutation, false);
      throw e;
    }
    provider.confirmPendingMutation(mutation, true);
    ours.putAll(capacities);
    return true;
  }

  /**
   * Whether the scheduler shows all that is there of a configuration; it may have more, of {@code
   * yarn-site.xml}. What it does not show it may refuse yet, and the provider, which can go back to
   * one configuration only, would go back to ours with that in it.
   */
  private boolean isInForce(Configuration next) {
    Configuration now = scheduler.getConfiguration();
    for (Map.Entry<String, String> each : next) {
      if (each.getKey().startsWith(CapacitySchedulerConfiguration.PREFIX)
          && !each.getValue().equals(now.getRaw(each.getKey()))) {
        return false;
      }
    }
    return true;
  }

  private Map<String, Double> amounts(Resource resource) {
    return amounts(resource.getMemorySize(), resource.getVirtualCores());
  }

  /** Metrics can be below 0 for a moment while a ResourceManager recovers. */
  private Map<String, Double> amounts(long mb, long cores) {
    Map<String, Double> amounts = new HashMap<>();
    amounts.put(ScarcestResourceSelector.MEMORY, (double) Math.max(0, mb));
    if (countsCores()) {
      amounts.put(VCORES, (double) Math.max(0, cores));
    }
    return amounts;
  }

  /**
   * Whether the scheduler looks at cores at all. By its default it does not, and takes each
   * container for one of one core: what cores say then is how many containers there are.
   */
  private boolean countsCores() {
    return scheduler.getResourceCalculator() instanceof DominantResourceCalculator;
  }
}
