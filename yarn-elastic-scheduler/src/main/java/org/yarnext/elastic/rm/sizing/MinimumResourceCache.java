// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.sizing;

import org.apache.hadoop.yarn.api.records.Resource;

/**
 * Caches an attempt's request with the scheduler's minimum memory, which is needed at every node
 * without room for the full size. Thread-safe.
 */
public final class MinimumResourceCache {
  private volatile Entry latest;

  private static final class Entry {
    final Resource requested;
    final Resource minimum;

    Entry(Resource requested, Resource minimum) {
      this.requested = requested;
      this.minimum = minimum;
    }

    boolean isOf(Resource other, long minMb) {
      return requested == other
          && minimum.getMemorySize() == minMb
          && minimum.getVirtualCores() == other.getVirtualCores();
    }
  }

  /** Returns the resource with the minimum memory; not to be changed. */
  public Resource of(Resource requested, long minMb) {
    Entry kept = latest;
    if (kept == null || !kept.isOf(requested, minMb)) {
      kept = new Entry(requested, ReducedPendingAsk.withMemory(requested, minMb));
      latest = kept;
    }
    return kept.minimum;
  }
}
