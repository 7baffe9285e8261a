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
package org.yarnext.tools.simulate.world.mercury;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.RunTimeEstimates;
import org.yarnext.mercury.policy.requests.HybridPolicy;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.world.JobProgress;

/**
 * One application: its master's container, the heartbeats in which it asks and is answered, and the
 * tasks that it starts in what it gets.
 */
final class OpportunisticMaster {
  private final MercurySimulation simulation;
  private final SimJob job;
  private final int sequence;
  private final JobKey key;
  private final String name;
  private final JobProgress progress;
  private final SimulatedRequests asks;
  private List<SimulatedContainer> granted = new ArrayList<>();
  private List<SimulatedContainer> lost = new ArrayList<>();
  private ResourceVector ownSize;
  private SimulatedContainer own;
  private SimulatedHost home;
  private boolean registered;
  private boolean ended;

  /** The list of least loaded nodes that its last answer brought; empty where there is none. */
  List<SimulatedHost> nodes = Collections.emptyList();

  /**
   * @param sequence its place in the order of submission
   * @param policy which of its containers are opportunistic
   * @param toldFactor what it says of run times over what is true; NaN if it says nothing
   */
  OpportunisticMaster(
      MercurySimulation simulation,
      SimJob job,
      int sequence,
      HybridPolicy policy,
      double toldFactor) {
    this.simulation = simulation;
    this.job = job;
    this.sequence = sequence;
    this.key = JobKey.of(1, sequence);
    this.name = "a" + sequence;
    this.progress = new JobProgress(job);
    this.asks =
        new SimulatedRequests(
            TaskSizeGroup.of(job, simulation.model(), toldFactor),
            policy,
            this::learntMs,
            simulation.model().onManager.guaranteedAfterLosses());
  }

  SimJob job() {
    return job;
  }

  int sequence() {
    return sequence;
  }

  JobKey key() {
    return key;
  }

  /** The application's id. */
  String name() {
    return name;
  }

  /** The most urgent first; unmodifiable. */
  List<TaskSizeGroup> kinds() {
    return asks.kinds();
  }

  /** The node it runs on. */
  SimulatedHost home() {
    return home;
  }

  // ---- its life --------------------------------------------------------------------------------

  /**
   * Begins.
   *
   * @param size of its container
   */
  void submit(ResourceVector size) {
    ownSize = size;
    simulation.scheduler().ask(this);
  }

  /** Begins without a container, on a node that has nothing to do with it. */
  void submit(SimulatedHost anyHost) {
    home = anyHost;
    simulation.after(simulation.model().masterStartMs, this::register);
  }

  /** Its process is ready. */
  void register() {
    registered = true;
    simulation.placement().registered(this);
    simulation.everyFromNow(simulation.model().settings.masterHeartbeatMs(), this::heartbeat);
  }

  private boolean heartbeat() {
    if (ended) {
      return false;
    }
    for (int stage : progress.ready()) {
      simulation.asked(this, stage);
      asks.begin(stage, simulation.nowMs());
    }
    asks.divide();
    if (asks.guaranteed()) {
      simulation.scheduler().ask(this);
    }
    List<SimulatedContainer> starts = granted;
    granted = new ArrayList<>();
    if (asks.opportunistic()) {
      simulation.placement().place(this, starts);
    }
    starts.forEach(asks::collected);
    if (!starts.isEmpty()) {
      simulation.after(simulation.model().networkMs, () -> starts.forEach(c -> c.host.arrive(c)));
    }
    // What an answer tells is asked again with the next call.
    lost.forEach(asks::lost);
    lost = new ArrayList<>();
    return true;
  }

  /** A task has done its work; the master hears at once. */
  void taskEnded(SimulatedContainer c) {
    asks.ended(c);
    progress.ended(c.kind.stage);
    if (progress.finished()) {
      ended = true;
      simulation.placement().forget(this);
      if (own != null) {
        own.host.end(own);
      }
      simulation.jobEnded(this);
    }
  }

  // ---- what it is told -------------------------------------------------------------------------

  /** An opportunistic container of a kind is placed on a node. */
  SimulatedContainer placed(TaskSizeGroup kind, SimulatedHost host) {
    kind.pendingOpportunistic--;
    SimulatedContainer c = simulation.container(this, kind, kind.size, host, true);
    c.toldMs = kind.toldMs == null ? learntMs(kind.priority) : kind.toldMs;
    return c;
  }

  /**
   * The scheduler offers it a guaranteed container on a node.
   *
   * @param free what the node has free for those
   * @return the size that it takes; null if it takes nothing
   */
  ResourceVector grant(SimulatedHost host, ResourceVector free) {
    if (registered) {
      TaskSizeGroup kind = asks.takeGuaranteed(free);
      if (kind != null) {
        granted.add(simulation.container(this, kind, kind.size, host, false));
      }
      return kind == null ? null : kind.size;
    }
    if (own != null || !ownSize.fitsIn(free)) {
      return null;
    }
    own = simulation.container(this, null, ownSize, host, false);
    home = host;
    simulation.after(simulation.model().networkMs, () -> host.arrive(own));
    return ownSize;
  }

  /** Whether it would take guaranteed containers if there were room. */
  boolean waitsForGuaranteed() {
    return registered ? asks.guaranteed() : own == null;
  }

  /** The ResourceManager knows that a container is gone whose task is not done. */
  void lost(SimulatedContainer c) {
    lost.add(c);
  }

  // ---- what is expected of its tasks -----------------------------------------------------------

  /** How long a container of a kind is expected to run, in ms. */
  long expectedMs(TaskSizeGroup kind) {
    return kind.toldMs != null ? kind.toldMs : simulation.estimate(this, kind.priority).runMs();
  }

  /** Null while nothing is known. */
  private Long learntMs(int priority) {
    RunTimeEstimates.Estimate estimate = simulation.estimate(this, priority);
    return estimate.source() == RunTimeEstimates.Source.LEARNT ? estimate.runMs() : null;
  }
}
