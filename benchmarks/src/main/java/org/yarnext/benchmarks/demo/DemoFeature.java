// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import org.yarnext.benchmarks.experiment.BenchSystem;

/** Features whose effect the demo shows, compared with stock. */
enum DemoFeature {
  /** All features of one cluster together. */
  ALL(BenchSystem.MIXED_ALL),

  /** Mercury with jobs that request opportunistic containers themselves; see {@link Scenario}. */
  MERCURY(BenchSystem.MIXED_MERCURY),

  ELASTIC(BenchSystem.MIXED_ELASTIC),

  ORCHESTRATOR(BenchSystem.MIXED_ORCHESTRATOR);

  /** System of the mixed workload with this feature. */
  final BenchSystem system;

  DemoFeature(BenchSystem system) {
    this.system = system;
  }
}
