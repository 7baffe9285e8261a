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
import org.yarnext.elastic.policy.trust.TrustReason;
import org.yarnext.elastic.policy.trust.UndersizedEnd;

/**
 * Counts and explains what is decided about asks without room: every decision is counted. Those
 * that give less memory or let a task use a reserved node are remembered, and once in a while those
 * that refuse because a profile was wrong. Thread-safe.
 */
final class SchedulerJournal implements AutoCloseable {
  private final FeatureMetrics metrics;
  private final DecisionLog log;
  private final Counter placed;
  private final Counter savedMb;
  private final Counter dropped;
  private final Counter letIn;
  private final Counter ended;
  private final Counter outOfMemory;
  private final OnceInAWhile refusals = new OnceInAWhile();

  SchedulerJournal(Mode mode, Guard guard) {
    metrics = new FeatureMetrics("ElasticScheduler", "Tasks placed with less memory", () -> mode);
    log = new DecisionLog(metrics, mode, "ResourceManager", "ElasticSchedulerDecisions");
    placed = metrics.counter("ContainersUndersized", "Containers placed with less than asked");
    savedMb = metrics.counter("SavedMB", "Memory asked for and not given, in MB, summed up");
    dropped =
        metrics.counter(
            "ReservationsDropped", "Reservations given up to place with less memory at once");
    letIn =
        metrics.counter(
            "PlacedOnReserved", "Containers placed on a node that another job has reserved");
    ended = metrics.counter("UndersizedEnded", "Under-sized containers whose end is known");
    outOfMemory =
        metrics.counter("UndersizedOutOfMemory", "Of these, those that ended for want of memory");
    metrics.attach(guard);
  }

  void decided(Offer offer, Decision<Long> decision) {
    long now = System.currentTimeMillis();
    if (decision.value() == null) {
      log.count(decision);
      if (decision.reason() instanceof TrustReason
          && refusals.due(offer.job().id() + " " + offer.priority(), now)) {
        log.remember(now, offer.toString(), decision);
      }
    } else {
      log.explain(
          now,
          offer.toString(),
          decision.with("grantedMb", decision.value()).with("freeMb", offer.freeMb()));
    }
  }

  void placed(long askedMb, long grantedMb) {
    placed.increment();
    savedMb.add(askedMb - grantedMb);
  }

  /**
   * An under-sized container ended.
   *
   * @param distrust why such tasks are given full size from now on; null if they are not
   */
  void ended(String container, UndersizedEnd end, Decision<Boolean> distrust) {
    ended.increment();
    if (end.how() == UndersizedEnd.How.OUT_OF_MEMORY) {
      outOfMemory.increment();
    }
    if (distrust != null) {
      log.remember(
          System.currentTimeMillis(),
          container,
          distrust
              .with("askedMb", end.askedMb())
              .with("grantedMb", end.grantedMb())
              .with("ranMs", end.ranMs()));
    }
  }

  /** Whether a job may reserve a node; many a second, so that they are only counted. */
  void reserving(Decision<Boolean> decision) {
    log.count(decision);
  }

  /** Whether a job's task may use a node that another has reserved. */
  void using(String guest, Decision<Boolean> decision) {
    if (decision.value()) {
      log.explain(System.currentTimeMillis(), guest, decision);
    } else {
      log.count(decision);
    }
  }

  void placedOnReserved() {
    letIn.increment();
  }

  void droppedReservation() {
    dropped.increment();
  }

  /** Shows metrics and decisions; does nothing if shown. */
  void register() {
    log.register();
  }

  DecisionLog log() {
    return log;
  }

  FeatureMetrics metrics() {
    return metrics;
  }

  @Override
  public void close() {
    log.close();
  }
}
