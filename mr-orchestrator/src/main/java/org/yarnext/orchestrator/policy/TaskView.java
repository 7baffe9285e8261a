// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy;

import java.util.Objects;

/**
 * A running task as the ResourceManager sees it: its node, phase and progress, and its use and
 * allocation of CPU and memory. Immutable.
 */
public final class TaskView {
  private final String container;
  private final String node;
  private final String application;
  private final JobPhase phase;
  private final boolean guaranteed;
  private final double elapsedMs;
  private final double progress;
  private final ResourceShare cpu;
  private final ResourceShare memory;

  /**
   * @param application the application that the container belongs to, which pays for its resources
   * @param elapsedMs how long the task has run, 0 or more
   * @param progress 0 to 1; NaN if unknown
   * @param cpu null if it cannot be measured or is not to be changed; likewise {@code memory}
   * @throws IllegalArgumentException if the time or the progress is outside its range
   */
  public TaskView(
      String container,
      String node,
      String application,
      JobPhase phase,
      boolean guaranteed,
      double elapsedMs,
      double progress,
      ResourceShare cpu,
      ResourceShare memory) {
    if (!(elapsedMs >= 0) || Double.isInfinite(elapsedMs) || progress < 0 || progress > 1) {
      throw new IllegalArgumentException("elapsedMs=" + elapsedMs + " progress=" + progress);
    }
    this.container = Objects.requireNonNull(container, "container");
    this.node = Objects.requireNonNull(node, "node");
    this.application = Objects.requireNonNull(application, "application");
    this.phase = Objects.requireNonNull(phase, "phase");
    this.guaranteed = guaranteed;
    this.elapsedMs = elapsedMs;
    this.progress = progress;
    this.cpu = cpu;
    this.memory = memory;
  }

  /**
   * Returns a copy with a later time.
   *
   * @param elapsedMs how long the task has run at that time
   * @param progress at that time; NaN if unknown
   */
  public TaskView at(double elapsedMs, double progress) {
    return new TaskView(
        container, node, application, phase, guaranteed, elapsedMs, progress, cpu, memory);
  }

  /** Returns the container's id; never null. */
  public String container() {
    return container;
  }

  /** Returns the id of the container's node; never null. */
  public String node() {
    return node;
  }

  /** Returns the application that the container belongs to; never null. */
  public String application() {
    return application;
  }

  /** Returns the phase of the task; never null. */
  public JobPhase phase() {
    return phase;
  }

  /** Returns whether the container is guaranteed; otherwise it is opportunistic. */
  public boolean isGuaranteed() {
    return guaranteed;
  }

  /** Returns how long the task has run, in ms; 0 or more. */
  public double elapsedMs() {
    return elapsedMs;
  }

  /** Returns the progress, 0 to 1; NaN if unknown. */
  public double progress() {
    return progress;
  }

  /** Returns the run time from start to end by equation (1), in ms; NaN if unknown. */
  public double totalMs() {
    return FinishTimeEstimator.totalMs(elapsedMs, progress);
  }

  /** Returns whether the task takes part in the decisions about a resource. */
  public boolean has(ResourceKind kind) {
    return share(kind) != null;
  }

  /** Returns the task's share of a resource; null if it does not take part. */
  public ResourceShare share(ResourceKind kind) {
    return kind == ResourceKind.CPU ? cpu : memory;
  }

  @Override
  public String toString() {
    return container + " of " + phase + " on " + node;
  }
}
