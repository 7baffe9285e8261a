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
package org.yarnext.mercury.policy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.policing.Ceiling;

/**
 * Decides what happens to the opportunistic containers of one node: which start, which are shed and
 * which are stopped for a guaranteed one (Mercury sections 3.4 and 4.3).
 *
 * <p>The node's state changes only through the methods that tell what happened ({@code enqueue},
 * {@code started}, {@code finished}, ...); the methods that decide ({@code to...}) change nothing,
 * so that the caller may act, merely explain, or fall back. Times are passed in; nothing here reads
 * a clock. Not thread-safe.
 *
 * <p>Ledger: {@code enqueued == started + shed + promoted + left + size} at all times.
 */
public final class NodeQueue {
  private final OpportunisticQueue queue;
  private final VictimPolicy victims;
  private final SheddingPolicy shedding;
  private final NodeQueueLimits limits;
  private final SheddingPatience patience;
  private final Ceiling ceiling;
  private final LinkedHashMap<String, ContainerView> running = new LinkedHashMap<>();
  private final Set<String> stopping = new LinkedHashSet<>();

  /** What the ceiling allowed at the latest event; null before one and without a ceiling. */
  private ResourceVector allowed;

  private long lastRanMs;
  private long enqueued;
  private long started;
  private long shed;
  private long promoted;
  private long left;

  /**
   * @param order which waiting container runs first
   * @param victims which running container yields to a guaranteed one
   * @param shedding which waiting container leaves an overloaded node
   * @param limits bounds of the queue and of each action
   * @param lastRanMs when an opportunistic container last ran here, in ms; if none ever did, when
   *     the node started
   */
  public NodeQueue(
      QueueOrder order,
      VictimPolicy victims,
      SheddingPolicy shedding,
      NodeQueueLimits limits,
      long lastRanMs) {
    this(order, victims, shedding, Ceiling.NONE, limits, lastRanMs);
  }

  /**
   * @param ceiling how much of the node opportunistic containers may occupy
   */
  public NodeQueue(
      QueueOrder order,
      VictimPolicy victims,
      SheddingPolicy shedding,
      Ceiling ceiling,
      NodeQueueLimits limits,
      long lastRanMs) {
    this.ceiling = ceiling;
    this.queue = new OpportunisticQueue(order, limits.agingMs());
    this.victims = victims;
    this.shedding = shedding;
    this.limits = limits;
    this.patience = new SheddingPatience(limits.shedPatienceMs());
    this.lastRanMs = lastRanMs;
  }

  // ---- what happened -------------------------------------------------------------------------

  /** A container waits from now on. */
  public void enqueue(ContainerView c) {
    if (queue.size() == 0) {
      patience.reset();
    }
    if (queue.get(c.id()) == null) {
      enqueued++;
    }
    queue.add(c);
  }

  /** A container runs from now on, whether it waited here or came from elsewhere. */
  public void started(ContainerView c, long nowMs) {
    if (queue.remove(c.id()) != null) {
      started++;
    }
    running.put(c.id(), c.started() ? c : c.startedAt(nowMs));
  }

  /** A waiting container was shed. */
  public void shed(String id) {
    if (queue.remove(id) != null) {
      shed++;
    }
  }

  /** A running container has been told to stop; what it occupies is on its way to be free. */
  public void stopping(String id) {
    if (running.containsKey(id)) {
      stopping.add(id);
    }
  }

  /**
   * A container became guaranteed: waiting, it leaves the queue; running, it is safe from now on.
   */
  public void promoted(String id, long nowMs) {
    if (queue.remove(id) != null) {
      promoted++;
    }
    if (running.remove(id) != null) {
      lastRanMs = nowMs;
    }
    stopping.remove(id);
  }

  /** A container ended, wherever it was. */
  public void finished(String id, long nowMs) {
    if (queue.remove(id) != null) {
      left++;
    }
    if (running.remove(id) != null) {
      lastRanMs = nowMs;
    }
    stopping.remove(id);
  }

  /** A container's resources or estimate changed. */
  public void changed(ContainerView c) {
    if (queue.get(c.id()) != null) {
      queue.add(c);
    } else {
      running.replace(c.id(), c);
    }
  }

  /**
   * The node is as {@code node} tells; to be called after every event if this {@link #polices}.
   *
   * @return what opportunistic containers may now occupy together, run times as they are on average
   */
  public ResourceVector observe(NodeView node) {
    ResourceVector guaranteed = guaranteedAsked(node);
    ceiling.observe(node, guaranteed);
    allowed = ceiling.allowed(node, guaranteed, queue.work().meanRunMs());
    return allowed;
  }

  // ---- what to do ----------------------------------------------------------------------------

  /**
   * Whether one more container may wait here.
   *
   * @param elsewhere how many wait in the NodeManager's own queue, which must be able to take over
   *     all of them
   */
  public Decision<Boolean> toAdmit(int elsewhere) {
    int queued = queue.size() + elsewhere;
    boolean room = queued < limits.maxLength();
    return Decision.of(room, room ? MercuryReason.QUEUE_ACCEPTED : MercuryReason.QUEUE_FULL)
        .with("queued", queued)
        .with("maxLength", limits.maxLength());
  }

  /**
   * Whether a container may wait here, {@link #toAdmit(int)} and the ceiling considered: one that
   * could never start is told so at once.
   */
  public Decision<Boolean> toAdmit(ContainerView c, NodeView node, int elsewhere) {
    Decision<Boolean> room = toAdmit(elsewhere);
    return room.value() ? underCeiling(c, node, room) : room;
  }

  /** Whether one that waited as a guaranteed container may wait here, however many do. */
  public Decision<Boolean> toAdmitDemoted(ContainerView c, NodeView node) {
    return underCeiling(c, node, Decision.of(true, MercuryReason.QUEUE_DEMOTED));
  }

  private Decision<Boolean> underCeiling(ContainerView c, NodeView node, Decision<Boolean> then) {
    ResourceVector most = ceiling.most(node.total());
    return c.resources().fitsIn(most) || !c.resources().fitsIn(node.total())
        ? then
        : Decision.of(false, MercuryReason.QUEUE_OVER_CEILING)
            .with("ceilingMemoryMb", most.memoryMb())
            .with("ceilingVcores", most.vcores());
  }

  /** The waiting containers that start now, in the order of their start. */
  public Decision<List<String>> toStart(NodeView node) {
    if (queue.size() == 0) {
      return nothing(MercuryReason.QUEUE_EMPTY);
    }
    if (!node.guaranteedWaiting().fitsIn(ResourceVector.NONE)) {
      return nothing(MercuryReason.WAIT_GUARANTEED_FIRST);
    }
    if (node.stockQueued() > 0) {
      return nothing(MercuryReason.WAIT_STOCK_QUEUE);
    }
    return new StartChoice(ceiling, limits, node, guaranteedUsed(node), running.values())
        .among(queue.inOrder(node.nowMs()), queue.size());
  }

  /** The running containers to stop so that {@code guaranteed} fits once they are gone. */
  public Decision<List<String>> toReclaim(ResourceVector guaranteed, NodeView node) {
    ResourceVector need =
        node.used().plus(node.guaranteedWaiting()).plus(guaranteed).minus(node.total());
    List<ContainerView> candidates = new ArrayList<>();
    for (ContainerView c : running.values()) {
      if (stopping.contains(c.id())) {
        need = need.minus(c.resources());
      } else {
        candidates.add(c);
      }
    }
    // An update or a restart may have made us learn of them in another order.
    candidates.sort(Comparator.comparingLong(c -> -c.elapsedMs(node.nowMs())));
    return need.fitsIn(ResourceVector.NONE)
        ? nothing(MercuryReason.RECLAIM_NOT_NEEDED)
        : victims.decide(candidates, need, node.nowMs());
  }

  /**
   * The waiting containers to shed so that the queue meets the limits, within one step's bound; to
   * be asked at every limit that arrives, since it notes for how long they have been exceeded.
   */
  public Decision<List<String>> toShed(SheddingLimits asked, NodeView node) {
    if (!asked.any() || queue.size() == 0) {
      patience.reset();
      return nothing(MercuryReason.SHED_NOT_NEEDED);
    }
    SheddingLimits inForce =
        asked.maxWaitMs() < 0
            ? asked
            : new SheddingLimits(
                asked.maxLength(), Math.max(asked.maxWaitMs(), limits.leastWaitLimitMs()));
    List<ContainerView> inOrder = new ArrayList<>(queue.size());
    queue.inOrder(node.nowMs()).forEach(inOrder::add);
    QueueWait wait = waitSnapshot(node).at(node.nowMs());
    int atMost = Math.max(1, (int) (queue.size() * limits.shedShare()));
    ResourceVector capacity =
        node.total().minus(guaranteedUsed(node)).min(allowed(node)).max(queue.work().meanSize());
    Decision<List<String>> d =
        shedding.decide(
            inOrder,
            queue.work(),
            capacity,
            wait.runningMs() + wait.sinceLastMs(),
            inForce,
            atMost);
    boolean exceeded = !d.value().isEmpty();
    return patience.exhausted(exceeded, node.nowMs()) || !exceeded
        ? d
        : nothing(MercuryReason.SHED_PATIENCE);
  }

  private static Decision<List<String>> nothing(MercuryReason reason) {
    return Decision.of(Collections.<String>emptyList(), reason);
  }

  // ---- what is known -------------------------------------------------------------------------

  /** Everything the wait estimate needs, frozen; it may be asked later and by another thread. */
  public WaitSnapshot waitSnapshot(NodeView node) {
    return new WaitSnapshot(
        queue.work(),
        Collections.unmodifiableList(new ArrayList<>(running.values())),
        guaranteedUsed(node),
        lastRanMs,
        node,
        allowed(node));
  }

  private ResourceVector allowed(NodeView node) {
    return allowed == null ? node.total() : allowed;
  }

  /** Whether there is a ceiling for opportunistic containers. */
  public boolean polices() {
    return ceiling != Ceiling.NONE;
  }

  private ResourceVector guaranteedAsked(NodeView node) {
    return guaranteedUsed(node).plus(node.guaranteedWaiting());
  }

  private ResourceVector guaranteedUsed(NodeView node) {
    ResourceVector guaranteed = node.used();
    for (ContainerView c : running.values()) {
      guaranteed = guaranteed.minus(c.resources());
    }
    return guaranteed.max(ResourceVector.NONE);
  }

  /** The waiting containers, first to run first; a copy. */
  public List<ContainerView> waiting(long nowMs) {
    List<ContainerView> copy = new ArrayList<>(queue.size());
    queue.inOrder(nowMs).forEach(copy::add);
    return copy;
  }

  public Collection<ContainerView> running() {
    return Collections.unmodifiableCollection(running.values());
  }

  /** The view of a container, waiting or running; null if neither. */
  public ContainerView get(String id) {
    ContainerView c = queue.get(id);
    return c != null ? c : running.get(id);
  }

  public boolean isWaiting(String id) {
    return queue.get(id) != null;
  }

  public int size() {
    return queue.size();
  }

  /** The ledger by name; see the class comment for the equation it satisfies. */
  public Map<String, Long> ledger() {
    Map<String, Long> ledger = new LinkedHashMap<>();
    ledger.put("enqueued", enqueued);
    ledger.put("started", started);
    ledger.put("shed", shed);
    ledger.put("promoted", promoted);
    ledger.put("left", left);
    ledger.put("size", (long) queue.size());
    return ledger;
  }
}
