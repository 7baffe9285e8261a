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

import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.yarnext.common.Mode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionRing;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.Counter;
import org.yarnext.common.metrics.DecisionLog;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.metrics.RecentDecisions;
import org.yarnext.elastic.policy.trust.TrustReason;
import org.yarnext.elastic.policy.trust.UndersizedEnd;

/**
 * Counts and explains what is decided about asks without room: every decision is counted. Those
 * that give less memory are remembered with the container that came of them, and those that let a
 * task use a reserved node. Refusals are many a second: a few are remembered, apart from the rest.
 * Thread-safe.
 */
final class SchedulerJournal implements AutoCloseable {
  /** How many refusals are kept; the last hundred are shown. */
  private static final int REFUSALS = 512;

  /** Refusals nearer to the last one that was looked at are only counted. */
  private static final long BETWEEN_REFUSALS_MS = 50;

  private final Mode mode;
  private final FeatureMetrics metrics;
  private final DecisionLog log;
  private final DecisionRing refused = new DecisionRing(REFUSALS);
  private final RecentDecisions shownRefused =
      new RecentDecisions("ResourceManager", "ElasticRefusedDecisions", refused);
  private final AwaitedGrants awaited = new AwaitedGrants();
  private final Counter placed;
  private final Counter savedMb;
  private final Counter dropped;
  private final Counter letIn;
  private final Counter ended;
  private final Counter outOfMemory;
  private final OnceInAWhile refusals = new OnceInAWhile();
  private volatile long refusalMs;

  SchedulerJournal(Mode mode, Guard guard) {
    this.mode = mode;
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
    log.count(decision);
    if (decision.value() == null) {
      refused(offer, decision, now);
      return;
    }
    Decision<Long> numbers =
        decision.with("grantedMb", decision.value()).with("freeMb", offer.freeMb());
    if (mode.acts()) {
      awaited.decided(offer.toString(), numbers);
    } else {
      log.remember(now, offer.toString(), numbers);
    }
  }

  private void refused(Offer offer, Decision<Long> decision, long now) {
    boolean distrust = decision.reason() instanceof TrustReason;
    if (!distrust) {
      if (now - refusalMs < BETWEEN_REFUSALS_MS) {
        return; // even the words to look it up by would cost too much, so often
      }
      refusalMs = now;
    }
    String kind = offer.job().id() + " " + offer.priority() + " " + decision.reason().code();
    if (refusals.due(kind, now)) {
      if (distrust) {
        log.remember(now, offer.toString(), decision);
      } else {
        refused.record(now, offer.toString(), mode.acts(), decision);
      }
    }
  }

  /** A container is made with less than was asked for it. */
  void placed(RMContainer container, long askedMb) {
    placed.increment();
    savedMb.add(askedMb - container.getAllocatedResource().getMemorySize());
    String ask =
        Offer.ask(
            container.getAllocatedSchedulerKey().getPriority().getPriority(),
            askedMb,
            container.getAllocatedNode());
    ContainerId id = container.getContainerId();
    Decision<Long> why =
        awaited.granted(id.getApplicationAttemptId().getApplicationId() + " " + ask);
    if (why != null) {
      log.remember(System.currentTimeMillis(), id + " " + ask, why);
    }
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
    shownRefused.register();
  }

  DecisionLog log() {
    return log;
  }

  /** Refusals, a few of them. */
  DecisionRing refused() {
    return refused;
  }

  FeatureMetrics metrics() {
    return metrics;
  }

  @Override
  public void close() {
    log.close();
    shownRefused.unregister();
  }
}
