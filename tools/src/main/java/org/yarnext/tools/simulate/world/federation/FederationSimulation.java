// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.federation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.yarnext.federation.policy.share.fairness.QueueTree;
import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.engine.RandomStreams;
import org.yarnext.tools.simulate.engine.SimulationEngine;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.outcome.OutcomeRecorder;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.TaskFitValidator;

/**
 * Runs one simulation of a federation: creates the sub-clusters, the Router and the applications,
 * and dispatches their events.
 */
final class FederationSimulation {
  private static final long SECOND_MS = 1_000;

  private final Workload workload;
  private final FederationSettings model;
  private final SimulationEngine engine = new SimulationEngine(0);
  private final RandomStreams streams;
  private final OutcomeRecorder recorder;
  private final ProgressListener progress;
  private final FederationStatistics statistics;
  private final QueueCapacities queues;
  private final List<SimulatedSubCluster> subClusters = new ArrayList<>();
  private final Map<String, String> racks = new HashMap<>();
  private final Map<String, Set<String>> owners = new HashMap<>();
  private final SimulatedRouter homes;
  private final SimulatedPolicyGenerator shares;
  private final PendingTaskSet master;
  private final Set<FederatedApplication> running = new LinkedHashSet<>();
  private final double capacityMb;
  private long containers;
  private int apps;
  private int jobsLeft;

  FederationSimulation(
      Workload workload,
      ClusterTopology topology,
      FederationSettings model,
      long seed,
      ProgressListener progress) {
    this.workload = workload;
    this.model = model;
    this.streams = new RandomStreams(seed);
    this.recorder = new OutcomeRecorder(workload, topology);
    this.progress = progress;
    this.statistics = new FederationStatistics(model.warmUpMs);
    this.queues = new QueueCapacities(workload, model.conf);
    this.jobsLeft = workload.jobs().size();
    this.capacityMb = topology.memoryMb();
    this.master =
        model.settings.masterMb() > 0 ? PendingTaskSet.master(masterMb(), masterVcores()) : null;
    divide(topology);
    this.homes = new SimulatedRouter(model, subClusters, streams.stream("homes"));
    this.shares = new SimulatedPolicyGenerator(model, queues, subClusters);
  }

  private long masterMb() {
    return TaskFitValidator.rounded(model.settings.masterMb(), model.settings.stepMb());
  }

  private int masterVcores() {
    return model.settings.masterVcores();
  }

  /** Divides the racks over the sub-clusters in their order; no rack is split. */
  private void divide(ClusterTopology topology) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    for (SimNode node : topology.nodes()) {
      numbers.putIfAbsent(node.rack(), numbers.size());
    }
    if (numbers.size() < model.subClusters) {
      throw new SimulationException(
          numbers.size()
              + " racks cannot be divided over "
              + model.subClusters
              + " sub-clusters: set "
              + FederationSettings.PREFIX
              + "sub-clusters, or give more nodes");
    }
    for (int s = 0; s < model.subClusters; s++) {
      subClusters.add(new SimulatedSubCluster(s, queues, this));
    }
    for (SimNode node : topology.nodes()) {
      long rack = numbers.get(node.rack());
      SimulatedSubCluster owner =
          subClusters.get((int) (rack * model.subClusters / numbers.size()));
      owner.add(node);
      racks.put(node.host(), node.rack());
      Set<String> name = Collections.singleton(owner.name);
      owners.put(node.host(), name);
      owners.put(node.rack(), name);
    }
  }

  RunOutcome run() {
    Random phases = streams.stream("heartbeat-phase");
    long intervalMs = model.settings.nodeHeartbeatMs();
    subClusters.forEach(SimulatedSubCluster::report);
    for (SimulatedSubCluster each : subClusters) {
      for (SubClusterNode node : each.nodes) {
        engine.every(
            (long) (phases.nextDouble() * intervalMs),
            intervalMs,
            () -> {
              each.heartbeat(node);
              return true;
            });
      }
      engine.every(
          (long) (phases.nextDouble() * model.reportMs),
          model.reportMs,
          () -> {
            if (!each.isLost()) {
              each.report();
            }
            return true;
          });
    }
    long roundMs = model.keys.shareInterval().toMillis();
    engine.every(roundMs, roundMs, this::round);
    engine.every(SECOND_MS, SECOND_MS, this::second);
    engine.at(model.warmUpMs, this::filledUp);
    for (SimJob job : workload.jobs()) {
      engine.at(job.submitMs(), () -> submit(job));
    }
    engine.run(model.settings.limitMs());
    return outcome();
  }

  private RunOutcome outcome() {
    running.forEach(app -> statistics.ledgers(app.ledgers(), nowMs()));
    running.forEach(app -> app.recordWaiting(statistics));
    statistics.write(recorder);
    recorder.used(0, 0, engine.nowMs());
    recorder.count("sub-clusters", subClusters.size());
    recorder.count("share-rounds", shares.rounds());
    recorder.count("capacity-changes", shares.changes());
    recorder.count("events", engine.eventsRun());
    recorder.count("virtual-ms", engine.nowMs());
    return recorder.outcome();
  }

  private void submit(SimJob job) {
    FederatedApplication app = new FederatedApplication(this, job, apps++, homes.choose(nowMs()));
    running.add(app);
    app.submit();
  }

  private void filledUp() {
    statistics.filledUp(
        running.stream().map(FederatedApplication::ledgers).collect(Collectors.toList()));
  }

  private boolean round() {
    statistics.round(shares.run(nowMs()), nowMs());
    return true;
  }

  private boolean second() {
    long usedMb = 0;
    for (SimulatedSubCluster each : subClusters) {
      usedMb += each.state.usedMb(QueueTree.ROOT);
    }
    statistics.second(usedMb / capacityMb, nowMs());
    long tasks = workload.tasks();
    long byTime = (long) (tasks * ((double) nowMs() / model.settings.limitMs()));
    progress.progress(Math.max(recorder.doneTasks(), byTime), tasks, nowMs());
    return true;
  }

  // ---- events ----------------------------------------------------------------------------

  long nextContainer() {
    return containers++;
  }

  void decided() {
    statistics.decided();
  }

  void requested(FederatedApplication app, int stage) {
    recorder.requested(app.job(), stage, nowMs());
  }

  /** Starts a task in a container that its application has received. */
  void started(
      FederatedApplication app,
      PendingTaskSet tasks,
      SimTask task,
      SubClusterNode.Container container) {
    long waitedMs = nowMs() - tasks.requestedMs;
    statistics.recordWait(waitedMs, nowMs());
    recorder.started(
        app.job(), tasks.stage, waitedMs, task.memoryMb(), tasks.mb, tasks.vcores, nowMs());
    long endMs =
        nowMs() + model.startMs + app.job().stages().get(tasks.stage).runMs(task, tasks.mb);
    container.node.running.add(
        new SubClusterNode.RunningContainer(container, tasks.stage, nowMs(), endMs));
  }

  /** Handles the end of a task that its application and the ResourceManager know about. */
  void ended(SubClusterNode.RunningContainer task) {
    SubClusterRequest request = task.container.request;
    FederatedApplication app = request.tenant.app;
    recorder.ended(
        app.job(), task.stage, task.endMs - task.startedMs, request.mb, request.vcores, nowMs());
    app.taskEnded(task.stage);
  }

  /** Records resources used by others than tasks. */
  void used(long mb, int vcores) {
    recorder.used(mb, vcores, nowMs());
  }

  void jobEnded(FederatedApplication app) {
    statistics.ledgers(app.ledgers(), nowMs());
    running.remove(app);
    if (--jobsLeft == 0) {
      engine.stop();
    }
  }

  // ---- participants --------------------------------------------------------------------------

  FederationSettings model() {
    return model;
  }

  QueueCapacities queues() {
    return queues;
  }

  /** Returns the sub-clusters in their order; not to be modified. */
  List<SimulatedSubCluster> subClusters() {
    return subClusters;
  }

  /** Returns null if Application Masters need no container. */
  PendingTaskSet master() {
    return master;
  }

  /** Returns the requests of a stage by task size. */
  List<PendingTaskSet> wanted(SimJob job, int stage) {
    List<PendingTaskSet> wanted =
        PendingTaskSet.of(
            job, stage, racks::get, mb -> TaskFitValidator.rounded(mb, model.settings.stepMb()));
    wanted.forEach(each -> each.requestedMs = nowMs());
    return wanted;
  }

  /** Returns the sub-clusters that own a host or rack. */
  Set<String> owners(String name) {
    return owners.getOrDefault(name, Collections.emptySet());
  }

  // ---- time ------------------------------------------------------------------------------------

  long nowMs() {
    return engine.nowMs();
  }

  void after(long delayMs, Runnable event) {
    engine.after(delayMs, event);
  }

  /** Repeats an event, the first time now. */
  void every(long intervalMs, BooleanSupplier event) {
    engine.every(0, intervalMs, event);
  }
}
