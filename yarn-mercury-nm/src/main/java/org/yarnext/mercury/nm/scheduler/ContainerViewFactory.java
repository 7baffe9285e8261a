// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ContainerType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.monitor.ContainersMonitor;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerScheduler;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.nm.store.RunTimeEstimateCache;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.EstimateInputs;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.QueuePermissionPolicy;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.RunTimeHint;
import org.yarnext.mercury.policy.estimate.RunTimeReport;
import org.yarnext.mercury.policy.estimate.UserRunTimeCache;
import org.yarnext.mercury.policy.node.ClockStepTracker;
import org.yarnext.mercury.policy.node.NodeQueue;

/**
 * Makes the views that policies decide on from the NodeManager's containers, with estimated run
 * times, which it learns from containers that end. Owned by the dispatcher thread, but for {@link
 * #arriving} and {@link #total}.
 */
public final class ContainerViewFactory {
  private final ContainerScheduler stock;
  private final RunTimeEstimateCache estimates;
  private final QueuePermissionPolicy claims;
  private final LongSupplier clock;
  private final LongSupplier monotonic;
  private final ClockStepTracker clockSteps = new ClockStepTracker();

  /** By how much the clock was set since a container arrived, in ms; absent if it was not. */
  private final Map<ContainerId, Long> setSinceArrival = new ConcurrentHashMap<>();

  /** The same since its launch. */
  private final Map<ContainerId, Long> setSinceLaunch = new HashMap<>();

  /** Previous launch times of containers that released their resources and request them again. */
  private final Map<ContainerId, Long> endedLaunches = new HashMap<>();

  /** Containers that were running when the NodeManager started; their start times are unknown. */
  private final Set<ContainerId> ranBefore = new HashSet<>();

  /**
   * Creates a factory.
   *
   * @param stock provides the resource use of containers
   * @param estimates provides run times
   * @param claims the queues whose declared run times count
   * @param clock wall-clock milliseconds, as in the NodeManager's container timestamps
   * @param monotonic milliseconds of a clock that is never set
   */
  public ContainerViewFactory(
      ContainerScheduler stock,
      RunTimeEstimateCache estimates,
      QueuePermissionPolicy claims,
      LongSupplier clock,
      LongSupplier monotonic) {
    this.stock = stock;
    this.estimates = estimates;
    this.claims = claims;
    this.clock = clock;
    this.monotonic = monotonic;
  }

  /** Returns the node's time, in ms. */
  public long now() {
    return clock.getAsLong();
  }

  // ---- times ---------------------------------------------------------------------------------

  /** Returns by how much the clock was set since it was last asked, in ms; 0 if it was not. */
  long clockStepMs() {
    return clockSteps.stepMs(now(), monotonic.getAsLong());
  }

  /**
   * Corrects the times of the containers that wait or run after the clock was set. Others may have
   * arrived since.
   *
   * @param waiting those that wait in Mercury's queue
   * @param known the node's containers
   */
  void onClockSet(long stepMs, Collection<Container> waiting, Map<ContainerId, Container> known) {
    setSinceArrival.keySet().retainAll(known.keySet());
    setSinceLaunch.keySet().retainAll(known.keySet());
    for (Container c : waiting) {
      setSinceArrival.merge(c.getContainerId(), stepMs, Long::sum);
    }
    for (Container c : known.values()) {
      if (launched(c)) {
        setSinceArrival.merge(c.getContainerId(), stepMs, Long::sum);
        setSinceLaunch.merge(c.getContainerId(), stepMs, Long::sum);
      }
    }
  }

  /**
   * Returns when the NodeManager accepted a container, in ms of the node's clock. It seems to be in
   * the future if the clock was set back while it was localised, or before a restart.
   */
  long acceptedMs(Container c) {
    return c.getContainerStartTime() + setSinceArrival.getOrDefault(c.getContainerId(), 0L);
  }

  private long launchedMs(Container c) {
    return c.getContainerLaunchTime() + setSinceLaunch.getOrDefault(c.getContainerId(), 0L);
  }

  /** Returns for how long a launched container has run in this run of the NodeManager, in ms. */
  long runMs(Container c) {
    return now() - launchedMs(c);
  }

  // ---- views ---------------------------------------------------------------------------------

  /** Returns a view of a container; a launched one has the NodeManager's start time. */
  ContainerView view(Container c) {
    ContainerView view = waiting(c, environment(c));
    return launched(c) ? view.startedAt(launchedMs(c)) : view;
  }

  /** Returns the view of a container that was just launched from its view while it waited. */
  ContainerView started(Container c, ContainerView waited) {
    EstimateInputs inputs = waited.estimatedFrom();
    return waited.estimated(estimateMs(inputs), inputs).startedAt(launchedMs(c));
  }

  private ContainerView waiting(Container c, Map<String, String> environment) {
    ApplicationId app = application(c);
    EstimateInputs inputs = inputs(c, environment);
    return ContainerView.queued(
            c.getContainerId().toString(),
            JobKey.of(app.getClusterTimestamp(), app.getId()),
            inputs.priority(),
            // A container copies it once more.
            ResourceCodec.vector(c.getContainerTokenIdentifier().getResource()),
            0,
            Math.min(now(), acceptedMs(c)))
        .estimated(estimateMs(inputs), inputs);
  }

  /**
   * Returns the opportunistic containers that the node accepted but no scheduler knows yet, since
   * they are localised first. May run on any thread and therefore ignores run times declared in the
   * environment: a launch context fills its environment map lazily and without a lock, and a thread
   * that stores or launches the container meanwhile would see half of it.
   */
  public List<ContainerView> arriving(Collection<Container> known) {
    List<ContainerView> arriving = new ArrayList<>();
    for (Container c : known) {
      if (opportunistic(c) && localising(c)) {
        arriving.add(waiting(c, null));
      }
    }
    return arriving;
  }

  /**
   * Returns the update of a queue for a container that changed; its type is read from its token, as
   * in stock's scheduler.
   */
  Consumer<NodeQueue> update(Container c) {
    long now = now();
    ContainerView view = view(c);
    return launched(c) && opportunistic(c)
        ? queue -> queue.onStarted(view, now)
        : queue -> queue.onPromoted(view.id(), now);
  }

  /** Returns the expected run time of the containers with these inputs, in ms; on any thread. */
  long estimateMs(EstimateInputs inputs) {
    return estimates.estimateMs(
        inputs.application(),
        inputs.user(),
        inputs.priority(),
        inputs.declaredMs(),
        inputs.signedMs());
  }

  private EstimateInputs inputs(Container c, Map<String, String> environment) {
    Set<String> signed = signed(c.getContainerTokenIdentifier());
    boolean accepted = claims.accepts(signed.contains(RunTimeHint.CLAIMS_ACCEPTED));
    return new EstimateInputs(
        application(c).toString(),
        user(c),
        priority(c),
        accepted ? RunTimeHint.declared(environment) : null,
        RunTimeHint.learnt(signed));
  }

  /** Returns whether the allocating side signed an allocation tag of a container. */
  static boolean isSigned(Container c, String tag) {
    return signed(c.getContainerTokenIdentifier()).contains(tag);
  }

  /**
   * Returns the allocation tags that the allocating side signed itself. Tags that an application
   * names in a SchedulingRequest are in the tokens of guaranteed containers, and in later versions
   * of the tokens after a demotion; those are excluded.
   */
  private static Set<String> signed(ContainerTokenIdentifier token) {
    boolean signedByAllocator =
        token.getExecutionType() == ExecutionType.OPPORTUNISTIC && token.getVersion() == 0;
    Set<String> tags = signedByAllocator ? token.getAllcationTags() : null;
    return tags == null ? Collections.emptySet() : tags;
  }

  /** Returns the node as accounted by stock's scheduler. */
  NodeView node(ResourceVector guaranteedHeld, int stockQueued) {
    ResourceUtilization used = stock.getCurrentUtilization();
    return new NodeView(
        now(),
        total(),
        ResourceVector.of(used.getPhysicalMemory(), Math.round(used.getCPU())),
        guaranteedHeld,
        stockQueued);
  }

  /**
   * Returns the node's resources for containers; an update of the node changes them. Safe on any
   * thread.
   */
  public ResourceVector total() {
    ContainersMonitor monitor = stock.getContainersMonitor();
    return ResourceVector.of(
        monitor.getPmemAllocatedForContainers() >> 20, monitor.getVCoresAllocatedForContainers());
  }

  /** Learns from a container that ended, if this run of the NodeManager observed it. */
  boolean learn(Container c) {
    boolean isWatched = watched(c);
    if (isWatched) {
      estimates.observe(
          application(c).toString(),
          user(c),
          priority(c),
          new UserRunTimeCache.Run(
              runMs(c), RunTimeHint.declared(environment(c)), exitStatus(c) == 0));
    }
    return isWatched;
  }

  /**
   * Returns the run time of a container that just succeeded, for the application's side.
   *
   * @return null if it failed, was not observed by this run of the NodeManager, or is the
   *     application master, whose run time says nothing about other containers
   */
  RunTimeReport ran(Container c) {
    return watched(c) && exitStatus(c) == 0
        ? RunTimeReport.of(runMs(c), RunTimeHint.declared(environment(c)))
        : null;
  }

  private boolean watched(Container c) {
    return launched(c) && !ranBefore.contains(c.getContainerId()) && !master(c);
  }

  private static int exitStatus(Container c) {
    return c.cloneAndGetContainerStatus().getExitStatus();
  }

  /** Returns the application's user, from the container's token. */
  static String user(Container c) {
    return c.getContainerTokenIdentifier().getApplicationSubmitter();
  }

  private static Map<String, String> environment(Container c) {
    return c.getLaunchContext() == null ? null : c.getLaunchContext().getEnvironment();
  }

  private static boolean master(Container c) {
    return c.getContainerTokenIdentifier().getContainerType() == ContainerType.APPLICATION_MASTER;
  }

  static boolean opportunistic(Container c) {
    return c.getContainerTokenIdentifier().getExecutionType() == ExecutionType.OPPORTUNISTIC;
  }

  /**
   * Returns true once the NodeManager, since its own start, has launched the container; false again
   * while it waits for a relaunch.
   */
  boolean launched(Container c) {
    long launch = c.getContainerLaunchTime();
    Long ended = endedLaunches.get(c.getContainerId());
    return launch > 0 && (ended == null || ended != launch);
  }

  /**
   * Records that a container is resumed after a restart. The NodeManager sets its launch time to
   * the restart, so its run time is unknown.
   */
  void onResumed(Container c) {
    ranBefore.add(c.getContainerId());
  }

  /**
   * Returns the time since which a container has worked, in ms of the node's clock: its launch, or
   * its arrival if it was resumed after a restart.
   */
  long workedSinceMs(Container c) {
    return ranBefore.contains(c.getContainerId()) ? acceptedMs(c) : launchedMs(c);
  }

  /**
   * Records that stock's scheduler removed a container. A container that is re-initialised has not
   * ended: it will be scheduled again, and keeps its launch time until it is launched again.
   */
  void onCompleted(Container c) {
    ranBefore.remove(c.getContainerId());
    setSinceLaunch.remove(c.getContainerId());
    if (c.getContainerState() == ContainerState.DONE) {
      endedLaunches.remove(c.getContainerId());
      setSinceArrival.remove(c.getContainerId());
    } else {
      endedLaunches.put(c.getContainerId(), c.getContainerLaunchTime());
    }
  }

  /**
   * Returns true while a container may still be started; a killed one is about to complete instead.
   */
  static boolean startable(Container c) {
    return c.getContainerState() == ContainerState.SCHEDULED && !c.isMarkedForKilling();
  }

  /** Returns true if a container is localised before its start; no scheduler knows it yet. */
  static boolean localising(Container c) {
    ContainerState state = c.getContainerState();
    return (state == ContainerState.NEW || state == ContainerState.LOCALIZING)
        && !c.isMarkedForKilling();
  }

  /** Returns true if a container is ending or has ended. */
  static boolean ending(Container c) {
    return c.isMarkedForKilling() || c.isContainerInFinalStates();
  }

  private static ApplicationId application(Container c) {
    return c.getContainerId().getApplicationAttemptId().getApplicationId();
  }

  private static int priority(Container c) {
    Priority priority = c.getContainerTokenIdentifier().getPriority();
    return priority == null ? 0 : priority.getPriority();
  }
}
