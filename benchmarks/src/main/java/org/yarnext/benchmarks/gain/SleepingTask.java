// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.gain;

import java.io.File;
import java.net.URISyntaxException;
import org.yarnext.elastic.policy.model.ElasticityModel;

/**
 * Main class of a task that sleeps instead of computing, as long as its model predicts for the heap
 * that its JVM really has.
 */
final class SleepingTask {

  /**
   * Environment variable of the heap option in the launch command. NodeManagers recognise such
   * variables by name.
   */
  static final String OPTIONS = "YARNEXT_TASK_OPTS";

  private SleepingTask() {}

  /**
   * Sleeps for the rest of the run time.
   *
   * @param args model, factor on its run time, and start of the task in ms since the epoch
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
   * Returns the shell command that runs a task. The JVM uses a collector that never collects,
   * because others do not report a part of the heap.
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

  /** Returns the heap option of a task that requests the given memory. */
  static String heapOption(int memoryMb) {
    return "-Xmx" + (memoryMb - SleepModel.NON_HEAP_MB) + "m";
  }
}
