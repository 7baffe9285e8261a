// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.mercury.policy.RequestReason;
import org.yarnext.mercury.policy.container.TaskLossTracker;

/** Limits lower the number that the policy divides, in their order, and say why. */
public class RequestSplitterTest {
  private static final RequestKey KEY = RequestKey.of(20, 0, "memory-mb=1024");

  private final List<Integer> asked = new ArrayList<>();
  private RequestReason reason = RequestReason.REQUEST_SPLIT_BY_SHARE;
  private boolean isLabelKnown = true;
  private boolean fits = true;
  private boolean hasOthers;
  private final TaskLossTracker<String> losses = new TaskLossTracker<>(1);

  private Decision<Integer> half(RequestKey key, int containers) {
    asked.add(containers);
    return Decision.of(containers / 2, reason).with("percent", 50);
  }

  private RequestSplitter splitter(boolean isFollowed) {
    return new RequestSplitter(
        this::half,
        Arrays.asList(
            SplitLimits.defaultLabel(() -> isLabelKnown),
            SplitLimits.memoryAndCores(key -> hasOthers),
            SplitLimits.nodeSize(key -> fits),
            SplitLimits.losses(losses)),
        isFollowed);
  }

  private void assertDivided(String expected, int value, Decision<Integer> d) {
    assertEquals(expected, d.toString());
    assertEquals(value, (int) d.value());
  }

  @Test
  public void policyDividesAllRequestsWithoutALimit() {
    assertDivided(
        "REQUEST_SPLIT_BY_SHARE{percent=50, new=10, opportunistic=5}",
        5,
        splitter(true).divide(KEY, 10));
  }

  @Test
  public void limitOfZeroStopsTheEvaluation() {
    losses.lost("c1", KEY.priority());
    fits = false;
    assertDivided(
        "REQUEST_LARGER_THAN_NODES{capability=memory-mb=1024, new=10, opportunistic=0}",
        0,
        splitter(true).divide(KEY, 10));
    hasOthers = true;
    assertEquals(RequestReason.REQUEST_OTHER_RESOURCES, splitter(true).divide(KEY, 10).reason());
    isLabelKnown = false;
    assertDivided(
        "REQUEST_LABEL_UNKNOWN{new=10, opportunistic=0}", 0, splitter(true).divide(KEY, 10));
    assertEquals("the policy was not asked", "[]", asked.toString());
    assertEquals("and no loss is made good for", 0L, losses.insured());
  }

  @Test
  public void policyDividesTheRequestsALimitLeaves() {
    losses.lost("c1", KEY.priority());
    losses.lost("c2", KEY.priority());
    assertDivided(
        "REQUEST_LOST_BEFORE{percent=50, lostBefore=2, others=REQUEST_SPLIT_BY_SHARE, new=10,"
            + " opportunistic=4}",
        4,
        splitter(true).divide(KEY, 10));
    assertEquals("[8]", asked.toString());
  }

  @Test
  public void shadowModeGivesNoOpportunisticPartAndKeepsTheReason() {
    assertDivided(
        "REQUEST_SPLIT_BY_SHARE{percent=50, new=10, opportunistic=5}",
        0,
        splitter(false).divide(KEY, 10));
  }

  @Test
  public void undecidedRequestsAreDividedOnceThePolicyCanDecide() {
    losses.lost("c1", KEY.priority());
    fits = false;
    assertNull("nodes may come that are large enough", splitter(true).divideLater(KEY, 4));
    fits = true;
    reason = RequestReason.REQUEST_RUN_TIME_UNKNOWN;
    assertNull(splitter(true).divideLater(KEY, 4));
    reason = RequestReason.REQUEST_SPLIT_BY_SHARE;
    assertEquals(2, (int) splitter(true).divideLater(KEY, 4).value());
    assertEquals("they are no new ones", 0L, losses.insured());
  }

  @Test
  public void baseStaysGuaranteed() {
    int[] guaranteed = {1};
    RequestSplitter splitter =
        new RequestSplitter(
            this::half, Arrays.asList(SplitLimits.base(3, () -> guaranteed[0])), true);
    assertDivided(
        "REQUEST_WITHIN_BASE{percent=50, base=3, guaranteed=1, others=REQUEST_SPLIT_BY_SHARE,"
            + " new=10, opportunistic=4}",
        4,
        splitter.divide(KEY, 10));
    assertDivided(
        "REQUEST_WITHIN_BASE{base=3, guaranteed=1, new=2, opportunistic=0}",
        0,
        splitter.divide(KEY, 2));
    guaranteed[0] = 11;
    assertEquals("ten of eleven wait", 4, (int) splitter.divideLater(KEY, 10).value());
    assertEquals(5, (int) splitter.divide(KEY, 10).value());
  }

  @Test
  public void limitsAndPolicyNeverExceedTheRequest() {
    PercentageSplitPolicy greedy = (key, n) -> Decision.of(n + 1, reason);
    SplitLimit none = (key, n, isNew) -> Decision.of(n + 1, RequestReason.REQUEST_LOST_BEFORE);
    assertEquals(
        3, (int) new RequestSplitter(greedy, Arrays.asList(none), true).divide(KEY, 3).value());
  }
}
