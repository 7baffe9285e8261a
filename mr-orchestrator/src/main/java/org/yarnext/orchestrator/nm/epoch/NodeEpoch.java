// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.epoch;

import java.util.Collections;
import java.util.Map;
import org.apache.hadoop.util.Time;
import org.yarnext.common.guard.Guard;
import org.yarnext.orchestrator.nm.tasks.NodeOrchestratorMetrics;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.estimate.PhaseUsage;
import org.yarnext.orchestrator.rpc.NodeAnswer;
import org.yarnext.orchestrator.rpc.NodeUsageReport;
import org.yarnext.orchestrator.rpc.OrchestratorProtocol;

/**
 * Runs the epochs of a NodeManager: reports the usage of its tasks to the ResourceManager, and
 * takes a step towards the answer. The answer is based on an earlier report; if the node's
 * allocations have changed since, the answer is outdated and counts as none. Without a decision it
 * does nothing, and after several such epochs it returns, step by step, to the containers' tokens.
 * While answers arrive, it waits an epoch after each step. For one thread.
 */
public final class NodeEpoch {
  /**
   * Number of epochs for which an answer stays in force when no other arrives. A ResourceManager
   * decides nothing in the first two epochs after it starts, and may have been away before that.
   */
  static final int PATIENCE = 6;

  private final NodeTaskManager manager;
  private final OrchestratorProtocol global;
  private final boolean spareToTasks;
  private final double epochMs;
  private final Guard guard;
  private final NodeOrchestratorMetrics metrics;
  private volatile String node;
  private Map<JobPhase, PhaseUsage> phases = Collections.emptyMap();
  private int undecided;

  /** Whether the last epoch was a step towards the tokens, which outdates the next answer. */
  private boolean hasReturned;

  /**
   * @param global the ResourceManager's side, called over the network: a call may take long and
   *     fail
   * @param spareToTasks whether CPU that no container requested goes to tasks of applications that
   *     the ResourceManager knows as MapReduce or Tez
   */
  public NodeEpoch(
      NodeTaskManager manager,
      OrchestratorProtocol global,
      boolean spareToTasks,
      double epochMs,
      Guard guard,
      NodeOrchestratorMetrics metrics) {
    this.manager = manager;
    this.global = global;
    this.spareToTasks = spareToTasks;
    this.epochMs = epochMs;
    this.guard = guard;
    this.metrics = metrics;
  }

  /** Sets the id of this node, which is unknown before the node has started. Thread-safe. */
  public void node(String id) {
    node = id;
  }

  /**
   * Runs one epoch; does not throw.
   *
   * @param nowNanos monotonic time
   */
  public void next(long nowNanos) {
    String id = node;
    if (id == null) {
      return;
    }
    NodeUsageReport report =
        guard.callInline(
            "orchestrator.report", () -> manager.report(id, phases, epochMs, nowNanos), () -> null);
    NodeAnswer answer = report == null ? NodeAnswer.nothing() : ask(report);
    guard.runInline("orchestrator.actuate", () -> act(answer), manager::putBack);
  }

  /**
   * Exchanges the report for an answer. Not guarded: a missing ResourceManager is no fault of this
   * node. Any failure is taken as "no answer", so that tasks return to their tokens after some
   * epochs.
   */
  private NodeAnswer ask(NodeUsageReport report) {
    try {
      NodeAnswer answer = global.exchange(report);
      metrics.answered(answer);
      return answer;
    } catch (Throwable e) {
      metrics.exchangeFailed(e, Time.monotonicNow());
      return NodeAnswer.nothing();
    }
  }

  private void act(NodeAnswer answer) {
    answer
        .totals()
        .forEach((container, ms) -> manager.setTotalMs(container, answer.attempt(container), ms));
    if (!answer.phases().isEmpty()) {
      phases = answer.phases();
    }
    // An answer that predates the latest changes of allocations would repeat or undo them.
    boolean isOutdated = answer.isDecided() && answer.grants() != manager.grants();
    boolean isCurrent = answer.isDecided() && !isOutdated;
    if (isOutdated) {
      metrics.outdated();
    }
    // Outdated answers count as none: an application that resizes its containers again and again
    // must not keep others from returning to their tokens.
    undecided = isCurrent ? 0 : Math.min(undecided + 1, PATIENCE);
    boolean waits = undecided > 0 && undecided < PATIENCE;
    if (waits || isOutdated && hasReturned) {
      hasReturned = false;
      return;
    }
    hasReturned = !isCurrent;
    NodeAnswer decision = isCurrent ? answer : NodeAnswer.nothing();
    for (ResourceKind kind : ResourceKind.values()) {
      manager.actuate(kind, decision);
    }
    manager.giveSpareTo(spareToTasks ? decision.applications() : Collections.emptySet());
  }
}
