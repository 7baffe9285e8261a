// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rpc;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import org.junit.Test;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.estimate.PhaseUsage;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.NodeAnswerProto;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.PhaseProto;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.TaskAnswerProto;

public class NodeAnswerCodecTest {
  private static final JobPhase MAPS = new JobPhase("job_1_0001", "MAP");

  private static NodeAnswer sent(NodeAnswer answer) throws Exception {
    return NodeAnswerCodec.read(
        NodeAnswerProto.parseFrom(NodeAnswerCodec.message(answer).toByteArray()));
  }

  @Test
  public void writtenAnswerIsReadBack() throws Exception {
    NodeAnswer read =
        sent(
            new NodeAnswer.Builder(true)
                .on(SampleReports.GRANTS)
                .application("application_1_0001")
                .phase(MAPS, new PhaseUsage(7, 812.5, 1 << 29, 90_000))
                .total("c1", 80_000)
                .attempt("c1", SampleReports.ATTEMPT)
                .approve(ResourceKind.CPU, "c1", 1250)
                .approve(ResourceKind.MEMORY, "c2", 1 << 30)
                .build());
    assertTrue(read.isDecided());
    assertEquals(SampleReports.GRANTS, read.grants());
    assertEquals("[application_1_0001]", read.applications().toString());
    PhaseUsage usage = read.phases().get(MAPS);
    assertEquals(7, usage.tasks());
    assertEquals(812.5, usage.mean(ResourceKind.CPU), 0);
    assertEquals(1 << 29, usage.mean(ResourceKind.MEMORY), 0);
    assertEquals(90_000, usage.typicalTotalMs(), 0);
    assertEquals("{c1=80000.0}", read.totals().toString());
    assertEquals(SampleReports.ATTEMPT, read.attempt("c1"));
    assertNull("as an older ResourceManager's", read.attempt("c2"));
    assertEquals("{c1=1250.0}", read.approved(ResourceKind.CPU).toString());
    assertEquals("{c2=1.073741824E9}", read.approved(ResourceKind.MEMORY).toString());
  }

  @Test
  public void unknownValuesStayUnknown() throws Exception {
    NodeAnswer read = sent(new NodeAnswer.Builder(false).phase(MAPS, PhaseUsage.unknown()).build());
    assertFalse(read.isDecided());
    assertTrue(Double.isNaN(read.phases().get(MAPS).mean(ResourceKind.CPU)));
    assertTrue(Double.isNaN(read.phases().get(MAPS).mean(ResourceKind.MEMORY)));
    assertTrue(Double.isNaN(read.phases().get(MAPS).typicalTotalMs()));
    assertTrue(read.approved(ResourceKind.CPU).isEmpty());
  }

  @Test
  public void emptyMessageIsNoDecision() throws Exception {
    assertFalse(NodeAnswerCodec.read(NodeAnswerProto.getDefaultInstance()).isDecided());
    assertFalse(sent(NodeAnswer.nothing()).isDecided());
  }

  @Test
  public void invalidEntriesAreSkippedAndCounted() throws Exception {
    TaskAnswerProto right = TaskAnswerProto.newBuilder().setContainer("c1").setCpu(1).build();
    TaskAnswerProto[] wrong = {
      TaskAnswerProto.getDefaultInstance(),
      right.toBuilder().setTotalMs(-1).build(),
      right.toBuilder().setTotalMs(Double.NaN).build(),
      right.toBuilder().setCpu(-1).build(),
      right.toBuilder().setAttempt("a b").build(),
      right.toBuilder().setMemory(Double.POSITIVE_INFINITY).build(),
    };
    NodeAnswerProto rest =
        NodeAnswerCodec.message(
            new NodeAnswer.Builder(true)
                .phase(MAPS, new PhaseUsage(7, 812.5, 1 << 29, 90_000))
                .total("c2", 80_000)
                .build());
    for (TaskAnswerProto each : wrong) {
      NodeAnswer read = NodeAnswerCodec.read(rest.toBuilder().addTasks(0, each).build());
      assertEquals(each.toString(), 1, read.omitted());
      assertEquals("{}", read.approved(ResourceKind.CPU).toString());
      assertEquals("{c2=80000.0}", read.totals().toString());
      assertEquals(Collections.singleton(MAPS), read.phases().keySet());
    }
    PhaseProto absurd = rest.getPhases(0).toBuilder().setJob("job_2_0002").setMeanCpu(-1).build();
    NodeAnswer read = NodeAnswerCodec.read(rest.toBuilder().addPhases(0, absurd).build());
    assertEquals(1, read.omitted());
    assertEquals(Collections.singleton(MAPS), read.phases().keySet());
    assertEquals(0, NodeAnswerCodec.read(rest).omitted());
  }
}
