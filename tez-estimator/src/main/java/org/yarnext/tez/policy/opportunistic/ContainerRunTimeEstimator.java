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
package org.yarnext.tez.policy.opportunistic;

/**
 * Estimates how long a container is expected to run: what it takes to start, and all the tasks it
 * will run where containers are used again, of its vertex in turn with the others that serve it,
 * and those that are still to come. Stateless.
 *
 * <p>A node's queue waits for containers, not for tasks.
 */
public final class ContainerRunTimeEstimator {
  private ContainerRunTimeEstimator() {}

  /**
   * @param startMs how long a container takes until its first task runs; 0 or more
   * @param firstMs how long its first task is expected to run; 0 or more
   * @param laterMs the same of each after that
   * @param waitingTasks how many tasks of the vertex still wait for a container
   * @param containers how many containers serve the vertex, with this one; at least 1
   * @param toCome how many of the tasks that wait are expected to get a container of their own soon
   * @param reused whether containers are used again
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
