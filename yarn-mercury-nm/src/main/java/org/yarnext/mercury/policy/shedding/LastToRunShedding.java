// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.shedding;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.MercuryReason;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.queue.OpportunisticQueue;

/**
 * Sheds the containers that would run last: they gain most from another node, and have waited least
 * among those of equal rank. Stops as soon as length and estimated wait are within their limits.
 */
public final class LastToRunShedding implements SheddingPolicy {
  @Override
  public Decision<List<String>> decide(
      List<ContainerView> inOrder,
      OpportunisticQueue.Work work,
      ResourceVector capacity,
      double fixedWaitMs,
      SheddingLimits limits,
      int maxShed) {
    List<String> shed = new ArrayList<>();
    OpportunisticQueue.Work left = work;
    MercuryReason reason = MercuryReason.SHED_NOT_NEEDED;
    for (int i = inOrder.size() - 1; i >= 0 && shed.size() < maxShed; i--) {
      boolean tooLong = limits.maxLength() >= 0 && left.containers() > limits.maxLength();
      boolean tooSlow =
          limits.maxWaitMs() >= 0 && fixedWaitMs + left.drainMs(capacity) > limits.maxWaitMs();
      if (!tooLong && !tooSlow) {
        break;
      }
      if (shed.isEmpty()) {
        reason = tooSlow ? MercuryReason.SHED_WAIT_LIMIT : MercuryReason.SHED_LENGTH_LIMIT;
      }
      ContainerView last = inOrder.get(i);
      shed.add(last.id());
      left = left.without(last);
    }
    return Decision.of(Collections.unmodifiableList(shed), reason)
        .with("queued", inOrder.size())
        .with("shed", shed.size())
        .with("maxLength", limits.maxLength())
        .with("maxWaitMs", limits.maxWaitMs())
        .with("waitMs", Math.round(fixedWaitMs + work.drainMs(capacity)));
  }

  @Override
  public boolean mayBlock() {
    return false;
  }
}
