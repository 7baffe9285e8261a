// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.policy.timeline.queue.QueueShare;

/**
 * An exact list scheduler without reservations that places one task after the other by looking at
 * everything: slow, and simple enough to be believed.
 */
final class ListScheduler {
  private static final class Busy {
    final String node;
    final JobId job;
    final long mb;
    final int vcores;
    final long endMs;

    Busy(String node, JobId job, long mb, int vcores, long endMs) {
      this.node = node;
      this.job = job;
      this.mb = mb;
      this.vcores = vcores;
      this.endMs = endMs;
    }
  }

  private final SmallWorld world;
  private final JobOrder order;
  private final List<Busy> busy = new ArrayList<>();
  private final Map<JobId, List<TaskGroup>> left = new TreeMap<>();
  private final Map<JobId, Long> ends = new HashMap<>();

  ListScheduler(SmallWorld world, JobOrder order, long nowMs) {
    this.world = world;
    this.order = order;
    for (SmallWorld.Task task : world.running.values()) {
      long endMs = task.endMs;
      if (endMs == Timeline.UNKNOWN) {
        endMs = nowMs + 1_000;
      } else {
        endMs = endMs > nowMs ? endMs : nowMs + 1_000;
        ends.merge(task.job, endMs, Math::max);
      }
      busy.add(new Busy(task.node, task.job, task.mb, task.vcores, endMs));
    }
    world.queued.forEach(this::queue);
    long clockMs = nowMs;
    Set<String> touched = new HashSet<>(world.nodes.keySet());
    while (clockMs != Long.MAX_VALUE) {
      for (String node : world.nodes.keySet()) {
        while (touched.contains(node) && placeOne(node, clockMs)) {
          // One after the other.
        }
      }
      long after = clockMs;
      clockMs = busy.stream().mapToLong(b -> b.endMs).min().orElse(Long.MAX_VALUE);
      touched.clear();
      for (Busy b : new ArrayList<>(busy)) {
        if (b.endMs == clockMs && clockMs != Long.MAX_VALUE) {
          touched.add(b.node);
          busy.remove(b);
        }
      }
      if (clockMs < after) {
        throw new IllegalStateException("time runs backwards");
      }
    }
  }

  private void queue(JobId job, List<TaskGroup> groups) {
    List<TaskGroup> tasks = new ArrayList<>();
    for (TaskGroup group : groups) {
      boolean fits =
          world.nodes.values().stream()
              .anyMatch(size -> group.memoryMb() <= size[0] && group.vcores() <= size[1]);
      for (int i = 0; fits && group.runMs() != Timeline.UNKNOWN && i < group.count(); i++) {
        tasks.add(group);
      }
    }
    left.put(job, tasks);
  }

  /** Returns whether the younger of two jobs goes before the older. */
  private boolean goesBefore(JobId job, JobId older) {
    QueueShare queue = world.queueOf(job);
    QueueShare other = world.queueOf(older);
    if (!queue.name().equals(other.name())) {
      double turn = usedMb(queue) / queue.share();
      double otherTurn = usedMb(other) / other.share();
      return turn < otherTurn || (turn == otherTurn && queue.name().compareTo(other.name()) < 0);
    }
    JobOrder its = queue.order() == null ? order : queue.order();
    return its == JobOrder.FAIR && usedMb(job) < usedMb(older);
  }

  private long usedMb(QueueShare queue) {
    return busy.stream()
        .filter(b -> world.queueOf(b.job).name().equals(queue.name()))
        .mapToLong(b -> b.mb)
        .sum();
  }

  private long usedMb(JobId job) {
    return busy.stream().filter(b -> b.job.equals(job)).mapToLong(b -> b.mb).sum();
  }

  private boolean placeOne(String node, long nowMs) {
    long freeMb = world.nodes.get(node)[0];
    long freeVcores = world.nodes.get(node)[1];
    for (Busy b : busy) {
      freeMb -= b.node.equals(node) ? b.mb : 0;
      freeVcores -= b.node.equals(node) ? b.vcores : 0;
    }
    JobId first = null;
    for (JobId job : left.keySet()) {
      if (!left.get(job).isEmpty()
          && left.get(job).get(0).memoryMb() <= freeMb
          && left.get(job).get(0).vcores() <= freeVcores
          && (first == null || goesBefore(job, first))) {
        first = job;
      }
    }
    if (first == null) {
      return false;
    }
    TaskGroup task = left.get(first).remove(0);
    busy.add(new Busy(node, first, task.memoryMb(), task.vcores(), nowMs + task.runMs()));
    ends.merge(first, nowMs + task.runMs(), Math::max);
    return true;
  }

  /** Returns the end of the job's tasks with a known run time. */
  long endMs(JobId job) {
    return ends.getOrDefault(job, Timeline.UNKNOWN);
  }
}
