// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import org.yarnext.minicluster.shell.AttemptRecord;

/**
 * Record of a job that has ended. Times are in ms, with the same origin in all records of a run.
 */
public final class JobRecord implements Serializable {

  private static final long serialVersionUID = 1;

  public final String name;
  public final long submittedMs;
  public final List<AttemptRecord> attempts;

  public JobRecord(String name, long submittedMs, List<AttemptRecord> attempts) {
    this.name = name;
    this.submittedMs = submittedMs;
    this.attempts = Collections.unmodifiableList(attempts);
  }

  public long endMs() {
    return attempts.stream().mapToLong(a -> a.endMs).max().orElse(submittedMs);
  }

  /** Returns the time from submission to the end of the last task. */
  public double latencySeconds() {
    return (endMs() - submittedMs) / 1000.0;
  }
}
