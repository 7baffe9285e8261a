// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.mercury.policy.RequestReason;
import org.yarnext.mercury.policy.container.TaskLossTracker;

/**
 * The limits that keep containers guaranteed under every {@link PercentageSplitPolicy}: node label,
 * resource types, node size, waiting demand, losses and base. {@link FreeMemoryLimit} is another.
 */
public final class SplitLimits {
  private SplitLimits() {}

  /**
   * Keeps containers guaranteed while the application's default node label is unknown: the
   * ResourceManager adds it to guaranteed requests only, and without it an opportunistic container
   * could be placed in another partition.
   */
  public static SplitLimit defaultLabel(BooleanSupplier isKnown) {
    return (key, containers, isNew) ->
        isKnown.getAsBoolean() ? null : Decision.of(0, RequestReason.REQUEST_LABEL_UNKNOWN);
  }

  /**
   * Keeps containers guaranteed that request more than memory and cores. Opportunistic ones are
   * placed and queued by memory and cores alone: one with a GPU could be sent to a node without a
   * GPU, or would take it from a guaranteed container.
   *
   * @param hasOthers whether a key has a resource beside memory and cores
   */
  public static SplitLimit memoryAndCores(Predicate<RequestKey> hasOthers) {
    return (key, containers, isNew) ->
        hasOthers.test(key) ? none(key, RequestReason.REQUEST_OTHER_RESOURCES) : null;
  }

  /**
   * Keeps containers guaranteed that nodes may be too small for: an opportunistic one that was sent
   * to such a node would never start there.
   *
   * @param fits whether a key's size fits where it would be sent
   */
  public static SplitLimit nodeSize(Predicate<RequestKey> fits) {
    return (key, containers, isNew) ->
        fits.test(key) ? null : none(key, RequestReason.REQUEST_LARGER_THAN_NODES);
  }

  private static Decision<Integer> none(RequestKey key, RequestReason reason) {
    return Decision.of(0, reason).with("capability", RequestKeys.size(key));
  }

  /**
   * Keeps containers guaranteed while guaranteed requests of others wait for room: they would take
   * the room of opportunistic containers, which lose their place before those requests.
   *
   * @param waits whether they wait now
   */
  public static SplitLimit waitingDemand(BooleanSupplier waits) {
    return (key, containers, isNew) ->
        waits.getAsBoolean() ? Decision.of(0, RequestReason.REQUEST_DEMAND_WAITS) : null;
  }

  /**
   * Keeps new containers guaranteed whose tasks have lost too many opportunistic ones. For waiting
   * tasks, losses were counted when they were requested.
   */
  public static SplitLimit losses(TaskLossTracker<?> losses) {
    return (key, containers, isNew) -> {
      int insured = isNew ? losses.asked(key.priority(), containers) : 0;
      return insured == 0
          ? null
          : Decision.of(containers - insured, RequestReason.REQUEST_LOST_BEFORE)
              .with("lostBefore", insured);
    };
  }

  /**
   * Keeps containers guaranteed until the application has as many as its policy states.
   *
   * @param base how many it should have
   * @param guaranteed how many it has or waits for
   */
  public static SplitLimit base(int base, IntSupplier guaranteed) {
    return (key, containers, isNew) -> {
      // The guaranteed ones include those that wait.
      int others = base == 0 ? 0 : guaranteed.getAsInt() - (isNew ? 0 : containers);
      int kept = Math.min(containers, base - others);
      return kept <= 0
          ? null
          : Decision.of(containers - kept, RequestReason.REQUEST_WITHIN_BASE)
              .with("base", base)
              .with("guaranteed", others);
    };
  }
}
