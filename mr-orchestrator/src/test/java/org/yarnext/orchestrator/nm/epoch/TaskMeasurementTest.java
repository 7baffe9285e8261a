// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.epoch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.Test;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourcePressure;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.policy.identity.TaskLaunchParser;
import org.yarnext.orchestrator.rpc.NodeUsageReport;
import org.yarnext.orchestrator.rpc.UsageReportCodec;

/** Measurements of tasks, as reported to the ResourceManager. */
public class TaskMeasurementTest extends NodeTaskManagerTestBase {
  @Test
  public void usageIsMeasuredBetweenTwoSamples() throws IOException {
    start("c1");
    used("c1", 10_000, 200);
    manager.sample(5 * SECOND);
    assertTrue("one reading tells no use", report(5).isEmpty());
    used("c1", 14_000, 300);
    manager.setTotalMs("c1", null, 40_000);
    manager.sample(10 * SECOND);
    TaskView view = report(10).get(0);
    assertEquals("job_1_0001/MAP", view.phase().toString());
    assertEquals(10_000, view.elapsedMs(), 0);
    assertEquals(0.25, view.progress(), 1e-9);
    assertEquals(40_000, view.totalMs(), 1e-6);
    assertEquals("it goes on", 0.5, report(20).get(0).progress(), 1e-9);
    assertEquals("not beyond its end", 1, report(50).get(0).progress(), 0);
    ResourceShare cpu = view.share(ResourceKind.CPU);
    assertEquals("4 s in 5 s", 800, cpu.used(), 1e-9);
    assertEquals(1000, cpu.allocated(), 0);
    assertEquals(100, cpu.minimum(), 0);
    assertEquals("like itself, as long as it is young", 800, cpu.estimated(), 1e-9);
    ResourceShare memory = view.share(ResourceKind.MEMORY);
    assertEquals(300 * MB, memory.used(), 0);
    assertEquals(391 * MB, memory.minimum(), 0);
    assertEquals(GB, memory.entitled(), 0);
  }

  private double cpuUsed(long seconds) {
    return report(seconds).get(0).share(ResourceKind.CPU).used();
  }

  @Test
  public void reportContainsTheMeanUsageSinceTheLastReport() throws IOException {
    start("c1");
    used("c1", 0, 200);
    manager.sample(0);
    for (int i = 1; i <= 4; i++) {
      // It collects garbage, or waits for others, when it is measured last.
      used("c1", 5_000 * Math.min(i, 3), 200);
      manager.sample(5 * i * SECOND);
    }
    assertEquals("15 s in 20 s", 750, cpuUsed(20), 1e-9);
    assertEquals("nothing is measured since", 750, cpuUsed(21), 1e-9);
    used("c1", 16_000, 200);
    manager.sample(25 * SECOND);
    used("c1", 18_000, 200);
    manager.sample(30 * SECOND);
    assertEquals("3 s in 10 s", 300, cpuUsed(30), 1e-9);
    exit("c1");
    manager.sample(35 * SECOND);
    launch("c1");
    used("c1", 60_000, 200);
    manager.sample(40 * SECOND);
    used("c1", 64_000, 200);
    manager.sample(45 * SECOND);
    assertEquals("not what it used meanwhile", 800, cpuUsed(45), 1e-9);
  }

  @Test
  public void reportContainsAnyPressureSinceTheLastReport() throws IOException {
    start("c1");
    used("c1", 0, 200);
    manager.sample(0);
    Path pressure = group("c1").resolve("cpu.pressure");
    kernel.set(pressure, "some avg10=0 avg60=0 avg300=0 total=3000000");
    kernel.set(group("c1").resolve("memory.events"), "max 1");
    manager.sample(5 * SECOND);
    manager.sample(10 * SECOND);
    TaskView task = report(10).get(0);
    assertEquals(
        "3 s in 10 s", ResourcePressure.HELD_BACK, task.share(ResourceKind.CPU).pressure());
    assertEquals(ResourcePressure.HELD_BACK, task.share(ResourceKind.MEMORY).pressure());
    manager.sample(15 * SECOND);
    assertEquals(ResourcePressure.NONE, report(15).get(0).share(ResourceKind.CPU).pressure());
  }

  @Test
  public void pressureIsReadFromTheKernel() throws IOException {
    start("c1");
    used("c1", 0, 200);
    manager.sample(0);
    Path pressure = group("c1").resolve("cpu.pressure");
    kernel.set(pressure, "some avg10=0 avg60=0 avg300=0 total=400000");
    manager.sample(5 * SECOND);
    assertEquals(ResourcePressure.NONE, report(5).get(0).share(ResourceKind.CPU).pressure());
    kernel.set(pressure, "some avg10=0 avg60=0 avg300=0 total=1000000");
    kernel.set(group("c1").resolve("memory.events"), "max 1");
    manager.sample(10 * SECOND);
    assertEquals(ResourcePressure.HELD_BACK, report(10).get(0).share(ResourceKind.CPU).pressure());
    assertEquals(
        ResourcePressure.HELD_BACK, report(10).get(0).share(ResourceKind.MEMORY).pressure());
  }

  /** An application writes its commands, and what it calls java may be any program. */
  @Test
  public void impossibleHeapOfOneTaskLeavesTheReportOfTheNodeValid() throws IOException {
    String[] containers = {"container_1_0001_01_000002", "container_1_0001_01_000003"};
    start(
        containers[0],
        TaskLaunchParser.read(
            "application_1_0001",
            Collections.singletonList(
                "./java -Xmx999999999999t org.apache.hadoop.mapred.YarnChild h 1"
                    + " attempt_1_0001_m_000001_0"),
            Collections.emptyMap(),
            20));
    start(containers[1]);
    for (String container : containers) {
      used(container, 0, 200);
    }
    manager.sample(0);
    manager.sample(5 * SECOND);
    NodeUsageReport report = manager.report("n1:1", Collections.emptyMap(), 20_000, 5 * SECOND);
    List<TaskView> tasks = UsageReportCodec.read(UsageReportCodec.message(report)).tasks();
    assertEquals(2, tasks.size());
    assertEquals("all that it has", GB, tasks.get(0).share(ResourceKind.MEMORY).minimum(), 0);
    assertEquals(266 * MB, tasks.get(1).share(ResourceKind.MEMORY).minimum(), 0);
  }

  @Test
  public void stoppedOrBackwardClockYieldsNoUsage() throws IOException {
    start("c1");
    used("c1", 0, 200);
    manager.sample(5 * SECOND);
    used("c1", 1_000, 200);
    manager.sample(5 * SECOND);
    manager.sample(4 * SECOND);
    assertTrue(report(5).isEmpty());
    manager.sample(10 * SECOND);
    assertEquals(200, report(10).get(0).share(ResourceKind.CPU).used(), 1e-9);
  }
}
