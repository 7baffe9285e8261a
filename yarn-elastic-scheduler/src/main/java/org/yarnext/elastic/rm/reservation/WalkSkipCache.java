// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.reservation;

import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardState;
import org.yarnext.elastic.policy.FreeResource;
import org.yarnext.elastic.policy.OfferRejectionCache;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.metrics.ElasticMetrics;
import org.yarnext.elastic.rm.sizing.ContainerSizer;
import org.yarnext.elastic.rm.sizing.ElasticContext;
import org.yarnext.elastic.rm.sizing.NodeDiskUsage;

/**
 * Skips stock's walk over all jobs at an unreserved node if a walk at a node with the same free
 * resources placed nothing and nothing has changed since. (With stock's reservations the first job
 * reserves the node and so ends the walk.) Only walks at which every waiting job passed on are
 * remembered: a job that stock has examined may behave differently at another node. Elastic jobs
 * that have no room on the node and can at most reserve it, which a queue's limit may forbid at
 * every node, are an exception: a walk with such jobs is remembered for a hundred times its
 * duration, and until the next estimate at most.
 *
 * <p>On a large cluster something changes before each walk. Changes that affect only elastic jobs
 * therefore take effect after a pause, so that walks that place nothing use at most a tenth of the
 * scheduler's time. A change by which stock might place something at once takes effect at once.
 * Called under the scheduler's write lock, except for methods that record changes, which any thread
 * may call.
 */
public final class WalkSkipCache {
  private static final int MAX_SIZES = 64;

  /**
   * Number of compared resource types, memory and vcores: the cache is not used where nodes have
   * more.
   */
  static final int COMPARED = 2;

  /** Pause after a walk without a placement, as a multiple of the walk's duration. */
  private static final int REST = 9;

  /**
   * Pause before jobs that can only reserve a node are examined again, as a multiple of the walk's
   * duration.
   */
  private static final int RETRY = 99;

  /** Maximum pause: half as long as a refusal holds in the sample configuration. */
  private static final long MAX_REST_NANOS = 500_000_000;

  /** Maximum validity of a result, which may depend on unreported changes. */
  private static final long VALID_NANOS = 1_000_000 * ContainerSizer.REFUSAL_VALID_MS;

  private final ReservationInputs inputs;
  private final NodeDiskUsage disks;
  private final Guard guard;
  private final ElasticMetrics metrics;
  private final RefusalSource refusing;
  private final BooleanSupplier waiting;
  private final Predicate<SchedulerNode> offered;
  private final LongSupplier nanoClock;
  private final AtomicLong skippedOffers = new AtomicLong();
  private final OfferRejectionCache rejections = new OfferRejectionCache();
  private final AtomicLong changes = new AtomicLong();
  private final AtomicBoolean stateChanged = new AtomicBoolean();
  private volatile boolean hasStockAttempts;

  /** True if a job without a profile may be waiting. */
  private volatile boolean plainWaits = true;

  private long estimate = -1;
  private long state;

  /**
   * The latest estimate before which something had changed; {@code changesThen} is the number of
   * changes at that time.
   */
  private long changedEstimate;

  private long changesThen = -1;
  private long changedNanos;
  private int profilesVersion;

  /**
   * Attempts that passed on in walks of this state; each supplier returns whether its attempt still
   * would.
   */
  private final Set<BooleanSupplier> passedOn = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Sizes refused the node's reservation in walks of this state, with their jobs. */
  private final Map<Resource, JobDescriptor> relied = new HashMap<>();

  /** Sizes refused it in the current walk, with their jobs. */
  private final Map<Resource, JobDescriptor> relies = new HashMap<>();

  /** Node of this walk; null without a walk whose result can be remembered. */
  private SchedulerNode walked;

  /** True if some job in this walk might reserve the node. */
  private boolean mayBeReserved;

  private long beganNanos;
  private long restsUntilNanos;

  /** True if nodes are offered to jobs that might reserve one again, at {@code retriesAtNanos}. */
  private boolean retries;

  private long retriesAtNanos;
  private long retried;

  /** Decides whether jobs may reserve an offered node. */
  interface RefusalSource {
    /**
     * Returns the refusal for jobs without reservations; null if such a job may reserve the node,
     * or if it is unknown.
     */
    Decision<Boolean> refusal(JobDescriptor job, Resource size, SchedulerNode node);
  }

  /**
   * Creates a cache.
   *
   * @param waiting whether a job without a profile waits for anything; called once per estimate
   * @param offered whether stock would offer a node's free resources at all
   */
  WalkSkipCache(
      ElasticContext context,
      ReservationInputs inputs,
      NodeDiskUsage disks,
      RefusalSource refusing,
      BooleanSupplier waiting,
      Predicate<SchedulerNode> offered) {
    this.inputs = inputs;
    this.disks = disks;
    this.guard = context.guard;
    this.metrics = context.metrics;
    this.refusing = refusing;
    this.waiting = waiting;
    this.offered = offered;
    this.nanoClock = context.host::nanoTime;
    this.restsUntilNanos = nanoClock.getAsLong();
  }

  /** Returns whether a node's free resources were offered without success already. */
  static boolean isRejected(
      OfferRejectionCache offers, long state, SchedulerNode node, NodeDiskUsage disks) {
    if (ResourceUtils.getNumberOfCountableResourceTypes() > COMPARED) {
      return false;
    }
    Resource free = node.getUnallocatedResource();
    return offers.isRejected(
        state,
        node.getPartition(),
        free.getMemorySize(),
        free.getVirtualCores(),
        () -> disks.mbPerSecond(node));
  }

  /** Records that a node's free resources, which are unchanged, were offered without success. */
  static void rejected(
      OfferRejectionCache offers, long state, SchedulerNode node, NodeDiskUsage disks) {
    Resource free = node.getUnallocatedResource();
    offers.rejected(
        state,
        new FreeResource(
            node.getPartition(),
            free.getMemorySize(),
            free.getVirtualCores(),
            disks.mbPerSecond(node)));
  }

  /** Records a change that affects jobs' turns; call it after the change, on any thread. */
  public void changed() {
    changes.incrementAndGet();
  }

  /** Records a change that affects only elastic jobs, or that may take effect a little later. */
  public void stateChanged() {
    stateChanged.set(true);
  }

  /** Records that a job without a profile requests something. */
  public void plainRequested() {
    plainWaits = true; // set after the job's requests have changed
    changed();
  }

  /**
   * Records that a container has ended, so that jobs may have room in their queues. At a queue's
   * limit stock did not even examine the waiting jobs, and one without a profile must not wait for
   * the pause to end.
   */
  public void containerEnded() {
    if (plainWaits) {
      changed();
    } else {
      stateChanged();
    }
  }

  /**
   * Records that shares were computed again: jobs without a profile that passed on may reserve a
   * node now.
   */
  public void sharesChanged() {
    if (plainWaits) {
      changed();
    }
  }

  /** Records an attempt that does not report when it is examined: no walk is skipped any more. */
  public void stockAttempt() {
    hasStockAttempts = true;
  }

  /** Returns whether the coming walk would be without success; if not, the walk begins. */
  public boolean isSkipped(SchedulerNode node) {
    walked = null;
    mayBeReserved = false;
    relies.clear();
    beganNanos = nanoClock.getAsLong();
    try {
      if (hasStockAttempts || inputs.estimate() < 0 || guard.state() == GuardState.TRIPPED) {
        return false;
      }
      long before = state(); // read first, or a stale result could be stored
      if (before != state) {
        state = before;
        relied.clear();
        passedOn.clear();
      }
      if (isRejected(rejections, state, node, disks) && nobodyReserves(node)) {
        metrics.offerSkipped();
        if (node.getPartition().isEmpty() && offered.test(node)) {
          skippedOffers.incrementAndGet();
        }
        return true;
      }
      walked = node;
    } catch (Throwable t) {
      guard.recordFailure(ReservationManager.HOOK, t);
    }
    return false;
  }

  /** Returns whether a job without a profile may be waiting: hardly any walk is skipped then. */
  public boolean isPlainWaiting() {
    return plainWaits;
  }

  /** Counts a walk that was skipped for another reason than {@link #isSkipped}. */
  public void recordSkipped() {
    metrics.offerSkipped();
  }

  /** Returns the number of walks skipped so far at nodes without a label. On any thread. */
  public long skippedOffers() {
    return skippedOffers.get();
  }

  private long state() {
    long latest = inputs.estimate();
    if (latest != estimate) {
      estimate = latest;
      estimated();
    }
    if (beganNanos - restsUntilNanos >= 0 && stateChanged.getAndSet(false)) {
      changed();
    }
    if (retries && beganNanos - retriesAtNanos >= 0) {
      retry();
    }
    return latest < 0 ? -1 : changes.get() + retried;
  }

  private void retry() {
    retries = false;
    retried++;
  }

  private void estimated() {
    long now = nanoClock.getAsLong();
    if (retries) {
      retry();
    }
    int version = inputs.profilesVersion();
    if (version != profilesVersion
        || now - changedNanos >= VALID_NANOS
        || !passedOn.stream().allMatch(BooleanSupplier::getAsBoolean)) {
      profilesVersion = version;
      changed();
    }
    plainWaits = false; // cleared first, so that no request is missed
    if (waiting.getAsBoolean()) {
      plainWaits = true;
    }
    if (changes.get() != changesThen || stateChanged.get()) {
      changesThen = changes.get();
      changedNanos = now;
      changedEstimate = estimate;
    }
  }

  /** Returns the number of the estimate before which something changed last; below 0 for none. */
  long estimatedState() {
    return state() < 0 ? -1 : changedEstimate;
  }

  private boolean nobodyReserves(SchedulerNode node) {
    for (Map.Entry<Resource, JobDescriptor> each : relied.entrySet()) { // no stream: each heartbeat
      if (refusing.refusal(each.getValue(), each.getKey(), node) == null) {
        return false;
      }
    }
    return true;
  }

  /** Records that a job passes on because it may not reserve this node for a task of this size. */
  void recordRefusal(JobDescriptor job, Resource size) {
    if (walked != null && !relied.containsKey(size)) {
      relies.putIfAbsent(Resources.clone(size), job);
      if (relied.size() + relies.size() > MAX_SIZES) {
        walked = null;
      }
    }
  }

  /**
   * Records that an attempt passes on for a reason that holds at each node with the same free
   * resources.
   *
   * @param still whether it still would; the attempt's own object
   */
  void recordPassedOn(BooleanSupplier still) {
    passedOn.add(still);
  }

  /** Records that a job did not pass on, or is passed over at this node alone. */
  void recordNotRejected() {
    walked = null;
  }

  /** Records that stock examines a job without room on the node, which can at most reserve it. */
  void recordPossibleReservation() {
    mayBeReserved = true;
  }

  /** Ends the walk. */
  public void ended() {
    SchedulerNode node = walked;
    walked = null;
    if (node == null || node.getReservedContainer() != null) {
      return;
    }
    try {
      rejected(rejections, state, node, disks);
      relied.putAll(relies);
      rest(nanoClock.getAsLong());
      if (mayBeReserved && !retries) {
        retries = true;
        long now = nanoClock.getAsLong();
        retriesAtNanos = now + RETRY * (now - beganNanos);
      }
    } catch (Throwable t) {
      guard.recordFailure(ReservationManager.HOOK, t);
    }
  }

  /**
   * Starts a pause: walks at nodes with other free resources may have been without success a moment
   * ago.
   */
  private void rest(long nowNanos) {
    long rest = Math.max(0, restsUntilNanos - nowNanos) + REST * (nowNanos - beganNanos);
    restsUntilNanos = nowNanos + Math.min(MAX_REST_NANOS, rest);
  }
}
