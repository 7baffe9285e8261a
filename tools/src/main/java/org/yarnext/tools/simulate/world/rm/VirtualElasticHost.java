// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.host.ProfileSource;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.tools.simulate.engine.SimulationEngine;
import org.yarnext.tools.simulate.workload.SimElasticity;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;

/** Host of the elastic schedulers in virtual time; it provides the tasks of submitted jobs. */
final class VirtualElasticHost implements ElasticHost {
  private static final long NANOS_A_MS = 1_000_000;

  private final SimulationEngine engine;
  private final Map<ApplicationId, SimJob> jobs = new HashMap<>();
  private final Map<ContainerId, Long> startedMs = new HashMap<>();
  private boolean works;

  VirtualElasticHost(SimulationEngine engine) {
    this.engine = engine;
  }

  /**
   * Returns whether a scheduler of ours runs; with a refused configuration it behaves like stock.
   */
  boolean works() {
    return works;
  }

  /** Records which job an application is. Call it before the application is submitted. */
  void submitted(ApplicationId id, SimJob job) {
    jobs.put(id, job);
  }

  void started(ContainerId container) {
    startedMs.put(container, engine.nowMs());
  }

  /**
   * Forgets a container that has ended.
   *
   * @param reportMs time until the scheduler learns of the end, in ms
   */
  void ended(ContainerId container, long reportMs) {
    engine.after(reportMs, () -> startedMs.remove(container));
  }

  @Override
  public long nowMs() {
    return engine.nowMs();
  }

  @Override
  public long nanoTime() {
    return engine.nowMs() * NANOS_A_MS;
  }

  /**
   * Returns the start; for a container that its Application Master has not received, the current
   * time.
   */
  @Override
  public long startedMs(RMContainer container) {
    Long known = startedMs.get(container.getContainerId());
    return known == null ? engine.nowMs() : known;
  }

  @Override
  public Rounds repeat(String name, Runnable work, long intervalMs) {
    works = true;
    VirtualRounds rounds = new VirtualRounds(engine);
    engine.every(0, intervalMs, () -> rounds.run(work));
    return rounds;
  }

  /** Rounds that run as events of the engine. */
  private static final class VirtualRounds implements Rounds {
    private final SimulationEngine engine;
    private boolean ended;

    VirtualRounds(SimulationEngine engine) {
      this.engine = engine;
    }

    /** Runs a round; returns whether there will be another. */
    boolean run(Runnable work) {
      if (!ended) {
        work.run();
      }
      return !ended;
    }

    @Override
    public void once(Runnable work, long delayNanos) {
      engine.after((delayNanos + NANOS_A_MS - 1) / NANOS_A_MS, () -> run(work));
    }

    @Override
    public void end() {
      ended = true;
    }
  }

  @Override
  public ProfileSource profiles() {
    return this::estimate;
  }

  private ElasticityModel estimate(JobDescriptor descriptor, int priority) {
    SimJob job = jobs.get(descriptor.id());
    for (SimStage stage : job.stages()) {
      if (stage.priority() == priority) {
        SimElasticity elasticity = stage.elasticity();
        return elasticity == null ? null : elasticity.estimatedModel();
      }
    }
    return null;
  }
}
