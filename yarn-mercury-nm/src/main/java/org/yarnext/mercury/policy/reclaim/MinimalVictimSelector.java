// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.reclaim;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.MercuryReason;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Selects victims in an order of preference until they free enough, and then leaves out those that
 * are not needed.
 */
final class MinimalVictimSelector {
  private MinimalVictimSelector() {}

  static Decision<List<String>> choose(
      List<ContainerView> preferred, ResourceVector need, MercuryReason reason) {
    List<ContainerView> chosen = new ArrayList<>();
    ResourceVector missing = need;
    for (ContainerView c : preferred) {
      if (missing.fitsIn(ResourceVector.NONE)) {
        break;
      }
      if (c.resources().helps(missing)) {
        chosen.add(c);
        missing = missing.minus(c.resources());
      }
    }
    if (!missing.fitsIn(ResourceVector.NONE)) {
      return Decision.<List<String>>of(Collections.emptyList(), MercuryReason.RECLAIM_IMPOSSIBLE)
          .with("needMemoryMb", need.memoryMb())
          .with("needVcores", need.vcores())
          .with("candidates", preferred.size());
    }
    // A later, larger victim can make an earlier one unnecessary: spare the least preferred
    // first.
    for (int i = chosen.size() - 1; i >= 0; i--) {
      ResourceVector spared = missing.plus(chosen.get(i).resources());
      if (spared.fitsIn(ResourceVector.NONE)) {
        chosen.remove(i);
        missing = spared;
      }
    }
    List<String> ids = new ArrayList<>(chosen.size());
    chosen.forEach(c -> ids.add(c.id()));
    return Decision.of(Collections.unmodifiableList(ids), reason)
        .with("needMemoryMb", need.memoryMb())
        .with("needVcores", need.vcores())
        .with("victims", ids.size());
  }
}
