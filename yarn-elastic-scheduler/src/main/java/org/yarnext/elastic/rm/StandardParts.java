/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.elastic.rm;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.periodic.PeriodicTask;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.policy.ReservationPolicy;
import org.yarnext.elastic.policy.trust.ProfileTrust;

/**
 * The decider that works by profiles, with the timeline it needs. Its threads run while the
 * scheduler does.
 */
final class StandardParts implements ElasticParts {
  private final AbstractYarnScheduler<?, ?> scheduler;
  private final SchedulerRules rules;
  private final ProfileSource profiles;
  private final JobEndEstimator estimator;
  private final SizeRule rule;
  private final ReservationPolicy reservations;
  private final LongSupplier clockMs;
  private final ElasticHost host;
  private Trust trust;
  private Models models;
  private ClusterReader reader;
  private ClusterBook book;
  private ProfileRounds looks;

  /**
   * @param reservations null for stock's
   */
  StandardParts(
      AbstractYarnScheduler<?, ?> scheduler,
      SchedulerRules rules,
      ProfileSource profiles,
      JobEndEstimator estimator,
      SizeRule rule,
      ReservationPolicy reservations,
      LongSupplier clockMs) {
    this(scheduler, rules, profiles, estimator, rule, reservations, clockMs, ElasticHost.DAEMON);
  }

  /**
   * @param reservations null for stock's
   * @param host whose threads and records of containers are used
   */
  StandardParts(
      AbstractYarnScheduler<?, ?> scheduler,
      SchedulerRules rules,
      ProfileSource profiles,
      JobEndEstimator estimator,
      SizeRule rule,
      ReservationPolicy reservations,
      LongSupplier clockMs,
      ElasticHost host) {
    this.scheduler = scheduler;
    this.rules = rules;
    this.profiles = profiles;
    this.estimator = estimator;
    this.rule = rule;
    this.reservations = reservations;
    this.clockMs = clockMs;
    this.host = host;
  }

  @Override
  public UndersizeDecider decider(ElasticConfiguration configuration) {
    trust = new Trust(new ProfileTrust(configuration.trustRules()), clockMs);
    models = new Models(profiles, clockMs, trust, configuration::claimsMaxRunTimeMs);
    reader = new ClusterReader(scheduler, models, rules, clockMs, host::startedMs);
    book =
        new ClusterBook(
            reader::read,
            estimator,
            configuration.timelineIntervalMs(),
            clockMs,
            host,
            () -> models.inUse(clockMs.getAsLong()));
    looks = new ProfileRounds(profiles, models, host, configuration.profilesReloadIntervalMs());
    return new ProfiledDecider(models, trust, book, rule, clockMs);
  }

  @Override
  public ReservationBook reservations() {
    return reservations == null
        ? null
        : new ReservationBook(reservations, reader, models, rules, book, trust, clockMs);
  }

  @Override
  public void jobsChanged() {
    book.soon();
  }

  @Override
  public void show(FeatureMetrics metrics) {
    metrics.gauge(
        "TimelineMillis", "How long the latest estimate of all jobs' ends took", book::lastedMs);
    metrics.gauge(
        "TimelineAgeMillis", "How old that estimate is; -1 if there is none", book::ageMs);
    show(metrics, "TimelineRuns", book::rounds);
    show(metrics, "ProfileLooks", looks::rounds);
  }

  private static void show(
      FeatureMetrics metrics, String metric, Supplier<ElasticHost.Rounds> rounds) {
    PeriodicTask.show(
        metrics,
        metric,
        () -> rounds.get() == null ? 0 : rounds.get().ageMs(),
        () -> rounds.get() == null ? 0 : rounds.get().failures());
  }

  @Override
  public void start() {
    book.start();
    looks.start();
  }

  @Override
  public void stop() {
    book.stop();
    looks.stop();
  }

  /** What the timeline knows; for tests, which renew it themselves. */
  ClusterBook book() {
    return book;
  }
}
