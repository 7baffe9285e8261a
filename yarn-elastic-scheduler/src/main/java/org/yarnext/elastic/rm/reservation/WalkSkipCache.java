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
import org.yarnext.elastic.rm.sizing.NodeDiskUsage;

/**
 * Spares stock's walk over all jobs at a node without a reservation, where it was in vain at one
 * with the same room and nothing has happened since. With stock's reservations the first job ends
 * such walks. Only walks at which each job that waits passed on are remembered: a job that stock
 * has looked at may answer otherwise at another node. Of an elastic job without room on the node,
 * which stock might only have reserved for it, as a queue's limit may forbid at every node, this is
 * remembered for a hundred times as long as the walk took, and until the next estimate at most.
 *
 * <p>On a large cluster something happens before each walk. What may only bring an elastic job
 * another answer therefore waits until so long after a walk in vain that these take up no more than
 * a tenth of the scheduler's time. Called under the scheduler's write lock, but for {@link
 * #changed} and {@link #stirred}.
 */
public final class WalkSkipCache {
  private static final int MOST_SIZES = 64;

  /** Memory and vcores: rooms are not compared where nodes have more to offer than these. */
  private static final int COMPARED = 2;

  /** How long it rests after a walk in vain, in times that the walk took. */
  private static final int REST = 9;

  /** The same before jobs that might only reserve a node are looked at again. */
  private static final int RETRY = 99;

  /** Half as long as a refusal holds as the samples have it. */
  private static final long MOST_REST_NANOS = 500_000_000;

  /** Nothing is remembered for longer; it may depend on what nobody tells. */
  private static final long VALID_NANOS = 1_000_000 * ContainerSizer.REFUSAL_VALID_MS;

  private final ReservationInputs book;
  private final NodeDiskUsage disks;
  private final Guard guard;
  private final ElasticMetrics metrics;
  private final Refusing refusing;
  private final BooleanSupplier waiting;
  private final Predicate<SchedulerNode> offered;
  private final LongSupplier nanoClock;
  private final AtomicLong spared = new AtomicLong();
  private final OfferRejectionCache vain = new OfferRejectionCache();
  private final AtomicLong changes = new AtomicLong();
  private final AtomicBoolean stirred = new AtomicBoolean();
  private volatile boolean strangers;

  /** Whether a job without a profile may wait. */
  private volatile boolean plainWaits = true;

  private long estimate = -1;
  private long state;

  /** The latest estimate before which something had changed, and what there was of it then. */
  private long changedEstimate;

  private long changesThen = -1;
  private long changedNanos;
  private int profilesVersion;

  /** Whether the attempts still would that passed on in walks of this state. */
  private final Set<BooleanSupplier> passedOn = Collections.newSetFromMap(new IdentityHashMap<>());

  /** For which sizes it mattered, in walks of this state, that jobs might not reserve the node. */
  private final Map<Resource, JobDescriptor> relied = new HashMap<>();

  /** And in the walk that is under way. */
  private final Map<Resource, JobDescriptor> relies = new HashMap<>();

  /** Where this walk is; null while there is none that is worth remembering. */
  private SchedulerNode walked;

  /** Whether somebody in this walk might reserve the node. */
  private boolean mayBeReserved;

  private long beganNanos;
  private long restsUntilNanos;

  /** Whether, and when, nodes are offered again to jobs that might reserve one. */
  private boolean retries;

  private long retriesAtNanos;
  private long retried;

  /** Whether jobs may reserve a node that is offered to them. */
  interface Refusing {
    /** Null if a job that has reserved nothing may reserve the node, or that cannot be said. */
    Decision<Boolean> refusal(JobDescriptor job, Resource size, SchedulerNode node);
  }

  /**
   * @param waiting whether a job without a profile waits for anything; asked once an estimate
   * @param offered whether stock would offer what is left on a node to anybody
   */
  WalkSkipCache(
      ReservationInputs book,
      NodeDiskUsage disks,
      Guard guard,
      ElasticMetrics metrics,
      Refusing refusing,
      BooleanSupplier waiting,
      Predicate<SchedulerNode> offered,
      LongSupplier nanoClock) {
    this.book = book;
    this.disks = disks;
    this.guard = guard;
    this.metrics = metrics;
    this.refusing = refusing;
    this.waiting = waiting;
    this.offered = offered;
    this.nanoClock = nanoClock;
    this.restsUntilNanos = nanoClock.getAsLong();
  }

  /** Whether what a node has left was offered in vain already. */
  static boolean isVain(
      OfferRejectionCache offers, long state, SchedulerNode node, NodeDiskUsage disks) {
    if (ResourceUtils.getNumberOfCountableResourceTypes() > COMPARED) {
      return false;
    }
    Resource free = node.getUnallocatedResource();
    return offers.isVain(
        state,
        node.getPartition(),
        free.getMemorySize(),
        free.getVirtualCores(),
        () -> disks.mbPerSecond(node));
  }

  /** What a node has left was offered in vain, and is what it was before. */
  static void inVain(
      OfferRejectionCache offers, long state, SchedulerNode node, NodeDiskUsage disks) {
    Resource free = node.getUnallocatedResource();
    offers.inVain(
        state,
        new FreeResource(
            node.getPartition(),
            free.getMemorySize(),
            free.getVirtualCores(),
            disks.mbPerSecond(node)));
  }

  /** Something has happened that jobs' turns rest upon; after it has, on any thread. */
  public void changed() {
    changes.incrementAndGet();
  }

  /** The same of what matters to elastic jobs alone, or to others no more than to wait a moment. */
  public void stirred() {
    stirred.set(true);
  }

  /** A job without a profile asks for something. */
  public void plainAsked() {
    plainWaits = true; // after the job's asks are what they are now
    changed();
  }

  /**
   * A container has ended, so that jobs may have room in their queues: at a queue's limit stock has
   * not even looked at those that wait, and one without a profile must not wait for a rest.
   */
  public void containerEnded() {
    if (plainWaits) {
      changed();
    } else {
      stirred();
    }
  }

  /** There is an attempt that does not tell when it is looked at: no walk is spared any more. */
  public void stranger() {
    strangers = true;
  }

  /** Whether the walk that is about to begin would be in vain; if not, it begins. */
  public boolean isSpared(SchedulerNode node) {
    walked = null;
    mayBeReserved = false;
    relies.clear();
    try {
      if (strangers || book.estimate() < 0 || guard.state() == GuardState.TRIPPED) {
        return false;
      }
      beganNanos = nanoClock.getAsLong();
      long before = state(); // so that nothing is remembered for a later one
      if (before != state) {
        state = before;
        relied.clear();
        passedOn.clear();
      }
      if (isVain(vain, state, node, disks) && nobodyReserves(node)) {
        metrics.walkSpared();
        if (node.getPartition().isEmpty() && offered.test(node)) {
          spared.incrementAndGet();
        }
        return true;
      }
      walked = node;
    } catch (Throwable t) {
      guard.recordFailure(ReservationManager.HOOK, t);
    }
    return false;
  }

  /** How many were, so far, at nodes without a label. On any thread. */
  public long spared() {
    return spared.get();
  }

  private long state() {
    long latest = book.estimate();
    if (latest != estimate) {
      estimate = latest;
      estimated();
    }
    if (beganNanos - restsUntilNanos >= 0 && stirred.getAndSet(false)) {
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
    int version = book.profilesVersion();
    if (version != profilesVersion
        || now - changedNanos >= VALID_NANOS
        || !passedOn.stream().allMatch(BooleanSupplier::getAsBoolean)) {
      profilesVersion = version;
      changed();
    }
    plainWaits = false; // before, so that nobody who asks meanwhile is missed
    if (waiting.getAsBoolean()) {
      plainWaits = true;
    }
    if (changes.get() != changesThen || stirred.get()) {
      changesThen = changes.get();
      changedNanos = now;
      changedEstimate = estimate;
    }
  }

  /**
   * The number of what offers of reserved nodes rest upon: another one at the next estimate after
   * anything has changed; below 0 without an estimate.
   */
  long estimatedState() {
    return state() < 0 ? -1 : changedEstimate;
  }

  private boolean nobodyReserves(SchedulerNode node) {
    return relied.entrySet().stream()
        .allMatch(each -> refusing.refusal(each.getValue(), each.getKey(), node) != null);
  }

  /** A job passes on, since it may not reserve this very node for a task of this size. */
  void reliesOn(JobDescriptor job, Resource size) {
    if (walked != null && !relied.containsKey(size)) {
      relies.putIfAbsent(Resources.clone(size), job);
      if (relied.size() + relies.size() > MOST_SIZES) {
        walked = null;
      }
    }
  }

  /**
   * An attempt passes on for what would make it do so at each node with the same room.
   *
   * @param still whether it still would; the attempt's own object
   */
  void passesOn(BooleanSupplier still) {
    passedOn.add(still);
  }

  /** A job did not pass on, or is passed over at this node alone. */
  void isNotVain() {
    walked = null;
  }

  /** Stock looks at a job without room on the node, and may reserve it at most. */
  void mayStillReserve() {
    mayBeReserved = true;
  }

  /** The walk is over. */
  public void ended() {
    SchedulerNode node = walked;
    walked = null;
    if (node == null || node.getReservedContainer() != null) {
      return;
    }
    try {
      inVain(vain, state, node, disks);
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

  /** Walks at nodes with other room may have been in vain a moment ago. */
  private void rest(long nowNanos) {
    long rest = Math.max(0, restsUntilNanos - nowNanos) + REST * (nowNanos - beganNanos);
    restsUntilNanos = nowNanos + Math.min(MOST_REST_NANOS, rest);
  }
}
