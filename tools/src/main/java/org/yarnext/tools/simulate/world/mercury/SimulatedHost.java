// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.overallocation.OverallocationSettings;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.world.mercury.load.SimulatedLoadMonitor;
import org.yarnext.tools.simulate.world.mercury.usage.NodeUsageMeter;

/**
 * Simulates one NodeManager: its running containers, the guaranteed containers that wait for
 * preempted ones to stop, and its heartbeats. Subclasses add the opportunistic queue of stock or
 * Mercury.
 */
abstract class SimulatedHost implements SimulatedLoadMonitor.Node {
  /** Port of the NodeManagers; any number will do. */
  static final int PORT = 45454;

  private final int index;
  final String id;
  final SimNode node;
  private final ResourceVector total;
  protected final MercurySimulation simulation;

  /** Null if the use of tasks is not modelled. */
  final NodeUsageMeter meter;

  /** Reported share of the queue's true length and wait. */
  private final double reports;

  private final Deque<SimulatedContainer> guaranteedWaiting = new ArrayDeque<>();
  private List<SimulatedContainer> ended = new ArrayList<>();
  private List<SimulatedContainer> arrived = new ArrayList<>();
  private long usedMb;
  private long usedVcores;
  private ResourceVector waitingSize = ResourceVector.NONE;
  private long sequence;
  private boolean soon;

  /** A new object after each heartbeat, as in the ResourceManager; null before the first. */
  private Object record;

  private double reportedWaitMs;
  private int reportedLength;

  /**
   * Creates a host without containers.
   *
   * @param overallocation settings of decisions that need the containers' use; null if there are
   *     none
   */
  SimulatedHost(
      int index,
      SimNode node,
      MercurySimulation simulation,
      double reports,
      OverallocationSettings overallocation) {
    this.index = index;
    this.id = node.host() + ":" + PORT;
    this.node = node;
    this.total = ResourceVector.of(node.memoryMb(), node.vcores());
    this.simulation = simulation;
    this.reports = reports;
    this.meter =
        simulation.model().usage == null
            ? null
            : new NodeUsageMeter(
                index,
                total,
                simulation.model().usage,
                simulation.model().overallocationWindowMs,
                overallocation);
  }

  @Override
  public final int index() {
    return index;
  }

  @Override
  public final ResourceVector total() {
    return total;
  }

  // ---- queue ----------------------------------------------------------

  /** Adds an opportunistic container to the queue. */
  abstract void arriveOpportunistic(SimulatedContainer c);

  /**
   * Returns the opportunistic containers to stop so that {@code c}, which does not fit now, fits.
   */
  abstract List<SimulatedContainer> victims(SimulatedContainer c);

  /** Handles the end of an opportunistic container, whose resources are free. */
  abstract void gone(SimulatedContainer c, boolean killed);

  /** Starts waiting containers that fit; called whenever resources may be free. */
  abstract void startNext();

  /** Sheds containers beyond the limits of a heartbeat. */
  abstract void limit();

  /** Returns the node's estimate of a new container's wait, in ms. */
  abstract double waitMs();

  /** Returns the number of waiting opportunistic containers. */
  abstract int queued();

  /** Returns the sum of the sizes of the waiting opportunistic containers. */
  abstract ResourceVector queuedSize();

  // ---- containers ------------------------------------------------------------------------------

  /** Handles a start request. */
  final void arrive(SimulatedContainer c) {
    c.state = SimulatedContainer.State.WAITING;
    c.arrivedMs = simulation.nowMs();
    arrived.add(c);
    if (c.opportunistic) {
      arriveOpportunistic(c);
    } else {
      arriveGuaranteed(c);
    }
  }

  private void arriveGuaranteed(SimulatedContainer c) {
    if (guaranteedWaiting.isEmpty() && fits(c.size)) {
      start(c);
      changed();
      return;
    }
    List<SimulatedContainer> victims = victims(c);
    guaranteedWaiting.add(c);
    waitingSize = waitingSize.plus(c.size);
    victims.forEach(this::stop);
    changed();
  }

  /** Orders a running container to stop. */
  protected final void stop(SimulatedContainer c) {
    c.state = SimulatedContainer.State.STOPPING;
    simulation.after(simulation.model().killMs, () -> end(c));
  }

  /** Called each second if the use of tasks is modelled. */
  void second() {
    meter.measure(simulation.nowMs());
  }

  /** Called when the demand of guaranteed containers has changed. */
  protected void changed() {}

  /** Starts a container that fits, or that runs beyond the allocation. */
  protected final void start(SimulatedContainer c) {
    account(c, 1);
    c.state = SimulatedContainer.State.RUNNING;
    c.startedMs = simulation.nowMs();
    if (meter != null) {
      meter.started(c.id(), simulation.usage(c), !c.opportunistic, c.startedMs);
    }
    simulation.started(c);
  }

  /** Containers beyond the allocation are in no account. */
  private void account(SimulatedContainer c, int sign) {
    usedMb += c.beyond ? 0 : sign * c.size.memoryMb();
    usedVcores += c.beyond ? 0 : sign * c.size.vcores();
  }

  /** Ends a container that runs or was ordered to stop. */
  final void end(SimulatedContainer c) {
    boolean killed = c.state == SimulatedContainer.State.STOPPING;
    c.state = SimulatedContainer.State.ENDED;
    account(c, -1);
    if (meter != null) {
      meter.ended(c.id());
    }
    ended.add(c);
    if (c.opportunistic) {
      gone(c, killed);
    }
    simulation.ended(c, killed);
    for (SimulatedContainer next = guaranteedWaiting.peek();
        next != null && fits(next.size);
        next = guaranteedWaiting.peek()) {
      guaranteedWaiting.poll();
      waitingSize = waitingSize.minus(next.size);
      start(next);
    }
    changed();
    startNext();
    heartbeatSoon();
  }

  /** Ends a container that has not run. */
  protected final void refuse(SimulatedContainer c, String counter) {
    c.state = SimulatedContainer.State.ENDED;
    ended.add(c);
    simulation.count(counter);
    heartbeatSoon();
  }

  protected final boolean fits(ResourceVector size) {
    return usedMb + size.memoryMb() <= total.memoryMb()
        && usedVcores + size.vcores() <= total.vcores();
  }

  /** Returns whether there is any free resource for a container. */
  protected final boolean hasRoom() {
    return guaranteedWaiting.isEmpty() && usedMb < total.memoryMb() && usedVcores < total.vcores();
  }

  protected final ResourceVector used() {
    return ResourceVector.of(usedMb, usedVcores);
  }

  /** Returns the size of the guaranteed containers that wait for victims to stop. */
  protected final ResourceVector waitingSize() {
    return waitingSize;
  }

  // ---- heartbeats ------------------------------------------------------------------------------

  /** Schedules the next heartbeat, and with it all later ones. */
  final void heartbeatAfter(long delayMs) {
    long mine = sequence;
    simulation.after(
        delayMs,
        () -> {
          if (mine == sequence) {
            heartbeat();
          }
        });
  }

  /** Triggers a heartbeat at a container's end, if configured. */
  private void heartbeatSoon() {
    if (simulation.model().outOfBand && !soon) {
      soon = true;
      simulation.after(simulation.model().networkMs, this::heartbeat);
    }
  }

  /** Sends a heartbeat now; see {@link #heartbeatAfter} for periodic ones. */
  final void heartbeat() {
    soon = false;
    sequence++;
    List<SimulatedContainer> news = ended;
    ended = new ArrayList<>();
    for (SimulatedContainer c : arrived) {
      c.reported = true;
    }
    arrived = new ArrayList<>();
    record = new Object();
    reportedWaitMs = waitMs() * reports;
    reportedLength = (int) (queued() * reports);
    simulation.onHeartbeat(this, news);
    limit();
    heartbeatAfter(simulation.model().settings.nodeHeartbeatMs());
  }

  /** Returns the record of the last heartbeat in the ResourceManager; null before the first. */
  final Object record() {
    return record;
  }

  @Override
  public final double reportedWaitMs() {
    return reportedWaitMs;
  }

  @Override
  public final int reportedLength() {
    return reportedLength;
  }

  /**
   * Returns the resources of running and waiting containers, as the ResourceManager adds them up
   * from a heartbeat.
   */
  @Override
  public final ResourceVector allocated() {
    return used().plus(waitingSize).plus(queuedSize());
  }

  @Override
  public final String toString() {
    return id;
  }
}
