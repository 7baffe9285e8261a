// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeCleanContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ReleaseContainerEvent;
import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.engine.RandomStreams;
import org.yarnext.tools.simulate.engine.SimulationEngine;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.outcome.CounterNames;
import org.yarnext.tools.simulate.outcome.OutcomeRecorder;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.SimulationSettings;
import org.yarnext.tools.simulate.world.rm.virtual.SimulatedApplication;
import org.yarnext.tools.simulate.world.rm.virtual.SimulatedNode;
import org.yarnext.tools.simulate.world.rm.virtual.VirtualResourceManager;

/**
 * Runs one simulation of a ResourceManager: sends the heartbeats of nodes and Application Masters
 * to one scheduler until all jobs have ended.
 */
final class RmSimulation {
  /** Time of the scheduler's clock at the workload's start, far enough from 0 for any history. */
  static final long START_MS = 1_000_000_000_000L;

  /** Whether nodes send a heartbeat at each container's end, as stock nodes do. */
  static final String OUT_OF_BAND = "yarnext.simulate.out-of-band";

  private static final long UPDATE_MS = 500;

  /** Time without a running task after which nothing will start any more. */
  private static final long STALL_MS = 3_600_000;

  private final Workload workload;
  private final SimulationSettings settings;
  private final RandomStreams streams;
  private final SimulationEngine engine;
  private final OutcomeRecorder recorder;
  private final Map<String, String> rackByHost = new HashMap<>();
  private final Map<NodeId, SimulatedNode> nodes = new HashMap<>();
  private final Map<ApplicationId, VirtualApplicationMaster> masters = new HashMap<>();
  private final VirtualElasticHost host;
  private final SimulatedTaskRunner runs;
  private final boolean outOfBand;
  private VirtualResourceManager rm;
  private FairShareMonitor shares;
  private final Set<String> accepted = new HashSet<>();
  private int jobsLeft;
  private int jobsToSubmit;
  private int delayedTasks;
  private long activeMs;

  RmSimulation(
      Workload workload,
      ClusterTopology topology,
      SimulationSettings settings,
      long seed,
      SimulationEngine engine,
      VirtualElasticHost host,
      ProgressListener progress) {
    this.workload = workload;
    this.settings = settings;
    this.streams = new RandomStreams(seed);
    this.engine = engine;
    this.recorder = new OutcomeRecorder(workload, topology);
    this.host = host;
    this.runs = new SimulatedTaskRunner(this, host, workload.tasks(), progress);
    this.jobsLeft = workload.jobs().size();
    this.jobsToSubmit = jobsLeft;
    this.outOfBand = Boolean.parseBoolean(settings.hadoop().getOrDefault(OUT_OF_BAND, "true"));
    for (SimNode node : topology.nodes()) {
      rackByHost.put(node.host(), node.rack());
    }
  }

  /** Handles events of the scheduler and its containers. */
  void onEvent(Event<?> event) {
    if (event instanceof ReleaseContainerEvent) {
      rm.scheduler().handle((ReleaseContainerEvent) event);
    } else if (event instanceof RMNodeCleanContainerEvent) {
      runs.stopped(((RMNodeCleanContainerEvent) event).getContainerId());
    } else if (event instanceof RMAppAttemptEvent) {
      onEvent((RMAppAttemptEvent) event);
    }
  }

  private void onEvent(RMAppAttemptEvent event) {
    if (event.getType() == RMAppAttemptEventType.CONTAINER_ALLOCATED) {
      masters.get(event.getApplicationAttemptId().getApplicationId()).allocated();
    }
  }

  RunOutcome run(VirtualResourceManager someRm, ClusterTopology topology) {
    rm = someRm;
    shares = new FairShareMonitor(rm.scheduler(), recorder);
    List<SimulatedNode> registered = rm.register(topology);
    long interval = settings.nodeHeartbeatMs();
    for (int n = 0; n < registered.size(); n++) {
      SimulatedNode node = registered.get(n);
      nodes.put(node.getNodeID(), node);
      engine.every(phase("node-heartbeat", n, interval), interval, () -> heartbeat(node));
    }
    engine.every(0, UPDATE_MS, this::update);
    for (SimJob job : workload.jobs()) {
      engine.at(START_MS + job.submitMs(), () -> submit(job));
    }
    engine.run(START_MS + settings.limitMs());
    recorder.used(0, 0, nowMs());
    recorder.count("events", engine.eventsRun());
    return recorder.outcome();
  }

  private boolean heartbeat(SimulatedNode node) {
    rm.scheduler().handle(new NodeUpdateSchedulerEvent(node));
    return jobsLeft > 0;
  }

  /** Returns the interval of the nodes' heartbeats, in ms. */
  long nodeHeartbeatMs() {
    return settings.nodeHeartbeatMs();
  }

  /** Handles a container's end on a node without other unreported ends. */
  void endedOn(SimulatedNode node) {
    if (outOfBand) {
      engine.after(0, () -> heartbeat(node));
    }
  }

  private boolean update() {
    rm.scheduler().update();
    shares.look(UPDATE_MS);
    if (!runs.isIdle() || jobsToSubmit > 0 || delayedTasks > 0) {
      activeMs = engine.nowMs();
    } else if (engine.nowMs() - activeMs > STALL_MS) {
      // The pending requests exceed the limits of their queues or users.
      recorder.count(CounterNames.STALLED, 1);
      engine.stop();
    }
    return jobsLeft > 0;
  }

  private void submit(SimJob job) {
    jobsToSubmit--;
    ApplicationId id = SimulatedApplication.id(workload.jobs().size() - jobsToSubmit);
    host.submitted(id, job);
    VirtualApplicationMaster master = new VirtualApplicationMaster(this, job);
    masters.put(id, master);
    String place = job.queue() + " " + job.user();
    try {
      master.submit(id);
      accepted.add(place);
    } catch (SimulationException e) {
      if (!accepted.contains(place)) {
        throw e; // the queue takes no job of this user
      }
      recorder.count(CounterNames.REFUSED, 1);
      finished();
    }
  }

  /** Counts tasks that will be requested later; negative when they are. */
  void delayed(int more) {
    delayedTasks += more;
  }

  void start(SimulatedTask run) {
    runs.start(run);
  }

  /** Records the end of a job. */
  void finished() {
    if (--jobsLeft == 0) {
      engine.stop();
    }
  }

  /** Returns a random offset of periodic events, from 0 to below the interval. */
  long phase(String purpose, long number, long intervalMs) {
    return (long) (streams.stream(purpose, number).nextDouble() * intervalMs);
  }

  SimulatedNode node(Container container) {
    return nodes.get(container.getNodeId());
  }

  /** Returns the rack of a host; null if it is not in the cluster. */
  String rackOf(String name) {
    return rackByHost.get(name);
  }

  VirtualResourceManager rm() {
    return rm;
  }

  SimulationEngine engine() {
    return engine;
  }

  SimulationSettings settings() {
    return settings;
  }

  OutcomeRecorder recorder() {
    return recorder;
  }

  /** Returns the time since the workload's start, in ms. */
  long nowMs() {
    return engine.nowMs() - START_MS;
  }
}
