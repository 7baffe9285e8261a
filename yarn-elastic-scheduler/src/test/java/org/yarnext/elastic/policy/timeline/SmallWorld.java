// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.policy.timeline.queue.QueueShare;

/** A random cluster of a few nodes and jobs as plain maps, from which a book can be built. */
final class SmallWorld {
  static final List<JobId> JOBS =
      Arrays.asList(JobId.of(1, 0), JobId.of(1, 1), JobId.of(1, 2), JobId.of(2, 0));
  static final List<String> NODES = Arrays.asList("a", "b", "c", "d");

  /** More than any of these worlds has. */
  static final int MAX_BLOCKS = 100_000;

  /** Memory and cores. */
  final Map<String, long[]> nodes = new TreeMap<>();

  final Map<JobId, List<TaskGroup>> queued = new TreeMap<>();
  final Map<String, Task> running = new LinkedHashMap<>();
  final Map<String, Reservation> reserved = new TreeMap<>();
  final Map<JobId, QueueShare> queues = new TreeMap<>();

  /** A running task. */
  static final class Task {
    final String node;
    final JobId job;
    final int mb;
    final int vcores;
    final long endMs;

    Task(String node, JobId job, int mb, int vcores, long endMs) {
      this.node = node;
      this.job = job;
      this.mb = mb;
      this.vcores = vcores;
      this.endMs = endMs;
    }
  }

  /**
   * @param growing whether a job's later groups need no less than its earlier ones
   */
  static SmallWorld random(Random random, boolean growing) {
    SmallWorld world = new SmallWorld();
    for (String node : NODES.subList(0, random.nextInt(NODES.size() + 1))) {
      world.nodes.put(node, size(random));
    }
    for (JobId job : JOBS) {
      if (random.nextInt(4) > 0) {
        world.queued.put(job, groups(random, growing));
      }
    }
    for (String node : world.nodes.keySet()) {
      for (int i = random.nextInt(4); i > 0; i--) {
        world.running.put("c" + world.running.size(), task(random, node));
      }
    }
    return world;
  }

  /** Puts some of the jobs into queues of their own share. */
  void divide(Random random) {
    List<QueueShare> some = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      JobOrder[] orders = {null, JobOrder.FAIR, JobOrder.FIFO};
      some.add(new QueueShare("q" + i, 1 + random.nextInt(4), orders[random.nextInt(3)]));
    }
    for (JobId job : JOBS) {
      if (random.nextInt(5) > 0) {
        queues.put(job, some.get(random.nextInt(some.size())));
      }
    }
  }

  QueueShare queueOf(JobId job) {
    return queues.getOrDefault(job, QueueShare.UNKNOWN);
  }

  static JobId job(Random random) {
    return JOBS.get(random.nextInt(JOBS.size()));
  }

  private static long[] size(Random random) {
    return new long[] {5 + random.nextInt(10), 2 + random.nextInt(8)};
  }

  private static List<TaskGroup> groups(Random random, boolean growing) {
    List<TaskGroup> groups = new ArrayList<>();
    long mb = 1;
    int vcores = 0;
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      mb = (growing ? mb : 1) + random.nextInt(6);
      vcores = (growing ? vcores : 0) + random.nextInt(3);
      long runMs = random.nextInt(15) == 0 ? -1 : 5 * (1 + random.nextInt(12));
      groups.add(new TaskGroup(1 + random.nextInt(6), mb, vcores, runMs));
    }
    return groups;
  }

  private static Task task(Random random, String node) {
    long endMs = random.nextInt(15) == 0 ? Timeline.UNKNOWN : 100_000 - 10 + 5 * random.nextInt(12);
    return new Task(node, job(random), 1 + random.nextInt(4), random.nextInt(3), endMs);
  }

  /** Returns the jobs that wait or run. */
  Set<JobId> jobs() {
    Set<JobId> jobs = new TreeSet<>(queued.keySet());
    running.values().forEach(task -> jobs.add(task.job));
    return jobs;
  }

  /** A book of this world. */
  Timeline timeline(JobOrder order, int maxReserved) {
    Timeline timeline = new Timeline(order, maxReserved, MAX_BLOCKS);
    nodes.forEach(
        (node, size) -> {
          NodeScheduleView page = new NodeScheduleView(node, size[0], (int) size[1]);
          for (Task task : running.values()) {
            if (task.node.equals(node)) {
              page.addTask(task.job, task.mb, task.vcores, task.endMs);
            }
          }
          Reservation r = reserved.get(node);
          if (r != null) {
            page.reserved(r.job(), r.memoryMb(), r.vcores());
          }
          timeline.nodeRead(page);
        });
    queued.forEach(timeline::tasksQueued);
    queues.forEach(timeline::jobInQueue);
    return timeline;
  }

  /**
   * Fills an empty book with this world, event by event and in no particular order but nodes first.
   */
  TimelineEvents fill(Timeline timeline) {
    TimelineEvents events = new TimelineEvents(timeline);
    nodes.forEach((node, size) -> events.nodeAdded(node, size[0], (int) size[1]));
    List<String> containers = new ArrayList<>(running.keySet());
    Collections.sort(containers, Comparator.reverseOrder());
    for (String container : containers) {
      Task task = running.get(container);
      events.taskStarted(task.node, container, task.job, task.mb, task.vcores, task.endMs);
    }
    queued.forEach(timeline::tasksQueued);
    queues.forEach(timeline::jobInQueue);
    reserved.forEach((node, r) -> events.reservationMade(node, r.job(), r.memoryMb(), r.vcores()));
    return events;
  }

  /** Something happens, here and in the book. */
  void change(Random random, Timeline timeline, TimelineEvents events) {
    String node = NODES.get(random.nextInt(NODES.size()));
    String container = "c" + random.nextInt(12);
    JobId job = job(random);
    switch (random.nextInt(8)) {
      case 0:
        nodes.put(node, size(random));
        events.nodeAdded(node, nodes.get(node)[0], (int) nodes.get(node)[1]);
        break;
      case 1:
      case 2:
        Task task = task(random, node);
        events.taskStarted(node, container, task.job, task.mb, task.vcores, task.endMs);
        if (nodes.containsKey(node)) {
          running.put(container, task);
        }
        break;
      case 3:
        running.remove(container);
        events.taskFinished(container);
        break;
      case 4:
        long endMs = 100_000 + random.nextInt(60);
        running.computeIfPresent(
            container, (c, t) -> new Task(t.node, t.job, t.mb, t.vcores, endMs));
        events.taskEstimated(container, endMs);
        break;
      case 5:
        queued.put(job, groups(random, false));
        timeline.tasksQueued(job, queued.get(job));
        break;
      case 6:
        queued.remove(job);
        timeline.tasksQueued(job, Collections.emptyList());
        break;
      default:
        if (random.nextBoolean()) {
          reserved.remove(node);
          events.reservationDropped(node);
        } else {
          Reservation made = new Reservation(job, 1 + random.nextInt(9), random.nextInt(3));
          if (nodes.containsKey(node)) {
            reserved.put(node, made);
          }
          events.reservationMade(node, job, made.memoryMb(), made.vcores());
        }
    }
  }
}
