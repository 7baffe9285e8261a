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

import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.policy.ReservationPolicy;
import org.yarnext.elastic.policy.StockReservations;
import org.yarnext.elastic.profile.LiveProfiles;

/**
 * Puts the decider together as the configuration says: profiles, timeline, policies and disk share.
 */
final class ProfileParts implements ElasticParts {
  private final AbstractYarnScheduler<?, ?> scheduler;
  private final SchedulerRules rules;
  private final boolean reserving;
  private final ElasticHost host;
  private StandardParts parts;
  private LiveProfiles file;

  /**
   * @param reserving whether this scheduler lets a policy decide about reservations
   */
  ProfileParts(AbstractYarnScheduler<?, ?> scheduler, SchedulerRules rules, boolean reserving) {
    this(scheduler, rules, reserving, ElasticHost.DAEMON);
  }

  /**
   * @param reserving whether this scheduler lets a policy decide about reservations
   * @param host where the scheduler runs
   */
  ProfileParts(
      AbstractYarnScheduler<?, ?> scheduler,
      SchedulerRules rules,
      boolean reserving,
      ElasticHost host) {
    this.scheduler = scheduler;
    this.rules = rules;
    this.reserving = reserving;
    this.host = host;
  }

  @Override
  public UndersizeDecider decider(ElasticConfiguration configuration) {
    file = new LiveProfiles(configuration.profilesFile());
    file.poll();
    // In shadow mode they are stock's too, whatever is configured.
    ReservationPolicy reservations =
        reserving && configuration.mode().acts()
            ? configuration.newReservationPolicy()
            : new StockReservations();
    TimelineEstimator timeline =
        new TimelineEstimator(
            rules.order(),
            nodes -> reservations.mostReserved(rules.mostReserved(nodes)),
            configuration.timelineMaxBlocks());
    parts =
        new StandardParts(
            scheduler,
            rules,
            host.profiles() == null
                ? new KnownProfiles(file, configuration::acceptsClaims)
                : host.profiles(),
            timeline,
            new PolicyRule(
                configuration.newElasticPolicy(),
                configuration::diskMbPerSecond,
                configuration::leastMemoryPercent,
                configuration.leastForHeap(),
                configuration::endMarginPercent),
            reservations instanceof StockReservations ? null : reservations,
            host::nowMs,
            host);
    return parts.decider(configuration);
  }

  @Override
  public ReservationBook reservations() {
    return parts.reservations();
  }

  @Override
  public void jobsChanged() {
    parts.jobsChanged();
  }

  @Override
  public void show(FeatureMetrics metrics) {
    parts.show(metrics);
    metrics.gauge("Profiles", "Profiles in use from the file", () -> file.current().all().size());
    metrics.gauge(
        "ProfilesRefused",
        "1 if the file as it is now is not in use, since it is bad or gone",
        () -> file.problem() == null ? 0 : 1);
  }

  @Override
  public void start() {
    parts.start();
  }

  @Override
  public void stop() {
    parts.stop();
  }

  /** What the timeline knows; for tests, which renew it themselves. */
  ClusterBook book() {
    return parts.book();
  }
}
