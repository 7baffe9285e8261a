// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model.spill;

/** Thresholds of one reducer's shuffle at a given heap size, in bytes. Immutable. */
final class ShuffleLimits {
  /** Number of bytes in memory at which a merge to disk starts. */
  final long mergeThreshold;

  /** Size of the largest output that is fetched into memory, in bytes. */
  final long largestInMemory;

  /** Number of bytes that may stay in memory for the reduce function. */
  final long retained;

  ShuffleLimits(long mergeThreshold, long largestInMemory, long retained) {
    this.mergeThreshold = mergeThreshold;
    this.largestInMemory = largestInMemory;
    this.retained = retained;
  }
}
