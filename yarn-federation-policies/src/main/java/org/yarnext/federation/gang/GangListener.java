// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import org.yarnext.common.decision.Decision;
import org.yarnext.federation.policy.gang.GangReason;

/**
 * Listener of a Router's decisions on jobs that declare a gang: wait, admit, start or end. Called
 * on the thread that decides.
 */
public interface GangListener {
  /** Limit of an error message in characters; the rest is cut off. */
  int MAX_ERROR_CHARS = 200;

  /**
   * Called after the Router has acted on a job.
   *
   * @param decision its reason is a {@link GangReason}
   */
  void decided(GangJob job, Decision<Boolean> decision);

  /** Reports that the Router has acted on a job, for a reason without further inputs. */
  default void decided(GangJob job, GangReason why) {
    decided(job, decision(job, why));
  }

  /** Reports that the Router has acted on a job because of an error, whose message is an input. */
  default void decided(GangJob job, GangReason why, Exception error) {
    String text = String.valueOf(error.getMessage());
    decided(
        job,
        decision(job, why)
            .with("error", text.substring(0, Math.min(text.length(), MAX_ERROR_CHARS))));
  }

  /**
   * Called when a job begins to wait, and again when it waits for something else or has moved
   * forward in its queue.
   *
   * @param decision its reason is a {@link GangReason}
   */
  void waits(GangJob job, Decision<Boolean> decision);

  /** Returns a decision with the job's queue, user and amount as inputs. */
  static Decision<Boolean> decision(GangJob job, GangReason why) {
    return Decision.of(true, why)
        .with("queue", job.gang().queue())
        .with("user", job.user())
        .with("containers", job.gang().containers())
        .with("amountMb", job.gang().amount());
  }

  /**
   * Reports a decision made before this Router started, reconstructed from the store.
   *
   * @param timeMs time of the decision in ms, accurate to the difference of the machines' clocks
   */
  void recalled(long timeMs, String id, Decision<Boolean> decision);
}
