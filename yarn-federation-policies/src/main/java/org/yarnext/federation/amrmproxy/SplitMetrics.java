// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.explain.DecisionLog;
import org.yarnext.common.metrics.EventCounter;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.federation.policy.split.SplitReason;

/**
 * Counts the events of all applications whose requests one NodeManager divides: containers in their
 * ledgers, policies taken over, and applications that fell back to stock. Also logs why requests
 * moved. Thread-safe.
 */
final class SplitMetrics {
  private static final Logger LOG = LoggerFactory.getLogger(SplitMetrics.class);

  private final DecisionLog log;
  private final EventCounter released;
  private final EventCounter fallbacks;
  private final EventCounter policiesTaken;
  private final EventCounter stagedTaken;
  private final EventCounter policiesRefused;
  private final EventCounter recovered;
  private final EventCounter undelivered;
  private final Map<String, EventCounter> counters = new HashMap<>();

  /** Declares the counters. Called before the log is registered. */
  SplitMetrics(DecisionLog log) {
    this.log = log;
    FeatureMetrics metrics = log.metrics();
    released =
        metrics.counter("ContainersReleased", "Granted containers without a request, released");
    fallbacks = metrics.counter("ApplicationFallbacks", "Applications that fell back to stock");
    policiesTaken = metrics.counter("PoliciesAdopted", "Policies adopted by running applications");
    stagedTaken =
        metrics.counter(
            "StagedPoliciesAdopted", "Adopted policies that are staged in this sub-cluster");
    policiesRefused =
        metrics.counter("PoliciesRefused", "Published policies refused by running applications");
    recovered =
        metrics.counter(
            "ApplicationsRecovered", "Applications recovered after a restart of the NodeManager");
    undelivered =
        metrics.counter(
            "ContainersUndelivered",
            "Containers granted around a restart of the NodeManager that never"
                + " reached their application, released");
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

  /** Logs that an application's call was refused, or would have been in mode on. */
  void refused(String application, Decision<Boolean> decision) {
    log.explain(System.currentTimeMillis(), application, decision);
  }

  /** Counts released containers that nobody requested. */
  void released(int containers) {
    released.add(containers);
  }

  /** Counts containers released that the application never received. */
  void undelivered(int containers) {
    undelivered.add(containers);
  }

  /** Counts an application that falls back to stock, and logs it. */
  void gaveUp(String application) {
    fallbacks.increment();
    LOG.warn("{} continues as in stock YARN", application);
  }

  /** Counts an application whose ledger was recovered after a restart of the NodeManager. */
  void recovered() {
    recovered.increment();
  }

  /** Counts a policy that a running application took over. */
  void tookPolicy(boolean isStaged) {
    policiesTaken.increment();
    if (isStaged) {
      stagedTaken.increment();
    }
  }

  /** Counts a published policy that a running application cannot take over; it keeps its own. */
  void refusedPolicy(String application, SubClusterPolicyConfiguration policy, Throwable why) {
    policiesRefused.increment();
    LOG.warn(
        "The policy published for {} is refused: {} keeps its own",
        policy.getQueue(),
        application,
        why);
  }

  /** Counts a policy whose parameters are invalid when an application starts with it. */
  void refusedParameters(String application, SubClusterPolicyConfiguration policy, Throwable why) {
    policiesRefused.increment();
    LOG.warn(
        "The parameters of the policy published for {} are refused: {} begins with its weights and"
            + " the configuration's parameters",
        policy.getQueue(),
        application,
        why);
  }
}
