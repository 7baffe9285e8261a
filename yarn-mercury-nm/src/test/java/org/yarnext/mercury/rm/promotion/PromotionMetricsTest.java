// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.promotion;

import static org.junit.Assert.assertEquals;

import java.util.Collections;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.mercury.application.Requests;
import org.yarnext.mercury.policy.RequestReason;

/** Each heartbeat of each application is decided on, and most change nothing. */
public class PromotionMetricsTest {
  @Test
  public void promotionIsRememberedThroughHeartbeatsWithout() {
    try (PromotionMetrics metrics =
        new PromotionMetrics(() -> FeatureMode.ON, GuardSettings.defaults())) {
      metrics.explain(
          Requests.ATTEMPT,
          Decision.of(Collections.singletonList("c"), RequestReason.PROMOTE_MOST_WORK_DONE));
      for (int i = 0; i < 1000; i++) {
        metrics.explain(
            Requests.ATTEMPT,
            Decision.of(Collections.emptyList(), RequestReason.PROMOTE_NONE_QUALIFIES));
      }
      assertEquals(2, metrics.ring().recorded());
      assertEquals(RequestReason.PROMOTE_MOST_WORK_DONE, metrics.ring().recent(2).get(1).reason());
    }
  }
}
