// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A set of tasks of one job that wait for the same stages, such as the maps or the reducers.
 * Immutable.
 */
public final class SimStage {
  private final String name;
  private final int priority;
  private final List<SimTask> tasks;
  private final Map<Integer, Double> predecessors;
  private final SimElasticity elasticity;
  private final SimCpuProfile cpuProfile;

  /**
   * @param name the task class, such as {@code map}
   * @param priority priority of its requests, 0 or more; unique within a job
   * @param tasks at least one
   * @param predecessors for the index of an earlier stage, the share of its tasks, 0 to 1, that
   *     must have ended before this stage requests containers
   * @param elasticity null if its tasks must never run with less memory
   */
  public SimStage(
      String name,
      int priority,
      List<SimTask> tasks,
      Map<Integer, Double> predecessors,
      SimElasticity elasticity) {
    this(name, priority, tasks, predecessors, elasticity, SimCpuProfile.EVEN);
  }

  private SimStage(
      String name,
      int priority,
      List<SimTask> tasks,
      Map<Integer, Double> predecessors,
      SimElasticity elasticity,
      SimCpuProfile cpuProfile) {
    if (tasks.isEmpty() || priority < 0) {
      throw new IllegalArgumentException(
          "stage " + name + " of " + tasks.size() + " tasks at priority " + priority);
    }
    this.name = name;
    this.priority = priority;
    this.tasks = Collections.unmodifiableList(new ArrayList<>(tasks));
    this.predecessors = Collections.unmodifiableMap(new LinkedHashMap<>(predecessors));
    this.elasticity = elasticity;
    this.cpuProfile = cpuProfile;
  }

  /** Returns a copy whose tasks have another CPU profile. */
  public SimStage withCpuProfile(SimCpuProfile other) {
    return new SimStage(name, priority, tasks, predecessors, elasticity, other);
  }

  /** Returns the task class. */
  public String name() {
    return name;
  }

  /** Returns the priority of the requests to YARN. */
  public int priority() {
    return priority;
  }

  /** Returns the tasks; at least one, unmodifiable. */
  public List<SimTask> tasks() {
    return tasks;
  }

  /**
   * Returns the required share of ended tasks by index of an earlier stage; in a fixed order,
   * unmodifiable.
   */
  public Map<Integer, Double> predecessors() {
    return predecessors;
  }

  /** Returns the elasticity; null for none. */
  public SimElasticity elasticity() {
    return elasticity;
  }

  /** Returns the CPU profile of the tasks. */
  public SimCpuProfile cpuProfile() {
    return cpuProfile;
  }

  /**
   * Returns the true run time of a task, in ms; 1 or more.
   *
   * @param grantedMb the memory of its container
   */
  public long runMs(SimTask task, long grantedMb) {
    double slowdown = elasticity == null ? 1 : elasticity.slowdown(grantedMb);
    return Math.max(1, (long) Math.ceil(task.durationMs() * slowdown - 1e-6));
  }
}
