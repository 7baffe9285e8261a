// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.gain;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import org.apache.tez.runtime.api.ProcessorContext;
import org.yarnext.minicluster.jobs.SleepDag;

/** A Tez task that sleeps as long as its model predicts for the heap that its JVM really has. */
public final class ModelledSleeper extends SleepDag.Sleeper {
  private static final String FACTOR = "@";

  public ModelledSleeper(ProcessorContext context) {
    super(context);
  }

  /**
   * Returns the payload field of a task.
   *
   * @param model text of {@link SleepModel#text}
   * @param factor factor on the model's run time
   */
  public static String field(String model, double factor) {
    return model + FACTOR + factor;
  }

  @Override
  protected long durationMs(String field) {
    return durationMs(field, heapBytes());
  }

  public static long durationMs(String field, long heapBytes) {
    String[] parts = field.split(FACTOR);
    return Math.round(SleepingTask.runTimeMs(parts[0], Double.parseDouble(parts[1]), heapBytes));
  }

  /**
   * Returns the maximum heap as set on the command line. {@link Runtime#maxMemory} excludes a part
   * of it.
   */
  public static long heapBytes() {
    return Long.parseLong(
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .getVMOption("MaxHeapSize")
            .getValue());
  }
}
