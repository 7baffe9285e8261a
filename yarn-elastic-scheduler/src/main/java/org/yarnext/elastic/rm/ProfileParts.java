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
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.policy.timeline.JobOrder;
import org.yarnext.elastic.profile.LiveProfiles;

/**
 * Puts the decider together as the configuration says: profiles, timeline, policy and disk share.
 */
final class ProfileParts implements ElasticParts {
  private final AbstractYarnScheduler<?, ?> scheduler;
  private final JobOrder order;
  private final double reservable;
  private StandardParts parts;

  /**
   * @param reservable the part of all nodes that the scheduler lets one job reserve, 0 to 1
   */
  ProfileParts(AbstractYarnScheduler<?, ?> scheduler, JobOrder order, double reservable) {
    this.scheduler = scheduler;
    this.order = order;
    this.reservable = reservable;
  }

  @Override
  public UndersizeDecider decider(ElasticConfiguration configuration) {
    LiveProfiles file =
        new LiveProfiles(configuration.profilesFile(), configuration.profilesReloadIntervalMs());
    file.poll(System.currentTimeMillis());
    TimelineEstimator timeline =
        new TimelineEstimator(order, reservable, configuration.timelineMaxBlocks());
    parts =
        new StandardParts(
            scheduler,
            new KnownProfiles(file),
            (cluster, nowMs) -> {
              file.poll(nowMs); // here, off the scheduling threads
              return timeline.estimate(cluster, nowMs);
            },
            new PolicyRule(
                configuration.newElasticPolicy(),
                configuration.newDiskBudget().freeMbPerSecond(""),
                configuration.leastMemoryPercent(),
                configuration::leastForHeapMb),
            System::currentTimeMillis);
    return parts.decider(configuration);
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
