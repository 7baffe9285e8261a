// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.LinuxContainerExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.periodic.PeriodicTask;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.policy.QueuePermissionPolicy;
import org.yarnext.mercury.policy.overallocation.HostUsage;
import org.yarnext.mercury.policy.overallocation.MemoryProtectionPolicy;
import org.yarnext.mercury.policy.overallocation.MemorySnapshot;
import org.yarnext.mercury.policy.overallocation.NodePressure;
import org.yarnext.mercury.policy.overallocation.OverallocationSettings;

/**
 * Measures the usage of one node while over-allocation is not off, and announces each measurement,
 * and each moment at which memory is short. It measures seldom while the node has no containers,
 * and most often while some run beyond the allocation. Makes the kernel choose over-allocated
 * containers first if it runs out of memory.
 */
public final class OverallocationService implements OverallocationSource, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OverallocationService.class);

  private static final Path PROC = Paths.get("/proc");

  /** Interval of measurements while the node has no containers, in ms. */
  private static final long REST_MS = 10_000;

  /** The default in stock's code, which has no constant. */
  private static final String DEFAULT_HIERARCHY = "/hadoop-yarn";

  private final MercuryConfiguration configuration;
  private final QueuePermissionPolicy queues;
  private final Context context;
  private final NodeUsageMonitor monitor;
  private final OomScoreActuator scores;
  private final PeriodicTask task;

  /** Restores the values that an earlier NodeManager raised, if over-allocation is off by now. */
  private final PeriodicTask restorer;

  private volatile Runnable listener = () -> {};
  private volatile Set<ContainerId> overallocated = Collections.emptySet();
  private volatile boolean isShadowed;

  /** Whether the task may rest for long; true before it has run. */
  private volatile boolean isIdle = true;

  private volatile long stopMs = MemoryProtectionPolicy.STOP_TIME_MS;

  /** Memory that the processes of over-allocated containers hold, in MB. */
  private volatile Map<ContainerId, Long> heldMb = Collections.emptyMap();

  /** Used by the task's thread. */
  private Set<ContainerId> applied = Collections.emptySet();

  /** Time on the monotonic clock, in ms; used by the task's thread. */
  private long appliedMs;

  /**
   * Creates a service that has not started.
   *
   * @param recovered containers that an earlier NodeManager started
   */
  public OverallocationService(
      Context context, MercuryConfiguration configuration, Set<ContainerId> recovered) {
    this.context = context;
    this.configuration = configuration;
    queues = configuration.overallocationQueues();
    ConfigurationSnapshot now = configuration.live().current();
    monitor =
        new NodeUsageMonitor(
            context,
            new HostUsageReader(PROC, hierarchy(context), context.getConf()),
            System::currentTimeMillis,
            Time::monotonicNow,
            now.get(MercuryConfiguration.OVERALLOCATION_WINDOW).toMillis());
    scores =
        new OomScoreActuator(
            new SessionProcessTable(PROC),
            id -> context.getContainerExecutor().getProcessId(id),
            recovered);
    task =
        new PeriodicTask(
                "yarnext-mercury-usage",
                now.get(MercuryConfiguration.OVERALLOCATION_CHECK_INTERVAL).toMillis(),
                this::measure)
            .restingFor(this::restMs)
            .urgentWhile(this::isWatched);
    restorer =
        new PeriodicTask("yarnext-mercury-restorer", NodeUsageMonitor.SAMPLE_MS, this::restore);
  }

  /** Returns the parent of the containers' cgroups; null if the executor makes none. */
  private static String hierarchy(Context context) {
    return context.getContainerExecutor() instanceof LinuxContainerExecutor
        ? context
            .getConf()
            .get(YarnConfiguration.NM_LINUX_CONTAINER_CGROUPS_HIERARCHY, DEFAULT_HIERARCHY)
        : null;
  }

  /** Declares the metrics of the measurements. */
  public void show(FeatureMetrics metrics) {
    task.show(metrics, "UsageMeasurements");
    metrics.gauge(
        "AvailableMemoryMB",
        "Memory available to containers, in MB: on the host, or within the scarcest limit around"
            + " all of them; -1 if not measured",
        () -> scarcest(MemorySnapshot::availableMb));
    metrics.gauge(
        "LimitMemoryMB",
        "The memory that AvailableMemoryMB is a part of, in MB: the host's, or a limit around all"
            + " containers; -1 if not measured",
        () -> scarcest(MemorySnapshot::totalMb));
    metrics.gauge(
        "MemoryPressurePercent",
        "Time in which some process waited for memory, of the last 10 s; -1 if the kernel does not"
            + " tell",
        () -> percent(NodePressure::memorySome));
    metrics.gauge(
        "MemoryFullPressurePercent",
        "Time in which all processes waited for memory, of the last 10 s; -1 if the kernel does not"
            + " tell",
        () -> percent(NodePressure::memoryFull));
    metrics.gauge(
        "CpuPressurePercent",
        "Time in which some process waited for a processor, of the last 10 s; -1 if the kernel does"
            + " not tell",
        () -> percent(NodePressure::cpuSome));
    metrics.gauge(
        "OomScoresRaised",
        "Processes beyond the node's allocation that the kernel would end first, by oom_score_adj",
        scores::raisedCount);
    metrics.counter(
        "OomScoresRefused",
        "Processes whose oom_score_adj the kernel did not let the NodeManager change",
        scores::refused);
  }

  private long scarcest(ToLongFunction<MemorySnapshot> value) {
    HostUsage host = monitor.latest().host();
    return host == null
        ? -1
        : value.applyAsLong(host.scarcest(configuration.overallocation().stopWatermark()));
  }

  private long percent(ToDoubleFunction<NodePressure> value) {
    HostUsage host = monitor.latest().host();
    double share = host == null ? -1 : value.applyAsDouble(host.pressure());
    return share < 0 ? -1 : Math.round(share * 100);
  }

  /** Sets the action that runs after each measurement, on a thread of this service. */
  public void onMeasured(Runnable newListener) {
    listener = newListener;
  }

  /** Starts measuring unless over-allocation is off; may be called again. */
  public void start() {
    FeatureMode mode = mode();
    if (mode.decides()) {
      task.start();
      LOG.info("Over-allocation is {} on this NodeManager", mode);
    } else if (scores.hasWork()) {
      restorer.start();
    }
  }

  /** Measures soon if the node had no container to follow, since it has one now; on any thread. */
  public void wake() {
    if (isIdle) {
      task.wake();
    }
  }

  /**
   * Returns whether memory is watched closely: only while there is a container that could be
   * stopped for it, also if something else than memory cannot be measured.
   */
  private boolean isWatched() {
    return isShadowed || !overallocated.isEmpty();
  }

  /** Containers are read as often as stock's measurements need it. */
  private long restMs() {
    if (isWatched()) {
      return 0;
    }
    isIdle = true; // before the containers are read: a wake must not be missed
    isIdle = context.getContainers().isEmpty() && !scores.hasWork();
    // 1 ms more, since the interval is measured by another clock than the samples.
    return isIdle ? REST_MS : NodeUsageMonitor.SAMPLE_MS + 1;
  }

  private void measure() throws IOException {
    try {
      if (mode().decides()) {
        if (monitor.measure() || monitor.isMemoryShort(settings(), stopMs)) {
          listener.run();
        }
        monitor.throwFailure();
      } else {
        monitor.clear();
      }
    } finally {
      long nowMs = Time.monotonicNow();
      if (overallocated != applied || nowMs - appliedMs >= NodeUsageMonitor.SAMPLE_MS) {
        applied = overallocated;
        appliedMs = nowMs;
        applyScores();
      }
    }
  }

  private void restore() throws IOException {
    applyScores();
    if (!scores.hasWork()) {
      restorer.close();
    }
  }

  private void applyScores() throws IOException {
    boolean isOn =
        configuration.live().current().get(MercuryConfiguration.OVERALLOCATION_RAISE_OOM_SCORE);
    Map<ContainerId, Long> latestMb = Collections.emptyMap(); // unknown if it fails
    try {
      latestMb =
          scores.apply(
              isOn ? new HashSet<>(overallocated) : Collections.emptySet(),
              context.getContainers().keySet());
    } finally {
      heldMb = latestMb;
    }
  }

  /** Returns the mode of over-allocation; off unless Mercury's queue is on. */
  @Override
  public FeatureMode mode() {
    ConfigurationSnapshot now = configuration.live().current();
    return now.get(MercuryConfiguration.MODE).acts()
        ? now.get(MercuryConfiguration.OVERALLOCATION_MODE)
        : FeatureMode.OFF;
  }

  @Override
  public OverallocationSettings settings() {
    return configuration.overallocation();
  }

  @Override
  public boolean allows(boolean isSigned) {
    return queues.accepts(isSigned);
  }

  @Override
  public NodeUsageSnapshot usage() {
    return monitor.latest().holding(heldMb);
  }

  @Override
  public void overallocated(Set<ContainerId> now, long newStopMs) {
    overallocated = now;
    stopMs = newStopMs;
    task.wake();
  }

  @Override
  public void shadowed(boolean some) {
    isShadowed = some;
    if (some) {
      task.wake();
    }
  }

  /**
   * Stops measuring, and restores the raised values: the containers may outlive the NodeManager.
   */
  @Override
  public void close() {
    task.close();
    restorer.close();
    monitor.close();
    if (scores.hasWork()) {
      try {
        scores.apply(Collections.emptySet(), context.getContainers().keySet());
      } catch (IOException | RuntimeException e) {
        LOG.debug("The next NodeManager puts oom_score_adj back", e);
      }
    }
  }
}
