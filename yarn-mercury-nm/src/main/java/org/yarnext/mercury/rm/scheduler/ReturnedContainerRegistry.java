// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.scheduler;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeStartedEvent;
import org.yarnext.common.guard.Guard;

/**
 * Keeps the running containers that NodeManagers report when they register after a restart of the
 * ResourceManager, until the next call of their application takes them. They count for its quota,
 * and no other event reports them. Hooks the ResourceManager's node events, behind its own handler.
 * Thread-safe.
 */
public final class ReturnedContainerRegistry implements EventHandler<RMNodeEvent> {
  private final RMContext context;
  private final Guard guard;
  private final Predicate<ApplicationAttemptId> isNeeded;
  private final Map<ApplicationAttemptId, Map<ContainerId, Container>> returned =
      new ConcurrentHashMap<>();

  /**
   * Creates an empty registry, which must be registered as a handler of node events.
   *
   * @param isNeeded whether the calls of an attempt take its containers now; those of others are
   *     ignored: after a restart of the ResourceManager nodes report every running container
   */
  public ReturnedContainerRegistry(
      RMContext context, Guard guard, Predicate<ApplicationAttemptId> isNeeded) {
    this.context = context;
    this.guard = guard;
    this.isNeeded = isNeeded;
  }

  /** Called on the dispatcher's thread; an exception would end the ResourceManager. */
  @Override
  public void handle(RMNodeEvent event) {
    if (event instanceof RMNodeStartedEvent) {
      guard.runInline(
          "mercury.hybrid.registered", () -> registered((RMNodeStartedEvent) event), () -> {});
    }
  }

  private void registered(RMNodeStartedEvent event) {
    List<NMContainerStatus> containers = event.getNMContainerStatuses();
    if (containers == null) {
      return;
    }
    for (NMContainerStatus status : containers) {
      ApplicationAttemptId attempt =
          status.getContainerState() == ContainerState.RUNNING ? attempt(status) : null;
      if (attempt != null
          && isNeeded.test(attempt)
          && !status.getContainerId().equals(ActiveScheduler.masterContainer(context, attempt))) {
        Container c =
            Container.newInstance(
                status.getContainerId(),
                event.getNodeId(),
                "",
                status.getAllocatedResource(),
                status.getPriority(),
                null);
        c.setExecutionType(status.getExecutionType());
        add(attempt, Collections.singleton(c));
      }
    }
  }

  /**
   * Returns the attempt that owns the container now; null if its application has ended or is
   * unknown.
   */
  private ApplicationAttemptId attempt(NMContainerStatus status) {
    RMApp app =
        context
            .getRMApps()
            .get(status.getContainerId().getApplicationAttemptId().getApplicationId());
    return app == null || app.getFinishTime() > 0 || app.getCurrentAppAttempt() == null
        ? null
        : app.getCurrentAppAttempt().getAppAttemptId();
  }

  /**
   * Adds containers that an attempt already has when it registers. Each counts once, however often
   * its node registers before the attempt's next call.
   */
  public void add(ApplicationAttemptId attempt, Collection<Container> containers) {
    if (!containers.isEmpty()) {
      returned.compute(
          attempt,
          (a, before) -> {
            Map<ContainerId, Container> all = before == null ? new LinkedHashMap<>() : before;
            containers.forEach(c -> all.put(c.getId(), c));
            return all;
          });
    }
  }

  /** Returns and removes the containers of an attempt. */
  public List<Container> take(ApplicationAttemptId attempt) {
    Map<ContainerId, Container> taken = returned.isEmpty() ? null : returned.remove(attempt);
    return taken == null ? Collections.emptyList() : new ArrayList<>(taken.values());
  }

  /** Removes the containers of attempts that have ended. */
  public void forgetEnded(Predicate<ApplicationAttemptId> ended) {
    returned.keySet().removeIf(ended);
  }

  /** Forgets all containers. */
  public void clear() {
    returned.clear();
  }
}
