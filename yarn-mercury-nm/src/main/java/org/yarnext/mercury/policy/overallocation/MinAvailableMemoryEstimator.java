// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Estimates the memory that remains available when all containers have grown to their sizes: a
 * bound below which available memory is not expected to fall. Not thread-safe.
 *
 * <p>If a container was measured before the host, its growth in between counts twice, so that the
 * estimate is too low. The highest estimate of the last seconds is therefore used; in that time
 * stock measures each container at least once.
 */
public final class MinAvailableMemoryEstimator {
  /** Time for which an estimate counts, in ms; stock measures a container every 3 s. */
  private static final long REMEMBER_MS = 4_000;

  private final Deque<Sample> samples = new ArrayDeque<>();
  private final Map<String, Long> sizes = new HashMap<>();

  /** Memory at a moment, and by how much the containers could have grown then. */
  private static final class Sample {
    private final long atMs;
    private final List<MemoryCapacity> memory;
    private long growthMb;

    private Sample(long atMs, List<MemoryCapacity> memory, long growthMb) {
      this.atMs = atMs;
      this.memory = memory;
      this.growthMb = growthMb;
    }
  }

  /**
   * Adds measurements of one moment.
   *
   * @param running the started containers
   */
  public void observe(HostUsage host, List<RunningContainerUsage> running) {
    long nowMs = host.measuredAtMs();
    samples.removeIf(each -> each.atMs > nowMs || nowMs - each.atMs > REMEMBER_MS);
    long growthMb = 0;
    long addedMb = 0;
    for (RunningContainerUsage c : running) {
      long sizeMb = c.size().memoryMb();
      long usedMb = c.measured() == null ? 0 : Math.max(0, c.measured().memoryMb());
      growthMb += Math.max(0, sizeMb - usedMb);
      // One that has started or been enlarged since was no part of the earlier ones.
      long beforeMb = sizes.getOrDefault(c.id(), 0L);
      addedMb += Math.max(0, sizeMb - beforeMb);
      if (beforeMb != sizeMb) {
        sizes.put(c.id(), sizeMb);
      }
    }
    if (sizes.size() > running.size()) {
      sizes
          .keySet()
          .retainAll(running.stream().map(RunningContainerUsage::id).collect(Collectors.toSet()));
    }
    for (Sample each : samples) {
      each.growthMb += addedMb;
    }
    samples.add(new Sample(nowMs, host.memory(), growthMb));
  }

  /** Forgets all measurements. */
  public void clear() {
    samples.clear();
    sizes.clear();
  }

  /**
   * Returns the estimate for each memory of a host, in MB; negative if the containers were given
   * more than there is, and {@link Long#MIN_VALUE} if unknown.
   */
  public long[] minMb(HostUsage host) {
    long[] minMb = new long[host.memory().size()];
    Arrays.fill(minMb, Long.MIN_VALUE);
    for (Sample each : samples) {
      long ageMs = host.measuredAtMs() - each.atMs;
      for (int i = 0; ageMs >= 0 && ageMs <= REMEMBER_MS && i < minMb.length; i++) {
        if (HostUsage.isSame(i, host.memory(), each.memory)) {
          minMb[i] = Math.max(minMb[i], each.memory.get(i).availableMb() - each.growthMb);
        }
      }
    }
    return minMb;
  }
}
