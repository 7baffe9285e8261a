// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rpc;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.estimate.PhaseUsage;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.NodeAnswerProto;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.PhaseProto;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.TaskAnswerProto;

/** Converts a {@link NodeAnswer} to its protobuf message and back. Stateless. */
public final class NodeAnswerCodec {
  private NodeAnswerCodec() {}

  public static NodeAnswerProto message(NodeAnswer answer) {
    NodeAnswerProto.Builder message =
        NodeAnswerProto.newBuilder().setDecided(answer.isDecided()).setGrants(answer.grants());
    message.addAllApplications(new TreeSet<>(answer.applications()));
    answer.phases().forEach((phase, usage) -> message.addPhases(phase(phase, usage)));
    Map<String, TaskAnswerProto.Builder> tasks = new TreeMap<>();
    answer.totals().forEach((container, ms) -> task(tasks, container).setTotalMs(ms));
    answer
        .approved(ResourceKind.CPU)
        .forEach((container, amount) -> task(tasks, container).setCpu(amount));
    answer
        .approved(ResourceKind.MEMORY)
        .forEach((container, amount) -> task(tasks, container).setMemory(amount));
    answer.attempts().forEach((container, attempt) -> task(tasks, container).setAttempt(attempt));
    tasks.values().forEach(message::addTasks);
    return message.build();
  }

  private static TaskAnswerProto.Builder task(
      Map<String, TaskAnswerProto.Builder> tasks, String container) {
    return tasks.computeIfAbsent(
        container, c -> TaskAnswerProto.newBuilder().setContainer(container));
  }

  private static PhaseProto phase(JobPhase phase, PhaseUsage usage) {
    PhaseProto.Builder message =
        PhaseProto.newBuilder().setJob(phase.job()).setPhase(phase.phase()).setTasks(usage.tasks());
    if (!Double.isNaN(usage.mean(ResourceKind.CPU))) {
      message.setMeanCpu(usage.mean(ResourceKind.CPU));
    }
    if (!Double.isNaN(usage.mean(ResourceKind.MEMORY))) {
      message.setMeanMemory(usage.mean(ResourceKind.MEMORY));
    }
    if (!Double.isNaN(usage.typicalTotalMs())) {
      message.setTypicalTotalMs(usage.typicalTotalMs());
    }
    return message.build();
  }

  /**
   * Reads and checks a message. Drops a phase or task with an invalid value, and keeps the others,
   * which may be other users'.
   */
  public static NodeAnswer read(NodeAnswerProto message) {
    NodeAnswer.Builder answer =
        new NodeAnswer.Builder(message.getDecided()).on(message.getGrants());
    for (String each : message.getApplicationsList()) {
      try {
        answer.application(MessageFields.name("application", each));
      } catch (MalformedMessageException e) {
        answer.leaveOut();
      }
    }
    for (PhaseProto each : message.getPhasesList()) {
      try {
        readPhase(each, answer);
      } catch (MalformedMessageException e) {
        answer.leaveOut();
      }
    }
    for (TaskAnswerProto each : message.getTasksList()) {
      try {
        readTask(each, answer);
      } catch (MalformedMessageException e) {
        answer.leaveOut();
      }
    }
    return answer.build();
  }

  private static void readPhase(PhaseProto each, NodeAnswer.Builder answer)
      throws MalformedMessageException {
    answer.phase(
        new JobPhase(
            MessageFields.name("job", each.getJob()), MessageFields.name("phase", each.getPhase())),
        new PhaseUsage(
            Math.max(0, each.getTasks()),
            optional("mean_cpu", each.hasMeanCpu(), each.getMeanCpu()),
            optional("mean_memory", each.hasMeanMemory(), each.getMeanMemory()),
            optional("typical_total_ms", each.hasTypicalTotalMs(), each.getTypicalTotalMs())));
  }

  private static void readTask(TaskAnswerProto each, NodeAnswer.Builder answer)
      throws MalformedMessageException {
    String container = MessageFields.name("container", each.getContainer());
    double totalMs = optional("total_ms", each.hasTotalMs(), each.getTotalMs());
    double cpu = optional("cpu", each.hasCpu(), each.getCpu());
    double memory = optional("memory", each.hasMemory(), each.getMemory());
    if (each.hasAttempt()) {
      answer.attempt(container, MessageFields.name("attempt", each.getAttempt()));
    }
    if (each.hasTotalMs()) {
      answer.total(container, totalMs);
    }
    if (each.hasCpu()) {
      answer.approve(ResourceKind.CPU, container, cpu);
    }
    if (each.hasMemory()) {
      answer.approve(ResourceKind.MEMORY, container, memory);
    }
  }

  private static double optional(String field, boolean isThere, double value)
      throws MalformedMessageException {
    return isThere ? MessageFields.amount(field, true, value) : Double.NaN;
  }
}
