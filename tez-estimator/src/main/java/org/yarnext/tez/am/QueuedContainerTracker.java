// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.app.dag.Vertex;
import org.apache.tez.dag.app.rm.AMSchedulerEventTALaunchRequest;
import org.apache.tez.dag.records.TezTaskID;
import org.yarnext.common.decision.Decision;
import org.yarnext.tez.am.container.ContainerReuseMatcher;
import org.yarnext.tez.am.task.TezAttemptReader;
import org.yarnext.tez.policy.estimate.RunTimeEstimateReason;
import org.yarnext.tez.policy.opportunistic.ContainerSupply;
import org.yarnext.tez.policy.opportunistic.IdleContainerPolicy;
import org.yarnext.tez.policy.opportunistic.OpportunisticWaitPolicy;
import org.yarnext.tez.policy.opportunistic.StartDelayEstimator;

/**
 * Tracks the opportunistic containers of one DAG that are requested or queued on nodes, and decides
 * which of them to give up. Thread-safe.
 */
final class QueuedContainerTracker {
  private final EstimatorContext estimatorContext;
  private final Function<Vertex, DagState> dagStates;
  private final OpportunisticWaitPolicy<TaskAttempt, ContainerId> waits;

  /** Tracks opportunistic requests without a grant, with the attempt in place of the container. */
  private final OpportunisticWaitPolicy<TaskAttempt, TaskAttempt> unanswered;

  private final StartDelayEstimator<TaskAttempt> starts = new StartDelayEstimator<>();

  /** Moves tasks from the queues of {@link #waits} to reused containers. */
  private final IdleContainerPolicy<
          OpportunisticWaitPolicy.Waiting<TaskAttempt, ContainerId>,
          TezTaskID,
          ContainerId,
          ContainerReuseMatcher>
      moves;

  /** The vertices that each vertex reads from, directly or not. */
  private final Map<String, Set<String>> sources = new ConcurrentHashMap<>();

  /** Container requirements of the vertices, as their first tasks requested. */
  private final Map<String, ContainerReuseMatcher> needs = new ConcurrentHashMap<>();

  /** Container requirements of the vertices that containers served last. */
  private final Map<ContainerId, ContainerReuseMatcher> servedLast = new ConcurrentHashMap<>();

  /**
   * Creates a tracker.
   *
   * @param keptMs maximum time for which an idle container may be kept for a task
   * @param dagStates returns the state of a vertex's DAG; null if the DAG has ended
   */
  QueuedContainerTracker(
      EstimatorContext estimatorContext, long keptMs, Function<Vertex, DagState> dagStates) {
    this.estimatorContext = estimatorContext;
    this.dagStates = dagStates;
    this.waits = new OpportunisticWaitPolicy<>(estimatorContext.settings.hybridMaxWaitMs());
    this.moves =
        new IdleContainerPolicy<>(
            waiting -> waiting.task().getTaskAttemptID().getTaskID(), this::serves, keptMs);
    this.unanswered = new OpportunisticWaitPolicy<>(estimatorContext.settings.hybridMaxWaitMs());
  }

  /**
   * Records that a task of a vertex requests a container.
   *
   * @param from the vertices that it reads from, directly or not
   * @param cookie Tez's request
   */
  void asks(Vertex vertex, Set<String> from, Object cookie) {
    sources.put(vertex.getName(), from);
    if (cookie instanceof AMSchedulerEventTALaunchRequest) {
      needs.computeIfAbsent(
          vertex.getName(),
          name -> ContainerReuseMatcher.of((AMSchedulerEventTALaunchRequest) cookie));
    }
  }

  /**
   * Returns whether a container may run a waiting task; true if the requirements of either are
   * unknown.
   */
  private boolean serves(
      ContainerReuseMatcher last,
      OpportunisticWaitPolicy.Waiting<TaskAttempt, ContainerId> waiting) {
    ContainerReuseMatcher next = needs.get(waiting.task().getTask().getVertex().getName());
    return last == null || next == null || last.serves(next);
  }

  /** Records that an opportunistic container is requested. */
  void onRequested(TaskAttempt attempt) {
    unanswered.assigned(attempt, attempt, now());
    starts.onRequested(attempt, now());
  }

  /** Returns the supply of opportunistic containers. */
  ContainerSupply supply() {
    return ContainerSupply.UNKNOWN.withOpportunistic(starts.meanMs(now()), starts.noneStarts());
  }

  /** Records that the attempt was given this container, whether it runs or not. */
  void assigned(TaskAttempt attempt, Container container) {
    unanswered.onEnded(attempt);
    TezTaskID id = attempt.getTaskAttemptID().getTaskID();
    boolean used = moves.endIdle(container.getId());
    moves.assigned(id);
    ContainerReuseMatcher need = needs.get(attempt.getTask().getVertex().getName());
    if (need != null) {
      servedLast.put(container.getId(), need);
    }
    if (!used && container.getExecutionType() == ExecutionType.OPPORTUNISTIC) {
      waits.assigned(attempt, container.getId(), now());
    } else {
      starts.endedUnstarted(attempt, now());
    }
  }

  /** Records that the attempt's container runs. */
  void submitted(TaskAttempt attempt) {
    onEnded(attempt);
    starts.started(attempt, now());
  }

  private void onEnded(TaskAttempt attempt) {
    waits.onEnded(attempt);
    unanswered.onEnded(attempt);
  }

  /**
   * Records that the attempt has ended.
   *
   * @param idle its container, if that may be reused; else null
   */
  void ended(TaskAttempt attempt, ContainerId idle) {
    onEnded(attempt);
    starts.endedUnstarted(attempt, now());
    if (idle != null) {
      moves.idle(idle, servedLast.get(idle), now()); // Tez may give it a task at once
    }
  }

  /** Records that the container was released, or has ended. */
  void released(ContainerId container) {
    servedLast.remove(container);
    moves.endIdle(container);
  }

  /**
   * Returns whether the attempt's task left a queue for an idle container, and has no other one
   * yet.
   */
  boolean isOnTheWay(TaskAttempt attempt) {
    return moves.isOnTheWay(attempt.getTaskAttemptID().getTaskID());
  }

  /** Clears all state because the DAG is over. */
  void onDagEnded() {
    waits.onDagEnded();
    unanswered.onDagEnded();
    starts.onDagEnded();
    moves.onDagEnded();
    sources.clear();
    needs.clear();
  }

  /** Returns whether an idle container may be kept for a task. Takes no lock, and never throws. */
  boolean isKept(ContainerId idle) {
    return moves.isKept(idle);
  }

  /**
   * Returns whether an idle container is kept from the attempt, for a task that the attempt's own
   * reads from. The attempt would occupy the container, and wait there for that task.
   */
  boolean isReservedForOther(TaskAttempt attempt, ContainerId idle) {
    OpportunisticWaitPolicy.Waiting<TaskAttempt, ContainerId> waiter = moves.keptFor(idle, now());
    Set<String> from = sources.get(attempt.getTask().getVertex().getName());
    return waiter != null
        && from != null
        && from.contains(waiter.task().getTask().getVertex().getName());
  }

  /**
   * Returns the opportunistic containers to release because they did not start for too long, each
   * once. A container whose task waits for other opportunistic ones is not released: a guaranteed
   * container would take the room that those wait for.
   */
  List<ContainerId> overdue() {
    List<ContainerId> overdue = new ArrayList<>();
    for (OpportunisticWaitPolicy.Waiting<TaskAttempt, ContainerId> waiting : waits.overdue(now())) {
      TaskAttempt attempt = waiting.task();
      if (attempt.getLaunchTime() > 0 || attempt.isFinished()) {
        waits.onEnded(attempt); // Tez's state takes precedence
        continue;
      }
      if (isBehindOpportunistic(attempt)) {
        continue;
      }
      waits.onEnded(attempt);
      starts.givenUp(attempt, now());
      overdue.add(waiting.container());
      estimatorContext.metrics.givenBack.increment();
      estimatorContext.metrics.explain(
          attempt,
          Decision.of(true, RunTimeEstimateReason.CONTAINER_WAIT_TIMEOUT)
              .with("container", waiting.container())
              .with("waitedMs", now() - waiting.sinceMs()));
    }
    return overdue;
  }

  /**
   * Keeps idle containers for tasks that wait in queues. Of the tasks that wait for no other, the
   * earliest of the DAG go first, and of these the last ones of the queues.
   */
  void reserveIdle() {
    if (!moves.hasFree(now())) {
      return;
    }
    List<OpportunisticWaitPolicy.Waiting<TaskAttempt, ContainerId>> waiting = waits.waiting();
    Collections.reverse(waiting);
    waiting.sort(
        Comparator.comparingInt(each -> each.task().getTask().getVertex().getDistanceFromRoot()));
    moves.keep(waiting, this::mayMove);
  }

  private boolean mayMove(OpportunisticWaitPolicy.Waiting<TaskAttempt, ContainerId> waiting) {
    TaskAttempt attempt = waiting.task();
    return !isBehindOpportunistic(attempt)
        && attempt.getLaunchTime() <= 0
        && !attempt.isFinished()
        && !TezAttemptReader.isElsewhere(attempt);
  }

  /**
   * Returns the opportunistic containers to release because they wait in queues while an idle one
   * is kept for their tasks, which are then requested again and run there.
   */
  List<ContainerId> left() {
    reserveIdle();
    List<ContainerId> left = new ArrayList<>();
    for (OpportunisticWaitPolicy.Waiting<TaskAttempt, ContainerId> each :
        moves.leave(this::mayMove, now())) {
      waits.onEnded(each.task());
      starts.endedUnstarted(each.task(), now());
      left.add(each.container());
      estimatorContext.metrics.moved.increment();
      estimatorContext.metrics.explain(
          each.task(),
          Decision.of(true, RunTimeEstimateReason.CONTAINER_IDLE_ELSEWHERE)
              .with("container", each.container())
              .with("waitedMs", now() - each.sinceMs()));
    }
    return left;
  }

  /**
   * Returns the attempts whose opportunistic container has not come for too long, each once; they
   * then request a guaranteed one. An attempt that waits for other opportunistic ones is left out,
   * as above.
   */
  Set<TaskAttempt> ungranted() {
    Set<TaskAttempt> ungranted = new LinkedHashSet<>();
    for (OpportunisticWaitPolicy.Waiting<TaskAttempt, TaskAttempt> waiting :
        unanswered.overdue(now())) {
      TaskAttempt attempt = waiting.task();
      if (isBehindOpportunistic(attempt)) {
        continue;
      }
      unanswered.onEnded(attempt);
      Vertex vertex = attempt.getTask().getVertex();
      DagState dagState = dagStates.apply(vertex);
      if (dagState == null || attempt.isFinished()) {
        continue;
      }
      starts.givenUp(attempt, now());
      dagState.asksGuaranteed(
          vertex.getName(), TezAttemptReader.number(attempt.getTaskAttemptID()));
      ungranted.add(attempt);
      estimatorContext.metrics.explain(
          attempt,
          Decision.of(false, RunTimeEstimateReason.CONTAINER_NOT_GRANTED)
              .with("waitedMs", now() - waiting.sinceMs()));
    }
    return ungranted;
  }

  private boolean isBehindOpportunistic(TaskAttempt attempt) {
    Vertex vertex = attempt.getTask().getVertex();
    DagState dagState = dagStates.apply(vertex);
    Set<String> from = sources.get(vertex.getName());
    return dagState != null
        && dagState.isBehindOpportunistic(from == null ? TezAttemptReader.sources(vertex) : from);
  }

  private long now() {
    return estimatorContext.clock.getAsLong();
  }
}
