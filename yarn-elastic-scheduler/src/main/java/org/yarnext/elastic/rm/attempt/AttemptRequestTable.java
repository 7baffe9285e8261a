// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.attempt;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.reservation.ReservationReason;

/**
 * The pending requests of an attempt as last read, with the decision about each on the node that
 * was offered last. Used under the scheduler's write lock.
 */
final class AttemptRequestTable {
  final int changes;
  final long readNanos;

  /** Empty if there are none, or one is not ours to reject. */
  final List<WaitingRequest> all;

  /** Sizes of all requests, including those that are not ours; empty if they are too many. */
  final List<Resource> sizes = new ArrayList<>(1);

  /** True if one names hosts or racks. */
  boolean located;

  /** True if missed opportunities mattered when the attempt was asked last. */
  boolean delays;

  /** True if the attempt had reserved no node when asked last. */
  boolean holdsNone;

  /** The request that misses an opportunity when the attempt is passed over; null for none. */
  SchedulerRequestKey missing;

  AttemptRequestTable(int changes, long readNanos, List<WaitingRequest> all) {
    this.changes = changes;
    this.readNanos = readNanos;
    this.all = all;
  }

  /** One request of the attempt. */
  static final class WaitingRequest {
    final SchedulerRequestKey key;
    final int priority;
    final Resource size;

    /** Refusal of a smaller size on the node in question; null if there is no smaller size. */
    Decision<Long> refusal;

    /** Refusal to reserve that node; null if stock may be asked for that. */
    Decision<Boolean> notReserved;

    WaitingRequest(SchedulerRequestKey key, Resource size) {
      this.key = key;
      this.priority = key.getPriority().getPriority();
      this.size = size;
    }
  }

  /** Returns whether no request may reserve any further node. */
  boolean isLimitReached() {
    for (WaitingRequest each : all) {
      if (each.notReserved == null
          || each.notReserved.reason() != ReservationReason.RESERVE_LIMIT_REACHED) {
        return false;
      }
    }
    return !all.isEmpty();
  }

  /** Returns the memory of the smallest request, in MB; 0 if there is none. */
  long minMb() {
    long min = Long.MAX_VALUE;
    for (Resource size : sizes) {
      min = Math.min(min, size.getMemorySize());
    }
    return sizes.isEmpty() ? 0 : min;
  }
}
