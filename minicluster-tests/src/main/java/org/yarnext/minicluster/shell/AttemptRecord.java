// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.shell;

import java.io.Serializable;

/**
 * Result of an attempt, as reports use it. Times are in ms from the origin given to {@link #of}.
 */
public final class AttemptRecord implements Serializable {

  private static final long serialVersionUID = 1;

  /** How an attempt ended. */
  public enum End {
    SUCCEEDED,
    KILLED,
    FAILED
  }

  public final long askedMs;
  public final long startRequestedMs;

  /** Negative if the command never began. */
  public final long runStartMs;

  public final long endMs;
  public final End end;

  /** Description of the attempt if it failed, else empty. */
  public final String why;

  /** Host of the container, or empty if there was none or it is unknown. */
  public final String host;

  /** Creates the record of an attempt on an unknown host. */
  public AttemptRecord(
      long askedMs, long startRequestedMs, long runStartMs, long endMs, End end, String why) {
    this(askedMs, startRequestedMs, runStartMs, endMs, end, why, "");
  }

  private AttemptRecord(
      long askedMs,
      long startRequestedMs,
      long runStartMs,
      long endMs,
      End end,
      String why,
      String host) {
    this.askedMs = askedMs;
    this.startRequestedMs = startRequestedMs;
    this.runStartMs = runStartMs;
    this.endMs = endMs;
    this.end = end;
    this.why = why;
    this.host = host;
  }

  /**
   * Creates the record of an attempt that has ended.
   *
   * @param originMs wall-clock time from which the record's times count, in ms
   */
  public static AttemptRecord of(Attempt attempt, long originMs) {
    Attempt.State state = attempt.state();
    End end =
        state == Attempt.State.SUCCEEDED
            ? End.SUCCEEDED
            : state == Attempt.State.KILLED ? End.KILLED : End.FAILED;
    long runEnd = attempt.runEndMs();
    return new AttemptRecord(
        attempt.askedMs - originMs,
        attempt.startRequestedMs() - originMs,
        attempt.runStartMs() == 0 ? -1 : attempt.runStartMs() - originMs,
        (runEnd > 0 ? runEnd : attempt.completedMs()) - originMs,
        end,
        end == End.FAILED ? attempt.toString() : "",
        attempt.container() == null ? "" : attempt.container().getNodeId().getHost());
  }

  public boolean ran() {
    return runStartMs >= 0;
  }

  /** Returns the time from the start request to the node until the command began. */
  public double queueWaitSeconds() {
    return (runStartMs - startRequestedMs) / 1000.0;
  }

  /** Returns the time from the request to the ResourceManager until the command began. */
  public double totalWaitSeconds() {
    return (runStartMs - askedMs) / 1000.0;
  }
}
