// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.Resource;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.mercury.policy.RequestReason;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.container.TaskLossTracker;
import org.yarnext.mercury.policy.requests.FreeMemoryLimit;
import org.yarnext.mercury.policy.requests.HybridLedger;
import org.yarnext.mercury.policy.requests.HybridPolicy;
import org.yarnext.mercury.policy.requests.RequestKeys;
import org.yarnext.mercury.policy.requests.SplitLimit;
import org.yarnext.mercury.policy.requests.SplitLimits;

/**
 * The limits that keep containers of one application attempt guaranteed: its node label, container
 * sizes, tasks that have lost containers, and the waiting demand and free memory of the cluster.
 * Not thread-safe.
 */
final class AttemptSplitLimits {
  private final ApplicationPolicyRegistry policies;
  private final FreeMemoryLimit freeMemory;

  /** Node label that stock gives guaranteed requests without one; null if unknown. */
  private String defaultLabel = "";

  /** Node labels that the scheduler accepts from the queue; null if the registry knows them. */
  private Set<String> acceptedLabels;

  /** Maximum size of an opportunistic container; null if unknown. */
  private ResourceVector maxSize;

  /** True if others waited for all free room in the last call. */
  private boolean waits;

  /** The key whose size was read last, since several limits read it in turn; null at first. */
  private RequestKey sizedKey;

  private Resource size;

  /** Creates limits. */
  AttemptSplitLimits(ApplicationPolicyRegistry policies) {
    this.policies = policies;
    this.freeMemory = new FreeMemoryLimit(this::memoryMb);
  }

  /**
   * Sets the node label that stock gives a guaranteed request without one, and the maximum size of
   * an opportunistic container; null if unknown.
   */
  void set(String label, ResourceVector max) {
    defaultLabel = label;
    maxSize = max;
  }

  String defaultLabel() {
    return defaultLabel;
  }

  /** Sets the node labels that the scheduler accepts; null if the registry knows them. */
  void accept(Set<String> labels) {
    acceptedLabels = labels;
  }

  /**
   * Returns a test for the node labels of requests from a queue, null for none: whether the
   * scheduler accepts them.
   */
  Predicate<String> labels(String queue) {
    return label -> {
      String used = label == null ? defaultLabel : label;
      return used == null
          || used.trim().isEmpty()
          || (acceptedLabels == null
              ? policies.acceptsLabel(queue, used)
              : acceptedLabels.contains(used.trim()));
    };
  }

  /** Adds the labels and the maximum size to a record's snapshot. */
  void saveTo(Map<String, Object> s) {
    s.put("defaultLabel", defaultLabel);
    s.put("acceptedLabels", acceptedLabels == null ? null : new ArrayList<>(acceptedLabels));
    // The key keeps its first name: versions read each other's records.
    s.put("leastNode", maxSize == null ? null : ResourceCodec.text(maxSize));
  }

  /** Restores the labels and the maximum size, which records of earlier versions may lack. */
  @SuppressWarnings("unchecked")
  void restore(Map<String, ?> s) {
    Collection<String> labels = (Collection<String>) s.get("acceptedLabels");
    String max = (String) s.get("leastNode");
    acceptedLabels = labels == null ? null : new TreeSet<>(labels);
    set((String) s.get("defaultLabel"), max == null ? null : ResourceCodec.vector(max));
  }

  /**
   * Returns the limits for a policy, in the order in which they apply.
   *
   * @param guaranteed number of containers that the application has, or waits for, as guaranteed
   */
  List<SplitLimit> list(HybridPolicy policy, TaskLossTracker<?> losses, IntSupplier guaranteed) {
    SplitLimit afterLosses = SplitLimits.losses(losses);
    return policy.equals(HybridPolicy.ONLY_GUARANTEED)
        ? Collections.singletonList(afterLosses) // nothing else matters
        : Arrays.asList(
            SplitLimits.defaultLabel(() -> defaultLabel != null),
            SplitLimits.memoryAndCores(key -> ResourceCodec.hasOtherResources(size(key))),
            SplitLimits.nodeSize(this::fits),
            afterLosses,
            SplitLimits.base(policy.base(), guaranteed),
            freeMemory,
            SplitLimits.waitingDemand(() -> waits));
  }

  private Resource size(RequestKey key) {
    if (!key.equals(sizedKey)) {
      size = ResourceCodec.resource(RequestKeys.size(key));
      sizedKey = key;
    }
    return size;
  }

  private long memoryMb(RequestKey key) {
    return size(key).getMemorySize();
  }

  private boolean fits(RequestKey key) {
    ResourceVector required = ResourceCodec.vector(size(key));
    return (maxSize == null || required.fitsIn(maxSize)) && policies.nodesHaveRoomFor(required);
  }

  /** Reads the state of the cluster, once in each call before the ledger divides. */
  void begin(HybridPolicy policy, HybridLedger ledger) {
    WaitingDemandSource demand = policies.demand();
    long now = Time.monotonicNow();
    boolean hasBase = policy.base() > 0;
    boolean needAll =
        (hasBase || policy.hasThreshold())
            && demand.waits(() -> ledger.guaranteedMb(this::memoryMb));
    waits = needAll && policy.hasThreshold();
    if (waits) {
      ledger.postpone((key, containers) -> true);
    }
    freeMemory.begin(hasBase ? demand.freeMb() : FreeMemoryLimit.NONE, now);
    freeMemory.hold(hasBase && demand.isAnyWaiting(ledger.guaranteed()), needAll, now);
    if (hasBase) {
      ledger.postpone(freeMemory::postpones);
    }
  }

  /** Returns the reason why opportunistic containers are held back, which may be the quota's. */
  Decision<Integer> bound(Decision<Integer> quota) {
    return freeMemory.holdsDivided() ? Decision.of(0, RequestReason.REQUEST_HELD_BACK) : quota;
  }

  /** Records that the application got a guaranteed container. */
  void granted() {
    freeMemory.granted(Time.monotonicNow());
  }
}
