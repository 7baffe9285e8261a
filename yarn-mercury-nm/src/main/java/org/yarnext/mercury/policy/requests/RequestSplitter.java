// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.mercury.policy.RequestReason;

/**
 * Computes how many new containers of a request become opportunistic: applies each {@link
 * SplitLimit} in turn, then the {@link PercentageSplitPolicy} to the containers that the limits
 * leave. There is one instance for each application attempt. Not thread-safe.
 */
public final class RequestSplitter {
  /** Input of a decision: number of containers that are guaranteed for a preliminary reason. */
  private static final String UNDECIDED = "undecided";

  private final PercentageSplitPolicy policy;
  private final List<SplitLimit> limits;
  private final boolean isFollowed;

  /**
   * Creates a splitter.
   *
   * @param limits checked in order; the first one that leaves nothing ends the search
   * @param isFollowed false in mode shadow: everything stays guaranteed, and the reason with its
   *     numbers says what the policy would have done
   */
  public RequestSplitter(
      PercentageSplitPolicy policy, List<SplitLimit> limits, boolean isFollowed) {
    this.policy = policy;
    this.limits = new ArrayList<>(limits);
    this.isFollowed = isFollowed;
  }

  /**
   * Divides new containers.
   *
   * @param newContainers number of additional containers, 1 or more
   * @return number of opportunistic ones among them, 0 or more
   */
  public Decision<Integer> divide(RequestKey key, int newContainers) {
    return divide(key, newContainers, true);
  }

  /**
   * Divides containers that were left guaranteed because their run time was unknown, because others
   * waited, or because memory was free.
   *
   * @param waiting number of containers, 1 or more
   * @return number of opportunistic ones among them, 0 or more; null as long as that cannot be
   *     decided
   */
  public Decision<Integer> divideLater(RequestKey key, int waiting) {
    return divide(key, waiting, false);
  }

  private Decision<Integer> divide(RequestKey key, int containers, boolean isNew) {
    int left = containers;
    int later = 0;
    Decision<Integer> limited = null;
    for (SplitLimit limit : limits) {
      Decision<Integer> lower = limit.limit(key, left, isNew);
      if (lower != null) {
        limited = lower;
        int before = left;
        left = Math.max(0, Math.min(lower.value(), left));
        later += isPreliminary(lower) ? before - left : 0;
        if (left == 0 && !isNew) {
          return null;
        }
        if (left == 0) {
          return withUndecided(decision(0, lower, lower, containers), later);
        }
      }
    }
    Decision<Integer> share = policy.opportunistic(key, left);
    if (!isNew && isPreliminary(share)) {
      return null;
    }
    int opportunistic = Math.max(0, Math.min(share.value(), left));
    if (limited == null) {
      return decision(opportunistic, share, share, containers);
    }
    return withUndecided(
        decision(
            opportunistic,
            limited,
            with(share, limited).with("others", share.reason().code()),
            containers),
        isPreliminary(share) ? later + left : later);
  }

  /** Returns whether opportunistic containers that are not granted yet are not requested now. */
  boolean holdsDivided() {
    return isFollowed && limits.stream().anyMatch(SplitLimit::holdsDivided);
  }

  private static Decision<Integer> withUndecided(Decision<Integer> decision, int later) {
    return later == 0 ? decision : decision.with(UNDECIDED, later);
  }

  /**
   * Returns how many containers of a decision of {@link #divide} are to be divided again later.
   *
   * @param containers number of containers that were divided
   */
  public static int undecided(Decision<Integer> decision, int containers) {
    Object later =
        decision.inputs().getOrDefault(UNDECIDED, isPreliminary(decision) ? containers : 0);
    return ((Number) later).intValue();
  }

  private static boolean isPreliminary(Decision<Integer> decision) {
    return decision.reason() instanceof RequestReason
        && ((RequestReason) decision.reason()).isPreliminary();
  }

  private Decision<Integer> decision(
      int opportunistic, Decision<Integer> why, Decision<Integer> inputs, int containers) {
    return with(Decision.of(isFollowed ? opportunistic : 0, why.reason()), inputs)
        .with("new", containers)
        .with("opportunistic", opportunistic);
  }

  private static Decision<Integer> with(Decision<Integer> decision, Decision<Integer> inputs) {
    Decision<Integer> all = decision;
    for (Map.Entry<String, Object> input : inputs.inputs().entrySet()) {
      all = all.with(input.getKey(), input.getValue());
    }
    return all;
  }
}
