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
package org.yarnext.tools.simulate.world.steering;

/** The systems of this world: who shares a node's processors, and who changes the shares. */
enum SteeringSystem {
  /** Stock's defaults: no cgroups, so that every runnable thread has equal weight. */
  UNGROUPED("stock-ungrouped", true, null, false),
  /** Stock with LinuxContainerExecutor's cgroups: the weight of a container is its vcores. */
  GROUPED("stock-groups", true, null, false),
  /** The estimator of section III-B2, with spare CPU for tasks. */
  UNIFORM("uniform-cpu", false, "uniform", true),
  /** The estimator of section III-B1, with spare CPU for tasks. */
  REGRESSION("regression-cpu", false, "regression", true),
  /** The estimator of section III-B1, without spare CPU for tasks. */
  NO_SPARE("regression-no-spare", false, "regression", false),
  /** Spare CPU for tasks, without balancing. */
  SPARE("spare-only", false, null, true),
  /**
   * Knows the remaining work of each task and divides CPU by it among the tasks of a phase on a
   * node: an upper bound.
   */
  CLAIRVOYANT("clairvoyant-cpu", false, null, true);

  private final String label;
  private final boolean stock;
  private final String estimator;
  private final boolean spare;

  SteeringSystem(String label, boolean stock, String estimator, boolean spare) {
    this.label = label;
    this.stock = stock;
    this.estimator = estimator;
    this.spare = spare;
  }

  String label() {
    return label;
  }

  boolean stock() {
    return stock;
  }

  boolean groups() {
    return this != UNGROUPED;
  }

  /** Returns null if no round decides. */
  String estimator() {
    return estimator;
  }

  boolean spareToTasks() {
    return spare;
  }

  /** Returns whether tasks are weighted by their true remaining work. */
  boolean clairvoyant() {
    return this == CLAIRVOYANT;
  }
}
