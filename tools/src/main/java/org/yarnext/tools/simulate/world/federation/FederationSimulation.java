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
import org.yarnext.federation.policy.share.QueueTree;
import org.yarnext.tools.simulate.ProgressListener;
import org.yarnext.tools.simulate.SimulationException;
import org.yarnext.tools.simulate.engine.Engine;
import org.yarnext.tools.simulate.engine.Streams;
import org.yarnext.tools.simulate.outcome.Outcome;
import org.yarnext.tools.simulate.outcome.Recorder;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Topology;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.Fit;

/** One run: time, what happens in it, and who takes part. */
final class FederationSimulation {
  private static final long SECOND_MS = 1_000;

  private final Workload workload;
  private final Model model;
  private final Engine engine = new Engine(0);
  private final Streams streams;
  private final Recorder recorder;
  private final ProgressListener progress;
  private final Tally tally;
  private final Queues queues;
  private final List<SubCluster> subClusters = new ArrayList<>();
  private final Map<String, String> racks = new HashMap<>();
  private final Map<String, Set<String>> owners = new HashMap<>();
  private final Homes homes;
  private final ShareRounds shares;
  private final Wanted master;
  private final Set<App> running = new LinkedHashSet<>();
  private final double capacityMb;
  private long containers;
  private int apps;
  private int jobsLeft;

  FederationSimulation(
      Workload workload, Topology topology, Model model, long seed, ProgressListener progress) {
    this.workload = workload;
    this.model = model;
    this.streams = new Streams(seed);
    this.recorder = new Recorder(workload, topology);
    this.progress = progress;
    this.tally = new Tally(model.warmUpMs);
    this.queues = new Queues(workload, model.conf);
    this.jobsLeft = workload.jobs().size();
    this.capacityMb = topology.memoryMb();
    this.master = model.settings.masterMb() > 0 ? Wanted.master(masterMb(), masterVcores()) : null;
    divide(topology);
    this.homes = new Homes(model, subClusters, streams.stream("homes"));
    this.shares = new ShareRounds(model, queues, subClusters);
  }

  private long masterMb() {
    return Fit.rounded(model.settings.masterMb(), model.settings.stepMb());
  }

  private int masterVcores() {
    return model.settings.masterVcores();
  }

  /** Racks are divided over the sub-clusters in their order, none over two. */
  private void divide(Topology topology) {
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
              + Model.PREFIX
              + "sub-clusters, or give more nodes");
    }
    for (int s = 0; s < model.subClusters; s++) {
      subClusters.add(new SubCluster(s, queues, this));
    }
    for (SimNode node : topology.nodes()) {
      long rack = numbers.get(node.rack());
      SubCluster owner = subClusters.get((int) (rack * model.subClusters / numbers.size()));
      owner.add(node);
      racks.put(node.host(), node.rack());
      Set<String> name = Collections.singleton(owner.name);
      owners.put(node.host(), name);
      owners.put(node.rack(), name);
    }
  }

  Outcome run() {
    Random phases = streams.stream("heartbeat-phase");
    long intervalMs = model.settings.nodeHeartbeatMs();
    subClusters.forEach(SubCluster::report);
    for (SubCluster each : subClusters) {
      for (Node node : each.nodes) {
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

  private Outcome outcome() {
    running.forEach(app -> tally.ledgers(app.ledgers(), nowMs()));
    running.forEach(app -> app.tellWaiting(tally));
    tally.write(recorder);
    recorder.used(0, 0, engine.nowMs());
    recorder.count("sub-clusters", subClusters.size());
    recorder.count("share-rounds", shares.rounds());
    recorder.count("capacity-changes", shares.changes());
    recorder.count("events", engine.eventsRun());
    recorder.count("virtual-ms", engine.nowMs());
    return recorder.outcome();
  }

  private void submit(SimJob job) {
    App app = new App(this, job, apps++, homes.choose(nowMs()));
    running.add(app);
    app.submit();
  }

  private void filledUp() {
    tally.filledUp(running.stream().map(App::ledgers).collect(Collectors.toList()));
  }

  private boolean round() {
    tally.round(shares.run(nowMs()), nowMs());
    return true;
  }

  private boolean second() {
    long usedMb = 0;
    for (SubCluster each : subClusters) {
      usedMb += each.state.usedMb(QueueTree.ROOT);
    }
    tally.second(usedMb / capacityMb, nowMs());
    long tasks = workload.tasks();
    long byTime = (long) (tasks * ((double) nowMs() / model.settings.limitMs()));
    progress.progress(Math.max(recorder.doneTasks(), byTime), tasks, nowMs());
    return true;
  }

  // ---- what happens ----------------------------------------------------------------------------

  long nextContainer() {
    return containers++;
  }

  void decided() {
    tally.decided();
  }

  void asked(App app, int stage) {
    recorder.asked(app.job(), stage, nowMs());
  }

  /** An application starts a task in a container that it has heard of. */
  void started(App app, Wanted tasks, SimTask task, Granted container) {
    long waitedMs = nowMs() - tasks.askedMs;
    tally.heard(waitedMs, nowMs());
    recorder.started(
        app.job(), tasks.stage, waitedMs, task.memoryMb(), tasks.mb, tasks.vcores, nowMs());
    long endMs =
        nowMs() + model.startMs + app.job().stages().get(tasks.stage).runMs(task, tasks.mb);
    container.node.running.add(new Node.Running(container, tasks.stage, nowMs(), endMs));
  }

  /** A task's end has reached its application and the ResourceManager. */
  void ended(Node.Running task) {
    Request request = task.container.request;
    App app = request.tenant.app;
    recorder.ended(
        app.job(), task.stage, task.endMs - task.startedMs, request.mb, request.vcores, nowMs());
    app.taskEnded(task.stage);
  }

  /** What takes room besides tasks. */
  void used(long mb, int vcores) {
    recorder.used(mb, vcores, nowMs());
  }

  void jobEnded(App app) {
    tally.ledgers(app.ledgers(), nowMs());
    running.remove(app);
    if (--jobsLeft == 0) {
      engine.stop();
    }
  }

  // ---- who takes part --------------------------------------------------------------------------

  Model model() {
    return model;
  }

  Queues queues() {
    return queues;
  }

  /** In their order; not to be changed. */
  List<SubCluster> subClusters() {
    return subClusters;
  }

  /** Null if masters take no container. */
  Wanted master() {
    return master;
  }

  /** What a stage asks for from now on, by size. */
  List<Wanted> wanted(SimJob job, int stage) {
    List<Wanted> wanted =
        Wanted.of(job, stage, racks::get, mb -> Fit.rounded(mb, model.settings.stepMb()));
    wanted.forEach(each -> each.askedMs = nowMs());
    return wanted;
  }

  /** Of a host or rack. */
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

  /** At intervals, the first now. */
  void every(long intervalMs, BooleanSupplier event) {
    engine.every(0, intervalMs, event);
  }
}
