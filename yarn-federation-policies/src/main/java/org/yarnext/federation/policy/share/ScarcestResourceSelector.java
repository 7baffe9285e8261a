// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import java.util.Map;
import org.yarnext.common.decision.Decision;

/**
 * Selects the one resource that shares are counted in: the scarcest of the whole cluster.
 *
 * <p>Why one. What queues can get of one resource over sub-clusters of bounded size is a
 * polymatroid, so a fairest answer exists, is unique and is found in milliseconds. With several at
 * once (dominant resource fairness) it is not: demands come in fixed proportions, the answer
 * depends on which containers are counted together, and no cut separates the problem. Why the
 * scarcest: where one resource runs out first, as memory does in the paper's clusters, it is the
 * dominant one of nearly every queue, and max-min fairness in it is dominant resource fairness. The
 * others are not divided. A cluster where different sub-clusters run out of different resources is
 * divided by the one that lacks most altogether.
 *
 * <p>Stateless.
 */
public final class ScarcestResourceSelector {
  /** YARN's name for memory, preferred where nothing is scarcer. */
  public static final String MEMORY = "memory-mb";

  private ScarcestResourceSelector() {}

  /**
   * @param demand used and waited for in the whole cluster, by resource, 0 or more
   * @param capacity what the whole cluster has of each; a resource without is not counted
   * @return the name of one resource; memory if nothing is scarcer
   */
  public static Decision<String> choose(Map<String, Double> demand, Map<String, Double> capacity) {
    String scarcest = MEMORY;
    double most = pressure(MEMORY, demand, capacity);
    for (String name : capacity.keySet()) {
      double pressure = pressure(name, demand, capacity);
      boolean firstOfEquals =
          pressure == most && !scarcest.equals(MEMORY) && name.compareTo(scarcest) < 0;
      if (pressure > most || firstOfEquals) {
        scarcest = name;
        most = pressure;
      }
    }
    return Decision.of(
            scarcest,
            scarcest.equals(MEMORY) ? ShareReason.RESOURCE_MEMORY : ShareReason.RESOURCE_SCARCEST)
        .with("resource", scarcest)
        .with("demandOfCapacity", most);
  }

  private static double pressure(
      String name, Map<String, Double> demand, Map<String, Double> capacity) {
    double has = capacity.getOrDefault(name, 0.0);
    return has > 0 ? demand.getOrDefault(name, 0.0) / has : 0;
  }
}
