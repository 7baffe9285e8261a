// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.sizing;

import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;

/** Caches a scheduler's smallest size, and the step between two sizes. Thread-safe. */
final class AllocationSizeCache {
  private static final long VALID_NANOS = 1_000_000_000;

  private final AbstractYarnScheduler<?, ?> scheduler;
  private final LongSupplier nanoClock;
  private volatile Sizes latest;

  AllocationSizeCache(AbstractYarnScheduler<?, ?> scheduler, LongSupplier nanoClock) {
    this.scheduler = scheduler;
    this.nanoClock = nanoClock;
  }

  /** The smallest size and the step, in MB. Immutable. */
  static final class Sizes {
    final long minMb;
    final long stepMb;
    private final long readNanos;

    private Sizes(long minMb, long stepMb, long readNanos) {
      this.minMb = Math.max(1, minMb);
      this.stepMb = Math.max(1, stepMb);
      this.readNanos = readNanos;
    }
  }

  /** Returns the sizes, which are read at most once a second. */
  Sizes current() {
    Sizes known = latest;
    long now = nanoClock.getAsLong();
    if (known == null || now - known.readNanos >= VALID_NANOS) {
      known = read(now);
      latest = known;
    }
    return known;
  }

  /** Reads the sizes and rounds them as the scheduler rounds requests. */
  private Sizes read(long nowNanos) {
    Resource max = scheduler.getMaximumResourceCapability();
    Resource min = scheduler.getMinimumResourceCapability();
    long minMb = normal(Math.max(1, min.getMemorySize()), max);
    return new Sizes(minMb, normal(minMb + 1, max) - minMb, nowNanos);
  }

  private long normal(long mb, Resource max) {
    return scheduler.getNormalizedResource(Resource.newInstance(mb, 1), max).getMemorySize();
  }
}
