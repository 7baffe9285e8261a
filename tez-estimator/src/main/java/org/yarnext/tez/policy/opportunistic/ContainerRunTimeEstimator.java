// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.opportunistic;

/**
 * Estimates the run time of a container: its start, and, if containers are reused, its share of the
 * vertex's tasks, which it runs in turn with the vertex's other containers, present and expected.
 * Stateless.
 *
 * <p>Mercury's node queues need the run times of containers, not of tasks.
 */
public final class ContainerRunTimeEstimator {
  private ContainerRunTimeEstimator() {}

  /**
   * Estimates the run time of a container.
   *
   * @param startMs time until its first task runs; 0 or more
   * @param firstMs expected run time of its first task; 0 or more
   * @param laterMs expected run time of each later task
   * @param waitingTasks number of the vertex's tasks that still wait for a container
   * @param containers number of containers that serve the vertex, including this one; at least 1
   * @param toCome how many of the waiting tasks are expected to get their own container soon
   * @param reused whether containers are reused
   * @return in ms; at least 1
   */
  public static long expectedMs(
      double startMs,
      double firstMs,
      double laterMs,
      long waitingTasks,
      long containers,
      long toCome,
      boolean reused) {
    double all = Math.max(1, containers) + (double) Math.max(0, toCome);
    double later = reused ? Math.max(0, waitingTasks - Math.max(0, toCome)) / all : 0;
    return Math.max(1, Math.round(startMs + firstMs + later * laterMs));
  }
}
