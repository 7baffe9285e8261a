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
package org.yarnext.mercury.rm;

import org.yarnext.common.Mode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionRing;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.common.metrics.Counter;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.metrics.RecentDecisions;

/** Counts and explains the promotions that the ResourceManager asks for itself. Thread-safe. */
final class PromotionJournal implements AutoCloseable {
  private static final int RING_CAPACITY = 512;

  final Counter promoted;

  private final Mode mode;
  private final Guard guard;
  private final DecisionRing ring = new DecisionRing(RING_CAPACITY);
  private final FeatureMetrics metrics;
  private final RecentDecisions decisions;

  PromotionJournal(Mode mode, GuardSettings settings) {
    this.mode = mode;
    guard = new Guard("mercury-promotion", settings, System::nanoTime);
    metrics =
        new FeatureMetrics(
            "MercuryPromotion", "Running opportunistic containers made guaranteed", () -> mode);
    promoted = metrics.counter("ContainersPromoted", "Containers that became guaranteed");
    metrics.attach(guard);
    decisions = new RecentDecisions("ResourceManager", "MercuryPromotionDecisions", ring);
    metrics.register();
    decisions.register();
  }

  Guard guard() {
    return guard;
  }

  void explain(String subject, Decision<?> decision) {
    metrics.count(decision.reason(), mode.acts());
    ring.record(System.currentTimeMillis(), subject, mode.acts(), decision);
  }

  @Override
  public void close() {
    metrics.unregister();
    decisions.unregister();
    guard.close();
  }
}
