// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import java.util.function.BooleanSupplier;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.RequestReason;

/**
 * State of the division of one application attempt's requests between the schedulers: on, off, or
 * ending. When the last mode is lowered, the next calls restore the requests that were divided or
 * held back by a quota. One call cancels them where they were sent. The next call sends them as the
 * master stated them, so that nothing is granted twice. From then on requests pass unchanged. Not
 * thread-safe.
 */
public final class DivisionState {
  private boolean acts;
  private boolean ends;

  /** True if the last decision was that all containers stay guaranteed. */
  private boolean allGuaranteed;

  DivisionState(boolean acts) {
    this.acts = acts;
  }

  /**
   * Follows the modes; must be called between two calls of the master.
   *
   * @param now false if requests pass unchanged whatever is decided: policies are not applied, and
   *     no component here places opportunistic containers
   */
  public void switchTo(boolean now) {
    ends = acts && !now;
    acts |= now;
  }

  /** Returns false if requests pass unchanged. */
  public boolean acts() {
    return acts;
  }

  /**
   * Records that a call succeeded.
   *
   * @param asStated returns whether the schedulers now have all requests as the master stated them
   */
  void sent(BooleanSupplier asStated) {
    acts &= !(ends && asStated.getAsBoolean());
    ends &= acts;
  }

  /**
   * Returns whether a decision and the one before it both leave all containers guaranteed. With a
   * policy that does so, every call decides the same.
   */
  boolean repeats(Decision<Integer> decision) {
    boolean before = allGuaranteed;
    allGuaranteed = decision.reason() == RequestReason.REQUEST_ALL_GUARANTEED;
    return before && allGuaranteed;
  }
}
