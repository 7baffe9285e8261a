// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.engine;

import java.util.Random;

/**
 * Seeded random streams, one for each named purpose, so that another draw for one purpose changes
 * nothing for the others. Immutable; the streams are not thread-safe.
 */
public final class RandomStreams {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final long FNV_OFFSET = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 0x100000001B3L;

  private final long seed;

  public RandomStreams(long seed) {
    this.seed = seed;
  }

  /** Returns a new stream for a purpose. */
  public Random stream(String purpose) {
    return stream(purpose, 0);
  }

  /**
   * Returns a new stream for one of many objects of a kind, such as a node.
   *
   * @param number number of the object
   */
  public Random stream(String purpose, long number) {
    return new Random(mixed(mixed(seed + GOLDEN) ^ hash(purpose)) ^ mixed(number + 1));
  }

  private static long hash(String text) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return hash;
  }

  /** Returns the finalizer of SplitMix64 (Steele and others, OOPSLA'14). */
  private static long mixed(long z) {
    long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
    return b ^ (b >>> 31);
  }
}
