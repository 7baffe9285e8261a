// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.DefaultRunTimeEstimator;
import org.yarnext.mercury.policy.estimate.RecurringJobKey;
import org.yarnext.mercury.policy.estimate.RecurringRunTimeCache;
import org.yarnext.mercury.policy.estimate.RunTimeEstimates;
import org.yarnext.mercury.policy.estimate.RunTimeStatistics;
import org.yarnext.mercury.policy.requests.HybridPolicy;
import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.engine.RandomStreams;
import org.yarnext.tools.simulate.engine.SimulationEngine;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.TaskFitValidator;
import org.yarnext.tools.simulate.world.mercury.job.JobAdmission;
import org.yarnext.tools.simulate.world.mercury.job.TaskSizeGroup;
import org.yarnext.tools.simulate.world.mercury.usage.TaskUsage;

/**
 * Runs one simulation of a Mercury or stock cluster: creates its nodes, schedulers and
 * applications, and dispatches their events.
 */
final class MercurySimulation {
  private static final long SECOND_MS = 1_000;

  /** Run time by which the memory of an Application Master grows, in ms. */
  private static final long MASTER_RUN_MS = 600_000;

  private final Workload workload;
  private final MercurySettings model;
  private final MercuryWorld.Kind kind;
  private final SimulationEngine engine = new SimulationEngine(0);
  private final RandomStreams streams;
  private final MercuryStatistics accounts;
  private final JobAdmission admission;
  private final List<SimulatedHost> hosts;
  private final GuaranteedScheduler scheduler;
  private final OpportunisticPlacement placement;
  private final RunTimeEstimates estimates;
  private final RecurringRunTimeCache recurring = new RecurringRunTimeCache();
  private final Random homes;
  private long containers;
  private int masters;
  private int jobsLeft;

  MercurySimulation(
      Workload workload,
      ClusterTopology topology,
      MercurySettings model,
      MercuryWorld.Kind kind,
      long seed,
      ProgressListener progress) {
    this.workload = workload;
    this.model = model;
    this.kind = kind;
    this.streams = new RandomStreams(seed);
    this.accounts =
        new MercuryStatistics(
            workload, topology, progress, model.settings.limitMs(), model.usage != null);
    this.admission = new JobAdmission(model::maxJobs, this::admit);
    this.homes = streams.stream("homes");
    this.jobsLeft = workload.jobs().size();
    this.estimates =
        new RunTimeEstimates(
            model.onManager.defaultEstimateMs(),
            model.onManager.maxApplications(),
            new DefaultRunTimeEstimator());
    List<SimulatedHost> made = new ArrayList<>();
    for (SimNode node : topology.nodes()) {
      int index = made.size();
      made.add(kind.host(index, node, this, index < model.stragglers ? model.stragglerReports : 1));
    }
    this.hosts = Collections.unmodifiableList(made);
    this.scheduler = new GuaranteedScheduler(this, hosts);
    this.placement = kind.placement(this, streams);
  }

  RunOutcome run() {
    Random phases = streams.stream("heartbeat-phase");
    for (SimulatedHost host : hosts) {
      host.heartbeatAfter((long) (phases.nextDouble() * model.settings.nodeHeartbeatMs()));
    }
    placement.begin();
    if (model.usage != null) {
      every(
          SECOND_MS,
          () -> {
            hosts.forEach(SimulatedHost::second);
            accounts.sampled(hosts);
            return true;
          });
    }
    for (SimJob job : workload.jobs()) {
      engine.at(job.submitMs(), () -> admission.arrived(job));
    }
    engine.run(model.settings.limitMs());
    return accounts.outcome(engine.nowMs(), engine.eventsRun());
  }

  private void admit(SimJob job) {
    accounts.admitted(job, nowMs());
    HybridPolicy policy =
        kind.hasOpportunistic()
            ? model
                .onManager
                .policyChoice()
                .choose(Collections.emptyList(), "root." + job.queue())
                .value()
            : HybridPolicy.ONLY_GUARANTEED;
    OpportunisticMaster master =
        new OpportunisticMaster(this, job, masters++, policy, declaredFactor(job));
    if (model.settings.masterMb() > 0) {
      long mb = TaskFitValidator.rounded(model.settings.masterMb(job), model.settings.stepMb());
      master.submit(ResourceVector.of(mb, model.settings.masterVcores(job)));
    } else {
      master.submit(hosts.get(homes.nextInt(hosts.size())));
    }
  }

  private double declaredFactor(SimJob job) {
    if (!model.declares) {
      return Double.NaN;
    }
    double either = 2 * streams.stream("estimates", job.id()).nextDouble() - 1;
    return 1 + model.estimateError * either;
  }

  // ---- events ----------------------------------------------------------------------------

  SimulatedContainer container(
      OpportunisticMaster master,
      TaskSizeGroup ofKind,
      ResourceVector size,
      SimulatedHost host,
      boolean opportunistic) {
    return new SimulatedContainer(containers++, master, ofKind, size, host, opportunistic);
  }

  /** Records the requests of a stage. */
  void requested(OpportunisticMaster master, int stage) {
    accounts.requested(master.job(), stage, nowMs());
  }

  /** Draws the usage of a container that starts now. */
  TaskUsage usage(SimulatedContainer c) {
    long runMs = c.ofMaster() ? MASTER_RUN_MS : model.startMs + runMs(c);
    return model.usage.draw(c.size, runMs, streams.stream("task-usage", c.number));
  }

  private static long runMs(SimulatedContainer c) {
    SimStage stage = c.master.job().stages().get(c.kind.stage());
    return stage.runMs(c.task, c.size.memoryMb());
  }

  /** Handles the start of a container's process. */
  void started(SimulatedContainer c) {
    accounts.started(c, nowMs());
    if (c.ofMaster()) {
      after(model.masterStartMs, c.master::register);
      return;
    }
    after(
        model.startMs + runMs(c),
        () -> {
          if (c.state == SimulatedContainer.State.RUNNING) {
            c.host.end(c);
          }
        });
  }

  /** Handles the end of a container that ran. */
  void ended(SimulatedContainer c, boolean killed) {
    accounts.ended(c, killed, nowMs());
    if (!c.ofMaster() && !killed) {
      c.ranMs = nowMs() - c.startedMs;
      c.task = null;
      c.master.taskEnded(c);
    }
  }

  /**
   * Handles a node's heartbeat at the ResourceManager, with the containers that ended since the
   * last one.
   */
  void onHeartbeat(SimulatedHost host, List<SimulatedContainer> ended) {
    for (SimulatedContainer c : ended) {
      if (!c.opportunistic) {
        scheduler.released(c);
      }
      if (c.ofMaster()) {
        continue;
      }
      if (c.task != null) {
        c.master.lost(c);
      } else if (c.kind.declaredMs() == null) {
        estimates.observe(c.master.name(), c.kind.priority(), c.ranMs);
        if (c.master.recurring() != null) {
          recurring.observe(c.master.recurring(), c.kind.priority(), c.ranMs, nowMs());
        }
      }
    }
    placement.onHeartbeat(host);
    scheduler.allocateOn(host);
  }

  void jobEnded(OpportunisticMaster master) {
    estimates.forget(master.name());
    admission.ended(master.job());
    if (--jobsLeft == 0) {
      engine.stop();
    }
  }

  void count(String counter) {
    accounts.count(counter);
  }

  // ---- participants --------------------------------------------------------------------------

  MercurySettings model() {
    return model;
  }

  /** Returns the hosts in the order of the topology; unmodifiable. */
  List<SimulatedHost> hosts() {
    return hosts;
  }

  GuaranteedScheduler scheduler() {
    return scheduler;
  }

  OpportunisticPlacement placement() {
    return placement;
  }

  /** Returns the recurring job that a job is a run of; null if none. */
  RecurringJobKey recurring(SimJob job) {
    return model.recurring
        ? RecurringJobKey.of(job.user(), "root." + job.queue(), job.framework(), job.name())
        : null;
  }

  /**
   * Returns the run time statistics of a priority's containers for a policy; null if there are
   * none.
   */
  RunTimeStatistics learnt(OpportunisticMaster master, int priority) {
    return RunTimeStatistics.combined(
        estimates.statistics(master.name(), priority),
        master.recurring() == null ? null : recurring.find(master.recurring(), priority, nowMs()),
        model.onManager.assumedRunTimeMs());
  }

  /** Returns the learnt run time on the application's side. */
  RunTimeEstimates.Estimate estimate(OpportunisticMaster master, int priority) {
    return estimates.estimate(master.name(), priority);
  }

  // ---- time ------------------------------------------------------------------------------------

  long nowMs() {
    return engine.nowMs();
  }

  void after(long delayMs, Runnable event) {
    engine.after(delayMs, event);
  }

  /** Repeats an event, the first time after one interval. */
  void every(long intervalMs, BooleanSupplier event) {
    engine.every(intervalMs, intervalMs, event);
  }

  /** Repeats an event, the first time now. */
  void everyFromNow(long intervalMs, BooleanSupplier event) {
    engine.every(0, intervalMs, event);
  }
}
