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
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.yarnext.common.Mode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.elastic.UndersizedTag;

/**
 * Decides the size that an ask is placed with on a node: asks the decider, behind the guard, where
 * the regular size does not fit and less could. Thread-safe; called on the scheduling threads.
 */
final class Undersizing {
  static final String HOOK = "elastic.place";
  private static final long REGULAR = -1;

  private final Mode mode;
  private final AbstractYarnScheduler<?, ?> scheduler;
  private final BiPredicate<Resource, Resource> fits;
  private final UndersizeDecider decider;
  private final Guard guard;
  private final SchedulerJournal journal;

  /**
   * @param fits whether the first fits into the second, as this scheduler judges
   */
  Undersizing(
      Mode mode,
      AbstractYarnScheduler<?, ?> scheduler,
      BiPredicate<Resource, Resource> fits,
      UndersizeDecider decider,
      Guard guard,
      SchedulerJournal journal) {
    this.mode = mode;
    this.scheduler = scheduler;
    this.fits = fits;
    this.decider = decider;
    this.guard = guard;
    this.journal = journal;
  }

  /** Whether decisions are obeyed. */
  boolean acts() {
    return mode.acts();
  }

  SchedulerJournal journal() {
    return journal;
  }

  /** Counts a failure of our own code on the scheduling thread. */
  void failed(Throwable t) {
    guard.recordFailure(HOOK, t);
  }

  boolean fits(Resource smaller, Resource bigger) {
    return fits.test(smaller, bigger);
  }

  /**
   * The memory to place an ask with, in MB; -1 for its regular size, on which stock goes on to
   * place it, reserve the node or pass on.
   */
  long sizeMb(AskedJob job, int priority, Resource asked, SchedulerNode node) {
    Resource free = node.getUnallocatedResource();
    if (fits.test(asked, free)) {
      return REGULAR;
    }
    // Not through the guard: its success would heal what a hanging decision has tripped.
    if (!decider.concerns(job, priority)) {
      return REGULAR;
    }
    Sizes sizes = Sizes.of(scheduler);
    if (asked.getMemorySize() <= sizes.leastMb()
        || !fits.test(withMemory(asked, sizes.leastMb()), free)) {
      return REGULAR;
    }
    Offer offer =
        new Offer(
            job, priority, asked, sizes, node.getNodeID(), counted(asked, free), diskUse(node));
    Decision<Long> decision = decide(offer);
    if (decision == null) {
      return REGULAR;
    }
    journal.decided(offer, decision);
    return decision.value() == null ? REGULAR : checked(offer, decision, asked, free);
  }

  private Decision<Long> decide(Offer offer) {
    return decider.mayWait()
        ? guard.call(HOOK, () -> decider.decide(offer), () -> null)
        : guard.callInline(HOOK, () -> decider.decide(offer), () -> null);
  }

  private long checked(Offer offer, Decision<Long> decision, Resource asked, Resource free) {
    long mb = decision.value();
    if (offer.allows(mb) && fits.test(withMemory(asked, mb), free)) {
      return mb;
    }
    guard.recordFailure(
        HOOK, new IllegalStateException(decision + " gives " + mb + " MB to " + offer));
    return REGULAR;
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

  private static Resource withMemory(Resource asked, long mb) {
    Resource other = Resources.clone(asked);
    other.setMemorySize(mb);
    return other;
  }

  private double diskUse(SchedulerNode node) {
    double sum = 0;
    for (RMContainer c : node.getCopiedListOfRunningContainers()) {
      long askedMb = UndersizedTag.askedMb(c.getAllocationTags());
      if (askedMb > 0) {
        sum += diskUse(c, askedMb);
      }
    }
    return sum;
  }

  private double diskUse(RMContainer container, long askedMb) {
    AskedJob job =
        SizedAttempt.job(scheduler.getApplicationAttempt(container.getApplicationAttemptId()));
    if (job == null) {
      return 0;
    }
    int priority = container.getAllocatedSchedulerKey().getPriority().getPriority();
    long grantedMb = container.getAllocatedResource().getMemorySize();
    return decider.diskMbPerSecond(job, priority, askedMb, grantedMb);
  }
}
