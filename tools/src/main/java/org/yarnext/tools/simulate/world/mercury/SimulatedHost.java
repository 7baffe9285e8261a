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

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.tools.simulate.workload.SimNode;

/**
 * One NodeManager: what runs on it, guaranteed containers that wait for their victims, and its
 * heartbeats. Its opportunistic queue is stock's or Mercury's, in a subclass.
 */
abstract class SimulatedHost {
  /** NodeManagers have a port; nothing depends on it. */
  static final int PORT = 45454;

  final int index;
  final String id;
  final SimNode node;
  final ResourceVector total;
  protected final MercurySimulation simulation;

  /** What of its queue's length and wait it reports, as a share of what is true. */
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

  SimulatedHost(int index, SimNode node, MercurySimulation simulation, double reports) {
    this.index = index;
    this.id = node.host() + ":" + PORT;
    this.node = node;
    this.total = ResourceVector.of(node.memoryMb(), node.vcores());
    this.simulation = simulation;
    this.reports = reports;
  }

  // ---- what kinds of queues differ in ----------------------------------------------------------

  /** An opportunistic container comes to the queue. */
  abstract void arriveOpportunistic(SimulatedContainer c);

  /** Which opportunistic containers stop so that {@code c} fits, which does not fit now. */
  abstract List<SimulatedContainer> victims(SimulatedContainer c);

  /** An opportunistic container runs no more, and its room is free. */
  abstract void gone(SimulatedContainer c, boolean killed);

  /** Starts what waits and fits; called after everything that may have made room. */
  abstract void startNext();

  /** Sheds what the limits of a heartbeat do not allow. */
  abstract void limit();

  /** How long a newcomer would wait by the node's own estimate, in ms. */
  abstract double waitMs();

  /** How many opportunistic containers wait. */
  abstract int queued();

  /** What these ask for together. */
  abstract ResourceVector queuedSize();

  // ---- containers ------------------------------------------------------------------------------

  /** A container's start was asked for. */
  final void arrive(SimulatedContainer c) {
    c.state = SimulatedContainer.State.WAITING;
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
    for (SimulatedContainer victim : victims) {
      victim.state = SimulatedContainer.State.STOPPING;
      simulation.after(simulation.model().killMs, () -> end(victim));
    }
    changed();
  }

  /** What guaranteed containers ask for has changed. */
  protected void changed() {}

  /** Starts a container; it fits. */
  protected final void start(SimulatedContainer c) {
    usedMb += c.size.memoryMb();
    usedVcores += c.size.vcores();
    c.state = SimulatedContainer.State.RUNNING;
    c.startedMs = simulation.nowMs();
    simulation.started(c);
  }

  /** A container that runs, or was told to stop, ends now. */
  final void end(SimulatedContainer c) {
    boolean killed = c.state == SimulatedContainer.State.STOPPING;
    c.state = SimulatedContainer.State.ENDED;
    usedMb -= c.size.memoryMb();
    usedVcores -= c.size.vcores();
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

  /** A container that waited, or just came, leaves without having run. */
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

  /** Whether a container of any size might fit. */
  protected final boolean anyRoom() {
    return guaranteedWaiting.isEmpty() && usedMb < total.memoryMb() && usedVcores < total.vcores();
  }

  protected final ResourceVector used() {
    return ResourceVector.of(usedMb, usedVcores);
  }

  /** What guaranteed containers occupy that wait for victims. */
  protected final ResourceVector waitingSize() {
    return waitingSize;
  }

  // ---- heartbeats ------------------------------------------------------------------------------

  /** Its next heartbeat, and so all later ones. */
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

  /** Where the end of a container brings it forward. */
  private void heartbeatSoon() {
    if (simulation.model().outOfBand && !soon) {
      soon = true;
      simulation.after(simulation.model().networkMs, this::heartbeat);
    }
  }

  /** Sends one now; for what comes by itself see {@link #heartbeatAfter}. */
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
    simulation.heard(this, news);
    limit();
    heartbeatAfter(simulation.model().settings.nodeHeartbeatMs());
  }

  /** What the last heartbeat left in the ResourceManager; null before the first. */
  final Object record() {
    return record;
  }

  /** The wait as last reported, in ms. */
  final double reportedWaitMs() {
    return reportedWaitMs;
  }

  /** The length of the queue as last reported. */
  final int reportedLength() {
    return reportedLength;
  }

  /**
   * What its containers have or wait for, as the ResourceManager adds up what a heartbeat tells.
   */
  final ResourceVector allocated() {
    return used().plus(waitingSize).plus(queuedSize());
  }

  @Override
  public final String toString() {
    return id;
  }
}
