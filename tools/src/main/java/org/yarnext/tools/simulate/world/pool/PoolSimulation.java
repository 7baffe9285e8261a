// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.pool;

import java.util.Deque;
import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;
import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.engine.SimulationEngine;
import org.yarnext.tools.simulate.outcome.OutcomeRecorder;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.SimulationSettings;
import org.yarnext.tools.simulate.world.TaskFitValidator;

/**
 * Runs one simulation of shortest job first: free resources go to the job with the least remaining
 * work (memory times run time), then to the next job. Freed resources are filled in the same
 * instant.
 */
final class PoolSimulation {
  private static final int TASKS_A_PROGRESS = 10_000;

  private final Workload workload;
  private final Set<String> types;
  private final SimulationSettings settings;
  private final ProgressListener progress;
  private final SimulationEngine engine = new SimulationEngine(0);
  private final OutcomeRecorder recorder;
  private final FreeResourceTree rooms;
  private final int allTasks;
  private final TreeSet<PoolJob> waiting = new TreeSet<>();
  private boolean filling;

  PoolSimulation(
      Workload workload,
      ClusterTopology topology,
      FreeResourceTree rooms,
      SimulationSettings settings,
      ProgressListener progress) {
    this.workload = workload;
    this.types = topology.otherResources().keySet();
    this.settings = settings;
    this.progress = progress;
    this.recorder = new OutcomeRecorder(workload, topology);
    this.rooms = rooms;
    this.allTasks = workload.tasks();
  }

  RunOutcome run() {
    for (SimJob job : workload.jobs()) {
      engine.at(job.submitMs(), () -> wantMore(new PoolJob(job)));
    }
    engine.run(settings.limitMs());
    recorder.used(0, 0, engine.nowMs());
    recorder.count("events", engine.eventsRun());
    return recorder.outcome();
  }

  private long rounded(SimTask task) {
    return TaskFitValidator.rounded(task.memoryMb(), settings.stepMb());
  }

  private long[] room(SimTask task) {
    return PoolWorld.room(types, rounded(task), task.vcores(), task.otherResources());
  }

  private void wantMore(PoolJob job) {
    for (int stage : job.begin(engine.nowMs())) {
      recorder.requested(job.job, stage, engine.nowMs());
      for (SimTask task : job.job.stages().get(stage).tasks()) {
        if (task.delayMs() > 0) {
          engine.after(
              task.delayMs(),
              () -> {
                job.waiting.get(stage).add(task);
                waiting.add(job);
                fillSoon();
              });
        }
      }
    }
    if (job.waits()) {
      waiting.add(job);
    }
    fillSoon();
  }

  /** Fills the pool after all events of this instant. */
  private void fillSoon() {
    if (!filling) {
      filling = true;
      engine.after(0, this::fill);
    }
  }

  private void fill() {
    filling = false;
    Iterator<PoolJob> jobs = waiting.iterator();
    while (jobs.hasNext() && !rooms.isFull()) {
      PoolJob job = jobs.next();
      for (int s = 0; s < job.waiting.size(); s++) {
        fill(job, s);
      }
      if (!job.waits()) {
        jobs.remove();
      }
    }
  }

  private void fill(PoolJob job, int stage) {
    Deque<SimTask> tasks = job.waiting.get(stage);
    while (!tasks.isEmpty()) {
      SimTask task = tasks.peek();
      int node = rooms.take(room(task));
      if (node < 0) {
        return;
      }
      tasks.poll();
      start(job, stage, task, node);
    }
  }

  private void start(PoolJob job, int stage, SimTask task, int node) {
    long mb = rounded(task);
    long nowMs = engine.nowMs();
    recorder.started(
        job.job,
        stage,
        nowMs - job.requestedMs[stage] - task.delayMs(),
        task.memoryMb(),
        mb,
        task.vcores(),
        nowMs);
    long runMs = job.job.stages().get(stage).runMs(task, mb);
    engine.after(runMs, () -> end(job, stage, task, node, runMs));
  }

  private void end(PoolJob job, int stage, SimTask task, int node, long ranMs) {
    long mb = rounded(task);
    rooms.giveBack(node, room(task));
    recorder.ended(job.job, stage, ranMs, mb, task.vcores(), engine.nowMs());
    waiting.remove(job);
    job.ended(stage, task);
    wantMore(job);
    if (recorder.doneTasks() % TASKS_A_PROGRESS == 0) {
      progress.progress(recorder.doneTasks(), allTasks, engine.nowMs());
    }
  }
}
