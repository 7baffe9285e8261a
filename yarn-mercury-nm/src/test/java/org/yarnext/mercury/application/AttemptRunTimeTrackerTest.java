// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.junit.Test;
import org.yarnext.mercury.policy.estimate.DefaultRunTimeEstimator;
import org.yarnext.mercury.policy.estimate.EstimateTolerance;
import org.yarnext.mercury.policy.estimate.RunTimeCodec;

public class AttemptRunTimeTrackerTest {
  private static final EstimateTolerance TOLERANCE = new EstimateTolerance(3, 1000, 5, 3, 1);

  private final AttemptRunTimeTracker runTimes =
      new AttemptRunTimeTracker(TOLERANCE, new DefaultRunTimeEstimator());

  private void ran(int priority, long ms, Long declaredMs) {
    runTimes.succeeded(priority, "done\n" + RunTimeCodec.of(ms, declaredMs));
  }

  /** As after a restart of the daemon. */
  private static AttemptRunTimeTracker restored(AttemptRunTimeTracker from) throws Exception {
    ObjectMapper json = new ObjectMapper();
    Map<String, Object> read =
        json.readValue(
            json.writeValueAsBytes(from.snapshot()), new TypeReference<Map<String, Object>>() {});
    AttemptRunTimeTracker restored =
        new AttemptRunTimeTracker(TOLERANCE, new DefaultRunTimeEstimator());
    restored.restore(read);
    assertEquals(
        json.readTree(json.writeValueAsBytes(from.snapshot())),
        json.readTree(json.writeValueAsBytes(restored.snapshot())));
    return restored;
  }

  @Test
  public void expectedRunTimeIsTheMeanOfThePriority() {
    assertNull(runTimes.expectedMs(1));
    ran(1, 1_000, null);
    ran(1, 3_000, null);
    ran(2, 50, null);
    assertEquals(Long.valueOf(2_000), runTimes.expectedMs(1));
    assertEquals(Long.valueOf(50), runTimes.expectedMs(2));
    assertNull(runTimes.expectedMs(3));
  }

  @Test
  public void diagnosticsWithoutARunTimeAreIgnored() {
    runTimes.succeeded(1, "no line");
    runTimes.succeeded(1, null);
    assertNull(runTimes.expectedMs(1));
    assertTrue(runTimes.trusted().value());
  }

  @Test
  public void wrongDeclarationsLoseTrust() {
    for (int i = 0; i < 3; i++) {
      assertTrue(runTimes.trusted().value());
      ran(1, 100_000, 1_000L);
    }
    assertFalse(runTimes.trusted().value());
  }

  @Test
  public void restoredTrackerKeepsRunTimesAndTrust() throws Exception {
    ran(1, 1_000, null);
    ran(1, 4_000, null);
    for (int i = 0; i < 3; i++) {
      ran(7, 100_000, 1_000L);
    }
    AttemptRunTimeTracker restored = restored(runTimes);
    assertEquals(Long.valueOf(2_500), restored.expectedMs(1));
    assertFalse(restored.trusted().value());
  }

  @Test
  public void onlyTheLastRunTimesCount() throws Exception {
    for (int i = 0; i < 100; i++) {
      ran(1, 500_000, null);
    }
    for (int i = 0; i < 32; i++) {
      ran(1, 1_000, null);
    }
    assertEquals(Long.valueOf(1_000), runTimes.expectedMs(1));
    assertEquals(Long.valueOf(1_000), restored(runTimes).expectedMs(1));
  }
}
