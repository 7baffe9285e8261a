// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import java.util.function.ToLongFunction;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.mercury.policy.requests.FreeMemoryLimit;
import org.yarnext.mercury.policy.requests.HybridLedger;
import org.yarnext.mercury.policy.requests.HybridPolicy;
import org.yarnext.mercury.policy.requests.SplitLimit;
import org.yarnext.mercury.policy.requests.SplitLimits;

/**
 * The limits of one application attempt that depend on what waits in the cluster and what is free.
 * One for each attempt; not thread-safe.
 */
final class DemandLimits {
  private final ApplicationPolicyRegistry policies;
  private final ToLongFunction<RequestKey> memoryMb;
  private final FreeMemoryLimit freeMemory;

  /** True if others waited for all free room in the last call. */
  private boolean waits;

  /**
   * Creates limits.
   *
   * @param memoryMb memory of a key's containers, in MB
   */
  DemandLimits(ApplicationPolicyRegistry policies, ToLongFunction<RequestKey> memoryMb) {
    this.policies = policies;
    this.memoryMb = memoryMb;
    this.freeMemory = new FreeMemoryLimit(memoryMb);
  }

  /** Reads the state of the cluster, once in each call before the ledger divides. */
  void begin(HybridPolicy policy, HybridLedger ledger) {
    WaitingDemandSource demand = policies.demand();
    waits = policy.hasThreshold() && demand.waits(() -> ledger.guaranteedMb(memoryMb));
    if (waits) {
      ledger.postpone();
    }
    freeMemory.begin(
        policy.base() > 0 ? demand.freeMb() : FreeMemoryLimit.NONE,
        ApplicationPolicyRegistry.nowMs());
  }

  /** Records that the application got a guaranteed container. */
  void granted() {
    freeMemory.granted(ApplicationPolicyRegistry.nowMs());
  }

  /** Returns the limit for containers beyond the base of a policy that has one. */
  SplitLimit freeMemory() {
    return freeMemory;
  }

  /** Returns the limit for policies with a threshold. */
  SplitLimit waiting() {
    return SplitLimits.waitingDemand(() -> waits);
  }
}
