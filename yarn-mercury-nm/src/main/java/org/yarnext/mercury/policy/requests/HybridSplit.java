// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.mercury.policy.RequestReason;
import org.yarnext.mercury.policy.estimate.RunTimeStatistics;
import org.yarnext.mercury.policy.snapshot.SnapshotCodec;

/**
 * Divides new containers exactly as a {@link HybridPolicy} says (Mercury section 5), without
 * randomness: the remainder of a percentage is carried to the next request. So of n containers of a
 * priority, pq percent, rounded down, have been opportunistic. An application whose estimates
 * cannot be trusted gets guaranteed containers (section 4.3). One for each application attempt; not
 * thread-safe.
 *
 * <p>A container that is requested again, because it was killed or shed, counts as a new one.
 */
public final class HybridSplit implements PercentageSplitPolicy {
  private static final int VERSION = 1;

  private final HybridPolicy policy;
  private final IntFunction<RunTimeStatistics> runTimes;
  private final BooleanSupplier trusted;
  private final Map<Integer, Integer> carries = new LinkedHashMap<>();

  /**
   * Creates a split.
   *
   * @param policy the policy to apply
   * @param runTimes run time of a priority's containers; null if unknown
   * @param trusted whether the application's estimates can be trusted
   */
  public HybridSplit(
      HybridPolicy policy, IntFunction<RunTimeStatistics> runTimes, BooleanSupplier trusted) {
    this.policy = policy;
    this.runTimes = runTimes;
    this.trusted = trusted;
  }

  @Override
  public Decision<Integer> opportunistic(RequestKey key, int containers) {
    Decision<Integer> share = policy.share(runTimes.apply(key.priority()));
    if (share.value() > 0 && !trusted.getAsBoolean()) {
      share = Decision.of(0, RequestReason.REQUEST_ESTIMATES_WRONG);
    }
    int opportunistic = 0;
    if (share.value() > 0) {
      // Carry the remainder by priority, since an application may give each container its own
      // request id.
      long hundredths = carries.getOrDefault(key.priority(), 0) + (long) containers * share.value();
      opportunistic = (int) (hundredths / 100);
      carries.put(key.priority(), (int) (hundredths % 100));
    }
    Decision<Integer> d = Decision.of(opportunistic, share.reason());
    for (Map.Entry<String, Object> input : share.inputs().entrySet()) {
      d = d.with(input.getKey(), input.getValue());
    }
    return d;
  }

  /** Returns the state for {@link #restore}, as maps and numbers. */
  public Map<String, Object> snapshot() {
    Map<String, Object> byPriority = new LinkedHashMap<>();
    carries.forEach((priority, carry) -> byPriority.put(String.valueOf(priority), carry));
    Map<String, Object> s = SnapshotCodec.version(VERSION);
    s.put("carries", byPriority);
    return s;
  }

  /**
   * Restores the carried remainders of another split.
   *
   * @throws IllegalArgumentException if the snapshot is invalid; nothing has then changed
   */
  public void restore(Map<String, ?> snapshot) {
    SnapshotCodec.check(snapshot, VERSION);
    Map<Integer, Integer> read = new LinkedHashMap<>();
    SnapshotCodec.map(snapshot, "carries")
        .forEach(
            (priority, carry) ->
                read.put(SnapshotCodec.toInt(priority), SnapshotCodec.count(carry) % 100));
    carries.clear();
    carries.putAll(read);
  }
}
