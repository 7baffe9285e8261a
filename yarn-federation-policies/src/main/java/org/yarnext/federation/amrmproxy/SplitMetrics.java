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
 * Adds the counts of each application's ledger to the NodeManager's metrics, and logs why requests
 * moved. Thread-safe.
 */
final class SplitMetrics {
  private final DecisionLog log;
  private final Map<String, EventCounter> counters = new HashMap<>();

  /** Declares the counters. Called before the log is registered. */
  SplitMetrics(DecisionLog log) {
    this.log = log;
    counter("ContainersRequested", "Requested containers", "asked");
    counter("ContainersGranted", "Granted containers with a request", "granted");
    counter("ContainersCancelled", "Containers no longer requested", "cancelled");
    counter(
        "ContainersAbsorbed",
        "Containers granted by another sub-cluster than the request was sent to",
        "absorbed");
    counter(
        "ContainersExcess",
        "Granted containers without a request in the ledger; released, except in shadow",
        "excess");
    counter(
        "RequestsRelaxed", "Containers whose request moved after it waited too long", "relaxed");
    counter(
        "RequestsRedistributed",
        "Containers whose request moved from a sub-cluster that is lost or excluded, or back",
        "redistributed");
    counter("GrantedOnHost", "Containers granted on a requested host", "onHost");
    counter("GrantedInRack", "Containers granted in a requested rack, on another host", "inRack");
    counter(
        "GrantedOffHost", "Containers granted outside the requested hosts and racks", "offHost");
    counter(
        "GrantedWithoutPreference", "Containers granted to requests without locality", "anywhere");
  }

  private void counter(String metric, String doc, String name) {
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
    explain(application, SplitReason.REQUESTS_RELAXED, more("relaxed", before, now), waiting);
    explain(
        application,
        SplitReason.REQUESTS_REDISTRIBUTED,
        more("redistributed", before, now),
        waiting);
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
