// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.gain;

import java.io.File;
import java.net.URISyntaxException;
import org.yarnext.elastic.policy.model.ElasticityModel;

/**
 * The process of a task that waits rather than computes: it looks at the heap it really has, and
 * sleeps as long as its model says that a task with so much memory takes.
 */
final class SleepingTask {

  /** Where the launch command takes the heap from; NodeManagers know such variables by the name. */
  static final String OPTIONS = "YARNEXT_TASK_OPTS";

  private SleepingTask() {}

  /**
   * Arguments: the model, by how much this task's run time differs from it, and when it began, in
   * ms since the epoch.
   */
  public static void main(String[] args) throws InterruptedException {
    double ms = runTimeMs(args[0], Double.parseDouble(args[1]), Runtime.getRuntime().maxMemory());
    long left = Long.parseLong(args[2]) + Math.round(ms) - System.currentTimeMillis();
    Thread.sleep(Math.max(0, left));
  }

  static double runTimeMs(String model, double factor, long heapBytes) {
    ElasticityModel parsed = SleepModel.parse(model);
    return factor * parsed.runTimeMs((heapBytes >> 20) + SleepModel.NON_HEAP_MB);
  }

  /**
   * The shell command that runs one. Its collector never collects, since the others count a part of
   * the heap as lost.
   */
  static String command(ElasticityModel model, double factor) {
    return String.join(
        " ",
        System.getProperty("java.home") + "/bin/java",
        "$" + OPTIONS,
        "-XX:+UnlockExperimentalVMOptions -XX:+UseEpsilonGC -XX:TieredStopAtLevel=1",
        "-XX:-UsePerfData -cp",
        "'" + place(SleepingTask.class) + File.pathSeparator + place(ElasticityModel.class) + "'",
        SleepingTask.class.getName(),
        SleepModel.text(model),
        Double.toString(factor),
        "$(date +%s%3N)");
  }

  private static String place(Class<?> type) {
    try {
      return new File(type.getProtectionDomain().getCodeSource().getLocation().toURI()).getPath();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The heap that a task asking for so much has. */
  static String heapOption(int memoryMb) {
    return "-Xmx" + (memoryMb - SleepModel.NON_HEAP_MB) + "m";
  }
}
