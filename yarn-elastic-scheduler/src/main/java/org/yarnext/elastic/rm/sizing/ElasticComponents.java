// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.sizing;

import java.util.function.LongSupplier;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.policy.reservation.ReservationPolicy;
import org.yarnext.elastic.policy.reservation.StockReservationPolicy;
import org.yarnext.elastic.profile.LiveProfiles;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.host.ProfileSource;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.profile.ConfiguredProfileSource;
import org.yarnext.elastic.rm.timeline.JobEndCache;
import org.yarnext.elastic.rm.timeline.JobEndEstimates;
import org.yarnext.elastic.rm.timeline.TimelineEstimator;

/**
 * The replaceable components of elastic placement: both policies, and the sources of profiles,
 * jobs' ends and time. Immutable.
 */
public final class ElasticComponents {
  public final SchedulerRules rules;
  public final ProfileSource profiles;

  /** The file of profiles; null unless it is in use. */
  public final LiveProfiles file;

  /** Creates {@link JobEndEstimates} from the running and waiting tasks. */
  public final JobEndCache.Estimator estimator;

  public final ElasticPolicy policy;

  /** Null for stock's reservations. */
  public final ReservationPolicy reservations;

  /** A monotonic clock, in ms. */
  public final LongSupplier clockMs;

  /**
   * Creates components.
   *
   * @param reservations null for stock's
   * @param clockMs a monotonic clock, in ms
   */
  public ElasticComponents(
      SchedulerRules rules,
      ProfileSource profiles,
      JobEndCache.Estimator estimator,
      ElasticPolicy policy,
      ReservationPolicy reservations,
      LongSupplier clockMs) {
    this(rules, profiles, null, estimator, policy, reservations, clockMs);
  }

  private ElasticComponents(
      SchedulerRules rules,
      ProfileSource profiles,
      LiveProfiles file,
      JobEndCache.Estimator estimator,
      ElasticPolicy policy,
      ReservationPolicy reservations,
      LongSupplier clockMs) {
    this.rules = rules;
    this.profiles = profiles;
    this.file = file;
    this.estimator = estimator;
    this.policy = policy;
    this.reservations = reservations;
    this.clockMs = clockMs;
  }

  /**
   * Creates the configured components.
   *
   * @param reserving whether this scheduler lets a policy decide about reservations
   * @param host the environment in which the scheduler runs
   */
  public static ElasticComponents configured(
      ElasticConfiguration configuration,
      SchedulerRules rules,
      boolean reserving,
      ElasticHost host) {
    LiveProfiles file = new LiveProfiles(configuration.profilesFile());
    if (configuration.mode().decides()) {
      file.poll(); // else it is read when the mode is raised
    }
    ReservationPolicy stock = new StockReservationPolicy();
    ReservationPolicy reservations = reserving ? configuration.newReservationPolicy() : stock;
    return new ElasticComponents(
        rules,
        host.profiles() == null
            ? new ConfiguredProfileSource(file, configuration::acceptsClaims)
            : host.profiles(),
        file,
        new TimelineEstimator(
            rules.order(),
            // In shadow mode reservations are stock's too, whatever is configured.
            nodes ->
                (configuration.mode().acts() ? reservations : stock)
                    .maxReserved(rules.maxReserved(nodes)),
            configuration.timelineMaxBlocks()),
        configuration.newElasticPolicy(),
        reservations instanceof StockReservationPolicy ? null : reservations,
        host::monotonicMs);
  }
}
