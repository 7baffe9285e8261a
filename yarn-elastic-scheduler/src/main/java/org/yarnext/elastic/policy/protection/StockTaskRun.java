// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

/** A running task in stock's schedule. Immutable. */
final class StockTaskRun implements Comparable<StockTaskRun> {
  final long startMs;
  final long endMs;
  final StockTaskGroup group;
  final StockNodeState node;

  StockTaskRun(long startMs, StockTaskGroup group, StockNodeState node) {
    this.startMs = startMs;
    this.endMs = group.endMs(startMs);
    this.group = group;
    this.node = node;
  }

  @Override
  public int compareTo(StockTaskRun o) {
    return Long.compare(endMs, o.endMs);
  }
}
