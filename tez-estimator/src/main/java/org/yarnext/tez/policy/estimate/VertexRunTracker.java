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
package org.yarnext.tez.policy.estimate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tracks how long the attempts of one vertex ran and which are running: the state behind a {@link
 * VertexView}. Bounded; every event may come late, twice or never. Not thread-safe.
 *
 * <p>Attempts are numbered by the caller; times are of any clock that does not go back, in ms.
 */
public final class VertexRunTracker {
  /** How many ends of each kind are remembered at most. */
  static final int REMEMBERED = EvenSampler.MOST;

  /** How many running attempts of each kind a view shows; they then stand for all. */
  static final int SHOWN_RUNNING = 128;

  private static final int MOST_RUNNING = 100_000;
  private static final int REMEMBERED_ENDS = 4096;

  private final Map<Long, Long> startedAt = new HashMap<>();

  /** Those of them that are the first of their containers. */
  private final Set<Long> firsts = new HashSet<>();

  private final Set<Long> over =
      Collections.newSetFromMap(
          new LinkedHashMap<Long, Boolean>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
              return size() > REMEMBERED_ENDS;
            }
          });

  /** Of all, since the last ends of many that began together are those of the slowest. */
  private final EvenSampler<AttemptRun> ended = new EvenSampler<>();

  private final EvenSampler<AttemptRun> cutShort = new EvenSampler<>();

  /**
   * An attempt began; a second time or after its end changes nothing.
   *
   * @param first whether it is the first one of its container
   */
  public void started(long attempt, long timeMs, boolean first) {
    if (startedAt.size() < MOST_RUNNING
        && !over.contains(attempt)
        && startedAt.putIfAbsent(attempt, timeMs) == null
        && first) {
      firsts.add(attempt);
    }
  }

  /**
   * An attempt ended; of one whose start was not seen nothing is learnt.
   *
   * @param succeeded else it was killed or failed, and would have run longer
   * @param bytes what it read, or {@link AttemptRun#UNKNOWN}
   * @return how long it ran, in ms; null if its start was not seen, it ended before, or the clock
   *     went back
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

  /** When an attempt that runs began; null if none such is known. */
  public Long startOf(long attempt) {
    return startedAt.get(attempt);
  }

  /** How many attempts succeeded so far. */
  public long succeeded() {
    return ended.inAll();
  }

  /** How many run now. */
  public int running() {
    return startedAt.size();
  }

  /** The successful ones that are remembered, oldest first; a copy. */
  public List<AttemptRun> successes() {
    return ended.kept();
  }

  /**
   * What is known at a moment. Those remembered weigh as many as all of their kind, so that those
   * that run are not compared with a few ends alone.
   *
   * @param nowMs not before the times given so far; attempts that seem to begin later are left out
   */
  public VertexView at(long nowMs) {
    List<AttemptRun> running = weighing(cutShort);
    running.addAll(sampled(nowMs, true));
    running.addAll(sampled(nowMs, false));
    return new VertexView(weighing(ended), running);
  }

  private static List<AttemptRun> weighing(EvenSampler<AttemptRun> sample) {
    List<AttemptRun> kept = sample.kept();
    List<AttemptRun> runs = new ArrayList<>(kept.size());
    for (AttemptRun run : kept) {
      runs.add(run.weighing(sample.inAll() / (double) kept.size()));
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
      // the middle of the i-th of equal parts
      long ms = elapsed.get((int) ((i + 0.5) * elapsed.size() / shown));
      runs.add(new AttemptRun(ms, AttemptRun.UNKNOWN, elapsed.size() / (double) shown, first));
    }
    return runs;
  }
}
