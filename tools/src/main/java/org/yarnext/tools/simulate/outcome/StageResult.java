// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.outcome;

/** Result of one stage of a simulated job: when it was requested and when it ended. Immutable. */
public final class StageResult {
  private final String name;
  private final long requestedMs;
  private final long finishMs;

  StageResult(String name, long requestedMs, long finishMs) {
    this.name = name;
    this.requestedMs = requestedMs;
    this.finishMs = finishMs;
  }

  /** Returns the task class. */
  public String name() {
    return name;
  }

  /**
   * Returns the time of the first request, in ms since the workload's start; -1 if there was none.
   */
  public long requestedMs() {
    return requestedMs;
  }

  /** Returns the end of the last task, in ms since the workload's start; -1 if not all ended. */
  public long finishMs() {
    return finishMs;
  }
}
