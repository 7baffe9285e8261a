// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.explain.DecisionLog;
import org.yarnext.common.metrics.EventCounter;
import org.yarnext.federation.policy.split.SplitReason;

/**
 * Adds the counts of the ledgers of all applications of a NodeManager to its metrics, and logs why
 * requests moved. Thread-safe.
 */
final class SplitMetrics {
  private final DecisionLog log;
  private final Map<String, EventCounter> counters = new HashMap<>();

  /** Declares the counters. Called before the log is registered. */
  SplitMetrics(DecisionLog log) {
    this.log = log;
    declare("asked", "ContainersAsked", "Containers that applications asked for");
    declare("granted", "ContainersGranted", "Containers granted that were asked for");
    declare("cancelled", "ContainersCancelled", "Containers that applications ask for no more");
    declare(
        "absorbed",
        "ContainersAbsorbed",
        "Containers granted by another sub-cluster than was to provide them");
    declare(
        "excess",
        "ContainersExcess",
        "Containers granted that the ledger finds nobody asked for, released unless in shadow");
    declare("relaxed", "AsksRelaxed", "Asks moved since they waited in vain");
    declare(
        "redistributed",
        "AsksRedistributed",
        "Asks moved from a sub-cluster that is lost or may provide nothing, or back");
    declare("onHost", "GrantedOnHost", "Containers granted on a host that was asked for");
    declare(
        "inRack",
        "GrantedInRack",
        "Containers granted in a rack that was asked for, on no host that was");
    declare(
        "offHost",
        "GrantedOffHost",
        "Containers granted on no host and in no rack that was asked for");
    declare(
        "anywhere",
        "GrantedWithoutPreference",
        "Containers granted where no host or rack was asked for");
  }

  private void declare(String name, String metric, String doc) {
    counters.put(name, log.metrics().counter(metric, doc));
  }

  /**
   * Adds the increase of one ledger's counts to the metrics.
   *
   * @param before the ledger's counts at the previous call, by name
   * @param now the ledger's counts now, by name
   * @param waiting supplies the number of outstanding requests by sub-cluster; called only if some
   *     moved
   */
  void add(
      String application,
      Map<String, Long> before,
      Map<String, Long> now,
      Supplier<Map<String, Integer>> waiting) {
    counters.forEach((name, counter) -> counter.add(more(name, before, now)));
    explain(application, SplitReason.ASKS_RELAXED, more("relaxed", before, now), waiting);
    explain(
        application, SplitReason.ASKS_REDISTRIBUTED, more("redistributed", before, now), waiting);
  }

  private static long more(String name, Map<String, Long> before, Map<String, Long> now) {
    return now.get(name) - before.getOrDefault(name, 0L);
  }

  private void explain(
      String application, SplitReason why, long moved, Supplier<Map<String, Integer>> waiting) {
    if (moved > 0) {
      Decision<Long> decision = Decision.of(moved, why).with("asks", moved);
      for (Map.Entry<String, Integer> there : waiting.get().entrySet()) {
        decision = decision.with("nowIn-" + there.getKey(), there.getValue());
      }
      log.explain(System.currentTimeMillis(), application, decision);
    }
  }
}
