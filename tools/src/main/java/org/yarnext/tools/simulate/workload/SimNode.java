// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** A node of a simulated cluster, with its resources. Immutable. */
public final class SimNode {
  static final SortedMap<String, Long> NO_OTHERS =
      Collections.unmodifiableSortedMap(new TreeMap<>());

  private final String host;
  private final String rack;
  private final long memoryMb;
  private final int vcores;
  private final double diskMbPerSecond;
  private final SortedMap<String, Long> otherResources;

  /**
   * @param rack such as {@code /rack-1}
   * @param memoryMb memory for containers; above 0
   * @param vcores vcores for containers; above 0
   * @param diskMbPerSecond bandwidth of the disks that tasks spill to; 0 or more
   */
  public SimNode(String host, String rack, long memoryMb, int vcores, double diskMbPerSecond) {
    this(host, rack, memoryMb, vcores, diskMbPerSecond, NO_OTHERS);
  }

  private SimNode(
      String host,
      String rack,
      long memoryMb,
      int vcores,
      double diskMbPerSecond,
      SortedMap<String, Long> otherResources) {
    if (memoryMb <= 0 || vcores <= 0 || !(diskMbPerSecond >= 0)) {
      throw new IllegalArgumentException(
          "node " + host + " of " + memoryMb + " MB and " + vcores + " vcores");
    }
    this.host = host;
    this.rack = rack;
    this.memoryMb = memoryMb;
    this.vcores = vcores;
    this.diskMbPerSecond = diskMbPerSecond;
    this.otherResources = otherResources;
  }

  static SortedMap<String, Long> immutable(SortedMap<String, Long> amounts) {
    return amounts.isEmpty()
        ? NO_OTHERS
        : Collections.unmodifiableSortedMap(new TreeMap<>(amounts));
  }

  /**
   * Returns a copy with other resources.
   *
   * @param amounts by resource type, such as {@code yarn.io/gpu}; each 0 or more
   */
  public SimNode withOtherResources(SortedMap<String, Long> amounts) {
    return new SimNode(host, rack, memoryMb, vcores, diskMbPerSecond, immutable(amounts));
  }

  public String host() {
    return host;
  }

  public String rack() {
    return rack;
  }

  /** Returns the memory for containers, in MB. */
  public long memoryMb() {
    return memoryMb;
  }

  /** Returns the vcores for containers. */
  public int vcores() {
    return vcores;
  }

  public double diskMbPerSecond() {
    return diskMbPerSecond;
  }

  /** Returns the amounts of other resource types; 0 or more each. Unmodifiable. */
  public SortedMap<String, Long> otherResources() {
    return otherResources;
  }
}
