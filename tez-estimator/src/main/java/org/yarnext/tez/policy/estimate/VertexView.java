// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Snapshot of the run times of one vertex's attempts at one moment. Immutable. */
public final class VertexView {
  private final List<AttemptRun> ended;
  private final List<AttemptRun> running;

  /** Computed at its first use, since it is costly and often not needed; negative until then. */
  private volatile double msPerByte = -1;

  /** Computed at its first use, too. */
  private volatile double firstExtraMs = -1;

  /**
   * Creates a view.
   *
   * @param ended attempts that succeeded
   * @param running attempts that still run, and those that ended without success: they are only
   *     known to take longer
   */
  public VertexView(List<AttemptRun> ended, List<AttemptRun> running) {
    this.ended = Collections.unmodifiableList(new ArrayList<>(ended));
    this.running = Collections.unmodifiableList(new ArrayList<>(running));
  }

  public List<AttemptRun> ended() {
    return ended;
  }

  public List<AttemptRun> running() {
    return running;
  }

  /**
   * Returns the growth of run time with input among the successful attempts, see {@link
   * SizeTrendEstimator}.
   */
  double msPerByte() {
    if (msPerByte < 0) {
      msPerByte = SizeTrendEstimator.msPerByte(ended);
    }
    return msPerByte;
  }

  /**
   * Returns the additional run time of first tasks among the successful attempts, see {@link
   * WarmUpEstimator}.
   */
  double firstExtraMs() {
    if (firstExtraMs < 0) {
      firstExtraMs = WarmUpEstimator.extraMs(Collections.singletonList(ended));
    }
    return firstExtraMs;
  }
}
