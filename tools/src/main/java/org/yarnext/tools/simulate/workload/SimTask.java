// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/**
 * A task of a workload: its requested resources, its run time, and its preferred hosts. Immutable.
 */
public final class SimTask {
  private final long memoryMb;
  private final int vcores;
  private final long durationMs;
  private final List<String> hosts;
  private final SortedMap<String, Long> otherResources;
  private final long delayMs;

  /**
   * @param memoryMb requested memory; above 0
   * @param vcores requested vcores; above 0
   * @param durationMs run time with the ideal memory; 0 or more
   */
  public SimTask(long memoryMb, int vcores, long durationMs) {
    this(memoryMb, vcores, durationMs, Collections.emptyList());
  }

  /**
   * @param hosts hosts of the input data; not null, empty for anywhere
   */
  public SimTask(long memoryMb, int vcores, long durationMs, List<String> hosts) {
    this(memoryMb, vcores, durationMs, copy(hosts), SimNode.NO_OTHERS, 0);
  }

  private SimTask(
      long memoryMb,
      int vcores,
      long durationMs,
      List<String> hosts,
      SortedMap<String, Long> otherResources,
      long delayMs) {
    if (memoryMb <= 0 || vcores <= 0 || durationMs < 0 || delayMs < 0) {
      throw new IllegalArgumentException(
          "a task of " + memoryMb + " MB, " + vcores + " vcores and " + durationMs + " ms");
    }
    this.memoryMb = memoryMb;
    this.vcores = vcores;
    this.durationMs = durationMs;
    this.hosts = hosts;
    this.otherResources = otherResources;
    this.delayMs = delayMs;
  }

  /** Saves memory for no host and for one: a trace may have a million tasks. */
  private static List<String> copy(List<String> hosts) {
    return hosts.isEmpty()
        ? Collections.emptyList()
        : hosts.size() == 1
            ? Collections.singletonList(hosts.get(0))
            : Collections.unmodifiableList(new ArrayList<>(hosts));
  }

  /** Returns a copy with another run time with the ideal memory, in ms; 0 or more. */
  public SimTask withDuration(long ms) {
    return new SimTask(memoryMb, vcores, ms, hosts, otherResources, delayMs);
  }

  /**
   * Returns a copy that also requests other resources.
   *
   * @param amounts by resource type, such as {@code yarn.io/gpu}; each above 0
   */
  public SimTask withOtherResources(SortedMap<String, Long> amounts) {
    return new SimTask(memoryMb, vcores, durationMs, hosts, SimNode.immutable(amounts), delayMs);
  }

  /** Returns a copy that is requested this many ms after its stage may start; 0 or more. */
  public SimTask withDelay(long ms) {
    return new SimTask(memoryMb, vcores, durationMs, hosts, otherResources, ms);
  }

  /** Returns the requested memory in MB; above 0. */
  public long memoryMb() {
    return memoryMb;
  }

  /** Returns the requested vcores; above 0. */
  public int vcores() {
    return vcores;
  }

  /** Returns the run time with the ideal memory, in ms; 0 or more. */
  public long durationMs() {
    return durationMs;
  }

  /** Returns the hosts of the input data; empty for anywhere. Unmodifiable. */
  public List<String> hosts() {
    return hosts;
  }

  /** Returns the requested amounts of other resource types; each above 0. Unmodifiable. */
  public SortedMap<String, Long> otherResources() {
    return otherResources;
  }

  /** Returns the time from when its stage may start to its request, in ms; 0 or more. */
  public long delayMs() {
    return delayMs;
  }
}
