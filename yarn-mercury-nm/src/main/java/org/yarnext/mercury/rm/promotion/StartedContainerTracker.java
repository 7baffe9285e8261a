// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.promotion;

import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ContainerSubState;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeStatusEvent;
import org.yarnext.common.guard.Guard;

/**
 * Hooks the ResourceManager's node events, behind its own handler, to track which opportunistic
 * containers have started. To the ResourceManager a container runs from the first heartbeat that
 * names it, even while it is localised or waits in the node's queue. Only the sub-state in each
 * heartbeat distinguishes these, and the ResourceManager does not keep it. Thread-safe.
 */
public final class StartedContainerTracker implements EventHandler<RMNodeEvent> {
  private final RMContext context;
  private final Guard guard;
  private final LongSupplier clockMs;
  private final long staleAfterMs;
  private final Map<NodeId, Report> reports = new ConcurrentHashMap<>();

  /** A node's latest heartbeat and its time. */
  private static final class Report {
    final Set<ContainerId> started;
    final long atMs;

    Report(Set<ContainerId> started, long atMs) {
      this.started = started;
      this.atMs = atMs;
    }
  }

  /**
   * Creates a tracker.
   *
   * @param staleAfterMs age from which a heartbeat is ignored
   */
  public StartedContainerTracker(
      RMContext context, Guard guard, LongSupplier clockMs, long staleAfterMs) {
    this.context = context;
    this.guard = guard;
    this.clockMs = clockMs;
    this.staleAfterMs = staleAfterMs;
  }

  /** Called on the dispatcher's thread; an exception would end the ResourceManager. */
  @Override
  public void handle(RMNodeEvent event) {
    guard.runInline(
        "mercury.promote.started",
        () -> handleReport(event),
        () -> reports.remove(event.getNodeId()));
  }

  private void handleReport(RMNodeEvent event) {
    NodeId node = event.getNodeId();
    if (!context.getRMNodes().containsKey(node)) {
      reports.remove(node);
    } else if (event instanceof RMNodeStatusEvent) {
      Set<ContainerId> started = started((RMNodeStatusEvent) event);
      if (started.isEmpty()) {
        reports.remove(node); // most nodes, in most clusters
      } else {
        reports.put(node, new Report(started, clockMs.getAsLong()));
      }
    }
  }

  private static Set<ContainerId> started(RMNodeStatusEvent event) {
    Set<ContainerId> started = Collections.emptySet();
    for (ContainerStatus status : event.getContainers()) {
      if (status.getExecutionType() == ExecutionType.OPPORTUNISTIC
          && status.getContainerSubState() == ContainerSubState.RUNNING) {
        started = started.isEmpty() ? new HashSet<>() : started;
        started.add(status.getContainerId());
      }
    }
    return started;
  }

  /**
   * Returns whether a fresh heartbeat of the container's node reported it as started and not
   * paused.
   */
  public boolean has(Container c) {
    Report latest = reports.get(c.getNodeId());
    return latest != null
        && clockMs.getAsLong() - latest.atMs <= staleAfterMs
        && latest.started.contains(c.getId());
  }

  /** Forgets all reports. */
  public void clear() {
    reports.clear();
  }
}
