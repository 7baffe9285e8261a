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

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Holds the newest {@link Ranking} for whoever places containers in the ResourceManager, and learns
 * from them what was placed since the nodes reported: without that, everything placed between two
 * heartbeats would go to the same few nodes. Thread-safe.
 *
 * <p>Times are ms of one monotonic clock, {@code org.apache.hadoop.util.Time.monotonicNow()} in the
 * daemon. A placement counts until its node has reported the container, however long its
 * application takes to start it, or the container is no more.
 */
public final class ClusterWaits {
  private final long staleAfterMs;
  private final long newMs;
  private final long forgetAfterMs;

  /** By container, the oldest first. */
  private final Map<String, Placement> placements = new LinkedHashMap<>();

  /** The placements by node; changed under the lock, read without. */
  private final Map<String, InFlight> inFlight = new HashMap<>();

  private Map<String, NodeReport> reports = new HashMap<>();
  private Ranking ranking = Ranking.EMPTY;

  private static final class Placement {
    final String node;
    final long waitMs;
    final long atMs;

    Placement(String node, long waitMs, long atMs) {
      this.node = node;
      this.waitMs = waitMs;
      this.atMs = atMs;
    }
  }

  /** What is to come to a node. Each number by itself may be read at any time. */
  public static final class InFlight {
    private final AtomicLong waitMs = new AtomicLong();
    private final AtomicInteger containers = new AtomicInteger();

    /** By how much it lengthens the wait beyond the last report, in ms. */
    public long waitMs() {
      return waitMs.get();
    }

    public int containers() {
      return containers.get();
    }

    private void add(long ms, int more) {
      waitMs.addAndGet(ms);
      containers.addAndGet(more);
    }
  }

  /**
   * Nothing known yet.
   *
   * @param staleAfterMs how long a report, and so a ranking, may be used
   * @param newMs how long YARN may not know a container yet that was placed
   * @param forgetAfterMs how long a container that no node reports counts: its application may
   *     never start it
   */
  public ClusterWaits(long staleAfterMs, long newMs, long forgetAfterMs) {
    this.staleAfterMs = staleAfterMs;
    this.newMs = newMs;
    this.forgetAfterMs = forgetAfterMs;
  }

  /** The containers on their way to a node that YARN should know by now. A copy. */
  public synchronized List<String> inFlight(long nowMs) {
    List<String> ids = new ArrayList<>(placements.size());
    for (Map.Entry<String, Placement> e : placements.entrySet()) {
      if (nowMs - e.getValue().atMs < newMs) {
        break;
      }
      ids.add(e.getKey());
    }
    return ids;
  }

  /**
   * The coordinator's part: takes over the reports of a round and ranks anew.
   *
   * @param arrived containers that their nodes have reported, or that are no more; found out before
   *     the reports were read, so that these contain them
   */
  public synchronized void reported(Collection<NodeReport> fresh, Set<String> arrived, long nowMs) {
    Map<String, NodeReport> now = new HashMap<>(2 * fresh.size());
    for (NodeReport r : fresh) {
      now.put(r.node(), r);
    }
    reports = now;
    arrived.forEach(this::takenBack);
    forgetOldest(nowMs);
    inFlight
        .entrySet()
        .removeIf(e -> e.getValue().containers() == 0 && !now.containsKey(e.getKey()));
    ranking = Ranking.of(fresh, this::sumMs, nowMs);
  }

  private void forgetOldest(long nowMs) {
    for (Iterator<Placement> it = placements.values().iterator(); it.hasNext(); ) {
      Placement oldest = it.next();
      if (nowMs - oldest.atMs <= forgetAfterMs) {
        break;
      }
      it.remove();
      drop(oldest);
    }
  }

  private void drop(Placement p) {
    InFlight known = inFlight.get(p.node);
    known.add(-p.waitMs, -1);
    if (known.containers() == 0 && !reports.containsKey(p.node)) {
      inFlight.remove(p.node);
    }
  }

  /** The coordinator's part: nothing is known any more. */
  public synchronized void clear() {
    reports = new HashMap<>();
    placements.values().forEach(this::drop);
    placements.clear();
    inFlight.clear();
    ranking = Ranking.EMPTY;
  }

  /**
   * The ranking of the coordinator's last round, with the placements known then; empty if there has
   * been none for stale-after. Placements since are in {@link #waitMs} only.
   */
  public synchronized Ranking ranking(long nowMs) {
    return isFresh(ranking, nowMs) ? ranking : Ranking.EMPTY;
  }

  /** Whether a ranking, if it is the coordinator's last one, may still be used. Takes no lock. */
  public boolean isFresh(Ranking made, long nowMs) {
    return made != Ranking.EMPTY && nowMs - made.madeMs() <= staleAfterMs;
  }

  /** A node's wait with every placement up to this moment; NaN if the node is not ranked. */
  public synchronized double waitMs(String node) {
    NodeReport report = reports.get(node);
    return report == null ? Double.NaN : report.waitMs() + sumMs(node);
  }

  /**
   * Takes note of a container placed on a node; one that is noted already is not counted twice.
   *
   * @param container its id
   * @param waitMs by how much it lengthens the node's wait: its run time times its share of the
   *     node
   */
  public synchronized void placed(String container, String node, long waitMs, long nowMs) {
    // There are no more rounds once the coordinator was taken out.
    forgetOldest(nowMs);
    if (waitMs > 0
        && placements.putIfAbsent(container, new Placement(node, waitMs, nowMs)) == null) {
      of(node).add(waitMs, 1);
    }
  }

  /** A container that was placed is no more. */
  public synchronized void takenBack(String container) {
    Placement p = placements.remove(container);
    if (p != null) {
      drop(p);
    }
  }

  private InFlight of(String node) {
    return inFlight.computeIfAbsent(node, n -> new InFlight());
  }

  private long sumMs(String node) {
    InFlight known = inFlight.get(node);
    return known == null ? 0 : known.waitMs();
  }

  /**
   * What was placed on a node since its last report, at the moment of asking. To be kept for a
   * round, by callers that ask for every node: asking takes no lock and looks nothing up.
   */
  public synchronized InFlight inFlightTo(String node) {
    return of(node);
  }

  /** How many nodes it keeps an account of. */
  synchronized int nodesInFlight() {
    return inFlight.size();
  }
}
