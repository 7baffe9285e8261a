// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.spark;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.util.Iterator;

/**
 * Makes the tasks of a Spark stage sleep, in place of the input and work of a real one. Executors
 * with a smaller heap than the full one sleep longer. Immutable.
 */
final class StageDelay implements Serializable {
  private static final long serialVersionUID = 1;

  private final long ms;
  private final long fullHeapMb;
  private final double penalty;

  private StageDelay(long ms, long fullHeapMb, double penalty) {
    this.ms = ms;
    this.fullHeapMb = fullHeapMb;
    this.penalty = penalty;
  }

  /**
   * Reads a pause.
   *
   * @param text duration with the full heap in ms, the full heap in MB, and the factor on the
   *     duration with less, separated by commas
   */
  static StageDelay of(String text) {
    String[] fields = text.split(",");
    return new StageDelay(
        Long.parseLong(fields[0]), Long.parseLong(fields[1]), Double.parseDouble(fields[2]));
  }

  /** Pauses once, and returns the rows of the task. */
  <T> Iterator<T> before(Iterator<T> rows) throws InterruptedException {
    Thread.sleep(Math.round(heapMb() < fullHeapMb ? ms * penalty : ms));
    return rows;
  }

  /** Returns the maximum heap as set on the command line, in MB. */
  private static long heapMb() {
    String bytes =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .getVMOption("MaxHeapSize")
            .getValue();
    return Long.parseLong(bytes) >> 20;
  }
}
