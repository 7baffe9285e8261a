// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.RecurringJobKey;
import org.yarnext.mercury.policy.estimate.RunTimeEstimates;
import org.yarnext.mercury.policy.requests.HybridPolicy;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.world.JobProgress;
import org.yarnext.tools.simulate.world.mercury.job.SimulatedRequests;
import org.yarnext.tools.simulate.world.mercury.job.TaskSizeGroup;

/**
 * Simulates one application: the container of its Application Master, the Application Master's
 * heartbeats, and the tasks that it starts in granted containers.
 */
final class OpportunisticMaster {
  private final MercurySimulation simulation;
  private final SimJob job;
  private final int sequence;
  private final JobKey key;
  private final String name;
  private final RecurringJobKey recurring;
  private final JobProgress progress;
  private final SimulatedRequests requests;
  private List<SimulatedContainer> granted = new ArrayList<>();
  private List<SimulatedContainer> lost = new ArrayList<>();
  private ResourceVector ownSize;
  private SimulatedContainer own;
  private SimulatedHost home;
  private boolean registered;
  private boolean ended;

  /** The list of least loaded nodes from the last answer; may be empty. */
  List<SimulatedHost> nodes = Collections.emptyList();

  /**
   * @param sequence position in the order of submission
   * @param policy selects the opportunistic containers
   * @param declaredFactor declared run times relative to the true ones; NaN if none are declared
   */
  OpportunisticMaster(
      MercurySimulation simulation,
      SimJob job,
      int sequence,
      HybridPolicy policy,
      double declaredFactor) {
    this.simulation = simulation;
    this.job = job;
    this.sequence = sequence;
    this.key = JobKey.of(1, sequence);
    this.name = "a" + sequence;
    this.recurring = simulation.recurring(job);
    this.progress = new JobProgress(job);
    this.requests =
        new SimulatedRequests(
            TaskSizeGroup.of(
                job,
                simulation.model().settings.stepMb(),
                simulation.model().startMs,
                declaredFactor),
            policy,
            priority -> simulation.learnt(this, priority),
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

  /** Returns the application's id. */
  String name() {
    return name;
  }

  /** Returns the recurring job that this is a run of; null if none. */
  RecurringJobKey recurring() {
    return recurring;
  }

  /** Returns the kinds of tasks, the most urgent first; unmodifiable. */
  List<TaskSizeGroup> kinds() {
    return requests.kinds();
  }

  /** Returns the node that the Application Master runs on. */
  SimulatedHost home() {
    return home;
  }

  // ---- life cycle ----------------------------------------------------------------------------

  /**
   * Starts with the request of the Application Master's container.
   *
   * @param size size of the container
   */
  void submit(ResourceVector size) {
    ownSize = size;
    simulation.scheduler().addWaiting(this);
  }

  /** Starts without a container, on any node. */
  void submit(SimulatedHost anyHost) {
    home = anyHost;
    simulation.after(simulation.model().masterStartMs, this::register);
  }

  /** Registers, when the process is ready. */
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
      simulation.requested(this, stage);
      requests.begin(stage, simulation.nowMs());
    }
    requests.divide();
    if (requests.hasGuaranteed()) {
      simulation.scheduler().addWaiting(this);
    }
    List<SimulatedContainer> starts = granted;
    granted = new ArrayList<>();
    if (requests.hasOpportunistic()) {
      simulation.placement().place(this, starts);
    }
    for (SimulatedContainer c : starts) {
      c.task = requests.collected(c.kind, c.number, c.opportunistic);
      c.requestedMs = c.kind.requestedMs();
    }
    if (!starts.isEmpty()) {
      simulation.after(simulation.model().networkMs, () -> starts.forEach(c -> c.host.arrive(c)));
    }
    // Containers reported lost in this answer are requested again with the next call.
    lost.forEach(c -> requests.lost(c.kind, c.task, c.number, c.opportunistic));
    lost = new ArrayList<>();
    return true;
  }

  /** Records the end of a task, which the Application Master knows at once. */
  void taskEnded(SimulatedContainer c) {
    requests.ended(c.number, c.opportunistic);
    progress.ended(c.kind.stage());
    if (progress.isFinished()) {
      ended = true;
      simulation.placement().forget(this);
      if (own != null) {
        own.host.end(own);
      }
      simulation.jobEnded(this);
    }
  }

  // ---- notifications -------------------------------------------------------------------------

  /** Records the placement of an opportunistic container. */
  SimulatedContainer placed(TaskSizeGroup kind, SimulatedHost host) {
    kind.takeOpportunistic();
    SimulatedContainer c = simulation.container(this, kind, kind.size(), host, true);
    c.declaredMs = kind.declaredMs() == null ? learntMs(kind.priority()) : kind.declaredMs();
    return c;
  }

  /**
   * Offers a guaranteed container on a node.
   *
   * @param free free resources of the node for guaranteed containers
   * @return the accepted size; null if none
   */
  ResourceVector grant(SimulatedHost host, ResourceVector free) {
    if (registered) {
      TaskSizeGroup kind = requests.takeGuaranteed(free);
      if (kind != null) {
        granted.add(simulation.container(this, kind, kind.size(), host, false));
      }
      return kind == null ? null : kind.size();
    }
    if (own != null || !ownSize.fitsIn(free)) {
      return null;
    }
    own = simulation.container(this, null, ownSize, host, false);
    home = host;
    simulation.after(simulation.model().networkMs, () -> host.arrive(own));
    return ownSize;
  }

  /** Returns whether guaranteed containers are outstanding. */
  boolean waitsForGuaranteed() {
    return registered ? requests.hasGuaranteed() : own == null;
  }

  /** Handles a lost container, whose task must run again. */
  void lost(SimulatedContainer c) {
    lost.add(c);
  }

  // ---- run time estimates -----------------------------------------------------------

  /** Returns the expected run time of a container, in ms. */
  long expectedMs(TaskSizeGroup kind) {
    return kind.declaredMs() != null
        ? kind.declaredMs()
        : simulation.estimate(this, kind.priority()).runMs();
  }

  /** Returns the learnt run time in ms; null if unknown. */
  private Long learntMs(int priority) {
    RunTimeEstimates.Estimate estimate = simulation.estimate(this, priority);
    return estimate.source() == RunTimeEstimates.Source.LEARNT ? estimate.runMs() : null;
  }
}
