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
package org.yarnext.orchestrator.policy.identity;

import java.util.Objects;
import org.yarnext.orchestrator.policy.JobPhase;

/**
 * Identity of the task that a container runs: as far as its launch tells, and where that names
 * none, as far as it has been seen since. Immutable.
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
