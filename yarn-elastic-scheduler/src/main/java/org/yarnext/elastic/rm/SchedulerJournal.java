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

import org.yarnext.common.Mode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.Counter;
import org.yarnext.common.metrics.DecisionLog;
import org.yarnext.common.metrics.FeatureMetrics;

/**
 * Counts and explains what is decided about asks without room: every decision is counted, those
 * that give less memory are remembered. Thread-safe.
 */
final class SchedulerJournal implements AutoCloseable {
  private final FeatureMetrics metrics;
  private final DecisionLog log;
  private final Counter placed;
  private final Counter savedMb;
  private final Counter dropped;

  SchedulerJournal(Mode mode, Guard guard) {
    metrics = new FeatureMetrics("ElasticScheduler", "Tasks placed with less memory", () -> mode);
    log = new DecisionLog(metrics, mode, "ResourceManager", "ElasticSchedulerDecisions");
    placed = metrics.counter("ContainersUndersized", "Containers placed with less than asked");
    savedMb = metrics.counter("SavedMB", "Memory asked for and not given, in MB, summed up");
    dropped =
        metrics.counter(
            "ReservationsDropped", "Reservations given up to place with less memory at once");
    metrics.attach(guard);
  }

  void decided(Offer offer, Decision<Long> decision) {
    if (decision.value() == null) {
      log.count(decision);
    } else {
      log.explain(
          System.currentTimeMillis(),
          offer.toString(),
          decision.with("grantedMb", decision.value()).with("freeMb", offer.freeMb()));
    }
  }

  void placed(long askedMb, long grantedMb) {
    placed.increment();
    savedMb.add(askedMb - grantedMb);
  }

  void droppedReservation() {
    dropped.increment();
  }

  /** Shows metrics and decisions; does nothing if shown. */
  void register() {
    log.register();
  }

  FeatureMetrics metrics() {
    return metrics;
  }

  @Override
  public void close() {
    log.close();
  }
}
