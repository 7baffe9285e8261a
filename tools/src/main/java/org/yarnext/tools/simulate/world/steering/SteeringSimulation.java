// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.steering;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.engine.RandomStreams;
import org.yarnext.tools.simulate.engine.SimulationEngine;
import org.yarnext.tools.simulate.outcome.OutcomeRecorder;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.steering.cpu.CpuContainer;
import org.yarnext.tools.simulate.world.steering.cpu.CpuJob;
import org.yarnext.tools.simulate.world.steering.cpu.CpuNode;
import org.yarnext.tools.simulate.world.steering.cpu.CpuPeriod;
import org.yarnext.tools.simulate.world.steering.cpu.CpuPeriodGenerator;
import org.yarnext.tools.simulate.world.steering.cpu.CpuTaskId;

/**
 * Runs one simulation of jobs on nodes whose containers share processors: starts containers, and
 * runs the orchestrator's rounds.
 */
final class SteeringSimulation {
  private static final int TASKS_A_PROGRESS = 100;
  private static final long SIGHT_MS = 1_000;

  private final Workload workload;
  private final ClusterTopology topology;
  private final SteeringSettings model;
  private final ProgressListener progress;
  private final RandomStreams streams;
  private final SimulationEngine engine = new SimulationEngine(0);
  private final OutcomeRecorder recorder;
  private final List<CpuNode> nodes = new ArrayList<>();
  private final List<SimulatedNodeOrchestrator> steerings = new ArrayList<>();
  private final Map<String, Integer> nodeOf = new HashMap<>();
  private final SimulatedClusterOrchestrator cluster;
  private final TreeSet<CpuJob> wanting = new TreeSet<>();
  private final int allTasks;
  private double workMs;

  SteeringSimulation(
      Workload workload,
      ClusterTopology topology,
      SteeringSettings model,
      long seed,
      ProgressListener progress) {
    this.workload = workload;
    this.topology = topology;
    this.model = model;
    this.progress = progress;
    this.streams = new RandomStreams(seed);
    this.recorder = new OutcomeRecorder(workload, topology);
    this.allTasks = workload.tasks();
    this.cluster = new SimulatedClusterOrchestrator(model, this::running);
  }

  RunOutcome run() {
    makeNodes();
    for (SimJob job : workload.jobs()) {
      engine.at(job.submitMs(), () -> want(new CpuJob(job)));
    }
    for (int n = 0; n < nodes.size(); n++) {
      int node = n;
      every("heartbeat", n, model.settings.nodeHeartbeatMs(), () -> fill(node));
      if (model.steers()) {
        every("sample", n, model.keys.sampleIntervalMs(), () -> sample(node));
        every("epoch", n, model.keys.epochMs(), () -> exchange(node));
      }
    }
    if (model.system.isClairvoyant()) {
      every("sight", 0, SIGHT_MS, () -> steerings.forEach(SimulatedNodeOrchestrator::weigh));
    }
    if (model.steers()) {
      every("round", 0, model.keys.epochMs(), () -> cluster.decide(engine.nowMs()));
    }
    engine.run(model.settings.limitMs());
    return outcome();
  }

  private void every(String what, int number, long intervalMs, Runnable event) {
    long firstMs = (long) (streams.stream(what, number).nextDouble() * intervalMs);
    engine.every(
        firstMs,
        intervalMs,
        () -> {
          event.run();
          return true;
        });
  }

  private void makeNodes() {
    List<Integer> hogs = drawn("hogs", model.hogNodes);
    List<Integer> slow = drawn("slow nodes", model.slowNodes);
    for (int n = 0; n < topology.nodes().size(); n++) {
      int number = n;
      CpuNode node =
          new CpuNode(
              topology.nodes().get(n),
              model.cores(topology.nodes().get(n).vcores()),
              slow.contains(n) ? model.slowPercent / 100 : 1,
              model.system.groups(),
              engine,
              task -> end(number, task));
      nodes.add(node);
      steerings.add(new SimulatedNodeOrchestrator(node, model));
      if (hogs.contains(n)) {
        start(n, CpuContainer.hog("hog-" + n, model.hogMb, model.hogVcores, model.hogThreads));
        recorder.used(model.hogMb, model.hogVcores, 0);
      }
    }
  }

  /** Returns random nodes, the same for all systems. */
  private List<Integer> drawn(String what, int count) {
    List<Integer> all = new ArrayList<>();
    for (int n = 0; n < topology.nodes().size(); n++) {
      all.add(n);
    }
    Collections.shuffle(all, streams.stream(what));
    return all.subList(0, Math.min(count, all.size()));
  }

  private void want(CpuJob job) {
    for (int stage : job.requestReadyStages(engine.nowMs())) {
      recorder.requested(job.job(), stage, engine.nowMs());
    }
    if (job.stage() >= 0) {
      wanting.add(job);
    }
  }

  /** Handles a node's heartbeat: starts one container, for the job with the fewest. */
  private void fill(int n) {
    for (CpuJob job : wanting) {
      int stage = job.stage();
      if (job.peek(stage).memoryMb() <= nodes.get(n).freeMb()) {
        wanting.remove(job);
        start(job, stage, n);
        if (job.stage() >= 0) {
          wanting.add(job);
        }
        return;
      }
    }
  }

  private void start(CpuJob job, int stage, int n) {
    SimTask task = job.peek(stage);
    int number = job.start(stage);
    String id = "container_" + job.job().id() + "_" + stage + "_" + number;
    CpuTaskId key = new CpuTaskId(job, stage, task);
    List<CpuPeriod> periods =
        CpuPeriodGenerator.of(job.job().stages().get(stage).cpuProfile(), task, streams.stream(id));
    workMs += CpuPeriodGenerator.workMs(periods);
    recorder.started(
        job.job(),
        stage,
        engine.nowMs() - job.requestedMs(stage),
        task.memoryMb(),
        task.memoryMb(),
        task.vcores(),
        engine.nowMs());
    start(n, CpuContainer.task(id, engine.nowMs(), key, periods));
  }

  private void start(int n, CpuContainer container) {
    nodeOf.put(container.id, n);
    nodes.get(n).start(container);
    if (model.weighs()) {
      steerings.get(n).started(container);
    }
  }

  private void end(int n, CpuContainer container) {
    nodeOf.remove(container.id);
    if (model.weighs()) {
      steerings.get(n).ended(container);
    }
    CpuJob job = container.task.job();
    SimTask task = container.task.task();
    workMs -= container.workMs();
    recorder.ended(
        job.job(),
        container.task.stage(),
        engine.nowMs() - container.startMs,
        task.memoryMb(),
        task.vcores(),
        engine.nowMs());
    wanting.remove(job);
    job.ended(container.task.stage());
    want(job);
    if (recorder.doneTasks() % TASKS_A_PROGRESS == 0) {
      progress.progress(recorder.doneTasks(), allTasks, engine.nowMs());
    }
    if (recorder.doneTasks() == allTasks) {
      engine.stop();
    }
  }

  private CpuContainer running(String id) {
    Integer node = nodeOf.get(id);
    return node == null ? null : nodes.get(node).get(id);
  }

  private void sample(int n) {
    steerings.get(n).sample(engine.nowMs());
  }

  private void exchange(int n) {
    SimulatedNodeOrchestrator node = steerings.get(n);
    long nowMs = engine.nowMs();
    node.act(cluster.exchange(node.left(), node.report(nowMs), node.grants(), nowMs));
  }

  private RunOutcome outcome() {
    recorder.used(0, 0, engine.nowMs());
    recorder.count("events", engine.eventsRun());
    recorder.count("rounds", cluster.rounds());
    recorder.count("work-left-us", Math.round(1_000 * workMs));
    double used = nodes.stream().mapToDouble(CpuNode::usedMs).sum();
    recorder.count("cpu-ms", Math.round(used));
    recorder.count("raised", steerings.stream().mapToLong(SimulatedNodeOrchestrator::raised).sum());
    recorder.count(
        "lowered", steerings.stream().mapToLong(SimulatedNodeOrchestrator::lowered).sum());
    cluster.reasons().forEach(recorder::count);
    return recorder.outcome();
  }
}
