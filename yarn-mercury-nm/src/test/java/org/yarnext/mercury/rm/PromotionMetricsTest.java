/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.mercury.rm;

import static org.junit.Assert.assertEquals;

import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.mercury.policy.requests.RequestReason;

/** Each heartbeat of each application is decided on, and most change nothing. */
public class PromotionMetricsTest {
  @Test
  public void aPromotionIsRememberedThroughManyHeartbeatsWithout() {
    try (PromotionMetrics journal =
        new PromotionMetrics(FeatureMode.ON, GuardSettings.defaults(), new Configuration(false))) {
      journal.explain(
          "a", Decision.of(Collections.singletonList("c"), RequestReason.PROMOTE_MOST_WORK_DONE));
      for (int i = 0; i < 1000; i++) {
        journal.explain(
            "a", Decision.of(Collections.emptyList(), RequestReason.PROMOTE_NONE_QUALIFIES));
      }
      assertEquals(2, journal.ring().recorded());
      assertEquals(RequestReason.PROMOTE_MOST_WORK_DONE, journal.ring().recent(2).get(1).reason());
    }
  }
}
