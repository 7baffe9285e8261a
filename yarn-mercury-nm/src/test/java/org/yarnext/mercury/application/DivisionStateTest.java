// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import static org.junit.Assert.assertEquals;

import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.RequestReason;

public class DivisionStateTest {
  private final DivisionState division = new DivisionState(true);

  private void assertRepeats(boolean expected, RequestReason reason) {
    assertEquals(expected, division.repeats(Decision.of(0, reason)));
  }

  @Test
  public void onlyThatAllStayGuaranteedIsSaidOnceInSuccession() {
    assertRepeats(false, RequestReason.REQUEST_ALL_GUARANTEED);
    assertRepeats(true, RequestReason.REQUEST_ALL_GUARANTEED);
    assertRepeats(true, RequestReason.REQUEST_ALL_GUARANTEED);
    assertRepeats(false, RequestReason.REQUEST_LOST_BEFORE);
    assertRepeats(false, RequestReason.REQUEST_LOST_BEFORE);
    assertRepeats(false, RequestReason.REQUEST_ALL_GUARANTEED);
  }
}
