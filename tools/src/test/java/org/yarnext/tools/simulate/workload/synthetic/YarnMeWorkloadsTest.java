// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.synthetic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.workload.synthetic.YarnMeRandomWorkload.Range;

public class YarnMeWorkloadsTest {
  private static YarnMeRandomWorkload trace(boolean uniform) {
    return new YarnMeRandomWorkload(
        uniform, 2_000, new Range(1_000, 10_000), new Range(1, 100), new Range(50, 500), 3);
  }

  private static double meanMb(boolean uniform) {
    return trace(uniform).make(1).jobs().stream()
        .mapToLong(job -> job.stages().get(0).tasks().get(0).memoryMb())
        .average()
        .getAsDouble();
  }

  @Test
  public void valuesFillTheirRanges() {
    for (boolean uniform : new boolean[] {true, false}) {
      for (SimJob job : trace(uniform).make(1).jobs()) {
        SimTask task = job.stages().get(0).tasks().get(0);
        assertTrue(job.submitMs() < 1_000_000);
        assertTrue(task.memoryMb() >= 1_000 && task.memoryMb() <= 10_000);
        assertEquals(0, task.memoryMb() % 100);
        assertTrue(job.tasks() >= 1 && job.tasks() <= 100);
        assertTrue(task.durationMs() >= 50_000 && task.durationMs() <= 500_000);
      }
    }
    assertEquals(5_500, meanMb(true), 150);
    // A quarter of the range above its beginning, less what was drawn again.
    assertEquals(1_000 + 9_000 * (0.25 - Math.exp(-4) / (1 - Math.exp(-4))), meanMb(false), 150);
  }

  @Test
  public void traceFollowsItsSeed() {
    assertEquals(text(trace(true).make(5)), text(trace(true).make(5)));
    assertNotEquals(text(trace(true).make(5)), text(trace(true).make(6)));
  }

  private static String text(Workload workload) {
    return workload.jobs().stream()
        .map(j -> j.id() + " " + j.submitMs() + " " + j.tasks())
        .collect(Collectors.joining("\n"));
  }

  @Test
  public void mixMatchesTableOne() {
    Workload mix = YarnMeMixWorkload.make(1, 1);
    Map<String, Integer> runs = new LinkedHashMap<>();
    for (SimJob job : mix.jobs()) {
      runs.merge(job.name(), 1, Integer::sum);
    }
    assertEquals(14, mix.jobs().size());
    assertEquals(3, (int) runs.get("pagerank"));
    assertEquals(3, (int) runs.get("recommender"));
    assertEquals(8, (int) runs.get("wordcount"));
    assertEquals(0, mix.jobs().get(4).submitMs());
    assertEquals(300_000, mix.jobs().get(5).submitMs());
    assertEquals(9 * 300_000, mix.jobs().get(13).submitMs());
    SimJob pageRank = mix.jobs().get(0);
    assertEquals(1381 + 275 + 1925 + 275, pageRank.tasks());
    SimStage lastReduces = pageRank.stages().get(3);
    assertEquals(6_800, lastReduces.tasks().get(0).memoryMb());
    assertEquals(9, lastReduces.priority());
    assertEquals(1.0, lastReduces.predecessors().get(2), 0);
    assertEquals(1.0, pageRank.stages().get(2).predecessors().get(1), 0);
    assertEquals(1.75, lastReduces.elasticity().slowdown(1), 0.001);
    assertEquals(1.25, pageRank.stages().get(2).elasticity().slowdown(1), 1e-9);
    SimStage shorter = YarnMeMixWorkload.make(1, 0.5).jobs().get(0).stages().get(0);
    long longer = pageRank.stages().get(0).tasks().get(7).durationMs();
    assertEquals(longer / 2.0, shorter.tasks().get(7).durationMs(), 1);
    assertEquals(20_000, shorter.elasticity().estimatedModel().runTimeMs(1_700), 1e-9);
    assertEquals(1.3, shorter.elasticity().slowdown(1), 1e-9);
  }
}
