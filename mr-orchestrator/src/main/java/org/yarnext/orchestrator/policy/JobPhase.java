// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy;

import java.util.Objects;

/** A phase of a job, whose tasks do the same work and are peers. Immutable. */
public final class JobPhase {
  private final String job;
  private final String phase;

  /**
   * @param job such as {@code job_1_0001} or an application's id; not null
   * @param phase such as {@code MAP} or {@code VERTEX_1_00}; not null
   */
  public JobPhase(String job, String phase) {
    this.job = Objects.requireNonNull(job, "job");
    this.phase = Objects.requireNonNull(phase, "phase");
  }

  public String job() {
    return job;
  }

  public String phase() {
    return phase;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JobPhase
        && job.equals(((JobPhase) other).job)
        && phase.equals(((JobPhase) other).phase);
  }

  @Override
  public int hashCode() {
    return 31 * job.hashCode() + phase.hashCode();
  }

  /** Returns the job and the phase, such as {@code job_1_0001/MAP}. */
  @Override
  public String toString() {
    return job + "/" + phase;
  }
}
