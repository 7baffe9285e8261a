// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.List;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionRecorder;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.mercury.application.Requests;
import org.yarnext.mercury.policy.placement.PlacementReason;

/** Repeated decisions without effect do not push out those with one. */
public class RepeatedDecisionFilterTest {
  private final RepeatedDecisionFilter repeated = new RepeatedDecisionFilter();

  private static Decision<List<String>> nothing(PlacementReason why) {
    return Decision.of(Collections.emptyList(), why);
  }

  private static Decision<List<String>> something(PlacementReason why) {
    return Decision.of(Collections.singletonList("a"), why);
  }

  @Test
  public void decisionWithoutChangeIsNewsOncePerReason() {
    assertTrue(repeated.isNew("a", nothing(PlacementReason.PLACE_QUEUES_FULL)));
    assertFalse(repeated.isNew("a", nothing(PlacementReason.PLACE_QUEUES_FULL)));
    assertTrue("of another", repeated.isNew("b", nothing(PlacementReason.PLACE_QUEUES_FULL)));
    assertTrue("why", repeated.isNew("a", nothing(PlacementReason.PLACE_NO_NODES)));
    assertTrue(repeated.isNew("a", something(PlacementReason.PLACE_QUEUES_FULL)));
    assertTrue(repeated.isNew("a", something(PlacementReason.PLACE_QUEUES_FULL)));
    assertTrue("after a change", repeated.isNew("a", nothing(PlacementReason.PLACE_NO_NODES)));
  }

  @Test
  public void subjectsAreForgottenBeyondTheBound() {
    for (int i = 0; i < RepeatedDecisionFilter.MAX_SUBJECTS; i++) {
      assertTrue(repeated.isNew(i, nothing(PlacementReason.PLACE_QUEUES_FULL)));
    }
    assertFalse(repeated.isNew(0, nothing(PlacementReason.PLACE_QUEUES_FULL)));
    assertTrue(repeated.isNew(-1, nothing(PlacementReason.PLACE_QUEUES_FULL)));
    assertTrue(repeated.isNew(0, nothing(PlacementReason.PLACE_QUEUES_FULL)));
    assertFalse(repeated.isNew(-1, nothing(PlacementReason.PLACE_QUEUES_FULL)));
  }

  @Test
  public void repeatedDecisionsAreCountedAndNotRecorded() {
    Guard guard = new Guard("test", GuardSettings.defaults(), System::nanoTime);
    PlacementMetrics metrics = new PlacementMetrics("Test", () -> FeatureMode.ON, guard);
    metrics.explain(Requests.ATTEMPT, something(PlacementReason.PLACE_QUEUES_FULL).with("new", 1));
    for (int i = 0; i < 1000; i++) {
      metrics.explain(Requests.ATTEMPT, nothing(PlacementReason.PLACE_QUEUES_FULL));
    }
    DecisionRecorder ring = metrics.ring();
    assertEquals(2, ring.recorded());
    assertEquals("still there", 1L, ring.recent(100).get(1).inputs().get("new"));
    assertEquals(
        1001L, metrics.metrics().snapshot().get("Decision_PLACE_QUEUES_FULL_applied").longValue());
    guard.close();
  }
}
