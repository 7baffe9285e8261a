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
package org.yarnext.tez.am;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
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
import org.apache.tez.dag.records.TezTaskID;
import org.apache.tez.serviceplugins.api.TaskAttemptEndReason;
import org.yarnext.common.decision.Decision;
import org.yarnext.tez.policy.EstimateReason;
import org.yarnext.tez.policy.IdleMoves;
import org.yarnext.tez.policy.PastRun;
import org.yarnext.tez.policy.PastRuns;
import org.yarnext.tez.policy.Patience;
import org.yarnext.tez.policy.QueuedTasks;
import org.yarnext.tez.policy.Run;
import org.yarnext.tez.policy.TaskTraits;

/**
 * Turns what happens in Tez's task scheduler into what a {@link DagBook} is told, and answers from
 * it. One DAG at a time, as Tez runs them. Everything here may throw: the caller guards.
 * Thread-safe.
 */
final class SchedulerEvents {
  private final AmParts parts;
  private final boolean reused;
  private final Supplier<Resource> headroom;
  private final Patience<TaskAttempt, ContainerId> patience;

  /** The same for opportunistic containers that do not even come; the attempt stands for them. */
  private final Patience<TaskAttempt, TaskAttempt> unanswered;

  /** From those of {@link #patience} to containers that are used again. */
  private final IdleMoves<TezTaskID, ContainerId> moves = new IdleMoves<>();

  private final QueuedTasks<TezTaskID> queued = new QueuedTasks<>();
  private final DeclaredWork work = new DeclaredWork();
  private DAG dag;
  private String pattern;
  private DagBook book;

  /** The last DAG that is over: what still comes of it begins no new book. */
  private TezDAGID over;

  /**
   * @param reused whether containers run several tasks
   * @param headroom what the ResourceManager last said is available
   */
  SchedulerEvents(AmParts parts, boolean reused, Supplier<Resource> headroom) {
    this.parts = parts;
    this.reused = reused;
    this.headroom = headroom;
    this.patience = new Patience<>(parts.settings.hybridPatienceMs());
    this.unanswered = new Patience<>(parts.settings.hybridPatienceMs());
  }

  /**
   * An attempt is asked for. Its container's kind is chosen here, where no lock of Tez's scheduler
   * is held, for what is read of the DAG takes locks of its own.
   *
   * @return the request to go on with
   */
  Object asked(Object task, Object cookie) {
    TaskAttempt attempt = (TaskAttempt) task;
    Vertex vertex = attempt.getTask().getVertex();
    DagBook dagBook = bookFor(vertex);
    if (dagBook == null) {
      return cookie;
    }
    long number = Attempts.number(attempt.getTaskAttemptID());
    dagBook.asked(vertex.getName(), number, now());
    if (cookie instanceof DeclaringLaunch) {
      return cookie; // asked again, since its container was of no use
    }
    parts.journal.asked.increment();
    Set<String> sources = Attempts.sources(vertex);
    queued.reads(vertex.getName(), sources);
    explain(
        attempt,
        dagBook.choose(
            vertex.getName(),
            attempt.getTaskAttemptID().getTaskID().getId(),
            number,
            sources,
            TaskTraits.of(bytes(dagBook, vertex), !reused || !parts.turns.usedAgain()),
            vertex.getDAG().getCompletedTaskProgress(),
            now()));
    if (!parts.mode.acts() || !(cookie instanceof AMSchedulerEventTALaunchRequest)) {
      return cookie;
    }
    AMSchedulerEventTALaunchRequest request = (AMSchedulerEventTALaunchRequest) cookie;
    return new DeclaringLaunch(
        request,
        new DeclaringContext(
            request.getContainerContext(),
            vertex,
            () ->
                parts.guard.callInline(
                    "tez.declare",
                    () -> declare(dagBook, vertex, request.getCapability()),
                    () -> 0L)));
  }

  private long declare(DagBook dagBook, Vertex vertex, Resource size) {
    long ms = containerMs(dagBook, vertex, size);
    parts.journal.declared.increment();
    return ms;
  }

  /** How long a container launched for the vertex now is expected to run, in ms. */
  private long containerMs(DagBook dagBook, Vertex vertex, Resource size) {
    return dagBook.containerMs(vertex.getName(), bytes(dagBook, vertex), room(size), now());
  }

  /** How many more containers there is room for, by memory: some schedulers count nothing else. */
  private long room(Resource size) {
    return Math.max(0, headroom.get().getMemorySize() / Math.max(1, size.getMemorySize()));
  }

  /** Whether the container asked for the attempt is to be opportunistic. Takes no lock of Tez's. */
  boolean isOpportunistic(Object task) {
    TaskAttempt attempt = (TaskAttempt) task;
    Vertex vertex = attempt.getTask().getVertex();
    DagBook dagBook = bookOf(vertex);
    if (dagBook == null
        || !parts.mode.acts()
        || !dagBook.isOpportunistic(
            vertex.getName(), Attempts.number(attempt.getTaskAttemptID()))) {
      return false;
    }
    parts.journal.opportunistic.increment();
    unanswered.given(attempt, attempt, now());
    return true;
  }

  /** Whether the attempt is to run in no opportunistic container, a used one included. */
  boolean needsGuaranteed(Object task) {
    TaskAttempt attempt = (TaskAttempt) task;
    Vertex vertex = attempt.getTask().getVertex();
    DagBook dagBook = bookOf(vertex);
    return dagBook != null
        && parts.mode.acts()
        && dagBook.needsGuaranteed(vertex.getName(), Attempts.number(attempt.getTaskAttemptID()));
  }

  private void placed(Object task) {
    TaskAttempt attempt = (TaskAttempt) task;
    unanswered.over(attempt);
    Vertex vertex = attempt.getTask().getVertex();
    DagBook dagBook = bookOf(vertex);
    if (dagBook != null) {
      dagBook.placed(vertex.getName(), Attempts.number(attempt.getTaskAttemptID()));
    }
  }

  /** The attempt was given this container, whether it runs or not. */
  void given(Object task, Container container) {
    placed(task);
    TaskAttempt attempt = (TaskAttempt) task;
    TezTaskID id = attempt.getTaskAttemptID().getTaskID();
    boolean used = moves.notIdle(container.getId());
    moves.given(id);
    String vertex = attempt.getTask().getVertex().getName();
    if (!used && container.getExecutionType() == ExecutionType.OPPORTUNISTIC) {
      queued.queued(vertex, id);
    } else {
      queued.notQueued(vertex, id);
    }
    parts.turns.isFirst(container.getId(), attempt.getTaskAttemptID());
    if (container.getExecutionType() == ExecutionType.OPPORTUNISTIC) {
      if (!used) {
        patience.given(attempt, container.getId(), now());
      }
      declared(attempt, container);
    }
  }

  /** About what the container declares: that is asked for as it is launched, which is next. */
  private void declared(TaskAttempt attempt, Container container) {
    Vertex vertex = attempt.getTask().getVertex();
    DagBook dagBook = bookOf(vertex);
    if (dagBook != null && parts.mode.acts()) {
      work.given(container.getId(), containerMs(dagBook, vertex, container.getResource()));
    }
  }

  /** Whether an opportunistic container is used no more, see {@link DeclaredWork}. */
  boolean isSpent(Container container) {
    return work.isSpent(container.getId());
  }

  /** The container has ended. */
  void gone(ContainerId container) {
    work.gone(container);
    moves.notIdle(container);
  }

  /** The container is given back, or has ended. */
  void released(ContainerId container) {
    moves.notIdle(container);
  }

  /** The attempt's container runs: it was given to the attempt's process. */
  void submitted(Object task) {
    patience.over((TaskAttempt) task);
    notQueued((TaskAttempt) task);
    work.runs(((TaskAttempt) task).getAssignedContainerID(), now());
    placed(task);
  }

  private void notQueued(TaskAttempt attempt) {
    queued.notQueued(
        attempt.getTask().getVertex().getName(), attempt.getTaskAttemptID().getTaskID());
  }

  /** Whether the attempt is to run in no container that is used again, as yet. */
  boolean isHeldBack(Object task) {
    return reused
        && parts.mode.acts()
        && queued.holdsBack(((TaskAttempt) task).getTask().getVertex().getName());
  }

  /**
   * The opportunistic containers that did not start for too long, to be given back; each is told of
   * once. One whose task waits for other opportunistic ones is kept: a guaranteed container would
   * take the room that those wait for.
   */
  List<ContainerId> overdue() {
    List<ContainerId> overdue = new ArrayList<>();
    for (Patience.Waiting<TaskAttempt, ContainerId> waiting : patience.overdue(now())) {
      TaskAttempt attempt = waiting.task();
      if (attempt.getLaunchTime() > 0 || attempt.isFinished()) {
        patience.over(attempt); // Tez's word counts, whatever was told here
        continue;
      }
      if (isBehindOpportunistic(attempt)) {
        continue;
      }
      patience.over(attempt);
      overdue.add(waiting.container());
      parts.journal.givenBack.increment();
      explain(
          attempt,
          Decision.of(true, EstimateReason.CONTAINER_GIVEN_BACK)
              .with("container", waiting.container())
              .with("waitedMs", now() - waiting.sinceMs()));
    }
    return overdue;
  }

  /**
   * The opportunistic containers that wait in queues while others of the application are idle, to
   * be given back, so that their tasks are asked for again and run in those. Of the tasks that wait
   * for nobody the earliest of the DAG go first, and of these the last ones of the queues.
   */
  List<ContainerId> left() {
    List<ContainerId> left = new ArrayList<>();
    if (moves.noneIdle()) {
      return left;
    }
    List<Patience.Waiting<TaskAttempt, ContainerId>> waiting = patience.waiting();
    Collections.reverse(waiting);
    waiting.removeIf(
        each ->
            each.task().getLaunchTime() > 0
                || each.task().isFinished()
                || isBehindOpportunistic(each.task()));
    waiting.sort(
        Comparator.comparingInt(each -> each.task().getTask().getVertex().getDistanceFromRoot()));
    for (Patience.Waiting<TaskAttempt, ContainerId> each :
        moves.choose(waiting, moving -> moving.task().getTaskAttemptID().getTaskID(), now())) {
      patience.over(each.task());
      left.add(each.container());
      parts.journal.moved.increment();
      explain(
          each.task(),
          Decision.of(true, EstimateReason.CONTAINER_IDLE_ELSEWHERE)
              .with("container", each.container())
              .with("waitedMs", now() - each.sinceMs()));
    }
    return left;
  }

  /**
   * The attempts whose opportunistic container has not come for too long, to ask for a guaranteed
   * one; each is told of once. One that waits for other opportunistic ones is left out, as above.
   */
  Set<TaskAttempt> ungranted() {
    Set<TaskAttempt> ungranted = new LinkedHashSet<>();
    for (Patience.Waiting<TaskAttempt, TaskAttempt> waiting : unanswered.overdue(now())) {
      TaskAttempt attempt = waiting.task();
      if (isBehindOpportunistic(attempt)) {
        continue;
      }
      unanswered.over(attempt);
      Vertex vertex = attempt.getTask().getVertex();
      DagBook dagBook = bookOf(vertex);
      if (dagBook == null || attempt.isFinished()) {
        continue;
      }
      dagBook.asksGuaranteed(vertex.getName(), Attempts.number(attempt.getTaskAttemptID()));
      ungranted.add(attempt);
      explain(
          attempt,
          Decision.of(false, EstimateReason.CONTAINER_NOT_GRANTED)
              .with("waitedMs", now() - waiting.sinceMs()));
    }
    return ungranted;
  }

  private boolean isBehindOpportunistic(TaskAttempt attempt) {
    Vertex vertex = attempt.getTask().getVertex();
    DagBook dagBook = bookOf(vertex);
    return dagBook != null && dagBook.isBehindOpportunistic(Attempts.sources(vertex));
  }

  void started(Object task) {
    TaskAttempt attempt = (TaskAttempt) task;
    Vertex vertex = attempt.getTask().getVertex();
    DagBook dagBook = bookOf(vertex);
    if (dagBook != null) {
      explain(
          attempt,
          dagBook.started(
              vertex.getName(),
              Attempts.number(attempt.getTaskAttemptID()),
              TaskTraits.of(bytes(dagBook, vertex), parts.turns.isFirst(attempt)),
              now()));
    }
  }

  void ended(Object task, boolean succeeded, TaskAttemptEndReason reason) {
    TaskAttempt attempt = (TaskAttempt) task;
    patience.over(attempt);
    unanswered.over(attempt);
    ContainerId container = attempt.getAssignedContainerID();
    if (succeeded && container != null && !work.isSpent(container)) {
      moves.idle(container); // unless Tez gives it a task at once
    }
    if (succeeded) {
      notQueued(attempt);
    }
    Vertex vertex = attempt.getTask().getVertex();
    DagBook dagBook = bookOf(vertex);
    if (dagBook == null) {
      return;
    }
    long number = Attempts.number(attempt.getTaskAttemptID());
    TezCounters counters = succeeded ? attempt.getCounters() : null;
    long left = Attempts.bytesLeft(counters);
    Long ranMs = null;
    if (succeeded && attempt.getLaunchTime() > 0 && !dagBook.isRunning(vertex.getName(), number)) {
      // of an earlier attempt of the Application Master, which Tez tells of by and by
      ranMs = recover(dagBook, vertex.getName(), attempt);
      left = Run.UNKNOWN;
    }
    Long seenMs =
        dagBook.ended(
            vertex.getName(),
            attempt.getTaskAttemptID().getTaskID().getId(),
            number,
            succeeded,
            isLost(attempt, reason),
            Attempts.bytesRead(counters),
            left,
            now());
    ranMs = ranMs == null ? seenMs : ranMs;
    if (succeeded && ranMs != null) {
      parts.journal.ended.increment();
    }
  }

  /** Whether its container was taken away; one that it left for an idle one was not. */
  private boolean isLost(TaskAttempt attempt, TaskAttemptEndReason reason) {
    return reason == TaskAttemptEndReason.EXTERNAL_PREEMPTION
        || reason == TaskAttemptEndReason.INTERNAL_PREEMPTION
            && !moves.isOnTheWay(attempt.getTaskAttemptID().getTaskID());
  }

  /**
   * The DAG is over, or the Application Master is: what was learnt is logged, and kept if the DAG
   * succeeded. Of one that did not, the tasks that ended are the fast ones.
   */
  synchronized void over() {
    patience.over();
    unanswered.over();
    moves.over();
    queued.over();
    work.dagOver(now());
    if (book == null) {
      return;
    }
    DagBook ended = book;
    DAG of = dag;
    book = null;
    dag = null;
    over = of.getID();
    ended.logAccuracy();
    if (of.getState() == DAGState.SUCCEEDED) {
      Map<String, PastRun> whole = new LinkedHashMap<>(ended.summary());
      whole.keySet().removeIf(vertex -> !Attempts.isWhole(of.getVertex(vertex)));
      parts.histories.keep(pattern, whole);
    }
  }

  /** Null if the vertex is of a DAG that is over. */
  private synchronized DagBook bookOf(Vertex vertex) {
    return isCurrent(vertex.getDAG().getID()) ? book : null;
  }

  private boolean isCurrent(TezDAGID id) {
    return dag != null && dag.getID().equals(id);
  }

  /** The same, made if the vertex's DAG has just begun. */
  private DagBook bookFor(Vertex vertex) {
    DAG of = vertex.getDAG();
    if (isNew(of.getID())) {
      over();
      String runsOf = Attempts.pattern(of);
      begin(of, runsOf, parts.histories.of(runsOf)); // which may wait, so without the lock
    }
    return recovered(vertex);
  }

  private synchronized boolean isNew(TezDAGID id) {
    return !isCurrent(id) && !id.equals(over);
  }

  private synchronized void begin(DAG of, String runsOf, Map<String, PastRuns> past) {
    pattern = runsOf;
    book = new DagBook(of.getName(), parts, past, reused);
    dag = of;
    of.getVertices().values().forEach(this::recover); // those that have ended ask no more
  }

  private synchronized DagBook recovered(Vertex vertex) {
    DagBook current = bookOf(vertex);
    if (current != null && !current.knows(vertex.getName())) {
      recover(vertex);
    }
    return current;
  }

  /** Tasks that ended before this Application Master's attempt are learnt from, too. */
  private void recover(Vertex vertex) {
    if (vertex.getSucceededTasks() == 0) {
      return;
    }
    vertex.getTasks().values().stream()
        .map(Task::getSuccessfulAttempt)
        .filter(attempt -> attempt != null && attempt.getLaunchTime() > 0)
        .sorted(Comparator.comparingLong(TaskAttempt::getFinishTime))
        .forEach(attempt -> recover(book, vertex.getName(), attempt));
  }

  private Long recover(DagBook dagBook, String vertex, TaskAttempt attempt) {
    TezCounters counters = attempt.getCounters();
    return dagBook.recovered(
        vertex,
        Attempts.number(attempt.getTaskAttemptID()),
        TaskTraits.of(Attempts.bytesRead(counters), parts.turns.isFirst(attempt)),
        attempt.getLaunchTime(),
        attempt.getFinishTime(),
        Attempts.bytesLeft(counters));
  }

  private static long bytes(DagBook dagBook, Vertex vertex) {
    return Attempts.expectedBytes(vertex, dagBook::bytesLeft);
  }

  private void explain(TaskAttempt attempt, Decision<?> decision) {
    parts.journal.explain(System.currentTimeMillis(), Attempts.subject(attempt), decision);
  }

  private long now() {
    return parts.clock.getAsLong();
  }
}
