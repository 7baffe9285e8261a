// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.Random;
import org.yarnext.elastic.policy.SizingRequest;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.reservation.ReservationView;
import org.yarnext.elastic.policy.timeline.Reservation;
import org.yarnext.elastic.policy.timeline.TaskGroup;
import org.yarnext.elastic.policy.timeline.Timeline;
import org.yarnext.elastic.policy.timeline.TimelineEstimates;
import org.yarnext.elastic.policy.timeline.TimelineEvents;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;

/**
 * A cluster in virtual time whose nodes report every second and are then filled by Algorithm 1 of
 * YARN-ME, with the policies of one {@link Contender}. Deterministic.
 */
final class VirtualCluster {
  private static final int VCORES = 16;
  private static final long NODE_MB = 10_000;
  private static final long TICK_MS = 1_000;
  private static final long LAYOUT_INTERVAL_MS = 10_000;

  /** Result of a run. */
  static final class Outcome {
    double averageJobMs;
    double longestJobMs;
    int elasticTasks;
    int tasks;
    int layouts;
  }

  private static final class Job {
    final TraceJob trace;
    final ElasticityModel model;
    final long minMb;

    /** Errors by task, from -1 to 1. */
    final double[] errors;

    int pending;
    int unfinished;
    long usedMb;

    Job(TraceJob trace, double penalty) {
      this.trace = trace;
      this.errors = new Random(trace.id.hashCode()).doubles(trace.tasks, -1, 1).toArray();
      this.pending = trace.tasks;
      this.unfinished = trace.tasks;
      long minSteps = Math.max(1, (trace.memoryMb / TraceFamily.STEP_MB + 9) / 10);
      this.model = new SimulatedSpill(trace.memoryMb, trace.runMs, penalty);
      this.minMb = minSteps * TraceFamily.STEP_MB;
    }

    double remainingWork() {
      return (double) unfinished * trace.runMs * trace.memoryMb;
    }
  }

  private static final class Node {
    final String name;
    long freeMb = NODE_MB;
    int freeVcores = VCORES;
    Job reservedFor;
    boolean changed = true;

    Node(String name) {
      this.name = name;
    }
  }

  private static final class Running {
    final long endMs;
    final int number;
    final Job job;
    final Node node;
    final long mb;

    Running(long endMs, int number, Job job, Node node, long mb) {
      this.endMs = endMs;
      this.number = number;
      this.job = job;
      this.node = node;
      this.mb = mb;
    }
  }

  private final Contender contender;
  private final double error;
  private final Comparator<Job> order;
  private final List<Node> nodes = new ArrayList<>();
  private final List<Job> waiting = new ArrayList<>();

  /** Whether since the last layout a job came that waits or one ceased to. */
  private boolean jobsChanged;

  private final List<Job> active = new ArrayList<>();
  private final PriorityQueue<Running> running =
      new PriorityQueue<>(
          Comparator.<Running>comparingLong(r -> r.endMs).thenComparingInt(r -> r.number));
  private final Timeline timeline;
  private final TimelineEvents events;
  private final DiskBudget disks;
  private final Outcome outcome = new Outcome();
  private TimelineEstimates estimates = TimelineEstimates.NONE;
  private long nowMs;

  private VirtualCluster(Contender contender, int size, double diskMbPerSecond, double error) {
    this.contender = contender;
    this.error = error;
    Comparator<Job> byId = Comparator.comparing(job -> job.trace.id);
    this.order =
        contender == Contender.SRTF
            ? Comparator.<Job>comparingDouble(Job::remainingWork).thenComparing(byId)
            : Comparator.<Job>comparingLong(job -> job.usedMb).thenComparing(byId);
    this.timeline = new Timeline(JobOrder.FAIR, contender.maxReserved(size), 1_000_000);
    this.events = new TimelineEvents(timeline);
    this.disks = new DiskBudget(diskMbPerSecond, 50);
    for (int n = 0; n < size; n++) {
      Node node = new Node(String.format(Locale.ROOT, "n%04d", n));
      nodes.add(node);
      events.nodeAdded(node.name, NODE_MB, VCORES);
    }
  }

  /**
   * @param size how many nodes
   * @param penalty how many times longer a task runs that spills all
   * @param diskMbPerSecond what each node's disks can do; elastic tasks may take half
   * @param error by how much of its estimate a task's run time is longer or shorter at most, 0 to 1
   */
  static Outcome run(
      Contender contender,
      List<TraceJob> trace,
      int size,
      double penalty,
      double diskMbPerSecond,
      double error) {
    return new VirtualCluster(contender, size, diskMbPerSecond, error).run(trace, penalty);
  }

  private Outcome run(List<TraceJob> trace, double penalty) {
    List<TraceJob> arrivals = new ArrayList<>(trace);
    arrivals.sort(Comparator.<TraceJob>comparingLong(j -> j.arrivalMs).thenComparing(j -> j.id));
    int arrived = 0;
    while (arrived < arrivals.size() || !running.isEmpty()) {
      long next = running.isEmpty() ? Long.MAX_VALUE : running.peek().endMs;
      if (arrived < arrivals.size()) {
        next = Math.min(next, arrivals.get(arrived).arrivalMs);
      }
      if (contender.elastic != null && !waiting.isEmpty()) {
        next = Math.min(next, estimates.madeAtMs() + LAYOUT_INTERVAL_MS);
      }
      // Changes between two heartbeats are seen at the second.
      nowMs = Math.max(nowMs, (next + TICK_MS - 1) / TICK_MS * TICK_MS);
      while (!running.isEmpty() && running.peek().endMs <= nowMs) {
        end(running.poll());
      }
      while (arrived < arrivals.size() && arrivals.get(arrived).arrivalMs <= nowMs) {
        Job job = new Job(arrivals.get(arrived++), penalty);
        waiting.add(job);
        jobsChanged = true;
        active.add(job);
        queueTasks(job);
        nodes.forEach(node -> node.changed = true);
      }
      layOut();
      fillAll();
    }
    outcome.averageJobMs /= trace.size();
    return outcome;
  }

  private void end(Running task) {
    Job job = task.job;
    task.node.freeMb += task.mb;
    task.node.freeVcores++;
    task.node.changed = true;
    job.usedMb -= task.mb;
    events.taskFinished("c" + task.number);
    disks.giveBack("c" + task.number);
    if (--job.unfinished == 0) {
      active.remove(job);
      outcome.averageJobMs += task.endMs - job.trace.arrivalMs;
      outcome.longestJobMs = Math.max(outcome.longestJobMs, task.endMs - job.trace.arrivalMs);
    }
  }

  private void queueTasks(Job job) {
    timeline.tasksQueued(
        job.trace.id,
        Collections.singleton(new TaskGroup(job.pending, job.trace.memoryMb, 1, job.trace.runMs)));
  }

  private void layOut() {
    boolean due =
        nowMs >= estimates.madeAtMs() + LAYOUT_INTERVAL_MS || estimates == TimelineEstimates.NONE;
    if (contender.elastic != null && !waiting.isEmpty() && (jobsChanged || due)) {
      estimates = timeline.snapshot().estimates(nowMs);
      jobsChanged = false;
      outcome.layouts++;
      for (Node node : nodes) {
        node.changed = true;
      }
    }
  }

  private void fillAll() {
    boolean changed;
    do {
      changed = false;
      for (Node node : nodes) {
        if (node.changed) {
          changed = true;
          fill(node);
        }
      }
    } while (changed);
  }

  private void fill(Node node) {
    node.changed = false;
    while (!waiting.isEmpty() && node.freeVcores > 0) {
      if (node.reservedFor != null && node.reservedFor.pending == 0) {
        drop(node);
      }
      boolean placed = node.reservedFor != null ? fillReserved(node) : fillFree(node);
      if (!placed) {
        return;
      }
    }
  }

  private boolean fillReserved(Node node) {
    Job kept = node.reservedFor;
    long mb = size(kept, node);
    if (mb > 0) {
      drop(node);
      place(kept, node, mb);
      return true;
    }
    ReservationView view = new ReservationView(timeline, estimates, nowMs);
    waiting.sort(order);
    for (Job job : waiting) {
      mb = job == kept ? 0 : size(job, node);
      if (mb > 0 && contender.reservations.mayUse(node.name, mb, 1, view).value()) {
        place(job, node, mb);
        return true;
      }
    }
    return false;
  }

  private boolean fillFree(Node node) {
    ReservationView view = new ReservationView(timeline, estimates, nowMs);
    waiting.sort(order);
    for (Job job : waiting) {
      long mb = size(job, node);
      if (mb > 0) {
        place(job, node, mb);
        return true;
      }
      if (contender.reservations != null && stockReserves(job)) {
        Reservation wanted = new Reservation(job.trace.id, job.trace.memoryMb, 1);
        if (contender.reservations.mayReserve(node.name, wanted, job.pending, view).value()) {
          node.reservedFor = job;
          events.reservationMade(node.name, job.trace.id, job.trace.memoryMb, 1);
          return true;
        }
      }
    }
    return false;
  }

  /** The scheduler's own limits. */
  private boolean stockReserves(Job job) {
    int reserved = timeline.reservedBy(job.trace.id);
    if (reserved >= job.pending) {
      return false;
    }
    return reserved < contender.maxReserved(nodes.size())
        && (contender.limit != Contender.Limit.FAIR_SCHEDULER
            || job.usedMb < NODE_MB * nodes.size() / active.size());
  }

  /** Memory of the job's next task on the node; 0 if it is not placed there. */
  private long size(Job job, Node node) {
    if (job.trace.memoryMb <= node.freeMb) {
      return job.trace.memoryMb;
    }
    if (contender.elastic == null || job.minMb > node.freeMb) {
      return 0;
    }
    long jobEndMs =
        contender == Contender.UNCHECKED ? Long.MAX_VALUE : estimates.endMs(job.trace.id);
    SizingRequest request =
        SizingRequest.builder(job.trace.memoryMb, 1)
            .model(job.model)
            .sizes(job.minMb, TraceFamily.STEP_MB)
            .room(node.freeMb, node.freeVcores, disks.freeMbPerSecond(node.name))
            .endBy(jobEndMs, nowMs)
            .build();
    Long mb = contender.elastic.decide(request).value();
    return mb == null ? 0 : mb;
  }

  private static long runMs(Job job, long mb) {
    return (long) Math.ceil(job.model.runTimeMs(mb));
  }

  private void drop(Node node) {
    node.reservedFor = null;
    events.reservationDropped(node.name);
  }

  private void place(Job job, Node node, long mb) {
    node.freeMb -= mb;
    node.freeVcores--;
    job.usedMb += mb;
    if (--job.pending == 0) {
      waiting.remove(job);
      jobsChanged = true;
      for (Node kept : nodes) {
        kept.changed |= kept.reservedFor == job;
      }
    }
    outcome.elasticTasks += mb < job.trace.memoryMb ? 1 : 0;
    long expectedMs = runMs(job, mb);
    long actualMs = (long) (expectedMs * (1 + error * job.errors[job.pending]));
    Running task = new Running(nowMs + actualMs, outcome.tasks++, job, node, mb);
    running.add(task);
    events.taskStarted(node.name, "c" + task.number, job.trace.id, mb, 1, nowMs + expectedMs);
    disks.take(node.name, "c" + task.number, job.model.diskMbPerSecond(mb));
    queueTasks(job);
  }
}
