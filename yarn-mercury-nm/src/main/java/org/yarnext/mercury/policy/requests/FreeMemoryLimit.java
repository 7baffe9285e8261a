// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import java.util.function.ToLongFunction;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.mercury.policy.RequestReason;

/**
 * Limit that keeps containers beyond an application's base guaranteed while the cluster has enough
 * free memory: for them, for all guaranteed requests that wait, and for a reserve. The scheduler
 * then grants them at once, and no other application waits longer. As opportunistic containers they
 * would be stopped for the next guaranteed one.
 *
 * <p>Once other applications wait for that memory, containers that are not granted yet become
 * opportunistic again and are {@link #hold held back}: if they started now, they would probably be
 * stopped soon.
 *
 * <p>The scheduler may have no room in spite of free memory: the queue has reached its maximum, or
 * no single node has enough. If nothing is granted for {@link #PATIENCE_MS}, this limit pauses.
 *
 * <p>There is one instance for each application attempt. Not thread-safe.
 */
public final class FreeMemoryLimit implements SplitLimit {
  /** Free memory if it is unknown or not to be used, in MB. */
  public static final long NONE = Long.MIN_VALUE;

  /** Time without a grant after which the limit pauses, in ms: several heartbeats of all nodes. */
  static final long PATIENCE_MS = 10_000;

  /** Time for which opportunistic containers are held back after others have waited, in ms. */
  static final long HOLD_MS = 20_000;

  static final long MIN_PAUSE_MS = 60_000;
  static final long MAX_PAUSE_MS = 3_600_000;

  private final ToLongFunction<RequestKey> memoryMb;
  private long freeMb = NONE;

  /**
   * Memory of the containers that {@link #postpones} returned and {@link #limit} has not seen, in
   * MB.
   */
  private long postponedMb;

  /** Number of containers that this limit has kept guaranteed in the current call. */
  private int kept;

  /** Time since which containers that this limit keeps wait without a grant, in ms. */
  private long sinceMs;

  private long pauseMs = MIN_PAUSE_MS;
  private boolean isPaused;
  private long pausedUntilMs;

  /** Time since which others have waited without a break, in ms; {@link #NONE} if none waits. */
  private long othersSinceMs = NONE;

  private long heldUntilMs = NONE;
  private boolean isHolding;

  /**
   * Creates a limit.
   *
   * @param memoryMb memory of a key's containers, in MB
   */
  public FreeMemoryLimit(ToLongFunction<RequestKey> memoryMb) {
    this.memoryMb = memoryMb;
  }

  /**
   * Begins a call. All requests of earlier calls that this limit has kept guaranteed and that are
   * not granted yet must be passed to {@link #limit} again in this call.
   *
   * @param free memory that is left when all guaranteed requests have been granted, in MB; negative
   *     if there is too little, {@link #NONE} if unknown
   */
  public void begin(long free, long nowMs) {
    if (kept == 0) {
      sinceMs = nowMs;
    } else if (nowMs - sinceMs > PATIENCE_MS) {
      isPaused = true;
      pausedUntilMs = nowMs + pauseMs;
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
    }
    isPaused &= nowMs < pausedUntilMs;
    freeMb = isPaused ? NONE : free;
    postponedMb = 0;
    kept = 0;
  }

  /**
   * Decides whether opportunistic containers are held back.
   *
   * @param isAnyWaiting whether other applications wait for guaranteed containers
   * @param needAll whether they need all memory that is free. If they do not and wait for long,
   *     they cannot use it, for example because their queue has reached its maximum
   */
  public void hold(boolean isAnyWaiting, boolean needAll, long nowMs) {
    if (!isAnyWaiting) {
      othersSinceMs = NONE;
    } else if (othersSinceMs == NONE) {
      othersSinceMs = nowMs;
    }
    if (isAnyWaiting && (needAll || nowMs - othersSinceMs < HOLD_MS)) {
      heldUntilMs = nowMs + HOLD_MS;
    }
    isHolding = nowMs < heldUntilMs;
  }

  @Override
  public boolean holdsDivided() {
    return isHolding;
  }

  /**
   * Decides whether opportunistic containers that are not granted yet become guaranteed again: if
   * memory is free for one of them. They are passed to {@link #limit} in the same call.
   */
  public boolean postpones(RequestKey key, int containers) {
    long each = memoryMb.applyAsLong(key);
    boolean isRoom = freeMb >= each;
    postponedMb += isRoom ? containers * each : 0;
    return isRoom;
  }

  /** Records that the scheduler has granted the application a guaranteed container. */
  public void granted(long nowMs) {
    sinceMs = nowMs;
    pauseMs = isPaused ? pauseMs : MIN_PAUSE_MS;
  }

  @Override
  public Decision<Integer> limit(RequestKey key, int containers, boolean isNew) {
    if (freeMb == NONE) {
      return null;
    }
    long each = Math.max(1, memoryMb.applyAsLong(key));
    // Containers that wait as guaranteed ones are among the requests that the scheduler knows, or
    // were kept as new ones in this call. It does not know those postponed.
    long own = isNew ? 0 : containers * each;
    long unknown = Math.min(own, postponedMb);
    postponedMb -= unknown;
    long room = freeMb + own - unknown;
    int keep = (int) Math.max(0, Math.min(containers, room / each));
    kept += keep;
    freeMb = room - keep * each;
    return keep == 0
        ? null
        : Decision.of(containers - keep, RequestReason.REQUEST_MEMORY_FREE)
            .with("freeMb", room)
            .with("kept", keep);
  }
}
