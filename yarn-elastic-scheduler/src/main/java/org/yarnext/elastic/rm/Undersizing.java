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

import java.util.function.BiPredicate;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.yarnext.common.Mode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.elastic.policy.Refusals;

/**
 * Decides the size that an ask is placed with on a node: asks the decider, behind the guard, where
 * the regular size does not fit and less could. Thread-safe; called on the scheduling threads.
 */
final class Undersizing {
  static final String HOOK = "elastic.place";

  private static final Decision<Long> NODE_IS_SILENT =
      Decision.of(null, PlacementReason.NODE_IS_SILENT);

  private final Mode mode;
  private final AbstractYarnScheduler<?, ?> scheduler;
  private final BiPredicate<Resource, Resource> fits;
  private final UndersizeDecider decider;
  private final Guard guard;
  private final SchedulerJournal journal;
  private final NodeDisks disks;
  private final SilentNodes silentNodes;
  private final LongSupplier nanoClock;
  private volatile long latelyNanos;
  private volatile Sizes sizes;
  private volatile long sizesNanos;

  /**
   * @param fits whether the first fits into the second, as this scheduler judges
   * @param nanoClock nanoseconds that never go back
   */
  Undersizing(
      Mode mode,
      AbstractYarnScheduler<?, ?> scheduler,
      BiPredicate<Resource, Resource> fits,
      UndersizeDecider decider,
      Guard guard,
      SchedulerJournal journal,
      NodeDisks disks,
      SilentNodes silentNodes,
      LongSupplier nanoClock) {
    this.mode = mode;
    this.scheduler = scheduler;
    this.fits = fits;
    this.decider = decider;
    this.guard = guard;
    this.journal = journal;
    this.nanoClock = nanoClock;
    eventComes();
    this.disks = disks;
    this.silentNodes = silentNodes;
  }

  /** Whether decisions are obeyed. */
  boolean acts() {
    return mode.acts();
  }

  SchedulerJournal journal() {
    return journal;
  }

  /** A new event is about to be handled. */
  void eventComes() {
    latelyNanos = nanoClock.getAsLong();
  }

  /**
   * When the latest event came, in nanoseconds that never go back: hundreds of attempts ask within
   * one event, and to read the clock for each of them costs as much as stock's look at them.
   */
  long latelyNanos() {
    return latelyNanos;
  }

  /** Counts a failure of our own code on the scheduling thread. */
  void failed(Throwable t) {
    guard.recordFailure(HOOK, t);
  }

  /** Whether such asks may be shrunk at all. */
  boolean concerns(AskedJob job, int priority) {
    return decider.concerns(job, priority);
  }

  boolean fits(Resource smaller, Resource bigger) {
    return fits.test(smaller, bigger);
  }

  /**
   * The memory to place an ask with, in MB; without one stock goes on with the regular size to
   * place it, reserve the node or pass on.
   *
   * @param least the attempt's own
   * @param refusals the attempt's own
   * @return null if there was nothing to decide: it fits, or is not to be shrunk at all
   */
  Decision<Long> size(
      AskedJob job,
      int priority,
      Resource asked,
      SchedulerNode node,
      LeastAsk least,
      Refusals refusals) {
    Resource free = node.getUnallocatedResource();
    if (fits.test(asked, free)) {
      return null;
    }
    if (silentNodes.has(node.getNodeID())) {
      return onSilentNode(job, priority);
    }
    long askedMb = asked.getMemorySize();
    int vcores = asked.getVirtualCores();
    long freeMb = free.getMemorySize();
    int freeVcores = free.getVirtualCores();
    long estimate = decider.estimate(); // before, so that none is remembered for a later one
    Decision<Long> again =
        refusals.of(
            estimate, priority, askedMb, vcores, freeMb, freeVcores, () -> disks.mbPerSecond(node));
    if (again != null) {
      journal.decidedAgain(again);
      return again;
    }
    // Not through the guard: its success would heal what a hanging decision has tripped.
    if (!decider.concerns(job, priority)) {
      return null;
    }
    Sizes sizes = sizes();
    if (askedMb <= sizes.leastMb()
        || freeMb < sizes.leastMb()
        || !fits.test(least.of(asked, sizes.leastMb()), free)) {
      return null;
    }
    double usedDisk = disks.mbPerSecond(node);
    Offer offer =
        new Offer(job, priority, asked, sizes, node.getNodeID(), counted(asked, free), usedDisk);
    Decision<Long> decision = decide(offer);
    if (decision == null) {
      return null;
    }
    journal.decided(offer, decision);
    refusals.decided(estimate, priority, askedMb, vcores, freeMb, freeVcores, usedDisk, decision);
    return decision.value() == null || allowed(offer, decision, asked, free) ? decision : null;
  }

  private Decision<Long> onSilentNode(AskedJob job, int priority) {
    if (!decider.concerns(job, priority)) {
      return null;
    }
    journal.decidedAgain(NODE_IS_SILENT);
    return NODE_IS_SILENT;
  }

  int clusterNodes() {
    return scheduler.getNumClusterNodes();
  }

  /** The least that the scheduler gives, in MB. */
  long leastMb() {
    return sizes().leastMb();
  }

  /** Read once a second, since they change by a refresh alone. */
  private Sizes sizes() {
    Sizes known = sizes;
    long now = nanoClock.getAsLong();
    if (known == null || now - sizesNanos >= 1_000_000_000) {
      known = Sizes.of(scheduler);
      sizes = known;
      sizesNanos = now;
    }
    return known;
  }

  private Decision<Long> decide(Offer offer) {
    return decider.mayWait()
        ? guard.call(HOOK, () -> decider.decide(offer), () -> null)
        : guard.callInline(HOOK, () -> decider.decide(offer), () -> null);
  }

  private boolean allowed(Offer offer, Decision<Long> decision, Resource asked, Resource free) {
    long mb = decision.value();
    if (offer.allows(mb) && fits.test(withMemory(asked, mb), free)) {
      return true;
    }
    guard.recordFailure(
        HOOK, new IllegalStateException(decision + " gives " + mb + " MB to " + offer));
    return false;
  }

  /** With vcores enough if the scheduler does not count them. */
  private Resource counted(Resource asked, Resource free) {
    if (asked.getVirtualCores() <= free.getVirtualCores()) {
      return free;
    }
    Resource enough = Resources.clone(free);
    enough.setVirtualCores(asked.getVirtualCores());
    return enough;
  }

  static Resource withMemory(Resource asked, long mb) {
    Resource other = Resources.clone(asked);
    other.setMemorySize(mb);
    return other;
  }
}
