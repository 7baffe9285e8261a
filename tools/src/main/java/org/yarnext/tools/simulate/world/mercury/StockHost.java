// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.tools.simulate.workload.SimNode;

/**
 * Simulates a stock NodeManager with the queue of its ContainerScheduler: first in, first out, and
 * a container that does not fit blocks those behind it. It preempts the newest opportunistic
 * containers for guaranteed ones, sheds from the tail of the queue beyond the length that the
 * ResourceManager allows, and estimates no wait.
 */
class StockHost extends SimulatedHost {
  private final Deque<SimulatedContainer> queue = new ArrayDeque<>();
  private final Set<SimulatedContainer> running = new LinkedHashSet<>();
  private ResourceVector leaving = ResourceVector.NONE;

  StockHost(int index, SimNode node, MercurySimulation simulation, double reports) {
    super(index, node, simulation, reports, null);
  }

  @Override
  void arriveOpportunistic(SimulatedContainer c) {
    startNext();
    if (queue.size() < simulation.model().load.queueCapacity()) {
      queue.add(c);
      startNext();
    } else {
      refuse(c, "rejected");
    }
  }

  @Override
  void startNext() {
    while (hasRoom() && !queue.isEmpty() && fits(queue.peek().size)) {
      SimulatedContainer c = queue.poll();
      running.add(c);
      start(c);
    }
  }

  @Override
  List<SimulatedContainer> victims(SimulatedContainer c) {
    ResourceVector need = used().plus(waitingSize()).plus(c.size).minus(leaving).minus(total());
    List<SimulatedContainer> victims = new ArrayList<>();
    List<SimulatedContainer> oldestFirst = new ArrayList<>(running);
    for (int i = oldestFirst.size() - 1; i >= 0 && !need.fitsIn(ResourceVector.NONE); i--) {
      SimulatedContainer newest = oldestFirst.get(i);
      if (newest.state == SimulatedContainer.State.RUNNING) {
        victims.add(newest);
        leaving = leaving.plus(newest.size);
        need = need.minus(newest.size);
      }
    }
    return victims;
  }

  @Override
  void gone(SimulatedContainer c, boolean killed) {
    running.remove(c);
    leaving = killed ? leaving.minus(c.size) : leaving;
  }

  @Override
  void limit() {
    int allowed = simulation.placement().lengthLimit();
    while (allowed >= 0 && queue.size() > allowed) {
      refuse(queue.pollLast(), "shed");
    }
  }

  @Override
  double waitMs() {
    return 0;
  }

  @Override
  int queued() {
    return queue.size();
  }

  @Override
  ResourceVector queuedSize() {
    long mb = 0;
    long vcores = 0;
    for (SimulatedContainer c : queue) {
      mb += c.size.memoryMb();
      vcores += c.size.vcores();
    }
    return ResourceVector.of(mb, vcores);
  }
}
