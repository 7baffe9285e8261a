// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.tez.common.counters.TezCounters;
import org.apache.tez.dag.app.dag.DAG;
import org.apache.tez.dag.app.dag.DAGState;
import org.apache.tez.dag.app.dag.Task;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.app.dag.Vertex;
import org.apache.tez.dag.app.rm.AMSchedulerEventTALaunchRequest;
import org.apache.tez.dag.records.TezDAGID;
import org.apache.tez.serviceplugins.api.TaskAttemptEndReason;
import org.yarnext.tez.am.container.DeclaredWorkTracker;
import org.yarnext.tez.am.container.LaunchContextHook;
import org.yarnext.tez.am.container.LaunchRequestEvent;
import org.yarnext.tez.am.task.TaskInputEstimator;
import org.yarnext.tez.am.task.TezAttemptReader;
import org.yarnext.tez.policy.estimate.AttemptRun;
import org.yarnext.tez.policy.estimate.TaskFeatures;
import org.yarnext.tez.policy.estimate.VertexHistory;
import org.yarnext.tez.policy.estimate.VertexRunSummary;
import org.yarnext.tez.policy.opportunistic.ContainerSupply;

/**
 * Passes events of Tez's task scheduler to the {@link DagState} of the current DAG, and answers the
 * scheduler's questions from it. Tez runs one DAG at a time. All methods may throw: callers use the
 * guard. Thread-safe.
 */
final class SchedulerEventAdapter {
  private final EstimatorContext context;
  private final boolean reused;
  private final Supplier<Resource> headroom;
  private final QueuedContainerTracker queues;
  private final DeclaredWorkTracker work = new DeclaredWorkTracker();
  private final TaskInputEstimator inputs = new TaskInputEstimator();

  /**
   * The current DAG; null between DAGs. Read without this object's lock, since {@link
   * QueuedContainerTracker} reads the state while it holds its own lock, which {@link #over} takes.
   */
  private volatile Current current;

  /** The DAG that ended last: its late events must not create a new state. */
  private TezDAGID over;

  /** The DAG that Tez runs. Immutable. */
  private static final class Current {
    final DAG dag;
    final String pattern;
    final DagState state;

    Current(DAG dag, String pattern, DagState state) {
      this.dag = dag;
      this.pattern = pattern;
      this.state = state;
    }
  }

  /**
   * Creates an adapter for one Application Master, with the ResourceManager's last headroom.
   *
   * @param reused whether containers run several tasks
   * @param keptMs maximum time for which an idle container may be kept for a task
   */
  SchedulerEventAdapter(
      EstimatorContext context, boolean reused, long keptMs, Supplier<Resource> headroom) {
    this.context = context;
    this.reused = reused;
    this.headroom = headroom;
    this.queues = new QueuedContainerTracker(context, keptMs, this::stateOf);
  }

  QueuedContainerTracker queues() {
    return queues;
  }

  /**
   * Handles an attempt's request. Chooses the type of its container here, where no lock of Tez's
   * scheduler is held, since reading the DAG takes its own locks.
   *
   * @return the request to continue with
   */
  Object onRequested(Object task, Object cookie) {
    TaskAttempt attempt = (TaskAttempt) task;
    Vertex vertex = attempt.getTask().getVertex();
    DagState dagState = stateFor(vertex);
    if (dagState == null) {
      return cookie;
    }
    long number = TezAttemptReader.number(attempt.getTaskAttemptID());
    dagState.onRequested(vertex.getName(), number, now());
    if (cookie instanceof LaunchRequestEvent) {
      return cookie; // requested again: its container was unusable
    }
    context.metrics.asked.increment();
    Set<String> sources = TezAttemptReader.sources(vertex);
    queues.asks(vertex, sources, cookie);
    context.metrics.explain(
        attempt,
        dagState.choose(
            vertex.getName(),
            attempt.getTaskAttemptID().getTaskID().getId(),
            number,
            sources,
            TaskFeatures.of(bytes(dagState, attempt), !reused || !context.turns.usedAgain()),
            vertex.getDAG().getCompletedTaskProgress(),
            supply(cookie),
            now()));
    if (!context.mode.acts() || !(cookie instanceof AMSchedulerEventTALaunchRequest)) {
      return cookie;
    }
    AMSchedulerEventTALaunchRequest request = (AMSchedulerEventTALaunchRequest) cookie;
    return new LaunchRequestEvent(
        request,
        new LaunchContextHook(
            request.getContainerContext(),
            vertex,
            () ->
                context.guard.callInline(
                    "tez.declare",
                    () -> declare(dagState, attempt, request.getCapability()),
                    () -> 0L)));
  }

  private ContainerSupply supply(Object cookie) {
    ContainerSupply supply = queues.supply();
    return cookie instanceof AMSchedulerEventTALaunchRequest
        ? supply.withRoom(room(((AMSchedulerEventTALaunchRequest) cookie).getCapability()))
        : supply;
  }

  private long declare(DagState dagState, TaskAttempt attempt, Resource size) {
    long ms = containerMs(dagState, attempt, size);
    context.metrics.declared.increment();
    return ms;
  }

  /** Returns the expected run time of a container launched for the attempt now, in ms. */
  private long containerMs(DagState dagState, TaskAttempt attempt, Resource size) {
    Vertex vertex = attempt.getTask().getVertex();
    return dagState.containerMs(
        vertex.getName(),
        bytes(dagState, attempt),
        inputs.mean(vertex, dagState::bytesLeft),
        room(size),
        now());
  }

  /** Returns how many more containers there is room for, by memory, as some schedulers count. */
  private long room(Resource size) {
    return Math.max(0, headroom.get().getMemorySize() / Math.max(1, size.getMemorySize()));
  }

  /** Returns whether to request an opportunistic container. Takes no lock of Tez's. */
  boolean isOpportunistic(Object task) {
    TaskAttempt attempt = (TaskAttempt) task;
    Vertex vertex = attempt.getTask().getVertex();
    DagState dagState = stateOf(vertex);
    if (dagState == null
        || !context.mode.acts()
        || !dagState.isOpportunistic(
            vertex.getName(), TezAttemptReader.number(attempt.getTaskAttemptID()))) {
      return false;
    }
    context.metrics.opportunistic.increment();
    queues.onRequested(attempt);
    return true;
  }

  /** Returns whether the attempt must not run in any opportunistic container, even reused. */
  boolean needsGuaranteed(Object task) {
    TaskAttempt attempt = (TaskAttempt) task;
    Vertex vertex = attempt.getTask().getVertex();
    DagState dagState = stateOf(vertex);
    return dagState != null
        && context.mode.acts()
        && dagState.needsGuaranteed(
            vertex.getName(), TezAttemptReader.number(attempt.getTaskAttemptID()));
  }

  /** Records that the attempt was given this container, whether it runs or not. */
  void assigned(Object task, Container container) {
    TaskAttempt attempt = (TaskAttempt) task;
    boolean opportunistic = container.getExecutionType() == ExecutionType.OPPORTUNISTIC;
    Vertex vertex = attempt.getTask().getVertex();
    DagState dagState = stateOf(vertex);
    if (dagState != null) {
      dagState.placed(
          vertex.getName(), TezAttemptReader.number(attempt.getTaskAttemptID()), opportunistic);
    }
    context.turns.isFirst(container.getId(), attempt.getTaskAttemptID());
    queues.assigned(attempt, container);
    if (opportunistic) {
      declared(attempt, container);
    }
  }

  /** Logs the run time that the container declares, which is read at its launch, the next step. */
  private void declared(TaskAttempt attempt, Container container) {
    Vertex vertex = attempt.getTask().getVertex();
    DagState dagState = stateOf(vertex);
    if (dagState != null && context.mode.acts()) {
      work.assigned(container.getId(), containerMs(dagState, attempt, container.getResource()));
    }
  }

  /** Returns whether a container must no longer be reused, see {@link DeclaredWorkTracker}. */
  boolean isOverrun(Container container) {
    return work.isOverrun(container.getId());
  }

  /** Records that the container has ended. */
  void containerEnded(ContainerId container) {
    work.containerEnded(container);
    queues.released(container);
  }

  /** Records that Tez no longer knew the attempt's container when the attempt ended. */
  void noContainer(Object task) {
    ContainerId container = ((TaskAttempt) task).getAssignedContainerID();
    if (container != null) {
      queues.released(container);
    }
  }

  /** Records that the attempt's container runs: it was given to the attempt's process. */
  void submitted(Object task) {
    TaskAttempt attempt = (TaskAttempt) task;
    queues.submitted(attempt);
    work.runs(attempt.getAssignedContainerID(), now());
  }

  void started(Object task) {
    TaskAttempt attempt = (TaskAttempt) task;
    Vertex vertex = attempt.getTask().getVertex();
    DagState dagState = stateOf(vertex);
    if (dagState != null) {
      context.metrics.explain(
          attempt,
          dagState.started(
              vertex.getName(),
              TezAttemptReader.number(attempt.getTaskAttemptID()),
              TaskFeatures.of(bytes(dagState, attempt), context.turns.isFirst(attempt)),
              now()));
    }
  }

  void ended(Object task, boolean succeeded, TaskAttemptEndReason reason) {
    TaskAttempt attempt = (TaskAttempt) task;
    ContainerId container = attempt.getAssignedContainerID();
    boolean idle = succeeded && container != null && !work.isOverrun(container);
    queues.ended(attempt, idle ? container : null);
    Vertex vertex = attempt.getTask().getVertex();
    DagState dagState = stateOf(vertex);
    if (dagState == null) {
      return;
    }
    long number = TezAttemptReader.number(attempt.getTaskAttemptID());
    TezCounters counters = succeeded ? attempt.getCounters() : null;
    long left = TezAttemptReader.bytesLeft(counters);
    Long ranMs = null;
    if (succeeded && attempt.getLaunchTime() > 0 && !dagState.isRunning(vertex.getName(), number)) {
      // Tez reports attempts of an earlier Application Master attempt one by one.
      ranMs = recover(dagState, vertex.getName(), attempt);
      left = AttemptRun.UNKNOWN;
    }
    Long seenMs =
        dagState.ended(
            vertex.getName(),
            attempt.getTaskAttemptID().getTaskID().getId(),
            number,
            succeeded,
            isLost(attempt, reason),
            TezAttemptReader.bytesRead(counters),
            left,
            now());
    ranMs = ranMs == null ? seenMs : ranMs;
    if (succeeded && ranMs != null) {
      context.metrics.ended.increment();
    }
  }

  /** Returns whether its container was taken away, and not left for an idle one. */
  private boolean isLost(TaskAttempt attempt, TaskAttemptEndReason reason) {
    return reason == TaskAttemptEndReason.EXTERNAL_PREEMPTION
        || reason == TaskAttemptEndReason.INTERNAL_PREEMPTION && !queues.isOnTheWay(attempt);
  }

  /** Ends the DAG; logs the learnt run times, and stores those of a successful DAG only. */
  synchronized void onDagEnded() {
    queues.onDagEnded();
    inputs.onDagEnded();
    work.dagOver(now());
    Current ended = current;
    if (ended == null) {
      return;
    }
    current = null;
    over = ended.dag.getID();
    ended.state.logAccuracy();
    if (ended.dag.getState() == DAGState.SUCCEEDED) {
      Map<String, VertexRunSummary> whole = new LinkedHashMap<>(ended.state.summary());
      whole.keySet().removeIf(vertex -> !TezAttemptReader.isWhole(ended.dag.getVertex(vertex)));
      context.histories.keep(ended.pattern, whole);
    }
  }

  /** Returns the state of the vertex's DAG; null if the DAG has ended. Takes no lock. */
  private DagState stateOf(Vertex vertex) {
    return stateOf(vertex.getDAG().getID());
  }

  private DagState stateOf(TezDAGID id) {
    Current now = current;
    return now != null && now.dag.getID().equals(id) ? now.state : null;
  }

  /** Returns the state of the vertex's DAG, creating it if the DAG has just begun. */
  private DagState stateFor(Vertex vertex) {
    DAG of = vertex.getDAG();
    if (isNew(of.getID())) {
      onDagEnded();
      String runsOf = TezAttemptReader.pattern(of);
      begin(of, runsOf, context.histories.of(runsOf)); // may block, so no lock is held
    }
    return recovered(vertex);
  }

  private synchronized boolean isNew(TezDAGID id) {
    return stateOf(id) == null && !id.equals(over);
  }

  private synchronized void begin(DAG of, String runsOf, Map<String, VertexHistory> past) {
    DagState state = new DagState(of.getName(), context, past, reused);
    current = new Current(of, runsOf, state);
    of.getVertices()
        .values()
        .forEach(each -> recover(state, each)); // ended vertices make no requests
  }

  private synchronized DagState recovered(Vertex vertex) {
    DagState state = stateOf(vertex);
    if (state != null && !state.knows(vertex.getName())) {
      recover(state, vertex);
    }
    return state;
  }

  /** Learns from tasks that ended before this Application Master's attempt, too. */
  private void recover(DagState state, Vertex vertex) {
    if (vertex.getSucceededTasks() == 0) {
      return;
    }
    vertex.getTasks().values().stream()
        .map(Task::getSuccessfulAttempt)
        .filter(attempt -> attempt != null && attempt.getLaunchTime() > 0)
        .sorted(Comparator.comparingLong(TaskAttempt::getFinishTime))
        .forEach(attempt -> recover(state, vertex.getName(), attempt));
  }

  private Long recover(DagState dagState, String vertex, TaskAttempt attempt) {
    TezCounters counters = attempt.getCounters();
    return dagState.recovered(
        vertex,
        TezAttemptReader.number(attempt.getTaskAttemptID()),
        TaskFeatures.of(TezAttemptReader.bytesRead(counters), context.turns.isFirst(attempt)),
        attempt.getLaunchTime(),
        attempt.getFinishTime(),
        TezAttemptReader.bytesLeft(counters));
  }

  private long bytes(DagState dagState, TaskAttempt attempt) {
    return inputs.of(attempt, dagState::bytesLeft);
  }

  private long now() {
    return context.clock.getAsLong();
  }
}
