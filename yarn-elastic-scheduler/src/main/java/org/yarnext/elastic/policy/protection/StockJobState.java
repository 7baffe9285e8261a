// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.QueueShare;

/**
 * A job in the simulated schedule of stock. At most {@link JobDemandView#MAX_GROUPS} groups of its
 * requests are simulated at a time; the rest are ignored. Not thread-safe.
 */
final class StockJobState {
  final JobId id;
  final long arrivedMs;
  final List<StockTaskGroup> groups = new ArrayList<>();
  QueueShare share;
  StockQueueState queue;
  JobDemandView view;
  double slowdown = 1;
  long usedMb;
  int running;

  /** Whether some requests of the job are not simulated, so that its finish is unknown. */
  boolean isPartlySimulated;

  int reserved;
  long reservedMb;

  StockJobState(JobId id, long arrivedMs) {
    this.id = id;
    this.arrivedMs = arrivedMs;
  }

  /**
   * Returns the group of such requests, which it adds if it is new; null if it is new and the job
   * has as many groups as it may.
   */
  StockTaskGroup group(JobDemandView.Group seen) {
    for (StockTaskGroup group : groups) {
      if (seen.isLike(group.priority, group.memoryMb, group.vcores)) {
        return group;
      }
    }
    if (groups.size() >= JobDemandView.MAX_GROUPS) {
      return null;
    }
    StockTaskGroup made = new StockTaskGroup(this, seen);
    groups.add(made);
    return made;
  }

  boolean waits() {
    return groups.stream().anyMatch(group -> group.left() > 0);
  }

  /** Returns whether stock counts the job in its queue. */
  boolean isActive() {
    return running > 0 || waits();
  }

  /** Returns a copy; adds its groups to those copied so far. */
  StockJobState copy(Map<StockTaskGroup, StockTaskGroup> copies) {
    StockJobState copy = new StockJobState(id, arrivedMs);
    copy.share = share;
    copy.view = view;
    copy.slowdown = slowdown;
    copy.usedMb = usedMb;
    copy.running = running;
    copy.isPartlySimulated = isPartlySimulated;
    copy.reserved = reserved;
    copy.reservedMb = reservedMb;
    for (StockTaskGroup group : groups) {
      StockTaskGroup copied = new StockTaskGroup(copy, group);
      copy.groups.add(copied);
      copies.put(group, copied);
    }
    return copy;
  }
}
