// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

import java.util.Map;

/** A node in the simulated schedule of stock. Not thread-safe. */
final class StockNodeState {
  long memoryMb;
  int vcores;
  long usedMb;
  int usedVcores;
  StockTaskGroup reservedFor;
  boolean present = true;

  boolean fits(StockTaskGroup group) {
    return fits(group.memoryMb, group.vcores);
  }

  boolean fits(long taskMb, int taskVcores) {
    return taskMb <= freeMb() && taskVcores <= vcores - usedVcores;
  }

  long freeMb() {
    return memoryMb - usedMb;
  }

  boolean couldFit(StockTaskGroup group) {
    return group.memoryMb <= memoryMb && group.vcores <= vcores;
  }

  /** Returns a copy with the copies of groups. */
  StockNodeState copy(Map<StockTaskGroup, StockTaskGroup> groups) {
    StockNodeState copy = new StockNodeState();
    copy.memoryMb = memoryMb;
    copy.vcores = vcores;
    copy.usedMb = usedMb;
    copy.usedVcores = usedVcores;
    copy.reservedFor = groups.get(reservedFor);
    copy.present = present;
    return copy;
  }
}
