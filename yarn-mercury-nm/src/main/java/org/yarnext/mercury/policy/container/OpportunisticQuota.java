// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.container;

import java.math.BigDecimal;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.RequestReason;

/**
 * Limits the opportunistic containers that an application has at a time: by a number, by a multiple
 * of its guaranteed ones, or by the smaller of both (Mercury section 4.1). Immutable.
 *
 * <p>Written {@code max=100}, {@code relative=2.0} or {@code max=100,relative=2.0}; 0 means no
 * limit. The ApplicationMaster counts as one guaranteed container, and a relative quota never
 * allows less than its floor, so that an application without guaranteed containers still makes
 * progress.
 */
public final class OpportunisticQuota {
  /** No limit. */
  public static final OpportunisticQuota NONE = new OpportunisticQuota(0, BigDecimal.ZERO, 1);

  private static final BigDecimal MAX_RELATIVE = BigDecimal.valueOf(1_000_000);

  private static final Decision<Integer> UNLIMITED =
      Decision.of(Integer.MAX_VALUE, RequestReason.QUOTA_NONE);

  private final int max;
  private final BigDecimal relative;
  private final int floor;

  private OpportunisticQuota(int max, BigDecimal relative, int floor) {
    this.max = max;
    this.relative = relative;
    this.floor = floor;
  }

  /**
   * Creates a quota.
   *
   * @param max maximum number of live containers; 0: no such limit
   * @param relative maximum number per live guaranteed container; 0: no such limit
   * @param floor minimum number that {@code relative} allows; 1 or more
   * @throws IllegalArgumentException if one is negative or absurdly large
   */
  public static OpportunisticQuota of(int max, BigDecimal relative, int floor) {
    boolean sound = relative.signum() >= 0 && relative.compareTo(MAX_RELATIVE) <= 0;
    if (max < 0 || !sound || floor < 1) {
      throw new IllegalArgumentException(
          "max="
              + max
              + ",relative="
              + relative
              + ",floor="
              + floor
              + ": max is 0 or more, relative 0 to 1000000, the floor 1 or more");
    }
    return new OpportunisticQuota(max, relative, floor);
  }

  /**
   * Parses a quota.
   *
   * @param floor minimum number that a relative quota allows; 1 or more
   * @throws IllegalArgumentException naming the error in the text
   */
  public static OpportunisticQuota parse(String text, int floor) {
    Integer max = null;
    BigDecimal relative = null;
    for (String part : text.split(",", -1)) {
      String[] pair = part.trim().split("\\s*=\\s*", -1);
      boolean isMax = pair[0].equals("max");
      boolean known = pair.length == 2 && (isMax || pair[0].equals("relative"));
      if (!known || (isMax ? max != null : relative != null)) {
        throw wrong(text);
      }
      try {
        if (isMax) {
          max = Integer.valueOf(pair[1]);
        } else {
          relative = new BigDecimal(pair[1]);
        }
      } catch (NumberFormatException e) {
        throw wrong(text);
      }
    }
    return of(max == null ? 0 : max, relative == null ? BigDecimal.ZERO : relative, floor);
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException(
        "\"" + text + "\" is not a quota: write max=100, relative=2.0 or max=100,relative=2.0");
  }

  /**
   * Returns how many opportunistic containers may be granted now beyond the live ones; 0 or more.
   */
  public Decision<Integer> room(LiveContainerTracker<?> live) {
    if (max == 0 && relative.signum() == 0) {
      return UNLIMITED;
    }
    // The master counts as guaranteed, even if it runs outside of the cluster.
    int guaranteed = live.guaranteed() + 1;
    long byRelative =
        relative.signum() == 0
            ? Long.MAX_VALUE
            : Math.max(floor, relative.multiply(BigDecimal.valueOf(guaranteed)).longValue());
    long byMax = max == 0 ? Long.MAX_VALUE : max;
    long limit = Math.min(byMax, byRelative);
    long room = Math.max(0, Math.min(limit - live.opportunistic(), Integer.MAX_VALUE));
    return Decision.of(
            (int) room,
            byRelative < byMax ? RequestReason.QUOTA_RELATIVE : RequestReason.QUOTA_ABSOLUTE)
        .with("limit", limit)
        .with("opportunistic", live.opportunistic())
        .with("guaranteed", guaranteed);
  }

  @Override
  public String toString() {
    return "max=" + max + ",relative=" + relative.toPlainString();
  }
}
