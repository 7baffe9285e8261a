// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.world.JobProgress;
import org.yarnext.tools.simulate.world.rm.virtual.SimulatedApplication;
import org.yarnext.tools.simulate.world.rm.virtual.SimulatedNode;
import org.yarnext.tools.simulate.world.rm.virtual.VirtualResourceManager;

/**
 * Simulates an Application Master: requests the tasks of a stage once enough tasks of earlier
 * stages have ended, starts tasks in granted containers, returns unneeded containers, and requests
 * stopped tasks again. It learns of YARN's actions with its heartbeats, and of its tasks' ends at
 * once.
 */
final class VirtualApplicationMaster {
  private final RmSimulation world;
  private final SimJob job;
  private final PendingTaskTable pendingTasks;
  private final JobProgress progress;
  private final List<ContainerId> excess = new ArrayList<>();
  private SimulatedApplication app;
  private Container own;

  VirtualApplicationMaster(RmSimulation world, SimJob job) {
    this.world = world;
    this.job = job;
    this.pendingTasks = new PendingTaskTable(job, world::rackOf);
    this.progress = new JobProgress(job);
  }

  SimJob job() {
    return job;
  }

  void submit(ApplicationId id) {
    boolean elsewhere = world.settings().masterMb() == 0;
    List<ResourceRequest> masterRequests =
        elsewhere ? Collections.emptyList() : Collections.singletonList(masterRequest());
    VirtualResourceManager rm = world.rm();
    app =
        SimulatedApplication.of(
            id, job, masterRequests, rm.context(), rm.conf(), world.engine().nowMs());
    rm.submit(app);
    if (elsewhere) {
      begin();
    } else {
      exchange(new ArrayList<>(masterRequests), Collections.emptyList());
    }
  }

  private ResourceRequest masterRequest() {
    return ResourceRequest.newInstance(
        Priority.newInstance(0),
        ResourceRequest.ANY,
        Resource.newInstance(world.settings().masterMb(job), world.settings().masterVcores(job)),
        1);
  }

  /** Handles a newly allocated container, which may be the Application Master's own. */
  void allocated() {
    if (own == null && world.settings().masterMb() > 0) {
      world.engine().after(0, this::fetchOwn);
    }
  }

  private void fetchOwn() {
    if (own != null) {
      return;
    }
    for (Container container : exchange(new ArrayList<>(), Collections.emptyList())) {
      own = container;
      app.masterRuns(container);
      ((RMContainerImpl) world.rm().scheduler().getRMContainer(container.getId()))
          .setAMContainer(true);
      world.node(container).launched(container.getId());
      use(1);
      begin();
    }
  }

  private void use(int sign) {
    Resource size = own.getResource();
    world
        .recorder()
        .used(sign * size.getMemorySize(), sign * size.getVirtualCores(), world.nowMs());
  }

  private void begin() {
    long interval = world.settings().masterHeartbeatMs();
    world
        .engine()
        .every(world.phase("master-heartbeat", job.id(), interval), interval, this::heartbeat);
  }

  /** Sends a heartbeat; returns whether there will be another. */
  private boolean heartbeat() {
    if (progress.isFinished()) {
      world.rm().finish(app);
      if (own != null) {
        SimulatedNode node = world.node(own);
        if (node.completed(own.getId(), "")) {
          world.endedOn(node);
        }
        use(-1);
      }
      world.finished();
      return false;
    }
    requestReady();
    List<ContainerId> releases = new ArrayList<>(excess);
    excess.clear();
    for (Container container : exchange(pendingTasks.news(), releases)) {
      start(container);
    }
    return true;
  }

  private void requestReady() {
    for (int s : progress.ready()) {
      world.recorder().requested(job, s, world.nowMs());
      List<SimTask> tasks = job.stages().get(s).tasks();
      for (int n = 0; n < tasks.size(); n++) {
        if (tasks.get(n).delayMs() == 0) {
          pendingTasks.want(s, n, world.engine().nowMs());
        } else {
          requestLater(s, n, tasks.get(n).delayMs());
        }
      }
    }
  }

  private void requestLater(int stage, int number, long delayMs) {
    world.delayed(1);
    world
        .engine()
        .after(
            delayMs,
            () -> {
              world.delayed(-1);
              pendingTasks.want(stage, number, world.engine().nowMs());
            });
  }

  private void start(Container container) {
    PendingTaskGroup group = pendingTasks.answered(container);
    int number = group == null ? -1 : group.take(world.node(container).getHostName());
    if (number < 0) {
      excess.add(container.getId());
      world.recorder().count("containers given back", 1);
      return;
    }
    world.start(new SimulatedTask(this, group, number, container, world.engine().nowMs()));
  }

  /** Records the end of a task. */
  void ended(SimulatedTask run) {
    progress.ended(run.stage());
  }

  /** Requests a stopped task again. */
  void lost(SimulatedTask run) {
    pendingTasks.want(run.stage(), run.number(), world.engine().nowMs());
  }

  private List<Container> exchange(List<ResourceRequest> news, List<ContainerId> releases) {
    Allocation answer =
        world
            .rm()
            .scheduler()
            .allocate(
                app.attemptId(),
                news,
                new ArrayList<>(),
                releases,
                Collections.emptyList(),
                Collections.emptyList(),
                new ContainerUpdates());
    return answer.getContainers();
  }
}
