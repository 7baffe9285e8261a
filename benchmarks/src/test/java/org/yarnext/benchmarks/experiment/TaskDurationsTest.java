// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.junit.Test;
import org.yarnext.mercury.policy.estimate.RunTimeHint;
import org.yarnext.minicluster.shell.ShellTask;

public class TaskDurationsTest {
  private static final int TASKS = 20_000;
  private static final double MEAN_S = 6;

  private static List<ShellTask> tasks(TaskDurations durations) {
    Random random = new Random(7);
    List<ShellTask> tasks = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      tasks.add(durations.task(MEAN_S, random));
    }
    return tasks;
  }

  private static double seconds(ShellTask task) {
    assertEquals(ExecutionType.OPPORTUNISTIC, task.type());
    return Double.parseDouble(task.command().substring("sleep ".length()));
  }

  private static double mean(List<ShellTask> tasks) {
    return tasks.stream().mapToDouble(TaskDurationsTest::seconds).average().getAsDouble();
  }

  @Test
  public void equalTasksDeclareNoRunTime() {
    List<ShellTask> tasks = tasks(TaskDurations.ALIKE);
    assertEquals(MEAN_S, mean(tasks), 0.1);
    for (ShellTask task : tasks) {
      assertTrue(task.environment().isEmpty());
      assertEquals(MEAN_S, seconds(task), MEAN_S / 2 + 0.001);
    }
  }

  @Test
  public void mixedTasksDeclareTheMeanRunTimeOfTheirKind() {
    List<ShellTask> tasks = tasks(TaskDurations.MIXED);
    assertEquals(MEAN_S, mean(tasks), 0.2);
    TreeMap<Long, Integer> kinds = new TreeMap<>();
    for (ShellTask task : tasks) {
      long declared = Long.parseLong(task.environment().get(RunTimeHint.ENVIRONMENT_VARIABLE));
      kinds.merge(declared, 1, Integer::sum);
      assertEquals(declared / 1000.0, seconds(task), declared / 4000.0 + 0.001);
    }
    assertEquals(3, kinds.size());
    assertEquals(0.7, kinds.firstEntry().getValue() / (double) TASKS, 0.02);
    assertEquals(0.1, kinds.lastEntry().getValue() / (double) TASKS, 0.02);
  }
}
