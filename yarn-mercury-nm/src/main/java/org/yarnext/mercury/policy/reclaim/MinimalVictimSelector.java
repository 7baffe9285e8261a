// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.reclaim;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.MercuryReason;
import org.yarnext.mercury.policy.MinimalSubsetSelector;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Selects a minimal set of victims, in an order of preference: they free enough resources, and
 * would not without any one of them. Stateless.
 */
final class MinimalVictimSelector {
  private MinimalVictimSelector() {}

  static Decision<List<String>> choose(
      List<ContainerView> preferred, ResourceVector need, MercuryReason reason) {
    List<ContainerView> chosen =
        MinimalSubsetSelector.select(preferred, need, ContainerView::resources);
    if (chosen.isEmpty() && !need.fitsIn(ResourceVector.NONE)) {
      return Decision.<List<String>>of(Collections.emptyList(), MercuryReason.RECLAIM_IMPOSSIBLE)
          .with("needMemoryMb", need.memoryMb())
          .with("needVcores", need.vcores())
          .with("candidates", preferred.size());
    }
    List<String> ids = new ArrayList<>(chosen.size());
    chosen.forEach(c -> ids.add(c.id()));
    return Decision.of(Collections.unmodifiableList(ids), reason)
        .with("needMemoryMb", need.memoryMb())
        .with("needVcores", need.vcores())
        .with("victims", ids.size());
  }
}
