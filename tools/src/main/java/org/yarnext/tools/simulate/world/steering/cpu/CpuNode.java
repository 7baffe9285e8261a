// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.steering.cpu;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.yarnext.tools.simulate.engine.SimulationEngine;
import org.yarnext.tools.simulate.workload.SimNode;

/** Simulates a node whose containers share its cores in virtual time. */
public final class CpuNode {
  private static final double ROUNDING_MS = 1e-6;

  private final SimNode node;
  private final double cores;
  private final double speed;
  private final boolean groups;
  private final SimulationEngine engine;
  private final Consumer<CpuContainer> ended;
  private final Map<String, CpuContainer> containers = new LinkedHashMap<>();
  private long freeMb;
  private long atMs;
  private long plan;
  private double usedMs;

  /**
   * @param cores number of cores, above 0
   * @param speed work of a core per ms, above 0
   * @param groups true if CPU is divided by containers' weights, false if by threads
   * @param ended called when a task has ended and left the node
   */
  public CpuNode(
      SimNode node,
      double cores,
      double speed,
      boolean groups,
      SimulationEngine engine,
      Consumer<CpuContainer> ended) {
    this.node = node;
    this.cores = cores;
    this.speed = speed;
    this.groups = groups;
    this.engine = engine;
    this.ended = ended;
    this.freeMb = node.memoryMb();
  }

  public String host() {
    return node.host();
  }

  public int vcores() {
    return node.vcores();
  }

  public long freeMb() {
    return freeMb;
  }

  public void start(CpuContainer container) {
    advance();
    containers.put(container.id, container);
    freeMb -= container.memoryMb;
    share();
  }

  /** Returns a container as of now; null if it is not on the node. */
  public CpuContainer get(String id) {
    advance();
    return containers.get(id);
  }

  /** Returns a copy of the containers as of now, in the order of their start. */
  public List<CpuContainer> containers() {
    advance();
    return new ArrayList<>(containers.values());
  }

  /** Returns the CPU time used by all containers so far, in ms. */
  public double usedMs() {
    advance();
    return usedMs;
  }

  /** Applies changed weights. */
  public void reweigh() {
    advance();
    share();
  }

  private void advance() {
    double ms = engine.nowMs() - atMs;
    atMs = engine.nowMs();
    if (ms > 0) {
      for (CpuContainer each : containers.values()) {
        double before = each.usedMs();
        each.advance(ms, speed);
        usedMs += each.usedMs() - before;
      }
    }
  }

  private void share() {
    double[] weights = new double[containers.size()];
    double[] max = new double[containers.size()];
    int i = 0;
    for (CpuContainer each : containers.values()) {
      weights[i] = groups ? each.weight : Math.max(1, each.threads());
      max[i++] = each.threads();
    }
    double[] given = CpuShareModel.divide(cores, weights, max);
    double untilMs = Double.POSITIVE_INFINITY;
    i = 0;
    for (CpuContainer each : containers.values()) {
      each.cores = given[i++];
      untilMs = Math.min(untilMs, each.untilMs(speed));
    }
    long planned = ++plan;
    if (untilMs < Double.POSITIVE_INFINITY) {
      long delayMs = untilMs == 0 ? 0 : (long) Math.max(1, Math.ceil(untilMs - ROUNDING_MS));
      engine.after(delayMs, () -> next(planned));
    }
  }

  /**
   * Ends the containers' periods that end now, unless the plan has changed since it was scheduled.
   */
  private void next(long planned) {
    if (planned != plan) {
      return;
    }
    advance();
    List<CpuContainer> done = new ArrayList<>();
    for (CpuContainer each : containers.values()) {
      if (each.hasEnded()) {
        done.add(each);
      }
    }
    for (CpuContainer each : done) {
      containers.remove(each.id);
      freeMb += each.memoryMb;
    }
    share();
    done.forEach(ended);
  }
}
