// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.record;

/**
 * Computes the share of the maximum heap that a JVM reports to its code (Runtime.maxMemory), from
 * which MapReduce and Tez derive their buffers. The serial and parallel collectors exclude a
 * survivor space.
 */
public final class JvmHeapShare {
  /**
   * Serial collector: all of the heap but one survivor space, a tenth of the young generation's
   * third.
   */
  private static final float SERIAL = 29 / 30f;

  /** Parallel collector: a survivor space may become a third of the young generation. */
  private static final float PARALLEL = 8 / 9f;

  private JvmHeapShare() {}

  /**
   * Returns the share of the maximum heap that the JVM reports as available.
   *
   * @param options JVM options
   * @return above 0, at most 1; 1 if the collector is not named or its spaces have custom sizes
   */
  public static float share(String options) {
    boolean isUsual =
        !options.contains("-Xmn")
            && !options.contains("NewSize=")
            && !options.contains("NewRatio=")
            && !options.contains("SurvivorRatio=");
    if (isUsual && options.contains("-XX:+UseSerialGC")) {
      return SERIAL;
    }
    return isUsual && options.contains("-XX:+UseParallel") ? PARALLEL : 1;
  }
}
