// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.node;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.ContainerViews;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.MercuryReason;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.OverallocationView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.queue.FifoOrder;
import org.yarnext.mercury.policy.queue.JobSubmissionOrder;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;
import org.yarnext.mercury.policy.queue.QueueOrder;
import org.yarnext.mercury.policy.queue.QueueWaitEstimator;
import org.yarnext.mercury.policy.queue.ShortestFirstOrder;
import org.yarnext.mercury.policy.reclaim.LeastWorkLostVictims;
import org.yarnext.mercury.policy.reclaim.NewestFirstVictims;
import org.yarnext.mercury.policy.reclaim.VictimPolicy;
import org.yarnext.mercury.policy.shedding.LastToRunShedding;
import org.yarnext.mercury.policy.shedding.SheddingLimits;

/**
 * Properties of every queue after any history. Each trial is one history made from its seed, which
 * a failure tells as the property's argument.
 */
@RunWith(JUnitQuickcheck.class)
public class NodeQueuePropertiesTest {
  private static final ResourceVector NODE = ResourceVector.of(16 * 1024, 16);
  private static final int STEPS = 60;
  private static final long AGING = 500;

  private static QueueOrder order(Random random) {
    QueueOrder[] orders = {new FifoOrder(), new JobSubmissionOrder(), new ShortestFirstOrder()};
    return orders[random.nextInt(orders.length)];
  }

  private static VictimPolicy victims(Random random) {
    return random.nextBoolean() ? new LeastWorkLostVictims() : new NewestFirstVictims();
  }

  private static ContainerView container(Random random, int n, long now) {
    return ContainerViews.waiting(
        "c" + n,
        JobKey.of(1, random.nextInt(4)),
        random.nextInt(3),
        256 * (1 + random.nextInt(12)),
        1 + random.nextInt(4),
        random.nextInt(20_000),
        now);
  }

  /** A queue with a random history and, beside it, what the history says it must hold. */
  private static final class World {
    final Random random;
    final NodeQueue queue;
    final Set<String> waiting = new HashSet<>();
    final Set<String> running = new HashSet<>();
    final Set<String> stopping = new HashSet<>();
    final double share;
    ResourceVector used = ResourceVector.NONE;
    long now = 1000;
    int last;

    World(long seed) {
      random = new Random(seed);
      share = 0.05 + 0.95 * random.nextDouble();
      queue =
          new NodeQueue(
              order(random),
              victims(random),
              new LastToRunShedding(),
              new NodeQueueLimits(20, AGING, share, 0),
              now);
      for (int i = 0; i < STEPS; i++) {
        step();
      }
    }

    private void step() {
      now += random.nextInt(100);
      String some = "c" + (last == 0 ? 0 : random.nextInt(last + 1));
      switch (random.nextInt(8)) {
        case 0:
        case 1:
        case 2:
          ContainerView c = container(random, ++last, now);
          queue.enqueue(c);
          waiting.add(c.id());
          break;
        case 3:
        case 4:
          for (String id : queue.toStart(node()).value()) {
            ContainerView starting = queue.get(id);
            queue.onStarted(starting, now);
            used = used.plus(starting.resources());
            waiting.remove(id);
            running.add(id);
          }
          break;
        case 5:
          if (running.remove(some)) {
            used = used.minus(queue.get(some).resources());
          }
          queue.onFinished(some, now);
          waiting.remove(some);
          stopping.remove(some);
          break;
        case 6:
          queue.onStopping(some);
          if (running.contains(some)) {
            stopping.add(some);
          }
          break;
        default:
          if (waiting.remove(some)) {
            queue.onShed(some);
          }
      }
    }

    NodeView node() {
      return ContainerViews.node(now, NODE, used);
    }
  }

  private static final int TRIALS = 3000;

  @Property(trials = TRIALS, shrink = false)
  public void queueEqualsItsHistory(@When(seed = 11) long seed) {
    World w = new World(seed);
    assertEquals(w.waiting, new HashSet<>(ContainerViews.ids(w.queue.waiting(w.now))));
    assertEquals(w.waiting.size(), w.queue.waiting(w.now).size());
    assertEquals(w.running, new HashSet<>(ContainerViews.ids(w.queue.running())));
  }

  @Property(trials = TRIALS, shrink = false)
  public void agedContainersAreFirstAndOrderedByArrival(@When(seed = 12) long seed) {
    World w = new World(seed);
    long lastArrival = Long.MIN_VALUE;
    boolean aged = true;
    for (ContainerView c : w.queue.waiting(w.now)) {
      boolean isAged = c.arrivedAtMs() <= w.now - AGING;
      assertTrue("an aged one behind one that is not", aged || !isAged);
      assertTrue(!isAged || c.arrivedAtMs() >= lastArrival);
      aged = isAged;
      lastArrival = c.arrivedAtMs();
    }
  }

  @Property(trials = TRIALS, shrink = false)
  public void startsAreTheLongestPrefixThatFits(@When(seed = 13) long seed) {
    World w = new World(seed);
    List<ContainerView> order = w.queue.waiting(w.now);
    List<String> starts = w.queue.toStart(w.node()).value();
    assertEquals(ContainerViews.ids(order.subList(0, starts.size())), starts);
    ResourceVector used = w.used;
    for (ContainerView c : order.subList(0, starts.size())) {
      used = used.plus(c.resources());
    }
    assertTrue(used.fitsIn(NODE));
    if (starts.size() < order.size()) {
      assertFalse(used.plus(order.get(starts.size()).resources()).fitsIn(NODE));
    }
  }

  @Property(trials = TRIALS, shrink = false)
  public void victimsSufficeAndNoneIsSuperfluous(@When(seed = 14) long seed) {
    World w = new World(seed);
    ResourceVector guaranteed =
        ResourceVector.of(w.random.nextInt(16 * 1024), 1 + w.random.nextInt(16));
    ResourceVector need = w.used.plus(guaranteed).minus(NODE);
    ResourceVector most = ResourceVector.NONE;
    for (ContainerView c : w.queue.running()) {
      if (w.stopping.contains(c.id())) {
        need = need.minus(c.resources());
      } else {
        most = most.plus(c.resources());
      }
    }
    Decision<List<String>> d = w.queue.toReclaim(guaranteed, w.node());
    if (need.fitsIn(ResourceVector.NONE)) {
      assertEquals(MercuryReason.RECLAIM_NOT_NEEDED, d.reason());
    } else if (!need.fitsIn(most)) {
      assertEquals(MercuryReason.RECLAIM_IMPOSSIBLE, d.reason());
      assertTrue(d.value().isEmpty());
    } else {
      ResourceVector freed = ResourceVector.NONE;
      for (String id : d.value()) {
        assertTrue(id, w.running.contains(id) && !w.stopping.contains(id));
        freed = freed.plus(w.queue.get(id).resources());
      }
      assertEquals("each once", d.value().size(), new HashSet<>(d.value()).size());
      assertTrue("too few", need.fitsIn(freed));
      for (String id : d.value()) {
        assertFalse("one too many: " + id, need.fitsIn(freed.minus(w.queue.get(id).resources())));
      }
    }
  }

  @Property(trials = TRIALS, shrink = false)
  public void sheddingStopsAtTheLimitsAndAtItsShare(@When(seed = 15) long seed) {
    World w = new World(seed);
    int before = w.queue.size();
    SheddingLimits limits =
        new SheddingLimits(w.random.nextInt(8) - 1, w.random.nextInt(20_000) - 1);
    List<String> shed = w.queue.toShed(limits, w.node()).value();
    int atMost = Math.max(1, (int) (before * w.share));
    assertTrue(shed.size() <= atMost);
    List<String> order = ContainerViews.ids(w.queue.waiting(w.now));
    List<String> tail = new ArrayList<>(order.subList(before - shed.size(), before));
    assertEquals("the last to run", new HashSet<>(tail), new HashSet<>(shed));
    QueueWaitEstimator whole = w.queue.waitSnapshot(w.node()).at(w.now);
    double fixed = whole.runningMs() + whole.sinceLastMs();
    ResourceVector capacity = capacity(w);
    for (int i = 0; i < shed.size(); i++) {
      assertTrue("one too many", beyond(limits, w, fixed, capacity));
      w.queue.onShed(shed.get(i));
    }
    assertTrue("too few", shed.size() == atMost || !beyond(limits, w, fixed, capacity));
  }

  private static ResourceVector capacity(World w) {
    // All that is used here is opportunistic.
    ResourceVector mean = ResourceVector.NONE;
    List<ContainerView> waiting = w.queue.waiting(w.now);
    for (ContainerView c : waiting) {
      mean = mean.plus(c.resources());
    }
    return waiting.isEmpty()
        ? NODE
        : NODE.max(
            ResourceVector.of(mean.memoryMb() / waiting.size(), mean.vcores() / waiting.size()));
  }

  private static boolean beyond(
      SheddingLimits limits, World w, double fixed, ResourceVector capacity) {
    double memory = 0;
    double cores = 0;
    for (ContainerView c : w.queue.waiting(w.now)) {
      memory += (double) c.estimatedRunMs() * c.resources().memoryMb();
      cores += (double) c.estimatedRunMs() * c.resources().vcores();
    }
    double drain = Math.max(memory / capacity.memoryMb(), cores / capacity.vcores());
    boolean tooLong = limits.maxLength() >= 0 && w.queue.size() > limits.maxLength();
    return w.queue.size() > 0
        && (tooLong || (limits.maxWaitMs() >= 0 && fixed + drain > limits.maxWaitMs() + 1e-6));
  }

  @Property(trials = TRIALS, shrink = false)
  public void decidingChangesNothing(@When(seed = 16) long seed) {
    World w = new World(seed);
    List<String> before = ContainerViews.ids(w.queue.waiting(w.now));
    List<String> running = ContainerViews.ids(w.queue.running());
    for (int i = 0; i < 2; i++) {
      w.queue.toAdmit(0);
      w.queue.toStart(w.node());
      w.queue.toReclaim(NODE, w.node());
      w.queue.toShed(new SheddingLimits(0, 0), w.node());
      w.queue.waitSnapshot(w.node()).at(w.now);
    }
    assertEquals(before, ContainerViews.ids(w.queue.waiting(w.now)));
    assertEquals(running, ContainerViews.ids(w.queue.running()));
  }

  @Property(trials = TRIALS, shrink = false)
  public void roomBeyondTheAllocationNeitherLengthensTheWaitNorShedsMore(
      @When(seed = 18) long seed) {
    World w = new World(seed);
    ResourceVector room = ResourceVector.of(w.random.nextInt(16 * 1024), 1 + w.random.nextInt(16));
    OverallocationView beyond =
        new OverallocationView(room, Collections.emptyList(), w.now + 1_000);
    NodeView without = w.node();
    NodeView with = without.with(beyond);
    assertTrue(w.queue.waitNow(with).totalMs() <= w.queue.waitNow(without).totalMs() + 1e-6);
    NodeView later = without.with(new OverallocationView(room, Collections.emptyList(), w.now));
    assertEquals(w.queue.waitNow(without).totalMs(), w.queue.waitNow(later).totalMs(), 0);
    SheddingLimits limits = new SheddingLimits(-1, w.random.nextInt(20_000));
    int more = w.queue.toShed(limits, without).value().size();
    assertTrue(w.queue.toShed(limits, with).value().size() <= more);
    assertEquals(w.queue.toStart(without).value(), w.queue.toStart(with).value());
    assertEquals(w.queue.toReclaim(NODE, without).value(), w.queue.toReclaim(NODE, with).value());
  }

  @Property(trials = TRIALS, shrink = false)
  public void waitIsNeverNegativeOrNaN(@When(seed = 17) long seed) {
    World w = new World(seed);
    long at = w.now + w.random.nextInt(100_000) - 50_000;
    QueueWaitEstimator wait = w.queue.waitSnapshot(w.node()).at(at);
    assertTrue(wait.queuedMs() >= 0 && wait.runningMs() >= 0 && wait.sinceLastMs() >= 0);
    assertFalse(Double.isNaN(wait.totalMs()) || Double.isInfinite(wait.totalMs()));
    assertTrue(wait.totalMsAsInt() >= 0);
    if (w.queue.size() == 0 && w.running.isEmpty()) {
      assertEquals("an empty node is no wait", 0, wait.totalMs(), 0);
    }
  }
}
