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

import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.elastic.ElasticConfiguration;

/**
 * What a scheduler's elastic placement is made of besides its hooks. One for each start of the
 * scheduler.
 */
interface ElasticParts {
  /** Says who decides; called once, before {@link #start}. */
  UndersizeDecider decider(ElasticConfiguration configuration);

  /** What reservations are decided by; null if they are stock's. Called after {@link #decider}. */
  default ReservationBook reservations() {
    return null;
  }

  /** A job is gone; on the scheduler's thread, quick. */
  default void jobsChanged() {}

  /**
   * Adds what is to be shown of them to the feature's metrics; called once, after {@link #decider}.
   */
  default void show(FeatureMetrics metrics) {}

  /** The scheduler starts. */
  default void start() {}

  /** The scheduler has stopped. */
  default void stop() {}
}
