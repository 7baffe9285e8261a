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
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.model.ElasticityModel;

/**
 * Reads what runs and waits from the scheduler's own books, so that nothing can be missed or
 * counted twice. Takes no lock of the scheduler, only those of single nodes and attempts, each for
 * a short time: a snapshot is not of one instant, which an estimate does not need.
 */
final class ClusterReader {
  private final AbstractYarnScheduler<?, ?> scheduler;
  private final Models models;

  ClusterReader(AbstractYarnScheduler<?, ?> scheduler, Models models) {
    this.scheduler = scheduler;
    this.models = models;
  }

  ClusterSnapshot read() {
    List<ClusterSnapshot.Node> nodes = new ArrayList<>();
    for (SchedulerNode node : scheduler.getNodeTracker().getAllNodes()) {
      nodes.add(read(node));
    }
    List<ClusterSnapshot.Task> tasks = new ArrayList<>();
    List<ClusterSnapshot.Waiting> waiting = new ArrayList<>();
    for (SchedulerApplication<?> application : scheduler.getSchedulerApplications().values()) {
      SchedulerApplicationAttempt attempt = application.getCurrentAppAttempt();
      if (attempt != null && !attempt.isStopped()) {
        readTasks(attempt, tasks);
        readWaiting(attempt, waiting);
      }
    }
    return new ClusterSnapshot(nodes, tasks, waiting);
  }

  private static ClusterSnapshot.Node read(SchedulerNode node) {
    RMContainer reserved = node.getReservedContainer();
    Resource size = reserved == null ? null : reserved.getReservedResource();
    ApplicationId job = size == null ? null : reserved.getApplicationAttemptId().getApplicationId();
    return new ClusterSnapshot.Node(node.getNodeID(), node.getTotalResource(), job, size);
  }

  private void readTasks(SchedulerApplicationAttempt attempt, List<ClusterSnapshot.Task> into) {
    for (RMContainer c : attempt.getLiveContainers()) {
      Resource size = c.getAllocatedResource();
      long askedMb = Math.max(size.getMemorySize(), UndersizedTag.askedMb(c.getAllocationTags()));
      long runMs =
          c.isAMContainer()
              ? ClusterSnapshot.UNKNOWN
              : runMs(
                  attempt,
                  c.getAllocatedSchedulerKey().getPriority().getPriority(),
                  askedMb,
                  size.getMemorySize());
      long endMs = runMs < 0 ? ClusterSnapshot.UNKNOWN : c.getCreationTime() + runMs;
      into.add(
          new ClusterSnapshot.Task(
              attempt.getApplicationId(),
              c.getContainerId().toString(),
              c.getAllocatedNode(),
              size,
              c.isAMContainer(),
              endMs));
    }
  }

  private void readWaiting(
      SchedulerApplicationAttempt attempt, List<ClusterSnapshot.Waiting> into) {
    for (SchedulerRequestKey key : attempt.getSchedulerKeys()) {
      PendingAsk ask = attempt.getPendingAsk(key, ResourceRequest.ANY);
      if (ask.getCount() > 0 && key.getContainerToUpdate() == null) {
        int priority = key.getPriority().getPriority();
        Resource size = ask.getPerAllocationResource();
        long mb = size.getMemorySize();
        into.add(
            new ClusterSnapshot.Waiting(
                attempt.getApplicationId(),
                priority,
                size,
                ask.getCount(),
                runMs(attempt, priority, mb, mb)));
      }
    }
  }

  private long runMs(
      SchedulerApplicationAttempt attempt, int priority, long askedMb, long grantedMb) {
    AskedJob job = attempt instanceof SizedAttempt ? ((SizedAttempt) attempt).sizing().job() : null;
    ElasticityModel model = job == null ? null : models.of(job, priority);
    if (model == null) {
      return ClusterSnapshot.UNKNOWN;
    }
    double ms = model.runTimeMs(Models.modelMb(model, askedMb, grantedMb));
    return ms >= 0 && ms < Long.MAX_VALUE / 4 ? Math.round(ms) : ClusterSnapshot.UNKNOWN;
  }
}
