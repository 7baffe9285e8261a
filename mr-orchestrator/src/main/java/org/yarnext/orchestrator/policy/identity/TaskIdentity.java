// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.identity;

import java.util.Objects;
import org.yarnext.orchestrator.policy.JobPhase;

/**
 * Identity of the task that a container runs, from its launch command or, if that names no task,
 * from later observation. Immutable.
 */
public final class TaskIdentity {
  private final JobPhase phase;
  private final String attempt;
  private final double heapBytes;
  private final JobPhase launchedFor;

  private TaskIdentity(JobPhase phase, String attempt, double heapBytes, JobPhase launchedFor) {
    this.phase = Objects.requireNonNull(phase, "phase");
    this.attempt = attempt;
    this.heapBytes = heapBytes;
    this.launchedFor = launchedFor;
  }

  /** Returns the identity of a container that runs a single task. */
  static TaskIdentity ofOne(JobPhase phase, String attempt, double heapBytes) {
    return new TaskIdentity(phase, Objects.requireNonNull(attempt, "attempt"), heapBytes, null);
  }

  /**
   * Returns the identity of a container that runs several tasks one after another, which its launch
   * does not name.
   */
  static TaskIdentity ofSeveral(JobPhase phase, double heapBytes) {
    return new TaskIdentity(phase, null, heapBytes, phase);
  }

  /** Returns whether the container runs several tasks one after another. */
  public boolean isOfSeveral() {
    return launchedFor != null;
  }

  /**
   * Returns a copy with the current task; the container must be one of several tasks.
   *
   * @param now null if unknown; an attempt of another application is ignored
   */
  public TaskIdentity running(TezAttemptId now) {
    return now == null || !now.application().equals(launchedFor.job())
        ? ofSeveral(launchedFor, heapBytes)
        : new TaskIdentity(now.phase(), now.toString(), heapBytes, launchedFor);
  }

  /** Returns the phase, whose tasks are the task's peers. */
  public JobPhase phase() {
    return phase;
  }

  /**
   * Returns the application's id of the attempt, such as {@code attempt_1_0001_m_000000_0}; null if
   * the current one of several is unknown.
   */
  public String attempt() {
    return attempt;
  }

  /** Returns the maximum heap of the JVM in bytes; NaN if the launch does not set it. */
  public double heapBytes() {
    return heapBytes;
  }

  @Override
  public String toString() {
    return attempt == null ? phase.toString() : attempt;
  }
}
