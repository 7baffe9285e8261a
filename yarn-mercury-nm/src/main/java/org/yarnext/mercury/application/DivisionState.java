// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

/**
 * State of whether an attempt's requests are changed on their way, as modes are switched. When the
 * last mode is lowered, the next calls send what was divided or held back by a quota as the master
 * stated it: one call cancels it where it was, and the one after that, so that nothing is granted
 * twice, sends it where it belongs. From then on requests pass unchanged. Not thread-safe.
 */
public final class DivisionState {
  private boolean acts;
  private boolean ends;

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
   * @param asStated whether the schedulers now have all requests as the master stated them
   */
  void sent(boolean asStated) {
    acts &= !(ends && asStated);
    ends &= acts;
  }
}
