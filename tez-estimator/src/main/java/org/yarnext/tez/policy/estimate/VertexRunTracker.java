// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yarnext.common.cache.BoundedCache;

/**
 * Tracks the ended and running attempts of one vertex and their run times, from which it creates a
 * {@link VertexView}. Bounded; every event may come late, twice or never. Not thread-safe.
 *
 * <p>The caller numbers the attempts. Times are in ms of any clock that does not go back.
 */
public final class VertexRunTracker {
  /** Maximum number of remembered ends of each kind. */
  static final int REMEMBERED = EvenSampler.MAX_SIZE;

  /** Maximum number of running attempts of each kind in a view; they then represent all. */
  static final int SHOWN_RUNNING = 128;

  private static final int MAX_RUNNING = 100_000;
  private static final int REMEMBERED_ENDS = 4096;

  private final Map<Long, Long> startedAt = new HashMap<>();

  /** The running attempts that are the first of their containers. */
  private final Set<Long> firsts = new HashSet<>();

  private final Set<Long> over =
      Collections.newSetFromMap(BoundedCache.inOrderOfInsertion(REMEMBERED_ENDS));

  /**
   * Sampled evenly over all ends, since the last ends of many that began together are those of the
   * slowest.
   */
  private final EvenSampler<AttemptRun> ended = new EvenSampler<>();

  private final EvenSampler<AttemptRun> cutShort = new EvenSampler<>();

  /**
   * Records that an attempt began; a second call, or one after its end, has no effect.
   *
   * @param first whether it is the first one of its container
   */
  public void started(long attempt, long timeMs, boolean first) {
    if (startedAt.size() < MAX_RUNNING
        && !over.contains(attempt)
        && startedAt.putIfAbsent(attempt, timeMs) == null
        && first) {
      firsts.add(attempt);
    }
  }

  /**
   * Records that an attempt ended; nothing is learnt if its start was not seen.
   *
   * @param succeeded otherwise it was killed or failed, and would have run longer
   * @param bytes its input, or {@link AttemptRun#UNKNOWN}
   * @return its run time, in ms; null if its start was not seen, it ended before, or the clock went
   *     back
   */
  public Long ended(long attempt, long timeMs, boolean succeeded, long bytes) {
    over.add(attempt);
    Long start = startedAt.remove(attempt);
    boolean first = firsts.remove(attempt);
    if (start == null || timeMs < start) {
      return null;
    }
    long ms = timeMs - start;
    (succeeded ? ended : cutShort).add(new AttemptRun(ms, bytes, 1, first));
    return ms;
  }

  /** Returns the start time of a running attempt; null if unknown. */
  public Long startOf(long attempt) {
    return startedAt.get(attempt);
  }

  /** Returns the number of attempts that succeeded so far. */
  public long succeeded() {
    return ended.inAll();
  }

  /** Returns the number of running attempts. */
  public int running() {
    return startedAt.size();
  }

  /** Returns the remembered successful runs, oldest first; a copy. */
  public List<AttemptRun> successes() {
    return ended.kept();
  }

  /**
   * Returns a view of the vertex at a moment. The remembered ends weigh as much as all of their
   * kind, so that running attempts are not compared with a few ends alone.
   *
   * @param nowMs not before the times given so far; attempts that seem to begin later are left out
   */
  public VertexView at(long nowMs) {
    List<AttemptRun> running = withWeight(cutShort);
    running.addAll(sampled(nowMs, true));
    running.addAll(sampled(nowMs, false));
    return new VertexView(withWeight(ended), running);
  }

  private static List<AttemptRun> withWeight(EvenSampler<AttemptRun> sample) {
    List<AttemptRun> kept = sample.kept();
    List<AttemptRun> runs = new ArrayList<>(kept.size());
    for (AttemptRun run : kept) {
      runs.add(run.withWeight(sample.inAll() / (double) kept.size()));
    }
    return runs;
  }

  private List<AttemptRun> sampled(long nowMs, boolean first) {
    List<Long> elapsed = new ArrayList<>(startedAt.size());
    startedAt.forEach(
        (attempt, start) -> {
          if (start <= nowMs && firsts.contains(attempt) == first) {
            elapsed.add(nowMs - start);
          }
        });
    Collections.sort(elapsed);
    int shown = Math.min(SHOWN_RUNNING, elapsed.size());
    List<AttemptRun> runs = new ArrayList<>(shown);
    for (int i = 0; i < shown; i++) {
      // Take the middle of the i-th of equal parts.
      long ms = elapsed.get((int) ((i + 0.5) * elapsed.size() / shown));
      runs.add(new AttemptRun(ms, AttemptRun.UNKNOWN, elapsed.size() / (double) shown, first));
    }
    return runs;
  }
}
