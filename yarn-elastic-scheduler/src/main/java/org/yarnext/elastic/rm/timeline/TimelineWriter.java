// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.timeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.yarnext.elastic.policy.timeline.NodeScheduleView;
import org.yarnext.elastic.policy.timeline.TaskGroup;
import org.yarnext.elastic.policy.timeline.Timeline;
import org.yarnext.elastic.policy.timeline.queue.JobId;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;

/** Writes a snapshot of the cluster into a timeline. Stateless. */
public final class TimelineWriter {
  private TimelineWriter() {}

  /**
   * Returns a new timeline with all of the snapshot; unknown values are those of {@link Timeline}.
   */
  public static Timeline write(
      ClusterSnapshot cluster, JobOrder order, int maxReserved, int maxBlocks) {
    Timeline timeline = new Timeline(order, maxReserved, maxBlocks);
    Map<NodeId, NodeScheduleView> pages = new HashMap<>();
    for (ClusterSnapshot.Node node : cluster.nodes()) {
      NodeScheduleView page =
          new NodeScheduleView(
              node.id().toString(), node.partition(), node.memoryMb(), node.vcores());
      if (node.reservedFor() != null) {
        page.reserved(job(node.reservedFor()), node.reservedMb(), node.reservedVcores());
      }
      pages.put(node.id(), page);
    }
    for (ClusterSnapshot.Task task : cluster.tasks()) {
      NodeScheduleView page = pages.get(task.node());
      if (page != null) { // otherwise the node has left meanwhile
        write(task, page);
      }
    }
    pages.values().forEach(timeline::nodeRead);
    Map<JobId, List<TaskGroup>> groups = new HashMap<>();
    for (ClusterSnapshot.Waiting w : cluster.waiting()) {
      // The FairScheduler may be configured to allow requests without memory.
      long mb = Math.max(1, w.memoryMb());
      groups
          .computeIfAbsent(job(w.job()), j -> new ArrayList<>())
          .add(new TaskGroup(w.count(), mb, w.vcores(), w.runMs()));
    }
    groups.forEach(timeline::tasksQueued);
    cluster.queues().forEach((application, queue) -> timeline.jobInQueue(job(application), queue));
    return timeline;
  }

  private static void write(ClusterSnapshot.Task task, NodeScheduleView page) {
    JobId job = job(task.job());
    if (task.isMaster()) {
      page.addTask(job, task.memoryMb(), task.vcores(), Timeline.WITH_JOB);
    } else if (task.isUncertain()) {
      page.addUncertainTask(job, task.memoryMb(), task.vcores(), task.endMs());
    } else {
      page.addTask(job, task.memoryMb(), task.vcores(), task.endMs());
    }
  }

  /** Returns the timeline's id of an application. */
  public static JobId job(ApplicationId id) {
    return JobId.of(id.getClusterTimestamp(), id.getId());
  }
}
