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
package org.yarnext.mercury.policy.coordinator;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Holds the newest {@link Ranking} for whoever places containers in the ResourceManager, and learns
 * from them what was placed since the nodes reported: without that, everything placed between two
 * heartbeats would go to the same few nodes. Thread-safe.
 *
 * <p>Times are ms of one monotonic clock, {@code org.apache.hadoop.util.Time.monotonicNow()} in the
 * daemon. A placement counts until the node's report is young enough to contain it, a settling time
 * after the placement; for that time it may count twice, which spreads containers a little wider.
 */
public final class ClusterWaits {
  private final long staleAfterMs;
  private final long settleMs;
  private final Map<String, Deque<Placement>> placements = new HashMap<>();
  private Map<String, NodeReport> reports = new HashMap<>();
  private Ranking ranking = Ranking.EMPTY;

  private static final class Placement {
    final double waitMs;
    final long atMs;

    Placement(double waitMs, long atMs) {
      this.waitMs = waitMs;
      this.atMs = atMs;
    }
  }

  /**
   * @param staleAfterMs how long a report, and so a ranking, may be used
   * @param settleMs how long after a placement a report surely contains it: the application's time
   *     to start the container, and the coordinator's to see a report
   */
  public ClusterWaits(long staleAfterMs, long settleMs) {
    this.staleAfterMs = staleAfterMs;
    this.settleMs = settleMs;
  }

  /** The coordinator's part: takes over the reports of a round and ranks anew. */
  public synchronized void reported(Collection<NodeReport> fresh, long nowMs) {
    Map<String, NodeReport> now = new HashMap<>(2 * fresh.size());
    for (NodeReport r : fresh) {
      now.put(r.node(), r);
    }
    reports = now;
    placements.entrySet().removeIf(e -> dropSettled(e.getValue(), now.get(e.getKey()), nowMs));
    ranking = Ranking.of(fresh, this::inFlightMs, nowMs);
  }

  private boolean dropSettled(Deque<Placement> onNode, NodeReport report, long nowMs) {
    onNode.removeIf(
        p ->
            nowMs - p.atMs > staleAfterMs + settleMs
                || (report != null && p.atMs + settleMs <= report.receivedMs()));
    return onNode.isEmpty();
  }

  /** The coordinator's part: nothing is known any more. */
  public synchronized void clear() {
    reports = new HashMap<>();
    placements.clear();
    ranking = Ranking.EMPTY;
  }

  /**
   * The ranking of the coordinator's last round, with the placements known then; empty if there has
   * been none for stale-after. Placements since are in {@link #waitMs} only.
   */
  public synchronized Ranking ranking(long nowMs) {
    return nowMs - ranking.madeMs() <= staleAfterMs && ranking != Ranking.EMPTY
        ? ranking
        : Ranking.EMPTY;
  }

  /** A node's wait with every placement up to this moment; NaN if the node is not ranked. */
  public synchronized double waitMs(String node) {
    NodeReport report = reports.get(node);
    return report == null ? Double.NaN : report.waitMs() + inFlightMs(node);
  }

  /**
   * Takes note of a container placed on a node.
   *
   * @param waitMs by how much it lengthens the node's wait: its run time times its share of the
   *     node
   */
  public synchronized void placed(String node, double waitMs, long nowMs) {
    if (waitMs > 0 && !Double.isInfinite(waitMs)) {
      placements.computeIfAbsent(node, n -> new ArrayDeque<>()).add(new Placement(waitMs, nowMs));
    }
  }

  /**
   * A container placed on a node is no more.
   *
   * @param waitMs as it was placed; if no placement is of just that length, the nearest goes
   */
  public synchronized void takenBack(String node, double waitMs) {
    Deque<Placement> onNode = placements.get(node);
    if (onNode == null) {
      return;
    }
    Placement nearest = null;
    for (Placement p : onNode) {
      if (nearest == null || Math.abs(p.waitMs - waitMs) <= Math.abs(nearest.waitMs - waitMs)) {
        nearest = p;
      }
    }
    onNode.remove(nearest);
    if (onNode.isEmpty()) {
      placements.remove(node);
    }
  }

  private double inFlightMs(String node) {
    Deque<Placement> onNode = placements.get(node);
    double sum = 0;
    if (onNode != null) {
      for (Placement p : onNode) {
        sum += p.waitMs;
      }
    }
    return sum;
  }
}
