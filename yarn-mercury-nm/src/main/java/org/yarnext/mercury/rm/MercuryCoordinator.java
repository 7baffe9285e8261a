// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.monitor.SchedulingEditPolicy;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.explain.ResourceManagerAuthorizer;
import org.yarnext.common.periodic.OwnerStopListener;
import org.yarnext.mercury.ConfigurationRegistry;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.policy.placement.ranking.NodeRankingCache;
import org.yarnext.mercury.rm.coordinator.CoordinatorMetrics;
import org.yarnext.mercury.rm.coordinator.CoordinatorService;
import org.yarnext.mercury.rm.scheduler.ResourceCalculatorMonitor;

/**
 * Hooks {@code yarn.resourcemanager.scheduler.monitor.policies}: at each interval reads the nodes'
 * latest heartbeats from the ResourceManager, ranks the nodes and replaces the wait limit in
 * heartbeat responses (Mercury section 6.3). While its mode is off, or if its configuration is
 * refused, it does nothing.
 *
 * <p>Stock creates one instance each time the ResourceManager becomes active, calls {@link #init}
 * once, then {@link #editSchedule} on a separate thread. It does not notify the instance of its
 * end. When the scheduler stops (shutdown, transition to standby), a listener restores stock's
 * limits; when the policy is removed at a refresh, the last limit expires ({@code QueueLimitHook}).
 */
public final class MercuryCoordinator implements SchedulingEditPolicy {
  private static final Logger LOG = LoggerFactory.getLogger(MercuryCoordinator.class);
  private static final String WAIT_COMPARATOR = "QUEUE_WAIT_TIME";

  private static final Map<RMContext, NodeRankingCache> RANKINGS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final LongSupplier clockMs;
  private CoordinatorService rounds;

  /** Null if it is refused. */
  private MercuryConfiguration configuration;

  /** Called by the ResourceManager by reflection. */
  public MercuryCoordinator() {
    this(Time::monotonicNow);
  }

  MercuryCoordinator(LongSupplier clockMs) {
    this.clockMs = clockMs;
  }

  /**
   * Returns the nodes as ranked by this ResourceManager's coordinator, for hooks that place
   * containers; null if there is no coordinator. Also available in shadow mode.
   *
   * @param context the hook's own; each failover creates another one
   */
  public static NodeRankingCache rankings(RMContext context) {
    return RANKINGS.get(context);
  }

  @Override
  public void init(Configuration conf, RMContext context, ResourceScheduler scheduler) {
    try {
      MercuryConfiguration read =
          configuration(context, conf, ConfigurationRegistry.Part.COORDINATOR);
      configuration = read;
      ResourceManagerAuthorizer.serve(context, "mercury", read.live());
      if (!(context instanceof RMContextImpl)) {
        refuse("its context is a " + context.getClass().getName() + ".", null);
        return;
      }
      LiveConfiguration.Listener warning =
          (old, now) -> announce(conf, context, scheduler, read.coordinatorMode());
      announce(conf, context, scheduler, read.coordinatorMode());
      CoordinatorService made = new CoordinatorService(read, (RMContextImpl) context, clockMs);
      OwnerStopListener.of(
          scheduler,
          () -> {
            made.stop();
            read.live().removeListener(warning);
            RANKINGS.remove(context);
          });
      RANKINGS.put(context, made.rankings());
      rounds = made;
      read.live().addListener(warning);
      read.installed(MercuryConfiguration.COORDINATOR_MODE);
    } catch (InvalidConfigurationException e) {
      refuse(e.getMessage(), null);
    } catch (Exception | LinkageError e) {
      refuse("it failed to start.", e);
    }
  }

  /** Returns the configuration that all hooks of a ResourceManager share. */
  static MercuryConfiguration configuration(
      RMContext context, Configuration conf, ConfigurationRegistry.Part own)
      throws InvalidConfigurationException {
    // It outlives the context, of which each failover creates another one.
    ResourceManager manager = context.getResourceManager();
    return ConfigurationRegistry.ofResourceManager(manager == null ? context : manager, conf, own);
  }

  private static void announce(
      Configuration conf, RMContext context, ResourceScheduler scheduler, FeatureMode mode) {
    if (mode.decides()) {
      warnOfOtherRanking(conf, mode);
      ResourceCalculatorMonitor.warn(context, scheduler);
      LOG.info("Feature mercury's coordinator is {}", mode);
    }
  }

  private static void refuse(String why, Throwable cause) {
    LOG.error(
        "Mercury's coordinator stays off: {} NodeManagers are sent stock's limits.", why, cause);
    CoordinatorMetrics.refused();
  }

  private static void warnOfOtherRanking(Configuration conf, FeatureMode mode) {
    String comparator =
        conf.get(
            YarnConfiguration.NM_CONTAINER_QUEUING_LOAD_COMPARATOR,
            YarnConfiguration.DEFAULT_NM_CONTAINER_QUEUING_LOAD_COMPARATOR);
    if (mode.acts() && !comparator.equals(WAIT_COMPARATOR)) {
      LOG.warn(
          "Mercury's coordinator limits waits, but {}={} makes the ResourceManager place"
              + " containers by another measure, so that shed containers may return to the same"
              + " nodes: set it to {}.",
          YarnConfiguration.NM_CONTAINER_QUEUING_LOAD_COMPARATOR,
          comparator,
          WAIT_COMPARATOR);
    }
  }

  @Override
  public void editSchedule() {
    if (rounds != null) {
      rounds.next();
    }
  }

  @Override
  public long getMonitoringInterval() {
    return configuration == null
        ? MercuryConfiguration.COORDINATOR_INTERVAL.defaultValue().toMillis()
        : configuration.coordinator().intervalMs();
  }

  @Override
  public String getPolicyName() {
    return "MercuryCoordinator";
  }
}
