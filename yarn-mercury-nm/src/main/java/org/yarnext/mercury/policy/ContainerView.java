// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy;

import java.util.Objects;

/**
 * An opportunistic container that waits or runs on a node, as policies see it. Immutable. Times are
 * milliseconds of the node's clock; a container that has not started has no start time.
 */
public final class ContainerView {
  private static final long NOT_STARTED = Long.MIN_VALUE;

  private final String id;
  private final JobKey job;
  private final int priority;
  private final ResourceVector resources;
  private final long estimatedRunMs;
  private final long arrivedAtMs;
  private final long startedAtMs;
  private final EstimateInputs estimatedFrom;

  private ContainerView(
      String id,
      JobKey job,
      int priority,
      ResourceVector resources,
      long estimatedRunMs,
      long arrivedAtMs,
      long startedAtMs,
      EstimateInputs estimatedFrom) {
    this.id = Objects.requireNonNull(id);
    this.job = Objects.requireNonNull(job);
    this.priority = priority;
    this.resources = Objects.requireNonNull(resources);
    this.estimatedRunMs = Math.max(0, estimatedRunMs);
    this.arrivedAtMs = arrivedAtMs;
    this.startedAtMs = startedAtMs;
    this.estimatedFrom = estimatedFrom;
  }

  /**
   * Creates a view of a waiting opportunistic container.
   *
   * @param id unique on the node
   * @param job the application it belongs to
   * @param priority YARN's request priority, which distinguishes a job's kinds of tasks
   * @param resources its resources while it runs
   * @param estimatedRunMs expected run time, in ms; negative counts as 0
   * @param arrivedAtMs time when the node accepted it, in ms
   */
  public static ContainerView queued(
      String id,
      JobKey job,
      int priority,
      ResourceVector resources,
      long estimatedRunMs,
      long arrivedAtMs) {
    return new ContainerView(
        id, job, priority, resources, estimatedRunMs, arrivedAtMs, NOT_STARTED, null);
  }

  /**
   * Returns a copy with another estimate.
   *
   * @param newEstimateMs expected run time, in ms; negative counts as 0
   * @param inputs inputs of the estimate, to compute it again; null if it is final
   */
  public ContainerView estimated(long newEstimateMs, EstimateInputs inputs) {
    return new ContainerView(
        id, job, priority, resources, newEstimateMs, arrivedAtMs, startedAtMs, inputs);
  }

  /** Returns a copy that has started at a time of the node's clock, in ms. */
  public ContainerView startedAt(long nowMs) {
    return new ContainerView(
        id, job, priority, resources, estimatedRunMs, arrivedAtMs, nowMs, estimatedFrom);
  }

  public String id() {
    return id;
  }

  /** Returns the application it belongs to. */
  public JobKey job() {
    return job;
  }

  /** Returns YARN's request priority, which distinguishes a job's kinds of tasks. */
  public int priority() {
    return priority;
  }

  /** Returns its resources while it runs. */
  public ResourceVector resources() {
    return resources;
  }

  /** Returns the expected run time from start to end, in ms; 0 or more. */
  public long estimatedRunMs() {
    return estimatedRunMs;
  }

  /** Returns the inputs of the estimate; null if the estimate is final. */
  public EstimateInputs estimatedFrom() {
    return estimatedFrom;
  }

  /** Returns the time when the node accepted it, in ms. */
  public long arrivedAtMs() {
    return arrivedAtMs;
  }

  public boolean started() {
    return startedAtMs != NOT_STARTED;
  }

  /**
   * Returns the time since the start, in ms; 0 before it and never negative if the clock steps
   * back.
   */
  public long elapsedMs(long nowMs) {
    return started() ? Math.max(0, nowMs - startedAtMs) : 0;
  }

  /**
   * Returns the expected time to the end, in ms. A container that exceeds its estimate is expected
   * to run for as long again as it is late. So a bad estimate is neither trusted for ever nor
   * dropped at once.
   */
  public long remainingMs(long nowMs) {
    return Math.abs(estimatedRunMs - elapsedMs(nowMs));
  }

  @Override
  public String toString() {
    return id + "{job=" + job + ", " + resources + ", estimatedRunMs=" + estimatedRunMs + "}";
  }
}
