// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.simulation;

import org.yarnext.elastic.policy.AlgorithmOnePolicy;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.policy.MinOccupancyPolicy;
import org.yarnext.elastic.policy.reservation.BoundedReservationPolicy;
import org.yarnext.elastic.policy.reservation.NoHarmReservationPolicy;
import org.yarnext.elastic.policy.reservation.ReservationPolicy;
import org.yarnext.elastic.policy.reservation.StockReservationPolicy;

/** A way to schedule that is compared with others on the same trace; in fair order but for one. */
enum Contender {
  /** The paper's baseline: a job reserves every node it is offered and does not fit on. */
  STOCK_RESERVING(null, new StockReservationPolicy(), Limit.NONE),
  /** FairScheduler 3.4.2: only jobs below their fair share, and at most 5 % of the nodes. */
  STOCK_FAIR(null, new StockReservationPolicy(), Limit.FAIR_SCHEDULER),
  STOCK_WITHOUT(null, null, Limit.NONE),
  /** The bound for schedulers without elasticity: shortest remaining time first. */
  SRTF(null, null, Limit.NONE),
  /** The paper's. */
  ELASTIC_RESERVING(new AlgorithmOnePolicy(), new StockReservationPolicy(), Limit.NONE),
  ELASTIC_FAIR(new AlgorithmOnePolicy(), new StockReservationPolicy(), Limit.FAIR_SCHEDULER),
  ELASTIC_NO_HARM(new AlgorithmOnePolicy(), new NoHarmReservationPolicy(), Limit.NONE),
  ELASTIC_BOUNDED(new AlgorithmOnePolicy(), new BoundedReservationPolicy(), Limit.NONE),
  ELASTIC_WITHOUT(new AlgorithmOnePolicy(), null, Limit.NONE),
  OCCUPANCY_RESERVING(new MinOccupancyPolicy(), new StockReservationPolicy(), Limit.NONE),
  OCCUPANCY_FAIR(new MinOccupancyPolicy(), new StockReservationPolicy(), Limit.FAIR_SCHEDULER),
  OCCUPANCY_NO_HARM(new MinOccupancyPolicy(), new NoHarmReservationPolicy(), Limit.NONE),
  OCCUPANCY_BOUNDED(new MinOccupancyPolicy(), new BoundedReservationPolicy(), Limit.NONE),
  OCCUPANCY_WITHOUT(new MinOccupancyPolicy(), null, Limit.NONE),
  /** Elastic wherever it fits, to show what the check against the job's end is for. */
  UNCHECKED(new AlgorithmOnePolicy(), null, Limit.NONE);

  /** How many nodes a job may have reserved, whatever the policy says. */
  enum Limit {
    NONE,
    FAIR_SCHEDULER
  }

  /** Null if nothing is placed with less memory. */
  final ElasticPolicy elastic;

  /** Null if nothing is ever reserved. */
  final ReservationPolicy reservations;

  final Limit limit;

  Contender(ElasticPolicy elastic, ReservationPolicy reservations, Limit limit) {
    this.elastic = elastic;
    this.reservations = reservations;
    this.limit = limit;
  }

  int maxReserved(int nodes) {
    if (reservations == null) {
      return 0;
    }
    return reservations.maxReserved(
        limit == Limit.FAIR_SCHEDULER ? (int) Math.ceil(0.05 * nodes) : nodes);
  }
}
