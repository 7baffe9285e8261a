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
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.yarnext.elastic.ElasticConfiguration;

/**
 * The decider that works by profiles, with the timeline it needs. Its thread runs while the
 * scheduler does.
 */
final class StandardParts implements ElasticParts {
  private final AbstractYarnScheduler<?, ?> scheduler;
  private final ProfileSource profiles;
  private final JobEndEstimator estimator;
  private final SizeRule rule;
  private final LongSupplier clockMs;
  private ClusterBook book;

  StandardParts(
      AbstractYarnScheduler<?, ?> scheduler,
      ProfileSource profiles,
      JobEndEstimator estimator,
      SizeRule rule,
      LongSupplier clockMs) {
    this.scheduler = scheduler;
    this.profiles = profiles;
    this.estimator = estimator;
    this.rule = rule;
    this.clockMs = clockMs;
  }

  @Override
  public UndersizeDecider decider(ElasticConfiguration configuration) {
    Models models = new Models(profiles, clockMs);
    book =
        new ClusterBook(
            new ClusterReader(scheduler, models)::read,
            estimator,
            configuration.timelineIntervalMs(),
            clockMs);
    return new ProfiledDecider(models, book, rule, clockMs);
  }

  @Override
  public void start() {
    book.start();
  }

  @Override
  public void stop() {
    book.stop();
  }

  /** What the timeline knows; for tests, which renew it themselves. */
  ClusterBook book() {
    return book;
  }
}
