// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

  /** The containers of the last call. */
  private List<RunningContainerUsage> before = Collections.emptyList();

  /** Memory at a moment, and by how much the containers could have grown then. */
  private static final class Sample {
    private final long atMs;
    private final List<MemorySnapshot> memory;
    private long growthMb;

    private Sample(long atMs, List<MemorySnapshot> memory, long growthMb) {
      this.atMs = atMs;
      this.memory = memory;
      this.growthMb = growthMb;
    }
  }

  /**
   * Adds measurements of one moment.
   *
   * @param running the started containers, in the same order each time; not changed afterwards
   */
  public void observe(HostUsage host, List<RunningContainerUsage> running) {
    long growthMb = 0;
    for (RunningContainerUsage c : running) {
      growthMb += c.growthMb();
    }
    long addedMb = addedMb(running);
    before = running;
    observe(host, growthMb, addedMb);
  }

  /**
   * Adds measurements of one moment, of containers whose sums are known.
   *
   * @param growthMb memory by which the started containers can grow to what they were given, in MB
   * @param addedMb by how much running containers were given more than at the last call, in MB
   */
  public void observe(HostUsage host, long growthMb, long addedMb) {
    long nowMs = host.measuredAtMs();
    samples.removeIf(each -> each.atMs > nowMs || nowMs - each.atMs > REMEMBER_MS);
    for (Sample each : samples) {
      each.growthMb += addedMb;
    }
    samples.add(new Sample(nowMs, host.memory(), growthMb));
  }

  /**
   * Returns by how much containers were given more than at the last call, in MB. One that has
   * started or been enlarged since was no part of the earlier samples.
   */
  private long addedMb(List<RunningContainerUsage> running) {
    long addedMb = 0;
    int same = 0;
    int both = Math.min(before.size(), running.size());
    for (; same < both && before.get(same).id().equals(running.get(same).id()); same++) {
      long sizeMb = running.get(same).size().memoryMb();
      addedMb += Math.max(0, sizeMb - before.get(same).size().memoryMb());
    }
    if (same < running.size()) {
      Map<String, Long> sizesMb = new HashMap<>();
      for (RunningContainerUsage c : before.subList(same, before.size())) {
        sizesMb.put(c.id(), c.size().memoryMb());
      }
      for (RunningContainerUsage c : running.subList(same, running.size())) {
        addedMb += Math.max(0, c.size().memoryMb() - sizesMb.getOrDefault(c.id(), 0L));
      }
    }
    return addedMb;
  }

  /** Forgets all measurements. */
  public void clear() {
    samples.clear();
    before = Collections.emptyList();
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
