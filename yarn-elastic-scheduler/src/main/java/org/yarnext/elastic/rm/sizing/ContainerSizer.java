// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.sizing;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.policy.SizeRejectionCache;
import org.yarnext.elastic.policy.SizingRequest;
import org.yarnext.elastic.policy.heap.Framework;
import org.yarnext.elastic.policy.trust.SizingReason;
import org.yarnext.elastic.rm.completion.NonReportingNodeTracker;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.metrics.ElasticMetrics;
import org.yarnext.elastic.rm.profile.ProfileResolver;
import org.yarnext.elastic.rm.profile.ProfileTrustRegistry;
import org.yarnext.elastic.rm.timeline.JobEndEstimates;

/**
 * Chooses the size of a container on a node where the regular size does not fit, by an {@link
 * ElasticPolicy} behind the guard (YARN-ME section 3.3). Thread-safe; called on the scheduling
 * threads.
 */
public final class ContainerSizer {
  public static final String HOOK = "elastic.place";

  /** Maximum validity of a refusal, in ms; equals that of a resolved profile. */
  public static final long REFUSAL_VALID_MS = ProfileResolver.KEPT_MS;

  /** Maximum validity of a refusal without a trusted profile, in ms. */
  private static final long TRUST_VALID_MS = 1_000;

  private static final Decision<Long> NODE_REPORTS_NO_ENDS =
      Decision.of(null, SizingReason.NODE_REPORTS_NO_ENDS);

  private final AbstractYarnScheduler<?, ?> scheduler;
  private final BiPredicate<Resource, Resource> fits;
  private final ElasticConfiguration configuration;
  private final Supplier<FeatureMode> mode;
  private final ElasticComponents components;
  private final boolean policyMayBlock;
  private final ProfileResolver profiles;
  private final JobEndEstimates ends;
  private final NodeDiskUsage disks;
  private final NonReportingNodeTracker nonReporting;
  private final Guard guard;
  private final ElasticMetrics metrics;
  private final ElasticHost host;
  private final AllocationSizeCache sizes;
  private final AtomicLong limitsVersion = new AtomicLong();
  private volatile long eventNanos;

  /**
   * Creates a sizer.
   *
   * @param fits whether the first size fits the second, as this scheduler judges
   */
  public ContainerSizer(
      ElasticContext context,
      BiPredicate<Resource, Resource> fits,
      JobEndEstimates ends,
      NodeDiskUsage disks,
      NonReportingNodeTracker nonReporting) {
    this.scheduler = context.scheduler;
    this.fits = fits;
    this.configuration = context.configuration;
    this.mode = context.mode;
    this.components = context.components;
    this.policyMayBlock = components.policy.mayBlock();
    this.profiles = context.profiles;
    this.ends = ends;
    this.disks = disks;
    this.nonReporting = nonReporting;
    this.guard = context.guard;
    this.metrics = context.metrics;
    this.host = context.host;
    this.sizes = new AllocationSizeCache(scheduler, host::nanoTime);
    eventComes();
  }

  /** Returns whether sizes are decided: the mode is shadow or on. */
  public boolean decides() {
    return mode.get().decides();
  }

  /** Returns whether decided sizes are applied: the mode is on. */
  public boolean acts() {
    return mode.get().acts();
  }

  /** Returns the metrics and decision log of elastic placement; never null. */
  public ElasticMetrics metrics() {
    return metrics;
  }

  /** Reads the clock for {@link #eventNanos}; called when an event arrives. */
  public void eventComes() {
    eventNanos = host.nanoTime();
  }

  /**
   * Returns when the latest event arrived, in monotonic ns. Hundreds of attempts need it in one
   * event, and reading the clock costs as much as stock's examination of an attempt.
   */
  public long eventNanos() {
    return eventNanos;
  }

  /** Returns the same in ms. Monotonic: no refusal lasts longer when the clock is set back. */
  private long eventMs() {
    return eventNanos / 1_000_000;
  }

  /** Counts a failure of our own code on the scheduling thread. */
  public void failed(Throwable t) {
    guard.recordFailure(HOOK, t);
  }

  /** Returns whether requests of the priority have a profile; others are left to the scheduler. */
  public boolean concerns(JobDescriptor job, int priority) {
    return profiles.of(job, priority) != null;
  }

  /** Returns whether the first size fits the second, as this scheduler judges. */
  public boolean fits(Resource smaller, Resource bigger) {
    return smaller.getMemorySize() <= bigger.getMemorySize() && fits.test(smaller, bigger);
  }

  /** Returns the number of nodes in the cluster. */
  public int clusterNodes() {
    return scheduler.getNumClusterNodes();
  }

  /** Returns the smallest size that the scheduler allocates, in MB. */
  public long minMb() {
    return sizes.current().minMb;
  }

  /** Returns the step between two sizes that the scheduler allocates, in MB. */
  public long stepMb() {
    return sizes.current().stepMb;
  }

  /**
   * Decides the memory to place a request with, in MB. Without a size stock continues with the
   * regular one to place it, reserve the node or pass on.
   *
   * @param statedMb the requested memory before the scheduler rounded it
   * @param smallest the attempt's own
   * @param rejections the attempt's own
   * @return null if there is nothing to decide: the request fits, or is never shrunk
   */
  public Decision<Long> size(
      JobDescriptor job,
      int priority,
      Resource requested,
      long statedMb,
      SchedulerNode node,
      MinimumResourceCache smallest,
      SizeRejectionCache rejections) {
    Resource free = node.getUnallocatedResource();
    if (fits.test(requested, free)) {
      return null;
    }
    if (isNonReporting(node)) {
      return onNonReporting(job, priority, requested, node);
    }
    long requestedMb = requested.getMemorySize();
    int vcores = requested.getVirtualCores();
    long freeMb = free.getMemorySize();
    int freeVcores = free.getVirtualCores();
    SizeRejectionCache.Offer offer = offer(priority, requested, free);
    long version = version(); // read first, or a stale result could be stored
    Decision<Long> again = refusal(job, version, offer, node, rejections);
    if (again != null) {
      metrics.decidedAgain(again);
      return again;
    }
    // This is outside of the guard: its success would heal a guard that a hanging decision has
    // tripped.
    if (!concerns(job, priority) || !mayFit(requested, free, smallest)) {
      return null;
    }
    AllocationSizeCache.Sizes allocation = sizes.current();
    double usedDisk = disks.mbPerSecond(node);
    SizingRequest.Builder room =
        SizingRequest.builder(requestedMb, vcores)
            .stated(statedMb)
            .sizes(allocation.minMb, allocation.stepMb)
            // Pretend to have enough vcores if the scheduler does not count them.
            .room(freeMb, Math.max(vcores, freeVcores), 0);
    Outcome outcome = callGuarded(() -> decide(job, priority, room, usedDisk));
    if (outcome == null) {
      return null;
    }
    Decision<Long> decision = outcome.decision;
    metrics.decided(job, priority, requestedMb, node.getNodeID(), decision);
    if (decision.value() == null) {
      rejections.refused(
          version,
          new SizeRejectionCache.Refusal(
              offer, usedDisk, decision, outcome.maxRemainingMs, eventMs() + outcome.validMs));
      return decision;
    }
    return isAllowed(decision, allocation, requestedMb, node, freeMb) ? decision : null;
  }

  /** Returns whether {@link #size} refuses each size on a node without a decision. */
  public boolean isNonReporting(SchedulerNode node) {
    return nonReporting.has(node.getNodeID());
  }

  /** Returns the refusal of {@link #size} if it is known, or null. Counts and decides nothing. */
  public Decision<Long> refusal(
      JobDescriptor job,
      int priority,
      Resource requested,
      SchedulerNode node,
      SizeRejectionCache rejections) {
    SizeRejectionCache.Offer offer = offer(priority, requested, node.getUnallocatedResource());
    return refusal(job, version(), offer, node, rejections);
  }

  private Decision<Long> refusal(
      JobDescriptor job,
      long version,
      SizeRejectionCache.Offer offer,
      SchedulerNode node,
      SizeRejectionCache rejections) {
    return rejections.of(
        version, eventMs(), offer, () -> leftMs(job), () -> disks.mbPerSecond(node));
  }

  private static SizeRejectionCache.Offer offer(int priority, Resource requested, Resource free) {
    return new SizeRejectionCache.Offer(
        priority,
        requested.getMemorySize(),
        requested.getVirtualCores(),
        free.getMemorySize(),
        free.getVirtualCores());
  }

  /** Returns whether the scheduler has a smaller size than requested that fits. */
  public boolean mayFit(Resource requested, Resource free, MinimumResourceCache smallest) {
    if (free.getMemorySize() <= 0) {
      return false; // a full node, before the clock is read
    }
    long minMb = sizes.current().minMb;
    return requested.getMemorySize() > minMb
        && free.getMemorySize() >= minMb
        && fits.test(smallest.of(requested, minMb), free);
  }

  private Decision<Long> onNonReporting(
      JobDescriptor job, int priority, Resource size, SchedulerNode node) {
    if (!concerns(job, priority)) {
      return null;
    }
    metrics.decided(job, priority, size.getMemorySize(), node.getNodeID(), NODE_REPORTS_NO_ENDS);
    return NODE_REPORTS_NO_ENDS;
  }

  private Outcome callGuarded(Callable<Outcome> question) {
    return policyMayBlock
        ? guard.call(HOOK, question, () -> null)
        : guard.callInline(HOOK, question, () -> null);
  }

  /** A decision and, if it is a refusal, its validity. Immutable. */
  public static final class Outcome {
    final Decision<Long> decision;
    final long maxRemainingMs;
    public final long validMs;

    private Outcome(Decision<Long> decision, long maxRemainingMs, long validMs) {
      this.decision = decision;
      this.maxRemainingMs = maxRemainingMs;
      this.validMs = validMs;
    }
  }

  /** Decides the size; refuses without a trusted profile or an expected end of the job. */
  Outcome decide(JobDescriptor job, int priority, SizingRequest.Builder room, double usedDisk) {
    ProfileResolver.ResolvedProfile profile = profiles.find(job, priority);
    if (profile.model == null || profile.taskClass == null) {
      return lasting(Decision.of(null, SizingReason.NO_PROFILE), TRUST_VALID_MS);
    }
    Decision<Boolean> trusted = profiles.trusted(profile);
    if (!trusted.value()) {
      return lasting(ProfileTrustRegistry.refusal(trusted), TRUST_VALID_MS);
    }
    long jobEndMs = ends.endMs(job.id());
    long nowMs = components.clockMs.getAsLong();
    SizingRequest initial = room.model(profile.model).endBy(jobEndMs, nowMs).build();
    if (jobEndMs < 0) {
      return new Outcome(
          Decision.<Long>of(null, SizingReason.JOB_END_UNKNOWN)
              .with("askedMb", initial.requestedMb())
              .with("freeMb", initial.freeMb()),
          -1,
          REFUSAL_VALID_MS);
    }
    SizingRequest request =
        configuration
            .sizingLimits()
            .limit(initial, Framework.ofType(job.framework()), profiles.heapMb(profile), usedDisk);
    if (request.minMb() >= request.requestedMb()) {
      return lasting(
          Decision.<Long>of(null, SizingReason.NO_SMALLER_SIZE)
              .with("askedMb", request.requestedMb())
              .with("minMb", request.minMb())
              .with("stepMb", request.stepMb()),
          REFUSAL_VALID_MS);
    }
    Decision<Long> decision = components.policy.decide(request);
    if (decision == null) {
      return null; // an operator's policy without a decision
    }
    long leftMs = Math.max(0, jobEndMs - nowMs);
    return new Outcome(
        decision.with("jobEndMs", jobEndMs).with("jobLeftMs", jobEndMs - nowMs),
        decision.value() == null && !policyMayBlock ? maxRemainingMs(request, leftMs) : leftMs,
        REFUSAL_VALID_MS);
  }

  private static Outcome lasting(Decision<Long> refusal, long validMs) {
    return new Outcome(refusal, SizeRejectionCache.ANY_TIME_LEFT, validMs);
  }

  /** Returns the time to the job's end up to which the policy would refuse too, in ms. */
  private long maxRemainingMs(SizingRequest refused, long leftMs) {
    if (isRefused(refused, SizeRejectionCache.ANY_TIME_LEFT)) {
      return SizeRejectionCache.ANY_TIME_LEFT;
    }
    long longerMs = 2 * leftMs + 1_000;
    return isRefused(refused, longerMs) ? longerMs : leftMs;
  }

  private boolean isRefused(SizingRequest request, long leftMs) {
    Decision<Long> decision =
        components.policy.decide(request.withEndByMs(request.nowMs() + leftMs));
    return decision != null && decision.value() == null;
  }

  /** Returns the time until the job's end, in ms; below 0 if unknown. */
  private long leftMs(JobDescriptor job) {
    long endMs = ends.endMs(job.id());
    return endMs < 0 ? endMs : Math.max(0, endMs - components.clockMs.getAsLong());
  }

  /** Returns a number that changes whenever profiles are read again or limits may change. */
  private long version() {
    return profiles.version() + (limitsVersion.get() << 32);
  }

  /** Records that the limits may have changed. */
  public void refreshed() {
    limitsVersion.incrementAndGet();
  }

  /** Returns whether all refusals of a job would be repeated now. */
  public boolean refusesStill(JobDescriptor job, SizeRejectionCache rejections) {
    return rejections.allHold(version(), eventMs(), () -> leftMs(job));
  }

  private boolean isAllowed(
      Decision<Long> decision,
      AllocationSizeCache.Sizes allocation,
      long requestedMb,
      SchedulerNode node,
      long freeMb) {
    long mb = decision.value();
    // Compared with what the policy was told: on several scheduling threads the node may have less
    // by now, which is no failure of the policy, and stock checks it.
    if (mb >= allocation.minMb && mb < requestedMb && mb <= freeMb) {
      return true;
    }
    NodeId id = node.getNodeID();
    guard.recordFailure(
        HOOK,
        new IllegalStateException(
            decision
                + (" gives " + mb + " MB of " + requestedMb)
                + (" on " + id + ", which has " + freeMb)));
    return false;
  }
}
