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
package org.yarnext.elastic.rm.sizing;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.policy.SizeRejectionCache;
import org.yarnext.elastic.policy.SizingRequest;
import org.yarnext.elastic.policy.heap.Framework;
import org.yarnext.elastic.rm.completion.NonReportingNodeTracker;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.metrics.ElasticMetrics;
import org.yarnext.elastic.rm.metrics.SizingReason;
import org.yarnext.elastic.rm.profile.ProfileResolver;
import org.yarnext.elastic.rm.profile.ProfileTrustRegistry;
import org.yarnext.elastic.rm.timeline.JobEndEstimates;

/**
 * Chooses the size of a container on a node where the regular size does not fit (YARN-ME section
 * 3.3): makes the checks that need no policy, builds one {@link SizingRequest} from the profile,
 * the job's end and the node's disks, and asks one {@link ElasticPolicy} behind the guard.
 * Thread-safe; called on the scheduling threads.
 */
public final class ContainerSizer {
  public static final String HOOK = "elastic.place";

  private static final long SIZES_VALID_NANOS = 1_000_000_000;

  /** For how long a refusal holds at most; as long as a profile that was found, see its class. */
  public static final long REFUSAL_VALID_MS = ProfileResolver.KEPT_MS;

  /** The same of what was refused without a trusted profile. */
  private static final long TRUST_VALID_MS = 1_000;

  private static final Decision<Long> NODE_IS_SILENT =
      Decision.of(null, SizingReason.NODE_IS_SILENT);

  private final AbstractYarnScheduler<?, ?> scheduler;
  private final BiPredicate<Resource, Resource> fits;
  private final ElasticConfiguration configuration;
  private final boolean acts;
  private final ElasticComponents components;
  private final boolean policyMayWait;
  private final ProfileResolver profiles;
  private final JobEndEstimates ends;
  private final NodeDiskUsage disks;
  private final NonReportingNodeTracker nonReporting;
  private final Guard guard;
  private final ElasticMetrics metrics;
  private final ElasticHost host;
  private final AtomicLong limitsVersion = new AtomicLong();
  private volatile long eventNanos;
  private volatile long eventMs;
  private volatile AllocationSizes sizes;

  /**
   * @param fits whether the first fits into the second, as this scheduler judges
   * @param configuration whose live limits hold
   */
  public ContainerSizer(
      AbstractYarnScheduler<?, ?> scheduler,
      BiPredicate<Resource, Resource> fits,
      ElasticConfiguration configuration,
      ElasticComponents components,
      ProfileResolver profiles,
      JobEndEstimates ends,
      NodeDiskUsage disks,
      NonReportingNodeTracker nonReporting,
      Guard guard,
      ElasticMetrics metrics,
      ElasticHost host) {
    this.scheduler = scheduler;
    this.fits = fits;
    this.configuration = configuration;
    this.acts = configuration.mode().acts();
    this.components = components;
    this.policyMayWait = mayWait(components.policy);
    this.profiles = profiles;
    this.ends = ends;
    this.disks = disks;
    this.nonReporting = nonReporting;
    this.guard = guard;
    this.metrics = metrics;
    this.host = host;
    eventComes();
  }

  /** The sizes that the scheduler allocates: the smallest, and the step between two, in MB. */
  private static final class AllocationSizes {
    public final long minMb;
    final long stepMb;
    final long readNanos;

    private AllocationSizes(long minMb, long stepMb, long readNanos) {
      this.minMb = Math.max(1, minMb);
      this.stepMb = Math.max(1, stepMb);
      this.readNanos = readNanos;
    }

    /** As the scheduler rounds asks: one MB above the smallest becomes the next size. */
    public static AllocationSizes of(AbstractYarnScheduler<?, ?> scheduler, long nowNanos) {
      Resource max = scheduler.getMaximumResourceCapability();
      Resource min = scheduler.getMinimumResourceCapability();
      long minMb = normal(scheduler, Math.max(1, min.getMemorySize()), max);
      return new AllocationSizes(minMb, normal(scheduler, minMb + 1, max) - minMb, nowNanos);
    }

    private static long normal(AbstractYarnScheduler<?, ?> scheduler, long mb, Resource max) {
      return scheduler.getNormalizedResource(Resource.newInstance(mb, 1), max).getMemorySize();
    }
  }

  /**
   * Whether a policy could wait for anything; it is then asked on a thread of its own, which costs
   * every decision some tens of microseconds. Policies do not block, by their contract; only the
   * module's own are known to keep it.
   */
  public static boolean mayWait(Object policy) {
    return !policy.getClass().getName().startsWith("org.yarnext.elastic.policy.");
  }

  /** Whether decisions are obeyed. */
  public boolean acts() {
    return acts;
  }

  public ElasticMetrics metrics() {
    return metrics;
  }

  /** A new event is about to be handled. */
  public void eventComes() {
    eventNanos = host.nanoTime();
    eventMs = components.clockMs.getAsLong();
  }

  /**
   * When the latest event came, in nanoseconds that never go back: hundreds of attempts ask within
   * one event, and to read the clock for each of them costs as much as stock's look at them.
   */
  public long eventNanos() {
    return eventNanos;
  }

  /** Counts a failure of our own code on the scheduling thread. */
  public void failed(Throwable t) {
    guard.recordFailure(HOOK, t);
  }

  /** Whether asks of the priority have a profile; those of others are the scheduler's alone. */
  public boolean concerns(JobDescriptor job, int priority) {
    return profiles.of(job, priority) != null;
  }

  public boolean fits(Resource smaller, Resource bigger) {
    return fits.test(smaller, bigger);
  }

  public int clusterNodes() {
    return scheduler.getNumClusterNodes();
  }

  /** The smallest size that the scheduler allocates, in MB. */
  public long minMb() {
    return sizes().minMb;
  }

  /** Read once a second, since they change by a refresh alone. */
  private AllocationSizes sizes() {
    AllocationSizes known = sizes;
    long now = host.nanoTime();
    if (known == null || now - known.readNanos >= SIZES_VALID_NANOS) {
      known = AllocationSizes.of(scheduler, now);
      sizes = known;
    }
    return known;
  }

  /**
   * The memory to place an ask with, in MB; without one stock goes on with the regular size to
   * place it, reserve the node or pass on.
   *
   * @param smallest the attempt's own
   * @param rejections the attempt's own
   * @return null if there was nothing to decide: it fits, or is not to be shrunk at all
   */
  public Decision<Long> size(
      JobDescriptor job,
      int priority,
      Resource asked,
      SchedulerNode node,
      MinimumResourceCache smallest,
      SizeRejectionCache rejections) {
    Resource free = node.getUnallocatedResource();
    if (fits.test(asked, free)) {
      return null;
    }
    if (nonReporting.has(node.getNodeID())) {
      return onNonReporting(job, priority);
    }
    long askedMb = asked.getMemorySize();
    int vcores = asked.getVirtualCores();
    long freeMb = free.getMemorySize();
    int freeVcores = free.getVirtualCores();
    SizeRejectionCache.Offer offer =
        new SizeRejectionCache.Offer(priority, askedMb, vcores, freeMb, freeVcores);
    long version = version(); // before, so that none is remembered for a later one
    Decision<Long> again =
        rejections.of(version, eventMs, offer, () -> leftMs(job), () -> disks.mbPerSecond(node));
    if (again != null) {
      metrics.decidedAgain(again);
      return again;
    }
    // Not through the guard: its success would heal what a hanging decision has tripped.
    if (!concerns(job, priority)) {
      return null;
    }
    AllocationSizes allocation = sizes();
    if (askedMb <= allocation.minMb
        || freeMb < allocation.minMb
        || !fits.test(smallest.of(asked, allocation.minMb), free)) {
      return null;
    }
    double usedDisk = disks.mbPerSecond(node);
    SizingRequest.Builder room =
        SizingRequest.ask(askedMb, vcores)
            .sizes(allocation.minMb, allocation.stepMb)
            // With vcores enough if the scheduler does not count them.
            .room(freeMb, Math.max(vcores, freeVcores), 0);
    Outcome outcome = ask(() -> decide(job, priority, room, usedDisk));
    if (outcome == null) {
      return null;
    }
    Decision<Long> decision = outcome.decision;
    metrics.decided(job, priority, askedMb, node.getNodeID(), decision);
    if (decision.value() == null) {
      rejections.refused(
          version,
          new SizeRejectionCache.Refusal(
              offer, usedDisk, decision, outcome.maxLeftMs, eventMs + outcome.validMs));
      return decision;
    }
    return isAllowed(decision, allocation, asked, node, free) ? decision : null;
  }

  private Decision<Long> onNonReporting(JobDescriptor job, int priority) {
    if (!concerns(job, priority)) {
      return null;
    }
    metrics.decidedAgain(NODE_IS_SILENT);
    return NODE_IS_SILENT;
  }

  private Outcome ask(Callable<Outcome> question) {
    return policyMayWait
        ? guard.call(HOOK, question, () -> null)
        : guard.callInline(HOOK, question, () -> null);
  }

  /** A decision and, if it is a refusal, how long it holds. Immutable. */
  public static final class Outcome {
    final Decision<Long> decision;
    final long maxLeftMs;
    public final long validMs;

    private Outcome(Decision<Long> decision, long maxLeftMs, long validMs) {
      this.decision = decision;
      this.maxLeftMs = maxLeftMs;
      this.validMs = validMs;
    }
  }

  /** Without a profile that is still trusted, or an expected end of its job, none is shrunk. */
  Outcome decide(JobDescriptor job, int priority, SizingRequest.Builder room, double usedDisk) {
    ProfileResolver.Found profile = profiles.find(job, priority);
    if (profile.model == null || profile.taskClass == null) {
      return lasting(Decision.of(null, SizingReason.NO_PROFILE), TRUST_VALID_MS);
    }
    Decision<Boolean> trusted = profiles.trusted(profile);
    if (!trusted.value()) {
      return lasting(ProfileTrustRegistry.refusal(trusted), TRUST_VALID_MS);
    }
    long jobEndMs = ends.endMs(job.id());
    long nowMs = components.clockMs.getAsLong();
    SizingRequest asked = room.model(profile.model).endBy(jobEndMs, nowMs).build();
    if (jobEndMs < 0) {
      return new Outcome(
          Decision.<Long>of(null, SizingReason.JOB_END_UNKNOWN)
              .with("askedMb", asked.askedMb())
              .with("freeMb", asked.freeMb()),
          -1,
          REFUSAL_VALID_MS);
    }
    SizingRequest request =
        configuration
            .sizingLimits()
            .limit(asked, Framework.ofType(job.framework()), profiles.heapMb(profile), usedDisk);
    if (request.minMb() >= request.askedMb()) {
      return lasting(
          Decision.<Long>of(null, SizingReason.NO_SMALLER_SIZE)
              .with("askedMb", request.askedMb())
              .with("leastMb", request.minMb())
              .with("stepMb", request.stepMb()),
          REFUSAL_VALID_MS);
    }
    Decision<Long> decision = components.policy.decide(request);
    if (decision == null) {
      return null; // an operator's own policy; it is as if it had nothing to say
    }
    long leftMs = Math.max(0, jobEndMs - nowMs);
    return new Outcome(
        decision.with("jobEndMs", jobEndMs).with("jobLeftMs", jobEndMs - nowMs),
        decision.value() == null && !policyMayWait ? maxLeftMs(request, leftMs) : leftMs,
        REFUSAL_VALID_MS);
  }

  private static Outcome lasting(Decision<Long> refusal, long validMs) {
    return new Outcome(refusal, SizeRejectionCache.ANY_TIME_LEFT, validMs);
  }

  /**
   * Up to how much time until the job's end the policy refuses as well, in ms: estimates of ends
   * vary a little, and what is refused for the disks is refused at any time.
   */
  private long maxLeftMs(SizingRequest refused, long leftMs) {
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

  /** The time until the job's end, in ms; below 0 if that is unknown. */
  private long leftMs(JobDescriptor job) {
    long endMs = ends.endMs(job.id());
    return endMs < 0 ? endMs : Math.max(0, endMs - components.clockMs.getAsLong());
  }

  /** Another number whenever profiles are read anew, or limits. */
  private long version() {
    return profiles.version() + (limitsVersion.get() << 32);
  }

  /** The limits may be others than before. */
  public void refreshed() {
    limitsVersion.incrementAndGet();
  }

  /** Whether everything that a job was refused would be refused now. */
  public boolean refusesStill(JobDescriptor job, SizeRejectionCache rejections) {
    return rejections.allHold(version(), eventMs, () -> leftMs(job));
  }

  private boolean isAllowed(
      Decision<Long> decision,
      AllocationSizes allocation,
      Resource asked,
      SchedulerNode node,
      Resource free) {
    long mb = decision.value();
    long askedMb = asked.getMemorySize();
    if (mb >= allocation.minMb
        && mb < askedMb
        && fits.test(ReducedPendingAsk.withMemory(asked, mb), free)) {
      return true;
    }
    NodeId id = node.getNodeID();
    guard.recordFailure(
        HOOK,
        new IllegalStateException(
            decision + " gives " + mb + " MB of " + askedMb + " on " + id + ", which has " + free));
    return false;
  }
}
