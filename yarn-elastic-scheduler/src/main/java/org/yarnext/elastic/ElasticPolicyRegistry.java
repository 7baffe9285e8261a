// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic;

import org.yarnext.common.conf.PolicyFactory;
import org.yarnext.elastic.policy.AlgorithmOnePolicy;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.policy.MinOccupancyPolicy;
import org.yarnext.elastic.policy.reservation.BoundedReservationPolicy;
import org.yarnext.elastic.policy.reservation.NoHarmReservationPolicy;
import org.yarnext.elastic.policy.reservation.ReservationPolicy;
import org.yarnext.elastic.policy.reservation.StockReservationPolicy;

/**
 * The elastic policies and reservation policies that the configuration can select by a short name.
 */
final class ElasticPolicyRegistry {
  static final PolicyFactory<ElasticPolicy> ELASTIC =
      new PolicyFactory<>(ElasticPolicy.class, "ResourceManager")
          .named("algorithm-1", AlgorithmOnePolicy::new)
          .named("min-occupancy", MinOccupancyPolicy::new);
  static final PolicyFactory<ReservationPolicy> RESERVATIONS =
      new PolicyFactory<>(ReservationPolicy.class, "ResourceManager")
          .named("stock", StockReservationPolicy::new)
          .named("no-harm", NoHarmReservationPolicy::new)
          .named("bounded", BoundedReservationPolicy::new);

  private ElasticPolicyRegistry() {}
}
