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

/** Stops the most recently started containers first, as the stock NodeManager does. */
public final class NewestFirstVictims implements VictimPolicy {
  @Override
  public Decision<List<String>> decide(
      List<ContainerView> candidates, ResourceVector need, long nowMs) {
    List<ContainerView> preferred = new ArrayList<>(candidates);
    Collections.reverse(preferred);
    return MinimalVictimSelector.choose(preferred, need, MercuryReason.RECLAIM_NEWEST_FIRST);
  }

  @Override
  public boolean mayBlock() {
    return false;
  }
}
