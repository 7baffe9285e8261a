// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rpc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.NodeHeadroom;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourcePressure;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.policy.identity.TaskLaunchParser;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.NodeReportProto;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.PressureProto;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.ShareProto;
import org.yarnext.orchestrator.rpc.OrchestratorProtos.TaskProto;

/**
 * Converts a {@link NodeUsageReport} to its protobuf message and back, and validates each field.
 * Stateless.
 */
public final class UsageReportCodec {
  /** Maximum number of tasks in a report; more than any node runs. */
  static final int MAX_TASKS = 10_000;

  private UsageReportCodec() {}

  public static NodeReportProto message(NodeUsageReport report) {
    NodeReportProto.Builder message =
        NodeReportProto.newBuilder()
            .setNode(report.node().node())
            .setFreeCpu(report.node().free(ResourceKind.CPU))
            .setFreeMemory(report.node().free(ResourceKind.MEMORY))
            .setGrants(report.grants());
    for (TaskView task : report.tasks()) {
      TaskProto.Builder each =
          TaskProto.newBuilder()
              .setContainer(task.container())
              .setJob(task.phase().job())
              .setPhase(task.phase().phase())
              .setGuaranteed(task.isGuaranteed())
              .setElapsedMs(task.elapsedMs());
      if (task.has(ResourceKind.CPU)) {
        each.setCpu(message(task.share(ResourceKind.CPU)));
      }
      if (task.has(ResourceKind.MEMORY)) {
        each.setMemory(message(task.share(ResourceKind.MEMORY)));
      }
      String attempt = report.attempt(task.container());
      if (attempt != null) {
        each.setAttempt(attempt);
      }
      message.addTasks(each);
    }
    return message.build();
  }

  /**
   * Reads and checks a message.
   *
   * @throws MalformedMessageException naming the invalid field
   */
  public static NodeUsageReport read(NodeReportProto message) throws MalformedMessageException {
    if (message.getTasksCount() > MAX_TASKS) {
      throw new MalformedMessageException(message.getTasksCount() + " tasks on one node");
    }
    try {
      String node = NodeId.fromString(message.getNode()).toString();
      NodeHeadroom view =
          new NodeHeadroom(
              node,
              MessageFields.finite("free_cpu", message.hasFreeCpu(), message.getFreeCpu()),
              MessageFields.finite(
                  "free_memory", message.hasFreeMemory(), message.getFreeMemory()));
      List<TaskView> tasks = new ArrayList<>(message.getTasksCount());
      Map<String, String> attempts = new HashMap<>();
      Set<String> seen = new HashSet<>();
      for (TaskProto each : message.getTasksList()) {
        TaskView task = task(node, each);
        if (!seen.add(task.container())) {
          throw new MalformedMessageException(task.container() + " is reported twice");
        }
        tasks.add(task);
        if (each.hasAttempt()) {
          attempts.put(task.container(), attempt(task, each.getAttempt()));
        }
      }
      return new NodeUsageReport(view, tasks, attempts, message.getGrants());
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(e.getMessage());
    }
  }

  private static TaskView task(String node, TaskProto message) throws MalformedMessageException {
    ContainerId container = ContainerId.fromString(message.getContainer());
    String application = container.getApplicationAttemptId().getApplicationId().toString();
    if (!message.hasGuaranteed()) {
      throw new MalformedMessageException("too few values are reported of " + container);
    }
    return new TaskView(
        container.toString(),
        node,
        application,
        new JobPhase(
            job(message.getJob(), application), MessageFields.name("phase", message.getPhase())),
        message.getGuaranteed(),
        MessageFields.finite("elapsed_ms", message.hasElapsedMs(), message.getElapsedMs()),
        Double.NaN,
        message.hasCpu() ? read(message.getCpu()) : null,
        message.hasMemory() ? read(message.getMemory()) : null);
  }

  /** Checks that the attempt belongs to the task's job. */
  private static String attempt(TaskView task, String attempt) throws MalformedMessageException {
    if (!TaskLaunchParser.isAttemptOf(task.phase().job(), MessageFields.name("attempt", attempt))) {
      throw new MalformedMessageException(attempt + " is none of " + task.phase().job());
    }
    return attempt;
  }

  /** Checks that the job is the application itself or its MapReduce job. */
  private static String job(String job, String application) throws MalformedMessageException {
    if (!job.equals(application) && !job.equals(application.replace("application_", "job_"))) {
      throw new MalformedMessageException("'" + job + "' is not a job of " + application);
    }
    return job;
  }

  static ShareProto message(ResourceShare share) {
    ShareProto.Builder message =
        ShareProto.newBuilder()
            .setUsed(share.used())
            .setAllocated(share.allocated())
            .setEntitled(share.entitled())
            .setMinimum(share.minimum())
            .setPressure(pressure(share.pressure()));
    if (!Double.isNaN(share.estimated())) {
      message.setEstimated(share.estimated());
    }
    return message.build();
  }

  static ResourceShare read(ShareProto message) throws MalformedMessageException {
    ResourceShare share =
        ResourceShare.of(
                MessageFields.amount("used", message.hasUsed(), message.getUsed()),
                MessageFields.amount("entitled", message.hasEntitled(), message.getEntitled()))
            .allocated(
                MessageFields.amount("allocated", message.hasAllocated(), message.getAllocated()))
            .minimum(MessageFields.amount("minimum", message.hasMinimum(), message.getMinimum()))
            .pressure(pressure(message.getPressure()));
    return message.hasEstimated()
        ? share.estimated(MessageFields.amount("estimated", true, message.getEstimated()))
        : share;
  }

  private static PressureProto pressure(ResourcePressure pressure) {
    switch (pressure) {
      case NONE:
        return PressureProto.PRESSURE_NONE;
      case HELD_BACK:
        return PressureProto.PRESSURE_HELD_BACK;
      default:
        return PressureProto.PRESSURE_UNKNOWN;
    }
  }

  private static ResourcePressure pressure(PressureProto message) {
    switch (message) {
      case PRESSURE_NONE:
        return ResourcePressure.NONE;
      case PRESSURE_HELD_BACK:
        return ResourcePressure.HELD_BACK;
      default:
        return ResourcePressure.UNKNOWN;
    }
  }
}
