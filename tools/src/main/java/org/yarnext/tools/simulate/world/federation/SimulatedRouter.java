// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.federation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.yarnext.federation.policy.home.HomeChoiceHistory;
import org.yarnext.federation.policy.home.HomeView;
import org.yarnext.federation.policy.home.PowerOfChoicesPolicy;
import org.yarnext.federation.policy.home.SubClusterSnapshot;

/**
 * Simulates the Router: chooses each application's home sub-cluster, by our policy or at random.
 * Not thread-safe.
 */
final class SimulatedRouter {
  private final List<SimulatedSubCluster> subClusters;
  private final Random random;
  private final PowerOfChoicesPolicy policy;
  private final HomeChoiceHistory recent;

  SimulatedRouter(FederationSettings model, List<SimulatedSubCluster> subClusters, Random random) {
    this.subClusters = subClusters;
    this.random = random;
    this.policy = model.choosesHomes() ? model.keys.newHomePolicy() : null;
    this.recent = model.keys.newHomeChoiceHistory();
  }

  /** Chooses the home; if it is unreachable, retries with another one. */
  SimulatedSubCluster choose(long nowMs) {
    Set<String> failed = new HashSet<>();
    SimulatedSubCluster chosen = tried(failed, nowMs);
    while (chosen.isLost()) {
      failed.add(chosen.name);
      chosen = tried(failed, nowMs);
    }
    return chosen;
  }

  private SimulatedSubCluster tried(Set<String> failed, long nowMs) {
    if (policy == null) {
      return subClusters.get(random.nextInt(subClusters.size()));
    }
    List<SubClusterSnapshot> active = new ArrayList<>(subClusters.size());
    subClusters.forEach(each -> active.add(each.reported(nowMs)));
    String name =
        policy
            .choose(HomeView.of(active, recent.counts(nowMs)).retried(null, failed), random)
            .value();
    recent.chosen(name, nowMs);
    return subClusters.stream()
        .filter(each -> each.name.equals(name))
        .findFirst()
        .orElseThrow(IllegalStateException::new);
  }
}
