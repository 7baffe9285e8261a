// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.reclaim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.MercuryReason;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Stops the containers that lose least work (run time times size) per unit of needed resources
 * freed. Stock stops the newest, which loses more if a large new container could spare many small
 * ones.
 */
public final class LeastWorkLostVictims implements VictimPolicy {
  @Override
  public Decision<List<String>> decide(
      List<ContainerView> candidates, ResourceVector need, long nowMs) {
    List<ContainerView> preferred = new ArrayList<>(candidates);
    preferred.sort(
        Comparator.<ContainerView>comparingDouble(c -> workLostPerFreedShare(c, need, nowMs))
            .thenComparing(ContainerView::id));
    return MinimalVictimSelector.choose(preferred, need, MercuryReason.RECLAIM_LEAST_WORK_LOST);
  }

  private static double workLostPerFreedShare(ContainerView c, ResourceVector need, long nowMs) {
    // Freeing more than needed has no extra value.
    double freed =
        Math.min(1, share(c.resources().memoryMb(), need.memoryMb()))
            + Math.min(1, share(c.resources().vcores(), need.vcores()));
    double size = Math.max(1, c.resources().memoryMb());
    return freed == 0 ? Double.MAX_VALUE : c.elapsedMs(nowMs) * size / freed;
  }

  private static double share(long part, long need) {
    return need > 0 ? (double) part / need : 0;
  }

  @Override
  public boolean mayBlock() {
    return false;
  }
}
