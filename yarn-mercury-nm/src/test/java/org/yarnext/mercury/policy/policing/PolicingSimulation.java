// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.policing;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.node.NodeQueue;
import org.yarnext.mercury.policy.queue.FifoOrder;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;
import org.yarnext.mercury.policy.reclaim.LeastWorkLostVictims;
import org.yarnext.mercury.policy.shedding.LastToRunShedding;

/**
 * One node in virtual time with the same {@link NodeQueue} as a NodeManager: guaranteed containers
 * come as a {@link GuaranteedLoad} says, and forty opportunistic ones always wait. One that is
 * stopped comes back, as its job asks for it again. Declared run times are off by a quarter.
 */
final class PolicingSimulation {
  static final ResourceVector NODE = ResourceVector.of(16 * 1024, 16);
  static final long MEASURED_MS = 2_400_000;
  private static final ResourceVector GUARANTEED = ResourceVector.of(1024, 1);
  private static final int WAITING = 40;

  private final Random random;
  private final boolean alike;
  private final NodeQueue queue;
  private final long warmUpMs;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.<Event>comparingLong(e -> e.atMs).thenComparingLong(e -> e.number));
  private final Map<String, Long> runMs = new HashMap<>();
  private final Map<String, ContainerView> running = new HashMap<>();
  private ResourceVector guaranteed = ResourceVector.NONE;
  private ResourceVector opportunistic = ResourceVector.NONE;
  private long nowMs;
  private long numbers;

  /** Opportunistic containers stopped for guaranteed ones. */
  long killed;

  /** Opportunistic work by containers that ran to their end, in GB in use on average. */
  double workGb;

  private static final class Event {
    final long atMs;
    final long number;

    /** How long the guaranteed container that comes will run, in ms; 0 if one ends. */
    final long guaranteedRunMs;

    /** The opportunistic container that ends; null for a guaranteed one. */
    final String ends;

    Event(long atMs, long number, long guaranteedRunMs, String ends) {
      this.atMs = atMs;
      this.number = number;
      this.guaranteedRunMs = guaranteedRunMs;
      this.ends = ends;
    }
  }

  /**
   * @param alike true: opportunistic containers run for 15 to 25 s; false: most for up to 5 s,
   *     every tenth for 30 to 90 s
   */
  PolicingSimulation(CeilingPolicy ceiling, GuaranteedLoad load, boolean alike, long seed) {
    this.random = new Random(seed);
    this.alike = alike;
    this.warmUpMs = load.warmUpMs;
    this.queue =
        new NodeQueue(
            new FifoOrder(),
            new LeastWorkLostVictims(),
            new LastToRunShedding(),
            ceiling,
            new NodeQueueLimits(1_000, 120_000, 1, 0).withPolicingMaxWait(600_000),
            0);
    long endMs = warmUpMs + MEASURED_MS;
    for (long[] c : load.containers(seed, endMs)) {
      add(c[0], c[1], null);
    }
    startNext();
    while (!events.isEmpty() && events.peek().atMs <= endMs) {
      handle(events.remove());
      startNext();
    }
  }

  private void add(long atMs, long guaranteedRunMs, String ends) {
    events.add(new Event(atMs, numbers++, guaranteedRunMs, ends));
  }

  private void handle(Event e) {
    nowMs = e.atMs;
    if (e.guaranteedRunMs > 0) {
      // The ResourceManager places none that would not fit beside the guaranteed ones.
      if (guaranteed.plus(GUARANTEED).fitsIn(NODE)) {
        makeRoom();
        guaranteed = guaranteed.plus(GUARANTEED);
        add(nowMs + e.guaranteedRunMs, 0, null);
      }
    } else if (e.ends == null) {
      guaranteed = guaranteed.minus(GUARANTEED);
    } else if (running.containsKey(e.ends)) {
      ContainerView c = end(e.ends);
      if (nowMs >= warmUpMs) {
        workGb += (double) c.elapsedMs(nowMs) * c.resources().memoryMb() / 1024 / MEASURED_MS;
      }
    }
  }

  private void makeRoom() {
    List<String> victims = queue.toReclaim(GUARANTEED, node(ResourceVector.NONE)).value();
    queue.observe(node(GUARANTEED));
    for (String id : victims) {
      ContainerView c = end(id);
      killed += nowMs >= warmUpMs ? 1 : 0;
      enqueue(runMs.get(id), c.resources());
    }
  }

  private ContainerView end(String id) {
    ContainerView c = running.remove(id);
    opportunistic = opportunistic.minus(c.resources());
    queue.onFinished(id, nowMs);
    return c;
  }

  private void startNext() {
    while (queue.size() < WAITING) {
      int size = 1 + random.nextInt(3);
      enqueue(newRunMs(), ResourceVector.of(1024L * size, size));
    }
    NodeView node = node(ResourceVector.NONE);
    queue.observe(node);
    for (String id : queue.toStart(node).value()) {
      ContainerView c = queue.get(id).startedAt(nowMs);
      queue.onStarted(c, nowMs);
      running.put(id, c);
      opportunistic = opportunistic.plus(c.resources());
      add(nowMs + runMs.get(id), 0, id);
    }
    if (!guaranteed.plus(opportunistic).fitsIn(NODE)) {
      throw new IllegalStateException("over-committed at " + nowMs);
    }
  }

  private long newRunMs() {
    if (alike) {
      return 15_000 + random.nextInt(10_000);
    }
    int kind = random.nextInt(10);
    return kind < 7
        ? 1_000 + random.nextInt(4_000)
        : kind < 9 ? 8_000 + random.nextInt(12_000) : 30_000 + random.nextInt(60_000);
  }

  private void enqueue(long actualMs, ResourceVector size) {
    String id = "c" + numbers++;
    runMs.put(id, actualMs);
    long declaredMs = (long) (actualMs * Math.exp(0.25 * random.nextGaussian()));
    queue.enqueue(ContainerView.queued(id, JobKey.of(1, 1), 0, size, declaredMs, nowMs));
  }

  private NodeView node(ResourceVector guaranteedWaiting) {
    return new NodeView(nowMs, NODE, guaranteed.plus(opportunistic), guaranteedWaiting, 0);
  }
}
