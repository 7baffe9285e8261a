// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.trust.UndersizedEnd;
import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.world.rm.virtual.SimulatedNode;

/** Starts tasks, ends them after their run time, and stops those whose containers YARN stops. */
final class SimulatedTaskRunner {
  private static final int TASKS_A_PROGRESS = 1_000;

  private final RmSimulation world;
  private final VirtualElasticHost host;
  private final int allTasks;
  private final ProgressListener progress;
  private final Map<ContainerId, SimulatedTask> running = new HashMap<>();

  SimulatedTaskRunner(
      RmSimulation world, VirtualElasticHost host, int allTasks, ProgressListener progress) {
    this.world = world;
    this.host = host;
    this.allTasks = allTasks;
    this.progress = progress;
  }

  /** Returns whether no task runs. */
  boolean isIdle() {
    return running.isEmpty();
  }

  void start(SimulatedTask run) {
    running.put(run.id(), run);
    host.started(run.id());
    world.node(run.container()).launched(run.id());
    world
        .recorder()
        .started(
            run.job(),
            run.stage(),
            run.waitedMs(),
            run.task().memoryMb(),
            run.grantedMb(),
            run.grantedVcores(),
            world.nowMs());
    world.engine().after(run.runMs(), () -> end(run));
  }

  private void end(SimulatedTask run) {
    if (running.remove(run.id()) == null) {
      return; // it was stopped before
    }
    gone(run, measured(run));
    world
        .recorder()
        .ended(
            run.job(),
            run.stage(),
            ranMs(run),
            run.grantedMb(),
            run.grantedVcores(),
            world.nowMs());
    run.master().ended(run);
    long done = world.recorder().doneTasks();
    if (done % TASKS_A_PROGRESS == 0) {
      progress.progress(done, allTasks, world.nowMs());
    }
  }

  /** Handles a container that YARN stops; ignores containers without a running task. */
  void stopped(ContainerId container) {
    SimulatedTask run = running.remove(container);
    if (run != null) {
      gone(run, "");
      world
          .recorder()
          .killed(run.job(), run.stage(), run.grantedMb(), run.grantedVcores(), world.nowMs());
      run.master().lost(run);
    }
  }

  private void gone(SimulatedTask run, String diagnostics) {
    // The scheduler has it as running until the node's next heartbeat.
    host.ended(run.id(), world.nodeHeartbeatMs());
    SimulatedNode node = world.node(run.container());
    if (node.completed(run.id(), diagnostics)) {
      world.endedOn(node);
    }
  }

  private long ranMs(SimulatedTask run) {
    return world.engine().nowMs() - run.startMs();
  }

  /** Returns the diagnostics that our node listener writes when an under-sized container ends. */
  private String measured(SimulatedTask run) {
    long requestedMb = UndersizedTag.requestedMb(run.container().getAllocationTags());
    return requestedMb < 0
        ? ""
        : new UndersizedEnd(
                requestedMb, run.grantedMb(), true, ranMs(run), UndersizedEnd.Outcome.WELL)
            .toString();
  }
}
