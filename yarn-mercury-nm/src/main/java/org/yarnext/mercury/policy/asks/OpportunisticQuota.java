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
package org.yarnext.mercury.policy.asks;

import java.math.BigDecimal;
import org.yarnext.common.decision.Decision;

/**
 * Bounds the opportunistic containers an application has at a time: by a number, by a multiple of
 * its guaranteed ones, or by the smaller of both (Mercury section 4.1). Immutable.
 *
 * <p>Written {@code max=100}, {@code relative=2.0} or {@code max=100,relative=2.0}; 0 means no
 * bound. The ApplicationMaster's own container is no guaranteed one of this count.
 */
public final class OpportunisticQuota {
  /** No bound at all. */
  public static final OpportunisticQuota NONE = new OpportunisticQuota(0, BigDecimal.ZERO);

  private static final BigDecimal MOST_RELATIVE = BigDecimal.valueOf(1_000_000);

  private final int max;
  private final BigDecimal relative;

  private OpportunisticQuota(int max, BigDecimal relative) {
    this.max = max;
    this.relative = relative;
  }

  /**
   * @param max the most at a time; 0: no such bound
   * @param relative the most at a time for each live guaranteed one; 0: no such bound
   * @throws IllegalArgumentException if one is negative or absurdly large
   */
  public static OpportunisticQuota of(int max, BigDecimal relative) {
    boolean sound = relative.signum() >= 0 && relative.compareTo(MOST_RELATIVE) <= 0;
    if (max < 0 || !sound) {
      throw new IllegalArgumentException(
          "max=" + max + ",relative=" + relative + ": max is 0 or more, relative 0 to 1000000");
    }
    return new OpportunisticQuota(max, relative);
  }

  /**
   * @throws IllegalArgumentException naming what is wrong with the text
   */
  public static OpportunisticQuota parse(String text) {
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
    return of(max == null ? 0 : max, relative == null ? BigDecimal.ZERO : relative);
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException(
        "\"" + text + "\" is no quota: write max=100, relative=2.0 or max=100,relative=2.0");
  }

  /**
   * How many opportunistic containers may be granted now on top of those alive; 0 or more. One may
   * be even if a relative quota allows none, where nothing of the application is opportunistic and
   * nothing is outstanding that was asked as guaranteed: nothing would ever make room for what it
   * asks as opportunistic itself.
   *
   * @param ledger with what the application has stated by now
   */
  public Decision<Integer> room(LiveContainers live, AskLedger ledger) {
    Decision<Integer> bound = bound(live);
    boolean hope =
        bound.value() > 0
            || live.opportunistic() > 0
            || ledger.guaranteed() > 0
            || ledger.movable() > 0;
    return hope
        ? bound
        : Decision.of(1, AskReason.QUOTA_ONE_AT_A_TIME).with("guaranteed", live.guaranteed());
  }

  private Decision<Integer> bound(LiveContainers live) {
    long byRelative =
        relative.signum() == 0
            ? Long.MAX_VALUE
            : relative.multiply(BigDecimal.valueOf(live.guaranteed())).longValue();
    long byMax = max == 0 ? Long.MAX_VALUE : max;
    long limit = Math.min(byMax, byRelative);
    if (limit == Long.MAX_VALUE) {
      return Decision.of(Integer.MAX_VALUE, AskReason.QUOTA_NONE);
    }
    long room = Math.max(0, Math.min(limit - live.opportunistic(), Integer.MAX_VALUE));
    return Decision.of(
            (int) room, byRelative < byMax ? AskReason.QUOTA_RELATIVE : AskReason.QUOTA_ABSOLUTE)
        .with("limit", limit)
        .with("opportunistic", live.opportunistic())
        .with("guaranteed", live.guaranteed());
  }

  /**
   * How many of those the quota holds back are better asked as guaranteed, because nothing that is
   * alive or outstanding would ever make room: as few as make the quota suffice for the others. An
   * application may otherwise wait for ever, since a relative quota without guaranteed containers
   * is nothing. What it asks as opportunistic itself stays so: see {@link #room}.
   *
   * @param ledger after the quota's room was offered
   */
  public Decision<Integer> relief(LiveContainers live, AskLedger ledger) {
    int held = ledger.queueable() - ledger.offered();
    boolean hope =
        ledger.offered() > 0
            || live.opportunistic() > 0
            || ledger.guaranteed() > 0
            || room(live, ledger).value() > 0;
    if (held <= 0 || hope) {
      return Decision.of(0, AskReason.QUOTA_RELIEF_NOT_NEEDED);
    }
    int enough = (int) Math.ceil(held / (1 + relative.doubleValue()));
    return Decision.of(Math.min(ledger.movable(), enough), AskReason.QUOTA_RELIEF)
        .with("held", held)
        .with("relative", relative.doubleValue());
  }

  @Override
  public String toString() {
    return "max=" + max + ",relative=" + relative.toPlainString();
  }
}
