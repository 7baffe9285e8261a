// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.profile;

import java.util.Map;
import org.yarnext.elastic.policy.model.SpillModel;
import org.yarnext.elastic.policy.model.spill.SparkSpills;

/** Reads and writes the profile fields of a Spark task that sorts by key. */
final class SparkSpillsFormat implements SawToothFormat.SpillsFormat {
  private static final ProfileField INPUT_MB =
      ProfileField.decimal("inputMb", "input", 0.001, 1 << 20);
  private static final ProfileField EXPANSION =
      ProfileField.decimal("expansion", "expansion", 0.1, 100);
  private static final ProfileField TASKS =
      ProfileField.whole("tasksPerExecutor", "tasks", 1, 1024);
  private static final ProfileField FRACTION =
      ProfileField.decimal("memoryFraction", "fraction", 0.01, 1);
  private static final ProfileField TOTAL_TASKS =
      ProfileField.decimal("totalTasks", "total", 1, 1e6);
  private static final float DEFAULT_FRACTION = 0.6f;

  @Override
  public SpillModel read(ProfileFields fields) {
    double inputMb = fields.number(INPUT_MB);
    double expansion = fields.number(EXPANSION);
    int tasks = (int) fields.number(TASKS);
    long nonHeapMb = (long) fields.number(ShuffleFields.NON_HEAP_MB);
    float fraction = fields.share(FRACTION, DEFAULT_FRACTION);
    double totalTasks = fields.number(TOTAL_TASKS, 1);
    return fields.isRight()
        ? new SparkSpills(inputMb, expansion, tasks, nonHeapMb, fraction, totalTasks)
        : null;
  }

  @Override
  public boolean write(SpillModel spills, Map<String, Object> fields) {
    if (!(spills instanceof SparkSpills)) {
      return false;
    }
    SparkSpills spark = (SparkSpills) spills;
    fields.put(INPUT_MB.name, spark.inputMb());
    fields.put(EXPANSION.name, spark.expansion());
    fields.put(TASKS.name, spark.tasks());
    fields.put(ShuffleFields.NON_HEAP_MB.name, spark.nonHeapMb());
    fields.put(FRACTION.name, spark.memoryFraction());
    fields.put(TOTAL_TASKS.name, spark.totalTasks());
    return true;
  }
}
