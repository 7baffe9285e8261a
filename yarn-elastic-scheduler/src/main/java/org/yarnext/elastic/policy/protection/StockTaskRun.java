// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

/** A running task in the simulated schedule of stock. Immutable. */
final class StockTaskRun implements Comparable<StockTaskRun> {
  final long number;
  final long startMs;
  final long endMs;
  final StockTaskGroup group;
  final StockNodeState node;

  /** Creates a run; of two runs with the same end, that with the lower number ends first. */
  StockTaskRun(long number, long startMs, StockTaskGroup group, StockNodeState node) {
    this.number = number;
    this.startMs = startMs;
    this.endMs = group.endMs(startMs);
    this.group = group;
    this.node = node;
  }

  @Override
  public int compareTo(StockTaskRun o) {
    return endMs != o.endMs ? Long.compare(endMs, o.endMs) : Long.compare(number, o.number);
  }
}
