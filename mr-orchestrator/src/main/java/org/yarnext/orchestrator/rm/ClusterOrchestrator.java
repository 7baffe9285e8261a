// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.monitor.SchedulingEditPolicy;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.explain.ResourceManagerAuthorizer;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.periodic.OwnerStopListener;
import org.yarnext.common.settings.FeatureSettings;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * Scheduling edit policy ({@code yarn.resourcemanager.scheduler.monitor.policies}) that runs the
 * global resource manager of section III: it receives the reports of all NodeManagers and decides
 * once an epoch. It does not change scheduling. In mode off, or if its configuration is refused, it
 * does nothing.
 *
 * <p>Stock creates an instance each time the ResourceManager becomes active, calls {@link #init}
 * once and then {@link #editSchedule} on a separate thread, but does not report the end. So the
 * instance ends when the scheduler ends (shutdown or transition to standby).
 */
public final class ClusterOrchestrator implements SchedulingEditPolicy {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterOrchestrator.class);
  private static final String UNCOUNTED =
      "The scheduler counts memory only, so each container has one vcore whatever it requested, and"
          + " CPU would be divided by that: set yarn.scheduler.capacity.resource-calculator in"
          + " capacity-scheduler.xml to"
          + " org.apache.hadoop.yarn.util.resource.DominantResourceCalculator, or"
          + " yarn.mr-orchestrator.control to memory on all daemons.";
  private static final Map<RMContext, ClusterOrchestrator> RUNNING =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final LongSupplier clockMs;
  private long intervalMs = OrchestratorConfiguration.EPOCH.defaultValue().toMillis();
  private Configuration conf;
  private RMContext context;
  private ResourceScheduler scheduler;
  private LiveConfiguration live;
  private FeatureSettings registered;
  private volatile ClusterEpoch epoch;
  private boolean isStopped;

  /** Called by the ResourceManager, by reflection. */
  public ClusterOrchestrator() {
    this(Time::monotonicNow);
  }

  ClusterOrchestrator(LongSupplier clockMs) {
    this.clockMs = clockMs;
  }

  @Override
  public void init(Configuration conf, RMContext context, ResourceScheduler scheduler) {
    this.conf = conf;
    this.context = context;
    this.scheduler = scheduler;
    try {
      live = LiveConfiguration.read(OrchestratorConfiguration.KEYS, conf);
      intervalMs = OrchestratorConfiguration.of(live.current()).epochMs();
      // A policy that was removed at a refresh still holds the port.
      ClusterOrchestrator former = RUNNING.put(context, this);
      if (former != null) {
        former.stop();
      }
      OwnerStopListener.of(scheduler, this::stop);
      make(live.current());
      live.addListener(this::follow);
      registered = ResourceManagerAuthorizer.serve(context, "mr-orchestrator", live);
    } catch (InvalidConfigurationException e) {
      LOG.error("{} NodeManagers get no decisions.", e.getMessage());
      FeatureMetrics.countRefused(
          "MrOrchestratorGlobal", "Steering of running tasks of the whole cluster");
    } catch (RuntimeException | LinkageError e) {
      LOG.error("Feature mr-orchestrator stays off: it failed to start.", e);
    }
  }

  private synchronized void make(ConfigurationSnapshot settings)
      throws InvalidConfigurationException {
    OrchestratorConfiguration read = OrchestratorConfiguration.of(settings);
    if (read.mode() == FeatureMode.OFF || isStopped) {
      return;
    }
    if (read.control().controls(ResourceKind.CPU) && !keepsVcores(scheduler)) {
      throw new InvalidConfigurationException(
          "mr-orchestrator", Collections.singletonList(UNCOUNTED));
    }
    epoch = new ClusterEpoch(read, conf, context, clockMs);
    LOG.info("Feature mr-orchestrator is {} on this ResourceManager", read.mode().text());
  }

  /**
   * Starts afresh with other settings. NodeManagers get no answer from now on until all of them
   * have reported again; in mode off they get none, and return to the containers' tokens.
   *
   * @throws IllegalStateException if the feature stays off although its mode is not: the message
   *     names the fix
   */
  private synchronized void follow(ConfigurationSnapshot old, ConfigurationSnapshot now) {
    if (isStopped) {
      return;
    }
    stopEpoch();
    epoch = null;
    try {
      make(now);
    } catch (InvalidConfigurationException e) {
      throw new IllegalStateException(e.getMessage() + " NodeManagers get no decisions.", e);
    }
  }

  private synchronized void stop() {
    isStopped = true;
    RUNNING.remove(context, this);
    if (registered != null) {
      registered.close();
    }
    stopEpoch();
  }

  private void stopEpoch() {
    if (epoch != null) {
      epoch.stop();
    }
  }

  /**
   * Returns whether containers' tokens keep the requested vcores, rather than 1 for all; true if
   * the scheduler does not tell.
   */
  private static boolean keepsVcores(ResourceScheduler scheduler) {
    Resource granted =
        scheduler.getNormalizedResource(
            Resource.newInstance(1, 2), Resource.newInstance(Integer.MAX_VALUE, 2));
    return granted == null || granted.getVirtualCores() == 2;
  }

  @Override
  public void editSchedule() {
    ClusterEpoch now = epoch;
    if (now != null) {
      now.next();
    }
  }

  /** Returns the settings of the feature in this ResourceManager; null if they were refused. */
  LiveConfiguration live() {
    return live;
  }

  /** Returns null while the feature is off. */
  ClusterEpoch epoch() {
    return epoch;
  }

  @Override
  public long getMonitoringInterval() {
    return intervalMs;
  }

  @Override
  public String getPolicyName() {
    return "ClusterOrchestrator";
  }
}
