// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.steering;

/**
 * Simulated systems whose containers share processors: they differ in how a node's processors are
 * shared and in who changes the shares.
 */
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

  boolean isStock() {
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
  boolean isClairvoyant() {
    return this == CLAIRVOYANT;
  }
}
