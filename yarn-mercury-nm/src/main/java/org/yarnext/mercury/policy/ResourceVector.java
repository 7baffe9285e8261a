// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy;

/**
 * An amount of node resources, memory in MB and virtual cores, as YARN's own container scheduler on
 * the NodeManager counts them. Immutable; components may be negative (a shortage).
 */
public final class ResourceVector {
  /** The zero vector. */
  public static final ResourceVector NONE = new ResourceVector(0, 0);

  private final long memoryMb;
  private final long vcores;

  private ResourceVector(long memoryMb, long vcores) {
    this.memoryMb = memoryMb;
    this.vcores = vcores;
  }

  /**
   * Creates a vector.
   *
   * @param memoryMb memory in MB
   * @param vcores virtual cores
   */
  public static ResourceVector of(long memoryMb, long vcores) {
    return new ResourceVector(memoryMb, vcores);
  }

  public long memoryMb() {
    return memoryMb;
  }

  public long vcores() {
    return vcores;
  }

  public ResourceVector plus(ResourceVector other) {
    return of(memoryMb + other.memoryMb, vcores + other.vcores);
  }

  public ResourceVector minus(ResourceVector other) {
    return of(memoryMb - other.memoryMb, vcores - other.vcores);
  }

  /** Returns the maximum of each component. */
  public ResourceVector max(ResourceVector other) {
    return of(Math.max(memoryMb, other.memoryMb), Math.max(vcores, other.vcores));
  }

  /** Returns the minimum of each component. */
  public ResourceVector min(ResourceVector other) {
    return of(Math.min(memoryMb, other.memoryMb), Math.min(vcores, other.vcores));
  }

  /** Returns true if every component is at most the other's. */
  public boolean fitsIn(ResourceVector other) {
    return memoryMb <= other.memoryMb && vcores <= other.vcores;
  }

  /** Returns true if this vector supplies part of any component that {@code need} lacks. */
  public boolean helps(ResourceVector need) {
    return (need.memoryMb > 0 && memoryMb > 0) || (need.vcores > 0 && vcores > 0);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof ResourceVector
        && ((ResourceVector) o).memoryMb == memoryMb
        && ((ResourceVector) o).vcores == vcores;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(memoryMb) * 31 + Long.hashCode(vcores);
  }

  @Override
  public String toString() {
    return memoryMb + "MB/" + vcores + "vc";
  }
}
