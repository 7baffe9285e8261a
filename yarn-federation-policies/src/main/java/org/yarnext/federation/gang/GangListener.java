// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import org.yarnext.common.decision.Decision;
import org.yarnext.federation.policy.gang.GangReason;

/** A listener to what a Router does with jobs that wait. Called by the thread that does it. */
public interface GangListener {
  /** More of an error's message is cut off. */
  int MAX_ERROR_CHARS = 200;

  /**
   * Something was done with a job.
   *
   * @param decision why, a {@link GangReason}
   */
  void decided(GangJob job, Decision<Boolean> decision);

  /** Something was done with a job. */
  default void decided(GangJob job, GangReason why) {
    decided(job, decision(job, why));
  }

  /** Something was done with a job because of an error. */
  default void decided(GangJob job, GangReason why, Exception error) {
    String text = String.valueOf(error.getMessage());
    decided(
        job,
        decision(job, why)
            .with("error", text.substring(0, Math.min(text.length(), MAX_ERROR_CHARS))));
  }

  /** A decision with what is known of a job. */
  static Decision<Boolean> decision(GangJob job, GangReason why) {
    return Decision.of(true, why)
        .with("queue", job.gang().queue())
        .with("user", job.user())
        .with("amount", job.gang().amount());
  }

  /**
   * Something was done with a job before this Router was started, by what is stored of it.
   *
   * @param timeMs when, within the difference of the machines' clocks
   */
  void recalled(long timeMs, String id, Decision<Boolean> decision);
}
