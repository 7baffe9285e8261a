// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy;

import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.yarnext.common.decision.Decision;

/**
 * Remembers refusals of smaller sizes for one job, so that nodes with the same free memory need no
 * new search. A refusal holds for the same request and free memory, with no more free disk
 * bandwidth, and with no more time until the job's end than was examined. More free vcores matter
 * only if there were too few. Bounded; thread-safe.
 */
public final class SizeRejectionCache {
  /** Maximum number of remembered refusals. */
  public static final int MAX_ENTRIES = 256;

  /** Upper bound of the time until a job's end, in ms. */
  public static final long ANY_TIME_LEFT = Long.MAX_VALUE / 4;

  private final Map<Long, Refusal> byRoom = new HashMap<>(4);
  private long version = Long.MIN_VALUE;
  private boolean incomplete;

  /** A request for one container, with the free resources of the offered node. Immutable. */
  public static final class Offer {
    private final int priority;
    private final long requestedMb;
    private final int vcores;
    private final long freeMb;
    private final int freeVcores;

    /**
     * Creates an offer.
     *
     * @param priority of the request
     * @param freeMb the node's free memory, in MB
     */
    public Offer(int priority, long requestedMb, int vcores, long freeMb, int freeVcores) {
      this.priority = priority;
      this.requestedMb = requestedMb;
      this.vcores = vcores;
      this.freeMb = freeMb;
      this.freeVcores = freeVcores;
    }

    private Long room() {
      return ((long) priority << 40) ^ freeMb;
    }

    private boolean isNoBetterThan(Offer other) {
      return priority == other.priority
          && requestedMb == other.requestedMb
          && vcores == other.vcores
          && freeMb == other.freeMb
          && (other.freeVcores >= freeVcores || other.freeVcores >= vcores);
    }
  }

  /** A refusal and its validity. Immutable. */
  public static final class Refusal {
    private final Decision<Long> decision;
    private final long maxRemainingMs;
    private final long untilMs;
    private final Offer offer;
    private final double usedDiskMbPerSecond;

    /**
     * Creates a refusal.
     *
     * @param decision without a size
     * @param maxRemainingMs maximum time until the job's end for which it holds, in ms; {@link
     *     #ANY_TIME_LEFT} if the end does not matter, -1 if it holds while the end is unknown
     * @param untilMs time until which it holds at most, on the clock of {@code nowMs}
     * @param usedDiskMbPerSecond disk bandwidth that under-sized containers used on the node
     */
    public Refusal(
        Offer offer,
        double usedDiskMbPerSecond,
        Decision<Long> decision,
        long maxRemainingMs,
        long untilMs) {
      this.offer = offer;
      this.usedDiskMbPerSecond = usedDiskMbPerSecond;
      this.decision = decision;
      this.maxRemainingMs = maxRemainingMs;
      this.untilMs = untilMs;
    }

    private boolean holds(long nowMs, LongSupplier leftMs) {
      return nowMs < untilMs
          && (maxRemainingMs >= ANY_TIME_LEFT || leftMs.getAsLong() <= maxRemainingMs);
    }
  }

  /**
   * Returns a refusal that also holds for this offer; null if a decision is needed.
   *
   * @param version number of the current profiles and limits
   * @param leftMs time until the job's end in ms, below 0 if unknown; read only if needed
   * @param usedDiskMbPerSecond disk bandwidth that under-sized containers use on the node; read
   *     only if needed, since that examines each of its containers
   */
  public synchronized Decision<Long> of(
      long version,
      long nowMs,
      Offer offer,
      LongSupplier leftMs,
      DoubleSupplier usedDiskMbPerSecond) {
    if (version != this.version) {
      return null;
    }
    Refusal known = byRoom.get(offer.room());
    boolean holds =
        known != null
            && offer.isNoBetterThan(known.offer)
            && known.holds(nowMs, leftMs)
            && (known.usedDiskMbPerSecond <= 0
                || known.usedDiskMbPerSecond <= usedDiskMbPerSecond.getAsDouble());
    return holds ? known.decision : null;
  }

  /**
   * Records a refusal. It replaces an earlier one for the same free resources, which did not hold
   * for this offer.
   *
   * @param version number of the profiles and limits before the decision
   */
  public synchronized void refused(long version, Refusal refusal) {
    if (version != this.version || byRoom.size() >= MAX_ENTRIES) {
      forget(version);
    }
    byRoom.put(refusal.offer.room(), refusal);
  }

  /**
   * Returns whether all refusals since the last call are known and still hold, so that conclusions
   * from them hold too; removes expired ones.
   */
  public synchronized boolean allHold(long version, long nowMs, LongSupplier leftMs) {
    if (version != this.version) {
      forget(version);
    }
    boolean removed = byRoom.values().removeIf(refusal -> !refusal.holds(nowMs, leftMs));
    boolean complete = !incomplete;
    incomplete = false;
    return complete && !removed;
  }

  private void forget(long newVersion) {
    incomplete = incomplete || !byRoom.isEmpty();
    byRoom.clear();
    version = newVersion;
  }
}
