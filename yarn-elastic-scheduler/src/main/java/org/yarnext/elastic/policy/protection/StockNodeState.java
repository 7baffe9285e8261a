// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

/** A node in stock's schedule. Not thread-safe. */
final class StockNodeState {
  long memoryMb;
  int vcores;
  long usedMb;
  int usedVcores;
  StockTaskGroup reservedFor;
  boolean present = true;

  boolean fits(StockTaskGroup group) {
    return group.memoryMb <= memoryMb - usedMb && group.vcores <= vcores - usedVcores;
  }

  boolean couldFit(StockTaskGroup group) {
    return group.memoryMb <= memoryMb && group.vcores <= vcores;
  }

  boolean hasFree() {
    return usedMb < memoryMb;
  }
}
