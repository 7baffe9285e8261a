// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.elasticity;

/**
 * Heap size in which tasks are measured, as a share of the ideal heap, and the container that it
 * needs. Immutable.
 */
final class TaskSize {

  /** What of a container is not heap, in MB. */
  static final int NON_HEAP_MB = 160;

  /** The heap over the ideal one. */
  final double share;

  final int heapMb;

  TaskSize(double share, int heapMb) {
    this.share = share;
    this.heapMb = heapMb;
  }

  /** Of the container, in MB. */
  int memoryMb() {
    return heapMb + NON_HEAP_MB;
  }
}
