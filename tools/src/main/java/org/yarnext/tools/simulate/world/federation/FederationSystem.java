// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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
