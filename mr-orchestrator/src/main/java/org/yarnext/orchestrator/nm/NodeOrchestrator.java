/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.orchestrator.nm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.periodic.DaemonThreadFactory;
import org.yarnext.common.periodic.PeriodicTask;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;
import org.yarnext.orchestrator.nm.tasks.NodeOrchestratorMetrics;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;
import org.yarnext.orchestrator.policy.estimate.UsageEstimator;

/**
 * The hooks of the orchestrator in one NodeManager, in the order of a container's life, and the
 * threads behind them. Made while the feature is on or in shadow; {@link
 * OrchestratorContainerListener} and {@link OrchestratorAuxiliaryService} call it from YARN's
 * threads, which never wait for the kernel here, except for a container's group as long as the
 * guard allows.
 */
final class NodeOrchestrator {
  private static final Logger LOG = LoggerFactory.getLogger(NodeOrchestrator.class);
  private static final long STOP_SECONDS = 10;

  /** In as many measurements a NodeManager has told of what it has recovered. */
  static final int SAMPLES_TO_RECOVER = 12;

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
  private final PeriodicTask watching;
  private volatile Supplier<Set<String>> living;
  private int silentSamples;
  private volatile Supplier<NodeCapacity> capacityNow;

  /**
   * Puts back what an earlier process left.
   *
   * @param hadoop the NodeManager's
   * @param capacity as it is configured
   * @throws InvalidConfigurationException if containers would run outside of the groups made for
   *     them, or in others than are looked for, or nothing can estimate what they need
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
        new FeatureMetrics("MrOrchestrator", "Steering of running tasks on this node", conf::mode);
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
    feature.gauge("Containers", "Containers that are watched now", manager::watched);
    feature.gauge(
        "GroupsEnding", "Ended containers whose groups are not gone yet", manager::ending);
    feature.gauge(
        "ContainersOutside",
        "Containers without a process in a group of theirs: not launched yet, or outside",
        manager::outside);
    guard = new Guard("mr-orchestrator", conf.guard(), System::nanoTime);
    feature.attach(guard);
    Set<String> belowFormerParent = new HashSet<>(earlier);
    belowFormerParent.removeIf(cgroups::has);
    placer =
        new ContainerPlacer(
            cgroups, guard, host.hasOwnGroups(), conf.mode().acts(), belowFormerParent);
    events = new ContainerEventQueue(manager, guard);
    metrics.register(hadoop);
    client = new OrchestratorRpcClient(hadoop, conf.port(), conf.timeoutMs());
    epochs = new NodeEpoch(manager, client, conf.spareToTasks(), conf.epochMs(), guard, metrics);
    attempts = new TezAttemptMonitor(manager, guard, System::currentTimeMillis);
    sampling =
        new PeriodicTask("yarnext-mr-orchestrator", conf.sampleIntervalMs(), this::sample)
            .show(feature, "Sampling");
    exchanging =
        new PeriodicTask("yarnext-mr-orchestrator-epoch", conf.epochMs(), this::epoch)
            .show(feature, "Exchange");
    watching =
        new PeriodicTask("yarnext-mr-orchestrator-logs", conf.sampleIntervalMs(), attempts::look)
            .show(feature, "LogLooks");
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
    watching.start();
    // Nodes that start together do not all report at the same time.
    exchanging.startAtRandom();
  }

  /**
   * Takes over what only the NodeManager knows; called before each of the hooks below.
   *
   * @param id of this node; null as long as it is not known
   * @param containers gives the ids of those that have not ended
   * @param capacity gives what the node has, as the ResourceManager last set it
   */
  void updateNode(NodeId id, Supplier<Set<String>> containers, Supplier<NodeCapacity> capacity) {
    capacityNow = capacity;
    living = containers;
    if (id != null) {
      epochs.node(id.toString());
    }
  }

  /**
   * A container comes: it gets its group before it localises and queues, as long as its command can
   * still be changed. One that is recovered and runs already keeps the group that it has.
   */
  void place(Container container) throws IOException {
    TaskContainer placed = placer.place(container);
    if (placed == null) {
      return;
    }
    if (ContainerPlacer.runsAlready(container)) {
      long startNanos = ContainerPlacer.startNanos(container);
      tell(tasks -> tasks.started(placed, startNanos));
      tellLogs(container);
    } else {
      tell(tasks -> tasks.placed(placed));
    }
  }

  /** A container has localised and left the queue: it runs from now on. */
  void launched(Container container) {
    String id = container.getContainerId().toString();
    long nowNanos = System.nanoTime();
    tell(tasks -> tasks.launched(id, nowNanos));
    tellLogs(container);
  }

  /** A NodeManager chooses the directory as it launches the container, and remembers it. */
  private void tellLogs(Container container) {
    String id = container.getContainerId().toString();
    Path directory = ContainerPlacer.logDirectory(container);
    if (directory != null) {
      tell(tasks -> tasks.logsIn(id, directory));
    }
  }

  /** A container is initialised anew: other commands are about to run in the group that it has. */
  void reinitialized(Container container) {
    placer.rejoin(container);
  }

  /** A container's token was replaced: it was promoted, demoted or resized. */
  void updated(Container container) {
    String id = container.getContainerId().toString();
    ContainerEntitlement now = placer.entitlement(container);
    tell(tasks -> tasks.updated(id, now));
  }

  /** Measures all containers; once a sample interval, on a thread of its own. Does not throw. */
  void sample() {
    takeUp();
    guard.runInline(
        "orchestrator.sample",
        () -> {
          Supplier<Set<String>> told = living;
          if (told != null) {
            manager.endMissing(told.get());
            manager.hasCapacity(capacityNow.get());
          } else if (silentSamples++ >= SAMPLES_TO_RECOVER) {
            // No container was recovered, or it is told of late and gets its group again.
            manager.endMissing(Collections.emptySet());
          }
          manager.sample(System.nanoTime());
          manager.keepAlive();
        },
        // Nobody watches then over those that have less than their tokens say.
        manager::putBack);
  }

  /** Looks which attempts containers of Tez run; on a thread of its own. Does not throw. */
  void look() {
    attempts.look();
  }

  /** Runs one epoch: report, exchange, act; on a thread of its own. Does not throw. */
  void epoch() {
    epochs.next(System.nanoTime());
  }

  /** A container has ended. */
  void ended(Container container) {
    String id = container.getContainerId().toString();
    tell(tasks -> tasks.ended(id));
  }

  /** Stops, and leaves every group of a container that has not ended as its token says. */
  void stop() {
    stop(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
  }

  /**
   * The same, but leaves all as it is for the next start where the kernel does not answer.
   *
   * @param patienceMs for how long that is waited for, three times at most
   */
  void stop(long patienceMs) {
    watching.close(0); // It changes nothing, and may hang.
    // What is under way ends before anything is put back.
    boolean hasEnded = exchanging.close(patienceMs) & sampling.close(patienceMs);
    client.close();
    if (hasEnded) {
      ExecutorService last = DaemonThreadFactory.pool("yarnext-mr-orchestrator-stop", 1);
      last.execute(this::putBackLast);
      last.shutdown();
      hasEnded = hasEnded(last, patienceMs);
    }
    if (!hasEnded) {
      LOG.warn(
          "The orchestrator waits for the kernel no longer; the next start puts back the rest");
    }
    guard.close();
    metrics.unregister();
  }

  private void putBackLast() {
    try {
      events.takeUpLast();
      manager.putBack();
      cgroups.close(manager.containers());
    } catch (RuntimeException e) {
      LOG.warn("The orchestrator did not put everything back; the next start tries again", e);
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

  /**
   * Tells of a container, from any thread. A thread of ours takes it up after all that was told
   * before, since what follows waits for the kernel and the disk.
   */
  void tell(Consumer<NodeTaskManager> event) {
    events.add(event);
    if (!sampling.once(0, this::takeUp)) {
      // It stops, which takes up what is left; or has not begun, and will.
      LOG.debug("The orchestrator is told of a container while it stops");
    }
  }

  /** All that was told of containers so far; does not throw. */
  void takeUp() {
    events.takeUp();
  }

  /** Why this host cannot steer what is to be steered, in words; empty if it can. */
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
