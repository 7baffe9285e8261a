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

import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.DefaultContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.LinuxContainerExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.conf.RefusedConfigurationException;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.periodic.DaemonThreads;
import org.yarnext.common.periodic.PeriodicTask;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.orchestrator.nm.cgroup.CgroupCapability;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.estimate.UsageEstimator;

/** All that the orchestrator runs on one NodeManager, from its start to its end. */
final class NodeOrchestrator {
  private static final Logger LOG = LoggerFactory.getLogger(NodeOrchestrator.class);
  private static final long STOP_SECONDS = 10;

  /** In as many measurements a NodeManager has told of what it has recovered. */
  static final int SAMPLES_TO_RECOVER = 12;

  /** Where CGroupsHandlerImpl makes groups if it is not told. */
  private static final String HIERARCHY_OF_EXECUTOR = "/hadoop-yarn";

  private final OrchestratorConfiguration conf;
  private final CgroupManager door;
  private final NodeTaskManager manager;
  private final ContainerEventQueue events;
  private final Guard guard;
  private final NodeOrchestratorMetrics journal;
  private final OrchestratorRpcClient client;
  private final NodeEpoch epochs;
  private final boolean ownGroups;
  private final Set<String> belowFormerParent;
  private final PeriodicTask sampling;
  private final PeriodicTask exchanging;
  private final TezAttemptMonitor looks;
  private final PeriodicTask looking;
  private volatile Supplier<Set<String>> living;
  private int silentSamples;
  private volatile Supplier<NodeCapacity> capacityNow;

  /**
   * Puts back what an earlier process left.
   *
   * @param hadoop the NodeManager's
   * @param capacity as it is configured
   * @throws RefusedConfigurationException if containers would run outside of the groups made for
   *     them, or in others than are looked for, or nothing can estimate what they need
   */
  NodeOrchestrator(
      OrchestratorConfiguration conf,
      Configuration hadoop,
      String host,
      NodeCapacity capacity,
      CgroupManager door)
      throws RefusedConfigurationException {
    this.conf = conf;
    ownGroups = hasOwnGroups(hadoop);
    this.door = door;
    UsageEstimator estimator = newEstimatorIfNothingIsRefused(hadoop);
    Set<String> earlier = door.made();
    door.recover(earlier);
    belowFormerParent = new HashSet<>(earlier);
    belowFormerParent.removeIf(door::has);
    FeatureMetrics metrics =
        new FeatureMetrics("MrOrchestrator", "Steering of running tasks on this node", conf::mode);
    journal = new NodeOrchestratorMetrics(metrics, conf.mode());
    manager =
        new NodeTaskManager(
            host,
            door,
            steered(),
            estimator,
            conf::newHistory,
            conf.floors(),
            conf.newPlanner(),
            capacity,
            journal);
    manager.keep(earlier);
    metrics.gauge("Containers", "Containers that are watched now", manager::watched);
    metrics.gauge(
        "GroupsEnding", "Ended containers whose groups are not gone yet", manager::ending);
    metrics.gauge(
        "ContainersOutside",
        "Containers without a process in a group of theirs: not launched yet, or outside",
        manager::outside);
    guard = new Guard("mr-orchestrator", conf.guard(), System::nanoTime);
    metrics.attach(guard);
    events = new ContainerEventQueue(manager, guard);
    journal.register(hadoop);
    client = new OrchestratorRpcClient(hadoop, conf.port(), conf.timeoutMs());
    epochs = new NodeEpoch(manager, client, conf.spareToTasks(), conf.epochMs(), guard, journal);
    looks = new TezAttemptMonitor(manager, guard, System::currentTimeMillis);
    sampling =
        new PeriodicTask("yarnext-mr-orchestrator", conf.sampleIntervalMs(), this::sample)
            .show(metrics, "Sampling");
    exchanging =
        new PeriodicTask(
                "yarnext-mr-orchestrator-epoch",
                conf.epochMs(),
                () -> epochs.next(System.nanoTime()))
            .show(metrics, "Exchange");
    looking =
        new PeriodicTask("yarnext-mr-orchestrator-logs", conf.sampleIntervalMs(), looks::look)
            .show(metrics, "LogLooks");
  }

  private UsageEstimator newEstimatorIfNothingIsRefused(Configuration hadoop)
      throws RefusedConfigurationException {
    try {
      String refusal = refusal(hadoop);
      if (refusal != null) {
        throw new RefusedConfigurationException(
            "mr-orchestrator", Collections.singletonList(refusal));
      }
      return conf.newEstimator();
    } catch (RefusedConfigurationException e) {
      door.close();
      throw e;
    }
  }

  /** Null if containers' processes are in the groups that are read and written. */
  private String refusal(Configuration hadoop) {
    String parent = OrchestratorConfiguration.CGROUP_PARENT.name() + "=" + conf.cgroupParent();
    if (!ownGroups) {
      String key = YarnConfiguration.NM_LINUX_CONTAINER_CGROUPS_HIERARCHY;
      String hierarchy = hadoop.get(key, HIERARCHY_OF_EXECUTOR);
      return hierarchy.replaceAll("^/+|/+$", "").equals(conf.cgroupParent())
          ? null
          : String.format(
              "%s is not %s=%s, below which LinuxContainerExecutor makes containers' groups: set"
                  + " the former to the latter without its leading slash.",
              parent, key, hierarchy);
    }
    if (steered().isEmpty()) {
      return "None of what "
          + OrchestratorConfiguration.CONTROL.name()
          + " says can be steered on this host: "
          + problems();
    }
    return door.problem(CgroupCapability.JOIN) == null
        ? null
        : String.format(
            "Containers cannot enter groups below %s (%s): let the NodeManager's user write"
                + " cgroup.procs there and in the group above both that and its own; with systemd"
                + " set Delegate=yes and DelegateSubgroup= for its service, and the key to another"
                + " group below the service's.",
            parent, door.problem(CgroupCapability.JOIN));
  }

  /** LinuxContainerExecutor makes groups by itself, and whatever is above them. */
  private static boolean hasOwnGroups(Configuration hadoop) {
    return !LinuxContainerExecutor.class.isAssignableFrom(
        hadoop.getClass(YarnConfiguration.NM_CONTAINER_EXECUTOR, DefaultContainerExecutor.class));
  }

  /** What is to be steered, and can be on this host. */
  private Set<ResourceKind> steered() {
    Set<ResourceKind> steered = EnumSet.noneOf(ResourceKind.class);
    for (ResourceKind kind : ResourceKind.values()) {
      if (conf.control().controls(kind) && door.problems(kind).isEmpty()) {
        steered.add(kind);
      }
    }
    return steered;
  }

  void start() {
    sampling.start();
    looking.start();
    // Nodes that start together do not all report at the same time.
    exchanging.startAtRandom();
  }

  /** Once an interval; does not throw. */
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

  /** Once an interval; does not throw. */
  void look() {
    looks.look();
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
    looking.close(0); // It changes nothing, and may hang.
    // What is under way ends before anything is put back.
    boolean hasEnded = exchanging.close(patienceMs) & sampling.close(patienceMs);
    client.close();
    if (hasEnded) {
      ExecutorService last = DaemonThreads.pool("yarnext-mr-orchestrator-stop", 1);
      last.execute(this::putBackLast);
      last.shutdown();
      hasEnded = hasEnded(last, patienceMs);
    }
    if (!hasEnded) {
      LOG.warn(
          "The orchestrator waits for the kernel no longer; the next start puts back the rest");
    }
    guard.close();
    journal.unregister();
  }

  private void putBackLast() {
    try {
      events.takeUpLast();
      manager.putBack();
      door.close(manager.containers());
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
   * What only the NodeManager knows; may be told again and again.
   *
   * @param id of this node; null as long as it is not known
   * @param containers gives the ids of those that have not ended
   * @param capacity gives what the node has, as the ResourceManager last set it
   */
  void told(NodeId id, Supplier<Set<String>> containers, Supplier<NodeCapacity> capacity) {
    capacityNow = capacity;
    living = containers;
    if (id != null) {
      epochs.node(id.toString());
    }
  }

  /**
   * Tells of a container. It is taken up by a thread of ours, after all that was told before, for
   * what follows from it waits for the kernel and the disk, and a NodeManager's thread must not.
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

  /** What the host cannot do, in words; empty if it can do all that is needed. */
  String problems() {
    StringBuilder problems = new StringBuilder();
    for (ResourceKind kind : ResourceKind.values()) {
      if (conf.control().controls(kind)) {
        door.problems(kind).forEach(problem -> problems.append(problem).append("; "));
      }
    }
    return problems.toString();
  }

  CgroupManager door() {
    return door;
  }

  NodeTaskManager manager() {
    return manager;
  }

  Guard guard() {
    return guard;
  }

  /** Whether containers get groups here, and not from their executor. */
  boolean hasOwnGroups() {
    return ownGroups;
  }

  /** Whether a container had its group below the parent that an earlier process had. */
  boolean isBelowFormerParent(String container) {
    return belowFormerParent.contains(container);
  }

  boolean acts() {
    return conf.mode().acts();
  }
}
