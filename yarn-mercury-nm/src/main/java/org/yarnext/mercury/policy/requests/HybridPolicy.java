// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.RequestReason;
import org.yarnext.mercury.policy.estimate.RunTimeStatistics;

/**
 * The share of an application's new containers that may be opportunistic: {@code hybrid-GQ(td, pq)}
 * of Mercury section 5. Of the containers expected to run for less than td, pq percent are
 * opportunistic; all others are guaranteed. Immutable.
 *
 * <p>Written {@code only-G}, {@code only-Q}, {@code 80%-Q} (any length), {@code shorter-than(5s)}
 * (all the short ones) or {@code hybrid-GQ(10s, 80%)}; {@code hybrid-GQ(10s/80%)} means the same
 * and fits into an application tag, where commas separate tags. Upper and lower case are alike,
 * since YARN changes the case of tags.
 *
 * <p>{@code beyond(2)} is for applications whose containers live long, such as Spark's executors:
 * two of them are guaranteed, and those beyond that are opportunistic unless memory is free, see
 * {@link FreeMemoryLimit}.
 *
 * <p>With a threshold, a container of unknown run time is guaranteed, since it might block a queue
 * for long. While few containers of its kind have ended, a container is also guaranteed if the mean
 * run time may be on either side of the threshold.
 */
public final class HybridPolicy {
  /** Every container is guaranteed. */
  public static final HybridPolicy ONLY_GUARANTEED = new HybridPolicy(-1, 0, 0);

  /** Every container is opportunistic. */
  public static final HybridPolicy ONLY_QUEUEABLE = new HybridPolicy(-1, 100, 0);

  private static final String FORMS =
      "only-G, only-Q, 80%-Q, beyond(2), shorter-than(5s) or hybrid-GQ(10s, 80%)";
  private static final String SPAN = "(\\d{1,9})(ms|s|m|h)";
  private static final Pattern SHARE = Pattern.compile("(\\d{1,3})%-q");
  private static final Pattern BEYOND = Pattern.compile("beyond\\((\\d{1,6})\\)");
  private static final Pattern SHORTER = Pattern.compile("shorter-than\\(" + SPAN + "\\)");
  private static final Pattern HYBRID =
      Pattern.compile("hybrid-gq\\((?:" + SPAN + "|infinite)\\s*[,/]\\s*(\\d{1,3})%\\)");

  private final long thresholdMs;
  private final int percent;
  private final int base;

  private HybridPolicy(long thresholdMs, int percent, int base) {
    this.thresholdMs = percent == 0 ? -1 : thresholdMs;
    this.percent = percent;
    this.base = base;
  }

  /**
   * Parses a policy.
   *
   * @throws IllegalArgumentException if the text has none of the forms; the message names both
   */
  public static HybridPolicy parse(String text) {
    String t = text.trim().toLowerCase(Locale.ROOT);
    if (t.equals("only-g")) {
      return ONLY_GUARANTEED;
    }
    if (t.equals("only-q")) {
      return ONLY_QUEUEABLE;
    }
    Matcher share = SHARE.matcher(t);
    if (share.matches()) {
      return of(text, -1, share.group(1));
    }
    Matcher beyond = BEYOND.matcher(t);
    if (beyond.matches()) {
      return new HybridPolicy(-1, 100, Integer.parseInt(beyond.group(1)));
    }
    Matcher shorter = SHORTER.matcher(t);
    if (shorter.matches()) {
      return of(text, ms(shorter), "100");
    }
    Matcher hybrid = HYBRID.matcher(t);
    if (hybrid.matches()) {
      return of(text, hybrid.group(1) == null ? -1 : ms(hybrid), hybrid.group(3));
    }
    throw new IllegalArgumentException("\"" + text + "\" is not a policy: write " + FORMS);
  }

  private static HybridPolicy of(String text, long thresholdMs, String percent) {
    int p = Integer.parseInt(percent);
    if (p > 100 || thresholdMs == 0) {
      throw new IllegalArgumentException(
          "\"" + text + "\" needs " + (p > 100 ? "0% to 100%" : "a time above 0"));
    }
    return new HybridPolicy(thresholdMs, p, 0);
  }

  private static long ms(Matcher span) {
    String unit = span.group(2);
    long factor =
        unit.equals("ms") ? 1 : unit.equals("s") ? 1_000 : unit.equals("m") ? 60_000 : 3_600_000;
    return Long.parseLong(span.group(1)) * factor;
  }

  /** Returns whether the policy depends on run times. */
  public boolean hasThreshold() {
    return thresholdMs >= 0;
  }

  /**
   * Returns how many containers of the application, beside its Application Master, stay guaranteed
   * before {@link #share} applies to others; 0 or more.
   */
  public int base() {
    return base;
  }

  /**
   * Returns the percentage of containers of one kind that may be opportunistic.
   *
   * @param runTime run time of the containers; null if unknown
   * @return 0 to 100
   */
  public Decision<Integer> share(RunTimeStatistics runTime) {
    if (percent == 0) {
      return Decision.of(0, RequestReason.REQUEST_ALL_GUARANTEED);
    }
    if (!hasThreshold()) {
      return shared();
    }
    if (runTime == null) {
      return Decision.of(0, RequestReason.REQUEST_RUN_TIME_UNKNOWN)
          .with("thresholdMs", thresholdMs);
    }
    Decision<Integer> decision =
        runTime.maxMs() < thresholdMs
            ? shared()
            : Decision.of(
                0,
                runTime.minMs() >= thresholdMs
                    ? RequestReason.REQUEST_RUN_TIME_TOO_LONG
                    : RequestReason.REQUEST_RUN_TIME_UNCERTAIN);
    return decision
        .with("estimateMs", runTime.meanMs())
        .with("minMs", runTime.minMs())
        .with("maxMs", runTime.maxMs())
        .with("from", runTime.origin().toString())
        .with("thresholdMs", thresholdMs);
  }

  private Decision<Integer> shared() {
    return Decision.of(
            percent,
            percent == 100
                ? RequestReason.REQUEST_ALL_OPPORTUNISTIC
                : RequestReason.REQUEST_SPLIT_BY_SHARE)
        .with("percent", percent);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof HybridPolicy
        && ((HybridPolicy) o).thresholdMs == thresholdMs
        && ((HybridPolicy) o).percent == percent
        && ((HybridPolicy) o).base == base;
  }

  @Override
  public int hashCode() {
    return (Long.hashCode(thresholdMs) * 31 + percent) * 31 + base;
  }

  /** Returns the shortest form that {@link #parse} reads back as an equal policy. */
  @Override
  public String toString() {
    if (base > 0) {
      return "beyond(" + base + ")";
    }
    if (thresholdMs < 0) {
      return percent == 0 ? "only-G" : percent == 100 ? "only-Q" : percent + "%-Q";
    }
    return percent == 100
        ? "shorter-than(" + span() + ")"
        : "hybrid-GQ(" + span() + ", " + percent + "%)";
  }

  private String span() {
    if (thresholdMs % 1_000 != 0) {
      return thresholdMs + "ms";
    }
    long seconds = thresholdMs / 1_000;
    if (seconds % 60 != 0) {
      return seconds + "s";
    }
    return seconds % 3_600 != 0 ? seconds / 60 + "m" : seconds / 3_600 + "h";
  }
}
