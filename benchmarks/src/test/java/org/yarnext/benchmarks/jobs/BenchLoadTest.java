// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.jobs;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.junit.Test;
import org.yarnext.minicluster.shell.ShellTask;

public class BenchLoadTest {
  private final BenchLoad load = new BenchLoad(2, 1, 2000, 1.2, 1);

  @Test
  public void everySystemGetsTheSameTasks() {
    assertEquals(
        commands(load.tasks(0, ExecutionType.GUARANTEED)),
        commands(load.tasks(0, ExecutionType.OPPORTUNISTIC)));
    assertNotEquals(
        commands(load.tasks(0, ExecutionType.GUARANTEED)),
        commands(load.tasks(1, ExecutionType.GUARANTEED)));
  }

  @Test
  public void meanRunTimeIsAsConfigured() {
    double sum = 0;
    for (String command : commands(load.tasks(0, ExecutionType.OPPORTUNISTIC))) {
      double seconds = Double.parseDouble(command.substring("sleep ".length()));
      sum += seconds;
      assertEquals(1.2, seconds, 0.8001);
    }
    assertEquals(1.2, sum / 2000, 0.05);
  }

  @Test
  public void executionTypeIsThatOfTheSystem() {
    assertEquals(ExecutionType.GUARANTEED, load.tasks(0, ExecutionType.GUARANTEED).get(0).type());
    assertEquals(
        ExecutionType.OPPORTUNISTIC, load.tasks(0, ExecutionType.OPPORTUNISTIC).get(0).type());
  }

  private static List<String> commands(List<ShellTask> tasks) {
    return tasks.stream().map(ShellTask::command).collect(Collectors.toList());
  }

  @Test
  public void spreadKeepsTheMeanOfAllJobs() {
    BenchLoad load = new BenchLoad(8, 4, 200, 1.2, 1).spread(4);
    double sum = 0;
    double least = Double.MAX_VALUE;
    double most = 0;
    for (int job = 0; job < 8; job++) {
      double mean =
          load.tasks(job, ExecutionType.OPPORTUNISTIC).stream()
              .mapToDouble(t -> Double.parseDouble(t.command().split(" ")[1]))
              .average()
              .getAsDouble();
      sum += mean;
      least = Math.min(least, mean);
      most = Math.max(most, mean);
    }
    assertEquals(1.2, sum / 8, 0.05);
    assertEquals(16, most / least, 1.5);
  }
}
