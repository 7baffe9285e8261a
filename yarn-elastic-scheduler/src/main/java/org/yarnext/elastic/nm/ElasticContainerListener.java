// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.nm;

import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.ContainerStateTransitionListener;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerReInitEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.explain.NodeManagerAuthorizer;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.periodic.OwnerStopListener;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.policy.heap.HeapRewrite;

/**
 * Hooks {@code yarn.nodemanager.container-state-transition-listener.classes}, beside other
 * listeners: reduces the heap of an under-sized container before it is launched, and reports in its
 * diagnostics how it ended. No failure here reaches the NodeManager or other listeners.
 *
 * <p>In mode shadow an under-sized container still gets its smaller heap: it is under-sized because
 * the ResourceManager's mode is on, and nothing else keeps it within its memory. The same holds
 * after a switch to off, since containers granted before the switch may be launched minutes later.
 * A NodeManager that has been off since its start leaves heaps as they are.
 */
public final class ElasticContainerListener implements ContainerStateTransitionListener {
  private static final Logger LOG = LoggerFactory.getLogger(ElasticContainerListener.class);

  private final LongSupplier nanoClock;
  private Guard guard;
  private HeapMetrics metrics;
  private ElasticConfiguration configuration;
  private volatile UndersizedContainerManager containers;
  private volatile boolean warned;

  public ElasticContainerListener() {
    this(System::nanoTime);
  }

  /**
   * Creates a listener.
   *
   * @param nanoClock monotonic nanoseconds
   */
  ElasticContainerListener(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  @Override
  public void init(Context context) {
    try {
      ElasticConfiguration conf = ElasticConfiguration.read(context.getConf());
      follow(conf, context);
      conf.live().addListener((old, now) -> follow(conf, context));
      NodeManagerAuthorizer.serve(context, "elastic", conf.live());
      configuration = conf;
    } catch (InvalidConfigurationException e) {
      refuse(e.getMessage(), null);
    } catch (Throwable e) { // the NodeManager would not start
      refuse("Feature elastic stays off: it failed to start.", e);
    }
  }

  /** Creates the parts in the first mode that needs them; they stay until the NodeManager stops. */
  private synchronized void follow(ElasticConfiguration conf, Context context) {
    if (containers == null && conf.mode().decides()) {
      // A late rewrite is still used: a full heap in too little memory is worse.
      guard = new Guard("elastic", conf.guard().bearingLateAnswers(), nanoClock);
      metrics = new HeapMetrics(conf::mode, guard);
      show(metrics, context);
      containers = // last, since other threads read the rest after it
          new UndersizedContainerManager(
              conf::mode,
              new HeapRewrite(conf.heapRules()),
              metrics,
              System::currentTimeMillis,
              new LaunchScriptReader(() -> context.getLocalDirsHandler().getLocalDirsForRead()));
      reportVirtualMemoryCheck(context.getConf());
    }
    LOG.info("Feature elastic is {} on this NodeManager", conf.mode().text());
  }

  /** Returns the settings of the feature in this NodeManager; null if they were refused. */
  LiveConfiguration live() {
    return configuration == null ? null : configuration.live();
  }

  /**
   * Warns if virtual memory is checked. Stock checks it only if cgroups do not enforce memory,
   * which this feature requires.
   */
  private static void reportVirtualMemoryCheck(Configuration conf) {
    boolean enforced =
        conf.getBoolean(
            YarnConfiguration.NM_MEMORY_RESOURCE_ENFORCED,
            YarnConfiguration.DEFAULT_NM_MEMORY_RESOURCE_ENFORCED);
    boolean checked =
        conf.getBoolean(
            YarnConfiguration.NM_VMEM_CHECK_ENABLED,
            YarnConfiguration.DEFAULT_NM_VMEM_CHECK_ENABLED);
    if (!enforced && checked) {
      LOG.error(
          "With {}=false the container monitor also limits virtual memory, of"
              + " which JVMs reserve more than allowed, and stops tasks, under-sized or"
              + " not: set {}=false.",
          YarnConfiguration.NM_MEMORY_RESOURCE_ENFORCED,
          YarnConfiguration.NM_VMEM_CHECK_ENABLED);
    }
  }

  /**
   * Registers the metrics until the NodeManager stops. Listeners are not notified of the stop but
   * the state store is; otherwise another NodeManager in the same process could not use the name.
   */
  private static void show(HeapMetrics metrics, Context context) {
    OwnerStopListener.of(context.getNMStateStore(), metrics::close);
    metrics.register(context.getConf());
  }

  private static void refuse(String message, Throwable cause) {
    LOG.error("{} Heaps of under-sized containers stay unchanged.", message, cause);
    FeatureMetrics.refused("ElasticHeap", "Heaps of under-sized containers");
  }

  @Override
  public void preTransition(ContainerImpl c, ContainerState before, ContainerEvent event) {
    preTransition((Container) c, before, event);
  }

  void preTransition(Container c, ContainerState before, ContainerEvent event) {
    if (containers == null) {
      warnIfUndersized(c, event);
    } else if (event.getType() == ContainerEventType.INIT_CONTAINER) {
      if (before == ContainerState.NEW) {
        starting(c, c.getLaunchContext());
      }
    } else if (event.getType() == ContainerEventType.REINITIALIZE_CONTAINER) {
      starting(c, renewed(event));
    } else if (event.getType() == ContainerEventType.CONTAINER_RESOURCES_CLEANEDUP) {
      // This matters most for heaps that were left because rewriting them fails.
      guard.runAlways("elastic.end", () -> containers.ending(c));
    }
  }

  /**
   * Rewrites the launch command, whatever failed before: the command of one application must not
   * cost others their heaps.
   */
  private void starting(Container c, ContainerLaunchContext context) {
    guard.runAlways("elastic.heap", () -> containers.starting(c, context));
  }

  /** Returns the launch context that replaces the container's; null if it restarts with its own. */
  private static ContainerLaunchContext renewed(ContainerEvent event) {
    return event instanceof ContainerReInitEvent
        ? ((ContainerReInitEvent) event).getReInitLaunchContext()
        : null;
  }

  private void warnIfUndersized(Container c, ContainerEvent event) {
    try {
      if (!warned
          && event.getType() == ContainerEventType.INIT_CONTAINER
          && UndersizedContainerManager.undersized(c)) {
        warned = true;
        LOG.warn(
            "{} has less memory than its application requested, but {} is off or"
                + " refused on this NodeManager: its heap stays unchanged, and it may be"
                + " stopped for using too much memory. Set it to on on all NodeManagers"
                + " if it is on in the ResourceManager.",
            c.getContainerId(),
            ElasticConfiguration.MODE.name());
      }
    } catch (Throwable e) { // there is no guard yet
      LOG.debug("The tag of an under-sized container cannot be read", e);
    }
  }

  @Override
  public void postTransition(
      ContainerImpl c, ContainerState before, ContainerState after, ContainerEvent event) {}

  /** Returns the number of containers that survived a restart and are remembered until they end. */
  int runningThroughRestart() {
    return containers.runningThroughRestart();
  }

  /** Returns the metrics; null while the feature is off. */
  HeapMetrics metrics() {
    return metrics;
  }
}
