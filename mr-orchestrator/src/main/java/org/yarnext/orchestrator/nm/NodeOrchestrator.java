// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.ThrowingRunnable;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.periodic.DaemonThreadFactory;
import org.yarnext.common.periodic.PeriodicTask;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.epoch.NodeEpoch;
import org.yarnext.orchestrator.nm.epoch.NodeTaskManager;
import org.yarnext.orchestrator.nm.epoch.TezAttemptMonitor;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;
import org.yarnext.orchestrator.nm.tasks.NodeOrchestratorMetrics;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;
import org.yarnext.orchestrator.policy.estimate.UsageEstimator;

/**
 * Entry point of the orchestrator in one NodeManager: its hooks, in the order of a container's
 * life, and its threads. It exists while the mode is on or shadow. {@link
 * OrchestratorContainerListener} and {@link OrchestratorAuxiliaryService} call it on YARN's
 * threads. These never wait for the kernel here, except for a new container's cgroup, for as long
 * as the guard allows.
 */
final class NodeOrchestrator {
  private static final Logger LOG = LoggerFactory.getLogger(NodeOrchestrator.class);

  /** Timeout of each of up to four waits of {@link #stop()}, in ms. */
  static final long STOP_MS = TimeUnit.SECONDS.toMillis(10);

  /** States of a container before its launch. */
  private static final Set<ContainerState> WAITING =
      EnumSet.of(
          ContainerState.NEW,
          ContainerState.LOCALIZING,
          ContainerState.LOCALIZATION_FAILED,
          ContainerState.SCHEDULED);

  /** Number of samples after which the NodeManager has announced all recovered containers. */
  static final int SAMPLES_TO_RECOVER = 12;

  /** Interval of samples while the node has no containers, in ms. */
  private static final long REST_MS = 60_000;

  private final CgroupManager cgroups;
  private final HostCapability host;
  private final NodeTaskManager manager;
  private final ContainerPlacer placer;
  private final ContainerEventQueue events;
  private final Guard guard;
  private final NodeOrchestratorMetrics metrics;
  private final OrchestratorRpcClient client;
  private final NodeEpoch epochs;
  private final PeriodicTask sampling;
  private final PeriodicTask exchanging;
  private final TezAttemptMonitor attempts;
  private volatile Supplier<Set<String>> living;
  private int samplesWithoutList;
  private volatile Supplier<NodeCapacity> capacityNow;
  private final AtomicInteger callers = new AtomicInteger();
  private volatile boolean isStopping;

  /**
   * Restores the state that an earlier process left.
   *
   * @param hadoop the NodeManager's configuration
   * @param capacity the configured capacity
   * @throws InvalidConfigurationException if containers would run outside the cgroups made for
   *     them, or in other cgroups than expected, or if no estimator is usable
   */
  NodeOrchestrator(
      OrchestratorConfiguration conf,
      Configuration hadoop,
      String hostName,
      NodeCapacity capacity,
      CgroupManager cgroups)
      throws InvalidConfigurationException {
    this.cgroups = cgroups;
    host = new HostCapability(conf, hadoop, cgroups);
    UsageEstimator estimator = newEstimatorIfNothingIsRefused(conf);
    Set<String> earlier = cgroups.made();
    cgroups.recover(earlier);
    FeatureMetrics feature =
        new FeatureMetrics("MrOrchestrator", "CPU and memory of tasks on this node", conf::mode);
    metrics = new NodeOrchestratorMetrics(feature, conf.mode());
    manager =
        new NodeTaskManager(
            hostName,
            cgroups,
            host.steered(),
            estimator,
            conf::newHistory,
            conf.floors(),
            conf.newPlanner(),
            capacity,
            metrics);
    manager.keep(earlier);
    manager.show(feature);
    guard = new Guard("mr-orchestrator", conf.guard(), System::nanoTime);
    feature.attach(guard);
    Set<String> belowFormerParent = new HashSet<>(earlier);
    belowFormerParent.removeIf(cgroups::has);
    placer =
        new ContainerPlacer(
            cgroups, guard, host.hasOwnGroups(), conf.mode().acts(), belowFormerParent);
    events = new ContainerEventQueue(manager, guard);
    metrics.register(hadoop);
    client = new OrchestratorRpcClient(hadoop, conf.port(), conf.timeoutMs(), conf.epochMs());
    epochs = new NodeEpoch(manager, client, conf.spareToTasks(), conf.epochMs(), guard, metrics);
    attempts =
        new TezAttemptMonitor(manager, guard, System::currentTimeMillis, conf.sampleIntervalMs());
    attempts.show(feature);
    sampling =
        new PeriodicTask("yarnext-mr-orchestrator", conf.sampleIntervalMs(), this::sample)
            .restingFor(() -> manager.isIdle() ? REST_MS : 0)
            .show(feature, "Sampling");
    exchanging =
        new PeriodicTask("yarnext-mr-orchestrator-epoch", conf.epochMs(), this::epoch)
            .show(feature, "Exchange");
  }

  private UsageEstimator newEstimatorIfNothingIsRefused(OrchestratorConfiguration conf)
      throws InvalidConfigurationException {
    try {
      host.check();
      return conf.newEstimator();
    } catch (InvalidConfigurationException e) {
      cgroups.close();
      throw e;
    }
  }

  /** Starts the threads, once the NodeManager's services start. */
  void start() {
    sampling.start();
    // A random first delay keeps nodes that start together from reporting at the same time.
    exchanging.startAtRandom();
  }

  /**
   * Runs a hook, unless this orchestrator stops; {@link #stop()} waits for its end. Runs also while
   * the guard is tripped, because the state must be current when it is healthy again.
   */
  void run(String hook, ThrowingRunnable step) {
    callers.incrementAndGet(); // before the check: either stop() waits for this, or this sees it
    try {
      if (!isStopping) {
        guard.runAlways(hook, step);
      }
    } finally {
      callers.decrementAndGet();
    }
  }

  /**
   * Updates the NodeManager's state; called before each of the hooks below.
   *
   * @param id this node's id; null as long as it is unknown
   * @param containers supplies the ids of the containers that have not ended
   * @param capacity supplies the node's capacity as the ResourceManager last set it
   */
  void updateNode(NodeId id, Supplier<Set<String>> containers, Supplier<NodeCapacity> capacity) {
    capacityNow = capacity;
    living = containers;
    if (id != null) {
      epochs.node(id.toString());
    }
  }

  /**
   * Handles a new container. The container gets its cgroup before it localizes and queues, while
   * its command can still be changed. A recovered container that runs already keeps its cgroup.
   */
  void place(Container container) throws IOException {
    TaskContainer placed = placer.place(container);
    if (placed == null) {
      return;
    }
    if (ContainerPlacer.runsAlready(container)) {
      long startNanos = ContainerPlacer.startNanos(container);
      enqueue(tasks -> tasks.started(placed, startNanos));
      passLogDirectory(container);
    } else {
      enqueue(tasks -> tasks.placed(placed));
    }
  }

  /**
   * Handles a container that this node had before this orchestrator was made. Its launch cannot be
   * changed any more: it stays in the cgroup that it has, or outside. A container in state NEW is
   * ignored, since {@link #place} is called for it.
   */
  void announce(Container container) throws IOException {
    ContainerState state = container.getContainerState();
    TaskContainer found =
        state == ContainerState.NEW || state == ContainerState.DONE ? null : placer.find(container);
    if (found == null) {
      return;
    }
    enqueue(tasks -> tasks.placed(found));
    // Read afterwards: an earlier launch was reported while the container was unknown.
    if (!WAITING.contains(container.getContainerState())) {
      long startNanos = ContainerPlacer.startNanos(container);
      enqueue(tasks -> tasks.launched(found.id(), startNanos));
      passLogDirectory(container);
    }
    updated(container);
  }

  /** Handles a launch: the container has localized, left the queue and runs from now on. */
  void launched(Container container) {
    String id = container.getContainerId().toString();
    long nowNanos = System.nanoTime();
    enqueue(tasks -> tasks.launched(id, nowNanos));
    passLogDirectory(container);
  }

  /** Passes on the log directory, which the NodeManager chooses and stores at the launch. */
  private void passLogDirectory(Container container) {
    String id = container.getContainerId().toString();
    Path directory = ContainerPlacer.logDirectory(container);
    if (directory != null) {
      enqueue(tasks -> attempts.follow(id, directory));
    }
  }

  /** Handles a reinitialization: other commands are about to run in the container's cgroup. */
  void reinitialized(Container container) {
    placer.rejoin(container);
  }

  /** Handles a replaced token: the container was promoted, demoted or resized. */
  void updated(Container container) {
    String id = container.getContainerId().toString();
    ContainerEntitlement now = placer.entitlement(container);
    enqueue(tasks -> tasks.updated(id, now));
  }

  /** Measures all containers. Runs every sample interval on its own thread; does not throw. */
  void sample() {
    processPending();
    guard.runInline(
        "orchestrator.sample",
        () -> {
          Supplier<Set<String>> livingNow = living;
          if (livingNow != null) {
            manager.endMissing(livingNow.get());
            manager.setCapacity(capacityNow.get());
          } else if (samplesWithoutList++ >= SAMPLES_TO_RECOVER) {
            // Either no container was recovered, or a late one is announced later and gets its
            // cgroup again.
            manager.endMissing(Collections.emptySet());
          }
          manager.sample(System.nanoTime());
          manager.keepAlive();
        },
        // Nothing would then protect containers that have less than their tokens say.
        manager::putBack);
  }

  /** Looks up which task attempts the Tez containers run; does not throw. */
  void look() {
    attempts.look();
  }

  /** Runs one epoch (report, exchange, act) on its own thread. Does not throw. */
  void epoch() {
    epochs.next(System.nanoTime());
  }

  /** Handles the end of a container. */
  void ended(Container container) {
    String id = container.getContainerId().toString();
    enqueue(tasks -> tasks.ended(id));
  }

  /**
   * Stops, and restores the cgroups of all running containers to what their tokens say. May be
   * called again if it has not ended.
   *
   * @return false if the kernel did not answer in time: values may be left, and changes may still
   *     be made
   */
  boolean stop() {
    return stop(STOP_MS);
  }

  /**
   * Stops with a given timeout.
   *
   * @param patienceMs timeout of each of up to four waits, in ms
   */
  boolean stop(long patienceMs) {
    isStopping = true;
    attempts.close();
    // Running work must end before anything is restored.
    boolean hasEnded =
        exchanging.close(patienceMs) & sampling.close(patienceMs) & haveHooksEnded(patienceMs);
    client.close();
    if (hasEnded) {
      ExecutorService last = DaemonThreadFactory.pool("yarnext-mr-orchestrator-stop", 1);
      last.execute(this::putBackLast);
      last.shutdown();
      hasEnded = hasEnded(last, patienceMs);
    }
    if (!hasEnded) {
      LOG.warn("The orchestrator stops waiting for the kernel; the rest is restored later");
    }
    guard.close();
    metrics.unregister();
    return hasEnded;
  }

  /** Waits for hooks that began before the stop, and for their work on the guard's workers. */
  private boolean haveHooksEnded(long patienceMs) {
    long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMs);
    while (callers.get() > 0 || guard.workersStuck() > 0) {
      if (System.nanoTime() - deadlineNanos >= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(1_000_000);
    }
    return true;
  }

  private void putBackLast() {
    try {
      events.processAll();
      manager.putBack();
      cgroups.close(manager.containers());
    } catch (RuntimeException e) {
      LOG.warn("The orchestrator could not restore all values; that is tried again later", e);
    }
  }

  private static boolean hasEnded(ExecutorService thread, long patienceMs) {
    try {
      return thread.awaitTermination(patienceMs, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return thread.isTerminated();
    }
  }

  /** Queues an event for the sampling thread, since it waits for the kernel and the disk. */
  void enqueue(Consumer<NodeTaskManager> event) {
    events.add(event);
    sampling.wake();
    if (!sampling.once(0, this::processPending)) {
      LOG.debug("A container event waits for stop(), or for the start");
    }
  }

  /** Processes all queued events; does not throw. */
  void processPending() {
    events.processPending();
  }

  /** Returns {@link HostCapability#problems}. */
  String problems() {
    return host.problems();
  }

  CgroupManager cgroups() {
    return cgroups;
  }

  NodeTaskManager manager() {
    return manager;
  }

  Guard guard() {
    return guard;
  }
}
