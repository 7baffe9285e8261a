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
  /** Stock as it comes: no groups, every thread that can run counts alike. */
  UNGROUPED("stock-ungrouped", true, null, false),
  /** Stock with LinuxContainerExecutor's groups: a container counts by its vcores. */
  GROUPED("stock-groups", true, null, false),
  /** The estimator of section III-B2, spare CPU going to tasks. */
  UNIFORM("uniform-cpu", false, "uniform", true),
  /** The estimator of section III-B1, spare CPU going to tasks. */
  REGRESSION("regression-cpu", false, "regression", true),
  /** The same without giving spare CPU to tasks. */
  NO_SPARE("regression-no-spare", false, "regression", false),
  /** Spare CPU goes to tasks, and nobody is ever noticed. */
  SPARE("spare-only", false, null, true),
  /**
   * Knows what each task has left to do, and divides by that among those of one phase on a node:
   * what could be had of them.
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

  /** Null where no round decides. */
  String estimator() {
    return estimator;
  }

  boolean spareToTasks() {
    return spare;
  }

  /** Whether tasks weigh what they truly have left. */
  boolean clairvoyant() {
    return this == CLAIRVOYANT;
  }
}
