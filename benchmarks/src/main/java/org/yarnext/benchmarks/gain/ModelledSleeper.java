// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.gain;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import org.apache.tez.runtime.api.ProcessorContext;
import org.yarnext.minicluster.jobs.SleepDag;

/** A Tez task that sleeps as long as its model says of the heap that its JVM really has. */
public final class ModelledSleeper extends SleepDag.Sleeper {
  private static final String FACTOR = "@";

  public ModelledSleeper(ProcessorContext context) {
    super(context);
  }

  /**
   * What a task is given.
   *
   * @param model as {@link SleepModel#text} writes it
   * @param factor by how much this task's run time differs from the model's
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

  /** As the command line has it: of what {@link Runtime#maxMemory} tells, a part is missing. */
  public static long heapBytes() {
    return Long.parseLong(
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .getVMOption("MaxHeapSize")
            .getValue());
  }
}
