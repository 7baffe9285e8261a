// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

/** A queue in the simulated schedule of stock. Not thread-safe. */
final class StockQueueState {
  final double share;
  double shareMb;
  long usedMb;
  int jobs;

  StockQueueState(double share) {
    this.share = share;
  }

  double turn() {
    return usedMb / share;
  }

  /** Returns the share of each of its jobs, in MB. */
  double jobShareMb() {
    return shareMb / jobs;
  }
}
