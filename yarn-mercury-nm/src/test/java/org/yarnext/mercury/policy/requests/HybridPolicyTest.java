// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Map;
import org.junit.Test;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.mercury.policy.RequestReason;
import org.yarnext.mercury.policy.estimate.RunTimeStatistics;

public class HybridPolicyTest {
  private static int share(String policy, Long declaredMs) {
    return HybridPolicy.parse(policy)
        .share(declaredMs == null ? null : RunTimeStatistics.declared(declaredMs))
        .value();
  }

  @Test
  public void writtenPolicyIsReadBack() {
    for (String text :
        new String[] {
          "only-G",
          "only-Q",
          "80%-Q",
          "beyond(2)",
          "shorter-than(5s)",
          "shorter-than(1500ms)",
          "hybrid-GQ(10s, 80%)",
          "hybrid-GQ(2m, 1%)",
          "hybrid-GQ(3h, 99%)"
        }) {
      assertEquals(text, HybridPolicy.parse(text).toString());
    }
  }

  @Test
  public void specialCasesOfTheGeneralFormAreWrittenShort() {
    assertEquals("only-G", HybridPolicy.parse("hybrid-GQ(infinite, 0%)").toString());
    assertEquals("only-G", HybridPolicy.parse("hybrid-GQ(5s, 0%)").toString());
    assertEquals("only-Q", HybridPolicy.parse("100%-Q").toString());
    assertEquals(HybridPolicy.ONLY_QUEUEABLE, HybridPolicy.parse("Beyond(0)"));
    assertEquals("70%-Q", HybridPolicy.parse("hybrid-GQ(infinite,70%)").toString());
    assertEquals("shorter-than(1m)", HybridPolicy.parse("hybrid-GQ(60s, 100%)").toString());
    assertEquals(HybridPolicy.parse("hybrid-GQ(1s, 5%)"), HybridPolicy.parse("HYBRID-gq(1s/5%)"));
  }

  @Test
  public void invalidPolicyIsRefusedWithItsText() {
    for (String text :
        new String[] {
          "", "80%", "only-X", "101%-Q", "beyond(-1)", "shorter-than(0s)", "hybrid-GQ(10, 80%)"
        }) {
      IllegalArgumentException e =
          assertThrows(text, IllegalArgumentException.class, () -> HybridPolicy.parse(text));
      assertTrue(e.getMessage(), e.getMessage().contains("\"" + text + "\""));
    }
  }

  @Test
  public void thresholdIsExclusiveAndUnknownRunTimesAreGuaranteed() {
    assertEquals(80, share("hybrid-GQ(10s, 80%)", 9_999L));
    assertEquals(0, share("hybrid-GQ(10s, 80%)", 10_000L));
    assertEquals(0, share("hybrid-GQ(10s, 80%)", null));
    assertEquals(80, share("80%-Q", null));
    assertEquals(0, share("only-G", 1L));
    assertEquals(100, share("only-Q", Long.MAX_VALUE));
    assertEquals(
        RequestReason.REQUEST_RUN_TIME_UNKNOWN,
        HybridPolicy.parse("shorter-than(5s)").share(null).reason());
  }

  @Test
  public void fewContainersLeaveRunTimesNearTheThresholdUndecided() {
    HybridPolicy policy = HybridPolicy.parse("hybrid-GQ(10s, 80%)");
    assertEquals(
        "REQUEST_RUN_TIME_UNCERTAIN{estimateMs=8000, minMs=4000, maxMs=12000, from=ended tasks,"
            + " thresholdMs=10000}",
        policy.share(RunTimeStatistics.of(8_000)).toString());
    double[] many = new double[16];
    Arrays.fill(many, 8_000);
    assertEquals(80, (int) policy.share(RunTimeStatistics.of(many)).value());
    assertEquals(80, (int) policy.share(RunTimeStatistics.of(6_000)).value());
    assertTrue(RequestReason.REQUEST_RUN_TIME_UNCERTAIN.isPreliminary());
    assertEquals(
        RequestReason.REQUEST_RUN_TIME_UNCERTAIN,
        policy.share(RunTimeStatistics.of(15_000)).reason());
    assertEquals(
        RequestReason.REQUEST_RUN_TIME_TOO_LONG,
        policy.share(RunTimeStatistics.of(20_000)).reason());
  }

  private static int deal(HybridSplit split, int priority, int n) {
    return split.opportunistic(RequestKey.of(priority, 0, "x"), n).value();
  }

  @Test
  public void sharesAreExactForAnySequenceOfRequests() {
    HybridSplit atOnce = new HybridSplit(HybridPolicy.parse("80%-Q"), p -> null, () -> true);
    assertEquals(8, deal(atOnce, 1, 10));
    HybridSplit singly = new HybridSplit(HybridPolicy.parse("80%-Q"), p -> null, () -> true);
    int sum = 0;
    for (int n = 1; n <= 1000; n++) {
      sum += deal(singly, 1, 1);
      assertEquals(n * 80 / 100, sum);
    }
    assertEquals(1_717_986_917, deal(singly, 2, Integer.MAX_VALUE));
  }

  @Test
  public void prioritiesAreSeparateAndSurviveARestart() {
    HybridSplit split = new HybridSplit(HybridPolicy.parse("50%-Q"), p -> null, () -> true);
    assertEquals(0, deal(split, 1, 1));
    assertEquals(0, deal(split, 2, 1));
    Map<String, Object> s = split.snapshot();
    HybridSplit again = new HybridSplit(HybridPolicy.parse("50%-Q"), p -> null, () -> true);
    again.restore(s);
    assertEquals(1, deal(again, 1, 1));
    assertEquals(1, deal(split, 2, 1));
  }

  @Test
  public void untrustedApplicationGetsGuaranteedContainers() {
    boolean[] trusted = {false};
    HybridSplit split = new HybridSplit(HybridPolicy.ONLY_QUEUEABLE, p -> null, () -> trusted[0]);
    assertEquals(
        RequestReason.REQUEST_ESTIMATES_WRONG,
        split.opportunistic(RequestKey.of(1, 0, "x"), 5).reason());
    assertEquals(0, deal(split, 1, 5));
    trusted[0] = true;
    assertEquals(5, deal(split, 1, 5));
  }

  @Test
  public void runTimeIsTheRunTimeOfThePriority() {
    HybridSplit split =
        new HybridSplit(
            HybridPolicy.parse("shorter-than(5s)"),
            p -> p == 5 ? null : RunTimeStatistics.of(p == 20 ? 1_000 : 60_000),
            () -> true);
    assertEquals(3, deal(split, 20, 3));
    assertEquals(0, deal(split, 10, 3));
    assertEquals(0, deal(split, 5, 3));
  }
}
