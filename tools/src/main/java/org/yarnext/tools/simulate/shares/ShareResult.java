// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.shares;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.yarnext.federation.policy.share.GlobalQueueShares;
import org.yarnext.federation.policy.share.ShareQualityMeasure;

/**
 * Utilisation and share error of one generated set-up, with the shares that each method determines.
 * Immutable.
 */
public final class ShareResult {
  private final long seed;
  private final int nodes;
  private final int subClusters;
  private final int queues;
  private final int depth;
  private final double load;
  private final int spread;
  private final Map<ShareMethod, Double> utilisation = new EnumMap<>(ShareMethod.class);
  private final Map<ShareMethod, Double> error = new EnumMap<>(ShareMethod.class);

  private ShareResult(ShareScenario setup) {
    seed = setup.seed();
    nodes = setup.nodes();
    subClusters = setup.view().subClusters();
    queues = setup.view().queues().size();
    depth = setup.depth();
    load = setup.load();
    spread = setup.spread();
    for (ShareMethod division : ShareMethod.values()) {
      GlobalQueueShares shares = division.policy().decide(setup.view()).value();
      utilisation.put(division, ShareQualityMeasure.utilisation(setup.view(), shares));
      error.put(division, ShareQualityMeasure.fairnessError(setup.view(), shares));
    }
  }

  /** Divides one set-up with every method. */
  static ShareResult of(ShareScenario setup) {
    return new ShareResult(setup);
  }

  public long seed() {
    return seed;
  }

  public int nodes() {
    return nodes;
  }

  public int subClusters() {
    return subClusters;
  }

  /** Returns the number of queues, including the root. */
  public int queues() {
    return queues;
  }

  public int depth() {
    return depth;
  }

  public double load() {
    return load;
  }

  public int spread() {
    return spread;
  }

  /**
   * Returns the share of all sub-clusters' capacity that is used, 0 to 1, by method; unmodifiable.
   */
  public Map<ShareMethod, Double> utilisation() {
    return Collections.unmodifiableMap(utilisation);
  }

  /** Returns the mean absolute error against the oracle, 0 or more, by method; unmodifiable. */
  public Map<ShareMethod, Double> error() {
    return Collections.unmodifiableMap(error);
  }
}
