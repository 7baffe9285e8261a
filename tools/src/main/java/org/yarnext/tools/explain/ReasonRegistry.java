// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.common.decision.DecisionReason;
import org.yarnext.elastic.policy.ElasticReason;
import org.yarnext.elastic.policy.finish.FinishReason;
import org.yarnext.elastic.policy.heap.HeapReason;
import org.yarnext.elastic.policy.protection.ProtectionReason;
import org.yarnext.elastic.policy.reservation.ReservationReason;
import org.yarnext.elastic.policy.trust.SizingReason;
import org.yarnext.elastic.policy.trust.TrustReason;
import org.yarnext.federation.policy.enforce.CapacityUpdateReason;
import org.yarnext.federation.policy.gang.GangReason;
import org.yarnext.federation.policy.home.HomeReason;
import org.yarnext.federation.policy.share.ShareReason;
import org.yarnext.federation.policy.split.SplitReason;
import org.yarnext.mercury.policy.MercuryReason;
import org.yarnext.mercury.policy.RequestReason;
import org.yarnext.mercury.policy.coordinator.CoordinatorReason;
import org.yarnext.mercury.policy.overallocation.OverallocationReason;
import org.yarnext.mercury.policy.placement.PlacementReason;
import org.yarnext.orchestrator.policy.actuation.PlanReason;
import org.yarnext.orchestrator.policy.balance.BalanceReason;
import org.yarnext.orchestrator.policy.contention.ContentionReason;
import org.yarnext.orchestrator.policy.estimate.UsageEstimateReason;
import org.yarnext.tez.policy.estimate.RunTimeEstimateReason;

/** Registry of the decision reasons of all features by their codes, which are unique. */
public final class ReasonRegistry {
  /** The enums of reasons. */
  public static final List<Class<? extends DecisionReason>> REASONS =
      Collections.unmodifiableList(
          Arrays.asList(
              BalanceReason.class,
              CapacityUpdateReason.class,
              ContentionReason.class,
              CoordinatorReason.class,
              ElasticReason.class,
              FinishReason.class,
              GangReason.class,
              HeapReason.class,
              HomeReason.class,
              MercuryReason.class,
              OverallocationReason.class,
              PlacementReason.class,
              PlanReason.class,
              ProtectionReason.class,
              RequestReason.class,
              ReservationReason.class,
              RunTimeEstimateReason.class,
              ShareReason.class,
              SizingReason.class,
              SplitReason.class,
              TrustReason.class,
              UsageEstimateReason.class));

  private static final Map<String, DecisionReason> BY_CODE = new HashMap<>();

  static {
    for (Class<? extends DecisionReason> reasons : REASONS) {
      for (DecisionReason reason : reasons.getEnumConstants()) {
        if (BY_CODE.put(reason.code(), reason) != null) {
          throw new IllegalStateException(reason.code() + " is the code of two reasons");
        }
      }
    }
  }

  private ReasonRegistry() {}

  /** Returns the reason with this code; null if this version has none. */
  static DecisionReason find(String code) {
    return BY_CODE.get(code);
  }

  /** Returns stock's behaviour in the case of a reason; empty if it is the same or unknown. */
  static String stock(String code) {
    DecisionReason reason = find(code);
    return reason == null ? "" : reason.stock();
  }
}
