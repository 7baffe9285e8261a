// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.yarnext.elastic.policy.timeline.queue.JobId;

/**
 * Tells a {@link Timeline} of nodes event by event, where the scheduler reads whole nodes: each
 * event has the page of its node read again. What is not known changes nothing.
 */
public final class TimelineEvents {
  private final Timeline timeline;
  private final Map<String, Node> nodes = new HashMap<>();
  private final Map<String, Node> byContainer = new HashMap<>();

  private static final class Node {
    final String name;
    long memoryMb;
    int vcores;
    final Map<String, Task> tasks = new LinkedHashMap<>();
    Reservation reservation;

    Node(String name) {
      this.name = name;
    }
  }

  private static final class Task {
    final JobId job;
    final long memoryMb;
    final int vcores;
    long endMs;

    Task(JobId job, long memoryMb, int vcores, long endMs) {
      this.job = job;
      this.memoryMb = memoryMb;
      this.vcores = vcores;
      this.endMs = endMs;
    }
  }

  /** Creates events for a timeline without nodes. */
  public TimelineEvents(Timeline timeline) {
    this.timeline = timeline;
  }

  private void read(Node node) {
    NodeScheduleView page = new NodeScheduleView(node.name, node.memoryMb, node.vcores);
    node.tasks.values().forEach(t -> page.addTask(t.job, t.memoryMb, t.vcores, t.endMs));
    if (node.reservation != null) {
      Reservation r = node.reservation;
      page.reserved(r.job(), r.memoryMb(), r.vcores());
    }
    timeline.nodeRead(page);
  }

  /** Adds a node, or changes what a known one has; what runs there stays. */
  public void nodeAdded(String name, long memoryMb, int vcores) {
    Node node = nodes.computeIfAbsent(name, Node::new);
    node.memoryMb = memoryMb;
    node.vcores = vcores;
    read(node);
  }

  /** A task occupies room on a node; told again, the later word counts. */
  public void taskStarted(
      String name, String container, JobId job, long memoryMb, int vcores, long expectedEndMs) {
    Node node = nodes.get(name);
    if (node != null) {
      taskFinished(container);
      node.tasks.put(container, new Task(job, memoryMb, vcores, expectedEndMs));
      byContainer.put(container, node);
      read(node);
    }
  }

  /** A task left its node. */
  public void taskFinished(String container) {
    Node node = byContainer.remove(container);
    if (node != null) {
      node.tasks.remove(container);
      read(node);
    }
  }

  /** A running task is expected to end at another time. */
  public void taskEstimated(String container, long expectedEndMs) {
    Node node = byContainer.get(container);
    if (node != null) {
      node.tasks.get(container).endMs = expectedEndMs;
      read(node);
    }
  }

  /** A node's room is kept for a task of a job. */
  public void reservationMade(String name, JobId job, long memoryMb, int vcores) {
    reserve(name, new Reservation(job, memoryMb, vcores));
  }

  /** A node's room is no longer kept for anyone. */
  public void reservationDropped(String name) {
    reserve(name, null);
  }

  private void reserve(String name, Reservation reservation) {
    Node node = nodes.get(name);
    if (node != null) {
      node.reservation = reservation;
      read(node);
    }
  }
}
