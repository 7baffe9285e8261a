// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.scheduler;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.proto.YarnServiceProtos.SchedulerResourceTypes;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.YarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns that guaranteed containers will wait if the scheduler counts memory alone, which is the
 * default of the CapacityScheduler. A NodeManager without a queue for opportunistic containers
 * starts every container; with such a queue, and in every mode of Mercury, it starts only those for
 * which both memory and cores are free.
 */
public final class ResourceCalculatorMonitor {
  private static final Logger LOG = LoggerFactory.getLogger(ResourceCalculatorMonitor.class);

  /** Contexts for which the warning was logged; each hook checks, and one warning is enough. */
  private static final Set<RMContext> TOLD =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private ResourceCalculatorMonitor() {}

  /**
   * Logs the warning if it applies and no hook of this ResourceManager has logged it. A scheduler
   * that does not tell its resource types causes none.
   *
   * @param scheduler must be initialised
   */
  public static void warn(RMContext context, YarnScheduler scheduler) {
    Set<SchedulerResourceTypes> counted = scheduler.getSchedulingResourceTypes();
    if (counted != null && !counted.contains(SchedulerResourceTypes.CPU) && TOLD.add(context)) {
      LOG.warn(
          "This ResourceManager's scheduler counts memory only, while NodeManagers with {}"
              + " above 0 start guaranteed containers by memory and vcores. Guaranteed containers"
              + " beyond a node's vcores wait there, also with Mercury in shadow: set {} to {} in"
              + " capacity-scheduler.xml, or {} to as many as a node has memory for.",
          YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH,
          CapacitySchedulerConfiguration.RESOURCE_CALCULATOR_CLASS,
          "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator",
          YarnConfiguration.NM_VCORES);
    }
  }
}
