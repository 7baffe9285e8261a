// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;

/**
 * A random cluster whose tasks all have one size, so that no order packs the nodes better than
 * another, and where some of one job's tasks are not known. Each node has half a task's room over.
 */
final class SlotWorld {
  static final JobId JOB = JobId.of(1, 1);

  private static final long NOW = 100_000;
  private static final int SLOT_MB = 10;
  private static final int SPARE_MB = 5;
  private static final int CORES = 100;

  private final JobOrder order;
  private final List<Integer> slots = new ArrayList<>();

  /** Waiting tasks by job, in its order. */
  private final Map<JobId, List<Task>> waiting = new TreeMap<>();

  /** Running tasks by node. */
  private final List<List<Task>> running = new ArrayList<>();

  private static final class Task {
    final JobId job;
    final long runMs;
    final boolean known;

    Task(JobId job, long runMs, boolean known) {
      this.job = job;
      this.runMs = runMs;
      this.known = known;
    }
  }

  SlotWorld(Random random) {
    order = random.nextBoolean() ? JobOrder.FAIR : JobOrder.FIFO;
    for (int n = 1 + random.nextInt(4); n > 0; n--) {
      slots.add(1 + random.nextInt(4));
      List<Task> on = new ArrayList<>();
      for (int i = random.nextInt(slots.get(slots.size() - 1) + 1); i > 0; i--) {
        on.add(task(random, job(random)));
      }
      running.add(on);
    }
    for (int j = 0; j < 3; j++) {
      JobId job = JobId.of(1, j);
      List<Task> tasks = new ArrayList<>();
      for (int i = random.nextInt(12); i > 0; i--) {
        tasks.add(task(random, job));
      }
      if (job.equals(JOB)) {
        tasks.add(random.nextInt(tasks.size() + 1), new Task(JOB, runMs(random), true));
      }
      waiting.put(job, tasks);
    }
  }

  private static JobId job(Random random) {
    return JobId.of(1, random.nextInt(3));
  }

  private static Task task(Random random, JobId job) {
    return new Task(job, runMs(random), !job.equals(JOB) || random.nextBoolean());
  }

  /** Draws a run time no shorter than the timeline assumes for an unknown one. */
  private static long runMs(Random random) {
    return Timeline.OVERDUE_ALLOWANCE_MS * (1 + random.nextInt(20));
  }

  /** Whether jobs take turns. */
  boolean isFair() {
    return order == JobOrder.FAIR;
  }

  /** Returns the timeline as the scheduler sees it. */
  Timeline seen() {
    return timeline(false, 0);
  }

  /** Had all tasks a profile that is right. */
  Timeline actual() {
    return timeline(true, 0);
  }

  /** The same with one of the job's known tasks in the room that is over on the first node. */
  Timeline actualWithOneSmaller(long endMs) {
    return timeline(true, endMs);
  }

  private Timeline timeline(boolean all, long smallerEndMs) {
    Timeline timeline = new Timeline(order, 0, SmallWorld.MAX_BLOCKS);
    for (int n = 0; n < slots.size(); n++) {
      NodeScheduleView page =
          new NodeScheduleView("n" + n, slots.get(n) * SLOT_MB + SPARE_MB, CORES);
      for (Task task : running.get(n)) {
        page.addTask(task.job, SLOT_MB, 1, all || task.known ? NOW + task.runMs : Timeline.UNKNOWN);
      }
      if (n == 0 && smallerEndMs > 0) {
        page.addTask(JOB, SPARE_MB, 1, smallerEndMs);
      }
      timeline.nodeRead(page);
    }
    waiting.forEach(
        (job, tasks) -> {
          List<TaskGroup> groups = new ArrayList<>();
          boolean placed = !job.equals(JOB) || smallerEndMs == 0;
          for (Task task : tasks) {
            if (!placed && task.known) {
              placed = true;
            } else {
              long runMs = all || task.known ? task.runMs : Timeline.UNKNOWN;
              groups.add(new TaskGroup(1, SLOT_MB, 1, runMs));
            }
          }
          timeline.tasksQueued(job, groups);
        });
    return timeline;
  }
}
