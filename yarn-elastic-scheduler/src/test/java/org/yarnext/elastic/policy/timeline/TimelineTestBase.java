// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import org.junit.Before;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;

/** A timeline of nodes, queues and jobs. */
abstract class TimelineTestBase {
  static final long NOW = 5_000_000;
  static final JobId A = JobId.of(1, 1);
  static final JobId B = JobId.of(1, 2);
  static final JobId C = JobId.of(1, 3);
  Timeline timeline;
  TimelineEvents events;
  int containers;

  @Before
  public void fairBook() {
    book(JobOrder.FAIR, 0, 1_000);
  }

  void book(JobOrder order, int maxReserved, int maxBlocks) {
    timeline = new Timeline(order, maxReserved, maxBlocks);
    events = new TimelineEvents(timeline);
  }

  static long at(long seconds) {
    return NOW + seconds * 1_000;
  }

  static TaskGroup tasks(int count, long mb, long seconds) {
    return new TaskGroup(count, mb, 1, seconds < 0 ? Timeline.UNKNOWN : seconds * 1_000);
  }

  void queue(JobId job, TaskGroup... groups) {
    timeline.tasksQueued(job, Arrays.asList(groups));
  }

  String run(String node, JobId job, long mb, long untilSeconds) {
    String container = "c" + containers++;
    events.taskStarted(node, container, job, mb, 1, at(untilSeconds));
    return container;
  }

  TimelineEstimates estimates() {
    return timeline.snapshot().estimates(NOW);
  }

  void assertEnds(JobId job, long seconds) {
    assertEquals(at(seconds), estimates().endMs(job));
  }

  void assertUnknown(JobId job) {
    assertEquals(Timeline.UNKNOWN, estimates().endMs(job));
  }

  void nodes(int count, long mb) {
    for (int n = 0; n < count; n++) {
      events.nodeAdded("n" + n, mb, 16);
    }
  }
}
