// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.rm;

import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
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
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceUsage;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractParentQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.conf.YarnConfigurationStore.LogMutation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
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
 * Reads the queues of the CapacityScheduler, and changes their capacities through its mutable
 * configuration. Thread-safe: a stopped enforcer may still use it when the next one starts.
 */
final class CapacityQueues {
  private static final String VCORES = "vcores";
  private static final double ALL = 100;
  private static final double SAME = 1e-3;

  /** Limits of users in a report, of one queue and of all; the others count as one user more. */
  private static final int MAX_USERS_OF_QUEUE = 100;

  private static final int MAX_USERS = 2_000;

  private final CapacityScheduler scheduler;
  private final RMContext context;

  /** Capacities that operators configured, by path, in percent. */
  private final Map<String, Double> configured = new HashMap<>();

  /** Capacities in force when last read, by path, in percent. */
  private final Map<String, Double> inForce = new HashMap<>();

  /** Capacities set here last, by path, in percent. */
  private final Map<String, Double> enforced = new HashMap<>();

  CapacityQueues(CapacityScheduler scheduler, RMContext context) {
    this.scheduler = scheduler;
    this.context = context;
  }

  /** Returns whether this object is for the given scheduler and context. */
  boolean isOf(ResourceScheduler otherScheduler, RMContext otherContext) {
    return scheduler == otherScheduler && context == otherContext;
  }

  /** Returns why capacities cannot be changed, and the fix; null if they can. */
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

  /** Returns this sub-cluster's report. */
  synchronized SubClusterDemand demand(String name) {
    Map<String, QueueDemand> queues = new TreeMap<>();
    collect(scheduler.getRootQueue(), scheduler.getConfiguration(), queues);
    Map<String, Map<String, QueueDemand>> users = new HashMap<>();
    int left = MAX_USERS;
    for (String path : queues.keySet()) {
      Map<String, QueueDemand> ofQueue = users(scheduler.getQueue(path), left);
      if (!ofQueue.isEmpty()) {
        users.put(path, ofQueue);
        left -= ofQueue.size();
      }
    }
    // Queue metrics and the capacities set here apply to nodes without a label only.
    Resource unlabelled =
        context
            .getNodeLabelManager()
            .getResourceByLabel(RMNodeLabelsManager.NO_LABEL, scheduler.getClusterResource());
    return SubClusterDemand.of(name, amounts(unlabelled), queues).byUser(users);
  }

  /** Returns the amounts of a leaf queue's users who have most memory, at most so many. */
  private Map<String, QueueDemand> users(CSQueue queue, int max) {
    if (!(queue instanceof AbstractLeafQueue)) {
      return Collections.emptyMap();
    }
    Map<String, Resource> used = new HashMap<>();
    Map<String, Resource> pending = new HashMap<>();
    for (FiCaSchedulerApp app : ((AbstractLeafQueue) queue).getAllApplications()) {
      ResourceUsage usage = app.getAppAttemptResourceUsage();
      used.merge(app.getUser(), Resources.clone(usage.getUsed()), Resources::addTo);
      pending.merge(app.getUser(), Resources.clone(usage.getPending()), Resources::addTo);
    }
    Map<String, QueueDemand> users = new HashMap<>();
    pending.keySet().stream()
        .sorted(
            Comparator.comparingLong(
                user -> -used.get(user).getMemorySize() - pending.get(user).getMemorySize()))
        .limit(Math.min(max, MAX_USERS_OF_QUEUE))
        .forEach(
            user ->
                users.put(
                    user, QueueDemand.of(1, amounts(used.get(user)), amounts(pending.get(user)))));
    return users;
  }

  private void collect(CSQueue parent, Configuration conf, Map<String, QueueDemand> queues) {
    if (!isEnforced(parent, conf)) {
      return;
    }
    update(parent, conf);
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

  /**
   * Returns whether the children's capacities are enforced: all are percentages that sum to 100.
   * Auto-created queues and queues with weights or resources count as part of their parent.
   */
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

  /** Returns a percentage of the configuration, or null if it is not set or not a percentage. */
  private static Double percent(Configuration conf, String path, String key) {
    try {
      String value = conf.get(CapacitySchedulerConfiguration.PREFIX + path + "." + key);
      return value == null ? null : Double.valueOf(value.trim());
    } catch (NumberFormatException e) {
      return null; // a weight or amounts of resources
    }
  }

  /**
   * Updates the configured capacities of siblings. If an operator has changed any since they were
   * last read, the capacities now in force count as configured, including those set here: the
   * operator made them sum to 100 percent together.
   */
  private void update(CSQueue parent, Configuration conf) {
    boolean same = true;
    double sum = 0;
    for (CSQueue queue : parent.getChildQueues()) {
      Double set = enforced.get(queue.getQueuePath());
      same &= set != null && Math.abs(set - capacity(queue, conf)) <= SAME;
      sum += configured.getOrDefault(queue.getQueuePath(), 0.0);
      inForce.put(queue.getQueuePath(), capacity(queue, conf));
    }
    if (!same || !isWhole(sum, parent)) { // the sum differs if a sibling was removed
      for (CSQueue queue : parent.getChildQueues()) {
        enforced.remove(queue.getQueuePath());
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

  /** Returns a builder of the view, with the capacities of all queues. */
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
    update(parent, conf);
    for (CSQueue queue : parent.getChildQueues()) {
      String path = queue.getQueuePath();
      int child = tree.add(number, queue.getQueueName(), 1);
      Double configuredMax = percent(conf, path, CapacitySchedulerConfiguration.MAXIMUM_CAPACITY);
      double maximum = configuredMax == null || configuredMax < 0 ? ALL : configuredMax;
      if (hasNoCapacityBelow(queue)) {
        maximum = configured.get(path); // YARN refuses to raise such a parent
      }
      capacities.put(child, new double[] {configured.get(path), maximum, capacity(queue, conf)});
      add(queue, child, conf, tree, capacities);
    }
  }

  /** Returns whether the queue is a parent whose children all have a capacity of 0. */
  private static boolean hasNoCapacityBelow(CSQueue parent) {
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

  /** Returns whether capacities differ from the configured ones because they were set here. */
  synchronized boolean isEnforcing() {
    return enforced.entrySet().stream()
        .anyMatch(each -> Math.abs(each.getValue() - configured.get(each.getKey())) > SAME);
  }

  /**
   * Restores the configured capacities at once. Values that operators have set since stay.
   *
   * @return false if another change is under way; then nothing is restored
   * @throws Exception if YARN refuses the change; then nothing is restored
   */
  synchronized boolean putBack() throws Exception {
    view(); // finds which of them are still in force
    enforced.keySet().removeIf(path -> scheduler.getQueue(path) == null);
    Map<String, Double> restored = new HashMap<>();
    enforced.keySet().forEach(path -> restored.put(path, configured.get(path)));
    return restored.isEmpty() || set(restored);
  }

  /**
   * Sets capacities of queues that were looked at before, in percent, as the scheduler's REST
   * interface does. A change by that interface is in its configuration before the scheduler shows
   * it, by seconds with many queues.
   *
   * @return false if another change is under way; then nothing is set
   * @throws Exception if YARN refuses the change; then nothing is set
   */
  synchronized boolean set(Map<String, Double> capacities) throws Exception {
    MutableConfigurationProvider provider = scheduler.getMutableConfProvider();
    Configuration next = provider.getConfiguration();
    if (!isInForce(next)) {
      return false;
    }
    for (String path : capacities.keySet()) {
      Double coming = percent(next, path, CapacitySchedulerConfiguration.CAPACITY);
      if (coming == null || Math.abs(coming - inForce.get(path)) > SAME) {
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
    enforced.putAll(capacities);
    return true;
  }

  /**
   * Returns whether the scheduler shows everything in a configuration; it may show more, from
   * {@code yarn-site.xml}. The scheduler may still refuse a change that it does not show, and the
   * provider, which can roll back one change only, would then roll back to ours with that change in
   * it.
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

  /**
   * Returns amounts by resource name. Metrics can be negative for a moment while a ResourceManager
   * recovers.
   */
  private Map<String, Double> amounts(long mb, long cores) {
    Map<String, Double> amounts = new HashMap<>();
    amounts.put(ScarcestResourceSelector.MEMORY, (double) Math.max(0, mb));
    if (countsCores()) {
      amounts.put(VCORES, (double) Math.max(0, cores));
    }
    return amounts;
  }

  /**
   * Returns whether the scheduler considers cores. By default it does not, and counts one core for
   * each container, so its cores would be the number of containers.
   */
  private boolean countsCores() {
    return scheduler.getResourceCalculator() instanceof DominantResourceCalculator;
  }
}
