// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.elasticity;

/**
 * The memory size at which a task is measured: its heap, the heap's share of the ideal heap, and
 * the container's memory. Immutable.
 */
final class TaskSize {

  /** Memory of a container outside the heap, in MB. */
  static final int NON_HEAP_MB = 160;

  /** This heap divided by the ideal one. */
  final double share;

  final int heapMb;

  TaskSize(double share, int heapMb) {
    this.share = share;
    this.heapMb = heapMb;
  }

  /** Returns the memory of the container, in MB. */
  int memoryMb() {
    return heapMb + NON_HEAP_MB;
  }
}
