// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rpc;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.function.Consumer;
import org.junit.Test;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourcePressure;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.NodeReportProto;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.TaskProto;

public class UsageReportCodecTest {
  private static final NodeReportProto RIGHT =
      UsageReportCodec.message(SampleReports.ofOneTask("h1:45"));

  @Test
  public void writtenReportIsReadBack() throws Exception {
    NodeUsageReport read = UsageReportCodec.read(NodeReportProto.parseFrom(RIGHT.toByteArray()));
    assertEquals("h1:45", read.node().node());
    assertEquals(500, read.node().free(ResourceKind.CPU), 0);
    assertEquals(1 << 30, read.node().free(ResourceKind.MEMORY), 0);
    assertEquals(SampleReports.GRANTS, read.grants());
    assertEquals(1, read.tasks().size());
    TaskView task = read.tasks().get(0);
    assertEquals(SampleReports.CONTAINER, task.container());
    assertEquals("h1:45", task.node());
    assertEquals("application_1700000000000_0001", task.application());
    assertEquals("job_1700000000000_0001/MAP", task.phase().toString());
    assertTrue(task.isGuaranteed());
    assertEquals(61_000, task.elapsedMs(), 0);
    assertTrue("nodes do not know it", Double.isNaN(task.progress()));
    assertEquals(SampleReports.ATTEMPT, read.attempt(SampleReports.CONTAINER));
    ResourceShare cpu = task.share(ResourceKind.CPU);
    assertEquals(300.5, cpu.used(), 0);
    assertEquals(1250, cpu.allocated(), 0);
    assertEquals(1000, cpu.entitled(), 0);
    assertEquals(100, cpu.minimum(), 0);
    assertEquals(700, cpu.estimated(), 0);
    assertEquals(ResourcePressure.UNKNOWN, cpu.pressure());
    ResourceShare memory = task.share(ResourceKind.MEMORY);
    assertTrue("not known", Double.isNaN(memory.estimated()));
    assertEquals(ResourcePressure.HELD_BACK, memory.pressure());
  }

  @Test
  public void writtenPressuresAreReadBack() throws Exception {
    for (ResourcePressure each : ResourcePressure.values()) {
      ResourceShare share = ResourceShare.of(1, 2).pressure(each);
      assertEquals(each, UsageReportCodec.read(UsageReportCodec.message(share)).pressure());
    }
  }

  @Test
  public void taskWithOneResourceIsReadAndWritten() throws Exception {
    NodeUsageReport cpu = UsageReportCodec.read(with(TaskProto.Builder::clearMemory));
    assertTrue(cpu.tasks().get(0).has(ResourceKind.CPU));
    assertFalse(cpu.tasks().get(0).has(ResourceKind.MEMORY));
    assertEquals(with(TaskProto.Builder::clearMemory), UsageReportCodec.message(cpu));
    NodeUsageReport memory = UsageReportCodec.read(with(TaskProto.Builder::clearCpu));
    assertFalse(memory.tasks().get(0).has(ResourceKind.CPU));
    assertTrue(memory.tasks().get(0).has(ResourceKind.MEMORY));
    assertEquals(with(TaskProto.Builder::clearCpu), UsageReportCodec.message(memory));
  }

  @Test
  public void taskWithoutAnAttemptIsAccepted() throws Exception {
    NodeUsageReport read = UsageReportCodec.read(with(TaskProto.Builder::clearAttempt));
    assertEquals(1, read.tasks().size());
    assertNull(read.attempt(SampleReports.CONTAINER));
  }

  @Test
  public void tezTaskIsReadWithItsVertexAndAttempt() throws Exception {
    String attempt = "attempt_1700000000000_0001_2_03_000004_0";
    Consumer<TaskProto.Builder> ofTez =
        t -> t.setJob("application_1700000000000_0001").setPhase("VERTEX_2_03").setAttempt(attempt);
    NodeUsageReport read = UsageReportCodec.read(with(ofTez));
    assertEquals(
        "application_1700000000000_0001/VERTEX_2_03", read.tasks().get(0).phase().toString());
    assertEquals(attempt, read.attempt(SampleReports.CONTAINER));
    assertRefused(
        "none of application_1700000000000_0001",
        with(ofTez.andThen(t -> t.setAttempt("attempt_1700000000000_0002_2_03_000004_0"))));
  }

  private static NodeReportProto with(Consumer<TaskProto.Builder> change) {
    NodeReportProto.Builder report = RIGHT.toBuilder();
    change.accept(report.getTasksBuilder(0));
    return report.build();
  }

  private static void assertRefused(String why, NodeReportProto message) {
    MalformedMessageException e =
        assertThrows(why, MalformedMessageException.class, () -> UsageReportCodec.read(message));
    assertTrue(e.getMessage(), e.getMessage().contains(why));
  }

  @Test
  public void missingFieldsAreRefused() {
    assertRefused("NodeId", NodeReportProto.getDefaultInstance());
    assertRefused("free_cpu is missing", RIGHT.toBuilder().clearFreeCpu().build());
    assertRefused("free_memory is missing", RIGHT.toBuilder().clearFreeMemory().build());
    assertRefused("ContainerId", with(TaskProto.Builder::clearContainer));
    assertRefused("is not a job", with(TaskProto.Builder::clearJob));
    assertRefused("phase", with(TaskProto.Builder::clearPhase));
    assertRefused("too few values", with(TaskProto.Builder::clearGuaranteed));
    assertRefused("elapsed_ms", with(TaskProto.Builder::clearElapsedMs));
    assertRefused("used is missing", with(t -> t.getCpuBuilder().clearUsed()));
    assertRefused("allocated is missing", with(t -> t.getCpuBuilder().clearAllocated()));
    assertRefused("entitled is missing", with(t -> t.getMemoryBuilder().clearEntitled()));
    assertRefused("minimum is missing", with(t -> t.getMemoryBuilder().clearMinimum()));
  }

  @Test
  public void invalidValuesAreRefused() {
    assertRefused("port", RIGHT.toBuilder().setNode("h1:x").build());
    assertRefused("free_cpu is NaN", RIGHT.toBuilder().setFreeCpu(Double.NaN).build());
    assertRefused("container", with(t -> t.setContainer("container_x")));
    assertRefused("is not a job of", with(t -> t.setJob("job_1700000000000_0002")));
    assertRefused("phase is not a name", with(t -> t.setPhase("MAP\n")));
    assertRefused("attempt is not a name", with(t -> t.setAttempt("a b")));
    assertRefused(
        "none of job_1700000000000_0001",
        with(t -> t.setAttempt("attempt_1700000000000_0002_m_000000_0")));
    assertRefused("elapsedMs=-1", with(t -> t.setElapsedMs(-1)));
    assertRefused("used is -1", with(t -> t.getCpuBuilder().setUsed(-1)));
    assertRefused("used is 1.0E300", with(t -> t.getCpuBuilder().setUsed(1e300)));
    assertRefused("estimated is Inf", with(t -> t.getCpuBuilder().setEstimated(1 / 0.0)));
    assertRefused("twice", RIGHT.toBuilder().addTasks(RIGHT.getTasks(0)).build());
  }

  @Test
  public void tooManyTasksAreRefusedUnread() {
    NodeReportProto.Builder many = RIGHT.toBuilder();
    for (int i = 0; i < UsageReportCodec.MAX_TASKS; i++) {
      many.addTasks(TaskProto.getDefaultInstance());
    }
    assertRefused("10001 tasks", many.build());
  }
}
