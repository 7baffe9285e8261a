// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.OverallocationView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.DefaultRunTimeEstimator;
import org.yarnext.mercury.policy.estimate.RunTimeEstimates;
import org.yarnext.mercury.policy.node.NodeQueue;
import org.yarnext.mercury.policy.shedding.SheddingLimits;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.world.mercury.usage.OverallocationPlanner;

/**
 * Simulates a NodeManager with Mercury; its queue and policies are the classes that run in the
 * daemon.
 */
final class MercuryHost extends SimulatedHost {
  /** Minimum relative error for which a waiting container's estimate is corrected. */
  private static final double MIN_CORRECTION = 0.1;

  private final NodeQueue queue;
  private final RunTimeEstimates estimates;

  /** Containers that wait or run, by id; never iterated. */
  private final Map<String, SimulatedContainer> byId = new HashMap<>();

  /** Null unless over-allocation is on and the use of tasks is modelled. */
  private final OverallocationPlanner overallocation;

  /** Containers that run beyond the allocation, by id, and how the policies see them. */
  private final Map<String, ContainerView> beyond = new LinkedHashMap<>();

  private ResourceVector beyondSize = ResourceVector.NONE;
  private OverallocationView reported = OverallocationView.NONE;
  private boolean isReportDue;

  MercuryHost(int index, SimNode node, MercurySimulation simulation, double reports) {
    super(
        index,
        node,
        simulation,
        reports,
        overallocates(simulation) ? simulation.model().onNodes.overallocation() : null);
    MercuryConfiguration configuration = simulation.model().onNodes;
    queue =
        new NodeQueue(
            configuration.newQueueOrder(),
            configuration.newVictimPolicy(),
            configuration.newSheddingPolicy(),
            configuration.newCeiling(
                configuration.needsDemandHistory() ? configuration.newDemandHistory() : null),
            configuration.queueLimits(),
            simulation.nowMs());
    estimates =
        new RunTimeEstimates(
            configuration.defaultEstimateMs(),
            configuration.maxApplications(),
            new DefaultRunTimeEstimator());
    overallocation =
        overallocates(simulation) && meter != null
            ? new OverallocationPlanner(configuration.overallocation(), meter)
            : null;
  }

  private static boolean overallocates(MercurySimulation simulation) {
    return simulation
        .model()
        .onNodes
        .live()
        .current()
        .get(MercuryConfiguration.OVERALLOCATION_MODE)
        .acts();
  }

  private NodeView view() {
    return new NodeView(simulation.nowMs(), total(), used(), waitingSize(), 0).with(reported);
  }

  private ContainerView view(SimulatedContainer c) {
    return ContainerView.queued(
        c.id(),
        c.master.key(),
        c.kind.priority(),
        c.size,
        c.declaredMs == null ? learntMs(c) : c.declaredMs,
        simulation.nowMs());
  }

  private long learntMs(SimulatedContainer c) {
    return estimates.estimate(c.master.name(), c.kind.priority()).runMs();
  }

  @Override
  void arriveOpportunistic(SimulatedContainer c) {
    ContainerView view = view(c);
    if (queue.toAdmit(view, view(), 0).value()) {
      byId.put(c.id(), c);
      queue.enqueue(view);
      changed();
      startNext();
    } else {
      refuse(c, "rejected");
    }
  }

  @Override
  void startNext() {
    if (queue.size() == 0 || !hasRoom()) {
      return;
    }
    for (String id : queue.toStart(view()).value()) {
      queue.onStarted(queue.get(id), simulation.nowMs());
      start(byId.get(id));
    }
  }

  /** Stops and starts containers beyond the allocation, in the order of the daemon. */
  @Override
  void second() {
    super.second();
    if (overallocation == null) {
      return;
    }
    if (!beyond.isEmpty() && overallocation.isMemoryShort()) {
      stopBeyond();
    }
    if (queue.size() > 0) {
      List<ContainerView> waiting = queue.waiting(simulation.nowMs());
      overallocation.starts(view(), waiting, beyondSize).forEach(this::startBeyond);
    }
    isReportDue = true;
  }

  private void stopBeyond() {
    List<String> running = new ArrayList<>();
    List<String> ending = new ArrayList<>();
    for (String id : beyond.keySet()) {
      boolean runs = byId.get(id).state == SimulatedContainer.State.RUNNING;
      (runs ? running : ending).add(id);
    }
    overallocation.stops(running, ending, simulation.nowMs()).forEach(id -> stop(byId.get(id)));
  }

  /** Decides what the next heartbeat reports, once for each measurement. */
  private void report() {
    if (isReportDue) {
      isReportDue = false;
      List<ContainerView> running = new ArrayList<>(beyond.values());
      List<ContainerView> left = queue.waiting(simulation.nowMs());
      reported = overallocation.report(view(), left, running, beyondSize);
    }
  }

  private void startBeyond(String id) {
    long nowMs = simulation.nowMs();
    ContainerView c = queue.get(id);
    // It leaves the queue, and is no victim.
    queue.onStarted(c, nowMs);
    queue.onFinished(id, nowMs);
    beyond.put(id, c.startedAt(nowMs));
    beyondSize = beyondSize.plus(c.resources());
    byId.get(id).beyond = true;
    start(byId.get(id));
  }

  @Override
  List<SimulatedContainer> victims(SimulatedContainer c) {
    List<SimulatedContainer> victims = new ArrayList<>();
    for (String id : queue.toReclaim(c.size, view()).value()) {
      queue.onStopping(id);
      victims.add(byId.get(id));
    }
    return victims;
  }

  @Override
  void gone(SimulatedContainer c, boolean killed) {
    byId.remove(c.id());
    ContainerView wasBeyond = beyond.remove(c.id());
    if (wasBeyond != null) {
      beyondSize = beyondSize.minus(wasBeyond.resources());
      queue.onRan(simulation.nowMs());
    }
    queue.onFinished(c.id(), simulation.nowMs());
    if (!killed && c.declaredMs == null) {
      learn(c, simulation.nowMs() - c.startedMs);
    }
  }

  /** Learns the run time of a kind of container from one that ran to its end. */
  private void learn(SimulatedContainer c, long ranMs) {
    estimates.observe(c.master.name(), c.kind.priority(), ranMs);
    for (ContainerView waiting : queue.waiting(simulation.nowMs())) {
      SimulatedContainer same = byId.get(waiting.id());
      if (same.master == c.master && same.declaredMs == null) {
        long known = waiting.estimatedRunMs();
        long now = learntMs(same);
        if (Math.abs(now - known) > MIN_CORRECTION * known) {
          queue.onChanged(
              ContainerView.queued(
                  waiting.id(),
                  waiting.job(),
                  waiting.priority(),
                  waiting.resources(),
                  now,
                  waiting.arrivedAtMs()));
        }
      }
    }
  }

  @Override
  protected void changed() {
    if (queue.isPolicing()) {
      queue.observe(view());
    }
  }

  @Override
  void limit() {
    SheddingLimits limits = simulation.placement().waitLimit();
    if (queue.size() > 0) {
      for (String id : queue.toShed(limits, view()).value()) {
        queue.onShed(id);
        refuse(byId.remove(id), "shed");
      }
    }
    // Some starts become possible by time alone, such as those held by a ceiling: the daemon checks
    // each second.
    startNext();
  }

  @Override
  double waitMs() {
    report();
    return queue.waitNow(view()).totalMsAsInt();
  }

  @Override
  int queued() {
    return queue.size();
  }

  @Override
  ResourceVector queuedSize() {
    return queue.waiting(simulation.nowMs()).stream()
        .map(ContainerView::resources)
        .reduce(ResourceVector.NONE, ResourceVector::plus);
  }
}
