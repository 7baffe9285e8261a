// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import java.util.Map;
import org.yarnext.common.decision.Decision;

/**
 * Selects the one resource that shares are measured in: the scarcest of the whole cluster.
 *
 * <p>Why one: the amounts of one resource that queues can get over sub-clusters of bounded size
 * form a polymatroid, so a fairest division exists, is unique and is found in milliseconds. With
 * several resources at once (dominant resource fairness) that is not so: demands come in fixed
 * proportions, the result depends on which containers are counted together, and no cut separates
 * the problem.
 *
 * <p>Why the scarcest: where one resource runs out first, as memory does in the paper's clusters,
 * it is the dominant one of nearly every queue, and max-min fairness in it is dominant resource
 * fairness. The other resources are not divided. If sub-clusters run out of different resources,
 * the one scarcest overall is divided.
 *
 * <p>Stateless.
 */
public final class ScarcestResourceSelector {
  /** YARN's name for memory, selected unless another resource is scarcer. */
  public static final String MEMORY = "memory-mb";

  private ScarcestResourceSelector() {}

  /**
   * Selects the resource.
   *
   * @param demand used and pending amount in the whole cluster, by resource, 0 or more
   * @param capacity amount in the whole cluster, by resource; resources with 0 are ignored
   * @return the name of a resource; ties go to memory, then to the first by name
   */
  static Decision<String> choose(Map<String, Double> demand, Map<String, Double> capacity) {
    String scarcest = MEMORY;
    double max = pressure(MEMORY, demand, capacity);
    for (String name : capacity.keySet()) {
      double pressure = pressure(name, demand, capacity);
      boolean firstOfEquals =
          pressure == max && !scarcest.equals(MEMORY) && name.compareTo(scarcest) < 0;
      if (pressure > max || firstOfEquals) {
        scarcest = name;
        max = pressure;
      }
    }
    return Decision.of(
            scarcest,
            scarcest.equals(MEMORY) ? ShareReason.RESOURCE_MEMORY : ShareReason.RESOURCE_SCARCEST)
        .with("resource", scarcest)
        .with("demandOfCapacity", max);
  }

  private static double pressure(
      String name, Map<String, Double> demand, Map<String, Double> capacity) {
    double has = capacity.getOrDefault(name, 0.0);
    return has > 0 ? demand.getOrDefault(name, 0.0) / has : 0;
  }
}
