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
package org.yarnext.mercury.policy.placement;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Decides how far ahead of their start containers are placed, and whose turn it is to have the
 * room: nodes' queues are kept just long enough to bridge the heartbeats, what is asked beyond that
 * waits for the node that has room first, and applications submitted earlier go before. A container
 * bound to a queue long before it starts cannot use what was learnt since; this is what Mercury's
 * successor does with its queues (Rasley et al., Efficient Queue Management for Cluster Scheduling,
 * EuroSys'16, sections 4 and 5).
 *
 * <p>For the one scheduler that sees all applications. Times are ms of one monotonic clock.
 * Thread-safe: a decision that came too late to be used may still be reading.
 */
public final class AskTurns {
  /** Everything is placed at once. */
  public static final long NO_BOUND = 0;

  private final long aheadMs;
  private final long agingMs;
  private final long staleMs;
  private final NavigableMap<JobKey, Waiting> waiting = new TreeMap<>();

  /**
   * Turns for an empty cluster.
   *
   * @param aheadMs how long queues may be, in ms of wait; {@link #NO_BOUND} for any length
   * @param agingMs how long an application that is given nothing lets others go before it
   * @param staleMs for how long one that does not ask again keeps its claim
   */
  public AskTurns(long aheadMs, long agingMs, long staleMs) {
    this.aheadMs = aheadMs;
    this.agingMs = agingMs;
    this.staleMs = staleMs;
  }

  /** What one application could not have for want of room. */
  private static final class Waiting {
    final long sinceMs;
    final long lastMs;

    /** What it still asks for. */
    final List<Claim> claims;

    Waiting(long sinceMs, long lastMs, List<Claim> claims) {
      this.sinceMs = sinceMs;
      this.lastMs = lastMs;
      this.claims = claims;
    }
  }

  /** What an application may see when it asks now. */
  public synchronized PlacementView inTurn(JobKey job, PlacementView view, long nowMs) {
    if (aheadMs == NO_BOUND) {
      return view;
    }
    waiting.values().removeIf(w -> nowMs - w.lastMs > staleMs);
    Waiting own = waiting.get(job);
    if (own != null && nowMs - own.sinceMs >= agingMs) {
      return view.ahead(aheadMs, Collections.emptyList());
    }
    List<Claim> claims = new ArrayList<>();
    waiting.headMap(job).values().forEach(w -> claims.addAll(w.claims));
    return view.ahead(aheadMs, claims);
  }

  /** Takes note of what came of the view that {@link #inTurn} gave. */
  public synchronized void decided(
      JobKey job, PlacementView view, Decision<List<Assignment>> decision, long nowMs) {
    if (aheadMs == NO_BOUND || decision.reason() != PlacementReason.PLACE_QUEUES_FULL) {
      waiting.remove(job);
      return;
    }
    Waiting before = waiting.get(job);
    // Who is given some of a long backlog has had its turn.
    boolean waitsOn = before != null && decision.value().isEmpty();
    waiting.put(
        job, new Waiting(waitsOn ? before.sinceMs : nowMs, nowMs, left(view, decision.value())));
  }

  private static List<Claim> left(PlacementView view, List<Assignment> placed) {
    Map<Integer, Integer> counts = new HashMap<>();
    placed.forEach(a -> counts.merge(a.ask(), 1, Integer::sum));
    Map<String, Map<ResourceVector, Long>> left = new TreeMap<>();
    for (int i = 0; i < view.asks().size(); i++) {
      PlacementAsk ask = view.asks().get(i);
      // What must be in one place would claim the room of all.
      if (ask.anywhere()) {
        long count = ask.count() - counts.getOrDefault(i, 0);
        left.computeIfAbsent(ask.partition(), p -> new LinkedHashMap<>())
            .merge(ask.size(), count * ask.costMs(), Long::sum);
      }
    }
    List<Claim> claims = new ArrayList<>();
    left.forEach(
        (partition, sizes) ->
            sizes.forEach(
                (size, ms) -> claims.add(new Claim(partition, size, view.blacklist(), ms))));
    return claims;
  }

  /** The application asks for nothing any more. */
  public synchronized void forget(JobKey job) {
    waiting.remove(job);
  }
}
