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
package org.yarnext.tools.simulate.world.federation;

/** The systems of this world: who schedules the nodes, and with which policies. */
enum FederationSystem {
  /** Stock federation: random homes, requests that stay where they were sent, fixed capacities. */
  STOCK("stock-federation", false, true, false),
  /** Stock federation with the policies of this project. */
  HYDRA("hydra", false, true, true),
  /** One ResourceManager for all nodes, as fast as each one of a federation. */
  ONE("one-manager", true, true, false),
  /** One ResourceManager of unlimited speed, with the usual locality delays. */
  IDEAL("ideal-manager", true, false, false);

  private final String label;
  private final boolean single;
  private final boolean bounded;
  private final boolean ours;

  FederationSystem(String label, boolean single, boolean bounded, boolean ours) {
    this.label = label;
    this.single = single;
    this.bounded = bounded;
    this.ours = ours;
  }

  String label() {
    return label;
  }

  /** Returns whether one ResourceManager has all nodes. */
  boolean single() {
    return single;
  }

  /** Returns whether the ResourceManagers' decision rate is limited. */
  boolean bounded() {
    return bounded;
  }

  /** Returns whether the policies of this project decide, if their modes are on. */
  boolean ours() {
    return ours;
  }
}
