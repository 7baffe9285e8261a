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
package org.yarnext.mercury.nm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ContainerType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.monitor.ContainersMonitor;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerScheduler;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.NodeQueue;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.RunTimeCodec;
import org.yarnext.mercury.policy.RunTimeHint;
import org.yarnext.mercury.policy.UserRunTimeCache;
import org.yarnext.mercury.policy.requests.DeclaredRunTimePolicy;

/**
 * Translates the NodeManager's objects into the views that policies decide on. Owned by the
 * dispatcher thread, but for {@link #arriving} and {@link #total}.
 */
final class ContainerViewCodec {
  private final ContainerScheduler stock;
  private final RunTimeEstimateCache estimates;
  private final DeclaredRunTimePolicy claims;
  private final LongSupplier clock;

  /** When those were launched that gave their room back and ask for it anew. */
  private final Map<ContainerId, Long> endedLaunches = new HashMap<>();

  /** Those that ran when the NodeManager started; it does not know since when. */
  private final Set<ContainerId> ranBefore = new HashSet<>();

  /**
   * @param stock asked for what containers occupy
   * @param estimates asked for run times
   * @param claims whose declared run times may count
   * @param clock wall-clock milliseconds, as the NodeManager stamps containers
   */
  ContainerViewCodec(
      ContainerScheduler stock,
      RunTimeEstimateCache estimates,
      DeclaredRunTimePolicy claims,
      LongSupplier clock) {
    this.stock = stock;
    this.estimates = estimates;
    this.claims = claims;
    this.clock = clock;
  }

  long now() {
    return clock.getAsLong();
  }

  /** A view of a container; its start time is the NodeManager's if it was launched. */
  ContainerView view(Container c) {
    ContainerView view = waiting(c, environment(c));
    return launched(c) ? view.startedAt(c.getContainerLaunchTime()) : view;
  }

  private ContainerView waiting(Container c, Map<String, String> environment) {
    ApplicationId app = application(c);
    return ContainerView.queued(
        c.getContainerId().toString(),
        JobKey.of(app.getClusterTimestamp(), app.getId()),
        priority(c),
        ResourceCodec.vector(c.getResource()),
        estimateMs(c, environment),
        c.getContainerStartTime());
  }

  /**
   * Those opportunistic containers of a node's that were accepted and that no scheduler knows of,
   * since they are localised first. On any thread, and so without what their environment declares:
   * a launch context fills its map of it when first asked, under no lock, and whoever stores or
   * launches the container meanwhile would find half of it.
   */
  List<ContainerView> arriving(Collection<Container> known) {
    List<ContainerView> arriving = new ArrayList<>();
    for (Container c : known) {
      ContainerState state = c.getContainerState();
      boolean before = state == ContainerState.NEW || state == ContainerState.LOCALIZING;
      if (before && opportunistic(c) && !c.isMarkedForKilling()) {
        arriving.add(waiting(c, null));
      }
    }
    return arriving;
  }

  /**
   * Tells a queue of an update to a container that waits and runs elsewhere; its type is read from
   * its token, as the stock scheduler reads it.
   */
  Consumer<NodeQueue> update(Container c) {
    long now = now();
    ContainerView view = view(c);
    return launched(c) && opportunistic(c)
        ? queue -> queue.started(view, now)
        : queue -> queue.promoted(view.id(), now);
  }

  /** How long a container is expected to run, in ms. */
  long estimateMs(Container c) {
    return estimateMs(c, environment(c));
  }

  private long estimateMs(Container c, Map<String, String> environment) {
    Set<String> signed = signed(c.getContainerTokenIdentifier());
    boolean accepted = claims.accepts(signed.contains(RunTimeHint.CLAIMS_ACCEPTED));
    return estimates.estimateMs(
        application(c).toString(),
        user(c),
        priority(c),
        accepted ? RunTimeHint.declared(environment) : null,
        RunTimeHint.learnt(signed));
  }

  /**
   * The allocation tags that the allocating side signed itself. Those that an application names in
   * a SchedulingRequest are in the tokens of guaranteed containers, and in later versions of them
   * if they are demoted.
   */
  private static Set<String> signed(ContainerTokenIdentifier token) {
    boolean ours =
        token.getExecutionType() == ExecutionType.OPPORTUNISTIC && token.getVersion() == 0;
    Set<String> tags = ours ? token.getAllcationTags() : null;
    return tags == null ? Collections.emptySet() : tags;
  }

  /** The node as the stock scheduler accounts it. */
  NodeView node(ResourceVector guaranteedHeld, int stockQueued) {
    ResourceUtilization used = stock.getCurrentUtilization();
    return new NodeView(
        now(),
        total(),
        ResourceVector.of(used.getPhysicalMemory(), Math.round(used.getCPU())),
        guaranteedHeld,
        stockQueued);
  }

  /** What the node has for containers; an update of the node changes it. On any thread. */
  ResourceVector total() {
    ContainersMonitor monitor = stock.getContainersMonitor();
    return ResourceVector.of(
        monitor.getPmemAllocatedForContainers() >> 20, monitor.getVCoresAllocatedForContainers());
  }

  /** Learns from a container that ended on this NodeManager's watch. */
  void learn(Container c) {
    if (watched(c)) {
      estimates.observe(
          application(c).toString(),
          user(c),
          priority(c),
          new UserRunTimeCache.Run(
              now() - c.getContainerLaunchTime(),
              RunTimeHint.declared(environment(c)),
              exitStatus(c) == 0));
    }
  }

  /**
   * How long a container that just ran to a good end has run, for the application's side.
   *
   * @return null if it did not, or not on this NodeManager's watch, or is the master, which runs as
   *     long as its application and tells nothing of how long others do
   */
  RunTimeCodec ran(Container c) {
    return watched(c) && exitStatus(c) == 0
        ? RunTimeCodec.of(now() - c.getContainerLaunchTime(), RunTimeHint.declared(environment(c)))
        : null;
  }

  private boolean watched(Container c) {
    return launched(c) && !ranBefore.contains(c.getContainerId()) && !master(c);
  }

  private static int exitStatus(Container c) {
    return c.cloneAndGetContainerStatus().getExitStatus();
  }

  /** The user whose application it is, as its token says. */
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
   * True once the NodeManager, since its own start, has sent the container to be launched; false
   * again while it waits to be launched anew.
   */
  boolean launched(Container c) {
    long launch = c.getContainerLaunchTime();
    Long ended = endedLaunches.get(c.getContainerId());
    return launch > 0 && (ended == null || ended != launch);
  }

  /**
   * A container that ran when the NodeManager stopped is taken up again. The NodeManager stamps it
   * as launched just then, so that stamp does not tell how long it has run.
   */
  void resumed(Container c) {
    ranBefore.add(c.getContainerId());
  }

  /**
   * The stock scheduler was told that a container has left. One that is re-initialised has not
   * ended: it will be scheduled again, and keeps its time of launch until it is launched again.
   */
  void completed(Container c) {
    ranBefore.remove(c.getContainerId());
    if (c.getContainerState() == ContainerState.DONE) {
      endedLaunches.remove(c.getContainerId());
    } else {
      endedLaunches.put(c.getContainerId(), c.getContainerLaunchTime());
    }
  }

  /** True while a container may still be started; a killed one is about to complete instead. */
  static boolean startable(Container c) {
    return c.getContainerState() == ContainerState.SCHEDULED && !c.isMarkedForKilling();
  }

  /** True if a container is on its way out, or out. */
  static boolean ending(Container c) {
    return c.isMarkedForKilling() || c.isContainerInFinalStates();
  }

  private static ApplicationId application(Container c) {
    return c.getContainerId().getApplicationAttemptId().getApplicationId();
  }

  private static int priority(Container c) {
    ContainerTokenIdentifier token = c.getContainerTokenIdentifier();
    return token.getPriority() == null ? 0 : token.getPriority().getPriority();
  }
}
