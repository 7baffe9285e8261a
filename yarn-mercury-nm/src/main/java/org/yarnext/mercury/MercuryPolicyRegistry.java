// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import org.yarnext.common.conf.PolicyFactory;
import org.yarnext.mercury.policy.policing.CeilingPolicy;
import org.yarnext.mercury.policy.queue.FifoOrder;
import org.yarnext.mercury.policy.queue.JobSubmissionOrder;
import org.yarnext.mercury.policy.queue.QueueOrder;
import org.yarnext.mercury.policy.queue.ShortestFirstOrder;
import org.yarnext.mercury.policy.reclaim.LeastWorkLostVictims;
import org.yarnext.mercury.policy.reclaim.NewestFirstVictims;
import org.yarnext.mercury.policy.reclaim.VictimPolicy;
import org.yarnext.mercury.policy.shedding.LastToRunShedding;
import org.yarnext.mercury.policy.shedding.SheddingPolicy;

/**
 * Registry of Mercury's own queue orders and its victim, shedding and ceiling policies, by the
 * short names that the configuration uses.
 */
final class MercuryPolicyRegistry {
  static final PolicyFactory<QueueOrder> ORDERS =
      new PolicyFactory<>(QueueOrder.class, "NodeManager")
          .named("job-submission", JobSubmissionOrder::new)
          .named("fifo", FifoOrder::new)
          .named("shortest-first", ShortestFirstOrder::new);
  static final PolicyFactory<VictimPolicy> VICTIMS =
      new PolicyFactory<>(VictimPolicy.class, "NodeManager")
          .named("least-work-lost", LeastWorkLostVictims::new)
          .named("newest-first", NewestFirstVictims::new);
  static final PolicyFactory<SheddingPolicy> SHEDDING =
      new PolicyFactory<>(SheddingPolicy.class, "NodeManager")
          .named("last-to-run", LastToRunShedding::new);

  /** Ceilings by name; the configuration creates those that need parameters. */
  static final PolicyFactory<CeilingPolicy> CEILINGS =
      new PolicyFactory<>(CeilingPolicy.class, "NodeManager")
          .named("none", () -> CeilingPolicy.NONE)
          .named("static", () -> CeilingPolicy.NONE)
          .named("history", () -> CeilingPolicy.NONE);

  private MercuryPolicyRegistry() {}
}
