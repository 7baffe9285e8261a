/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.elastic.rm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.yarnext.elastic.policy.timeline.Estimates;
import org.yarnext.elastic.policy.timeline.JobId;
import org.yarnext.elastic.policy.timeline.JobOrder;
import org.yarnext.elastic.policy.timeline.TaskGroup;
import org.yarnext.elastic.policy.timeline.Timeline;

/** Estimates jobs' ends by the timeline, from a snapshot alone. Thread-safe. */
final class TimelineEstimator implements JobEndEstimator {
  private final JobOrder order;
  private final double reservable;
  private final int maxBlocks;

  /**
   * @param reservable the part of all nodes that the scheduler lets one job reserve, 0 to 1
   */
  TimelineEstimator(JobOrder order, double reservable, int maxBlocks) {
    this.order = order;
    this.reservable = reservable;
    this.maxBlocks = maxBlocks;
  }

  @Override
  public JobEnds estimate(ClusterSnapshot cluster, long nowMs) {
    int mostReserved = (int) Math.ceil(reservable * cluster.nodes().size());
    Timeline timeline = new Timeline(order, mostReserved, maxBlocks);
    for (ClusterSnapshot.Node node : cluster.nodes()) {
      timeline.nodeAdded(node.id().toString(), node.memoryMb(), node.vcores());
      if (node.reservedFor() != null) {
        timeline.reservationMade(
            node.id().toString(),
            job(node.reservedFor()),
            node.reservedMb(),
            node.reservedVcores());
      }
    }
    for (ClusterSnapshot.Task task : cluster.tasks()) {
      timeline.taskStarted(
          task.node().toString(),
          task.container(),
          job(task.job()),
          task.memoryMb(),
          task.vcores(),
          task.master() ? Timeline.WITH_JOB : task.endMs());
    }
    Map<JobId, List<TaskGroup>> groups = new HashMap<>();
    for (ClusterSnapshot.Waiting w : cluster.waiting()) {
      groups
          .computeIfAbsent(job(w.job()), j -> new ArrayList<>())
          .add(new TaskGroup(w.count(), w.memoryMb(), w.vcores(), w.runMs()));
    }
    groups.forEach(timeline::tasksQueued);
    Estimates estimates = timeline.snapshot().estimates(nowMs);
    return id -> estimates.endMs(job(id));
  }

  private static JobId job(ApplicationId id) {
    return JobId.of(id.getClusterTimestamp(), id.getId());
  }
}
