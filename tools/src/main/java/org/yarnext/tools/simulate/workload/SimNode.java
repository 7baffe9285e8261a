// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload;

/** One node. Immutable. */
public final class SimNode {
  private final String host;
  private final String rack;
  private final long memoryMb;
  private final int vcores;
  private final double diskMbPerSecond;

  /**
   * @param rack such as {@code /rack-1}
   * @param memoryMb memory for containers; above 0
   * @param vcores vcores for containers; above 0
   * @param diskMbPerSecond bandwidth of the disks that tasks spill to; 0 or more
   */
  public SimNode(String host, String rack, long memoryMb, int vcores, double diskMbPerSecond) {
    if (memoryMb <= 0 || vcores <= 0 || diskMbPerSecond < 0) {
      throw new IllegalArgumentException(
          "node " + host + " of " + memoryMb + " MB and " + vcores + " vcores");
    }
    this.host = host;
    this.rack = rack;
    this.memoryMb = memoryMb;
    this.vcores = vcores;
    this.diskMbPerSecond = diskMbPerSecond;
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
}
