// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

/**
 * Pressure on a node's memory and processors: the shares of time, 0 to 1, in which processes waited
 * for them, from the kernel's pressure stall information ({@code avg10}). Immutable.
 */
public final class NodePressure {
  /** Pressure that the kernel does not report. */
  public static final NodePressure UNKNOWN = new NodePressure(-1, -1, -1);

  private final double memorySome;
  private final double memoryFull;
  private final double cpuSome;

  /**
   * Creates a measurement. A value that is not between 0 and 1 is unknown, and becomes -1.
   *
   * @param memorySome time in which at least one process waited for memory
   * @param memoryFull time in which no process ran because all that could waited for memory
   * @param cpuSome time in which at least one process waited for a processor
   */
  public NodePressure(double memorySome, double memoryFull, double cpuSome) {
    this.memorySome = checked(memorySome);
    this.memoryFull = checked(memoryFull);
    this.cpuSome = checked(cpuSome);
  }

  private static double checked(double share) {
    return share >= 0 && share <= 1 ? share : -1;
  }

  /** Returns the time in which some process waited for memory, 0 to 1; -1 if unknown. */
  public double memorySome() {
    return memorySome;
  }

  /** Returns the time in which no process ran for lack of memory, 0 to 1; -1 if unknown. */
  public double memoryFull() {
    return memoryFull;
  }

  /** Returns the time in which some process waited for a processor, 0 to 1; -1 if unknown. */
  public double cpuSome() {
    return cpuSome;
  }

  /** Returns the higher of each value; a known one is higher than an unknown one. */
  public NodePressure max(NodePressure other) {
    return new NodePressure(
        Math.max(memorySome, other.memorySome),
        Math.max(memoryFull, other.memoryFull),
        Math.max(cpuSome, other.cpuSome));
  }
}
