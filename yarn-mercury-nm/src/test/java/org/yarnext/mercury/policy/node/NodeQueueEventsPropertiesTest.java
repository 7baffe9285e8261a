// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.node;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.yarnext.mercury.policy.node.NodeQueueModel.AGING_MS;
import static org.yarnext.mercury.policy.node.NodeQueueModel.SHED_SHARE;
import static org.yarnext.mercury.policy.node.NodeQueueModel.TOTAL;
import static org.yarnext.mercury.policy.node.NodeQueueModel.sum;

import com.pholser.junit.quickcheck.From;
import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.generator.Size;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.runner.RunWith;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.ContainerViews;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.queue.FifoOrder;
import org.yarnext.mercury.policy.queue.JobSubmissionOrder;
import org.yarnext.mercury.policy.queue.QueueOrder;
import org.yarnext.mercury.policy.queue.ShortestFirstOrder;
import org.yarnext.mercury.policy.reclaim.LeastWorkLostVictims;
import org.yarnext.mercury.policy.reclaim.NewestFirstVictims;
import org.yarnext.mercury.policy.reclaim.VictimPolicy;

/**
 * Properties of the queue after any sequence of all kinds of events, guaranteed containers among
 * them, with every policy; checked after each event.
 */
@RunWith(JUnitQuickcheck.class)
public class NodeQueueEventsPropertiesTest {
  /** The built-in orders. */
  public enum Order {
    FIFO(FifoOrder::new),
    JOB_SUBMISSION(JobSubmissionOrder::new),
    SHORTEST_FIRST(ShortestFirstOrder::new);

    private final Supplier<QueueOrder> maker;

    Order(Supplier<QueueOrder> maker) {
      this.maker = maker;
    }
  }

  /** The built-in choices of victims. */
  public enum Victims {
    LEAST_WORK_LOST(LeastWorkLostVictims::new),
    NEWEST_FIRST(NewestFirstVictims::new);

    private final Supplier<VictimPolicy> maker;

    Victims(Supplier<VictimPolicy> maker) {
      this.maker = maker;
    }
  }

  @Property(trials = 150, maxShrinkTime = 10_000)
  public void queueFollowsEveryEvent(
      @When(seed = 1) @Size(min = 1, max = 80)
          List<@From(RandomNodeEvent.Maker.class) RandomNodeEvent> steps,
      @When(seed = 2) Order order,
      @When(seed = 3) Victims v) {
    NodeQueueModel world = new NodeQueueModel(order.maker.get(), v.maker.get());
    for (RandomNodeEvent step : steps) {
      world.take(step);
      assertEquals(world.waiting.size(), world.queue.size());
      assertEquals(
          world.waiting.keySet(),
          new HashSet<>(ContainerViews.ids(world.queue.waiting(world.now))));
      assertEquals(
          world.running.keySet(), new LinkedHashSet<>(ContainerViews.ids(world.queue.running())));
    }
  }

  @Property(trials = 150, maxShrinkTime = 10_000)
  public void startsRespectCapacityGuaranteedContainersAndOrder(
      @When(seed = 4) @Size(min = 1, max = 80)
          List<@From(RandomNodeEvent.Maker.class) RandomNodeEvent> steps,
      @When(seed = 5) Order order,
      @When(seed = 6) Victims v) {
    NodeQueueModel world = new NodeQueueModel(order.maker.get(), v.maker.get());
    for (RandomNodeEvent step : steps) {
      world.take(step);
      NodeView node = world.node(step);
      List<String> inOrder = ContainerViews.ids(world.queue.waiting(world.now));
      List<String> starts = world.queue.toStart(node).value();
      assertEquals(inOrder.subList(0, starts.size()), starts);
      assertEquals(inOrder, ContainerViews.ids(world.queue.waiting(world.now)));
      if (!step.guaranteedWaiting.equals(ResourceVector.NONE) || step.stockQueued > 0) {
        assertTrue(starts.toString(), starts.isEmpty());
        continue;
      }
      ResourceVector used = world.used();
      for (String id : starts) {
        used = used.plus(world.waiting.get(id).resources());
      }
      assertTrue(starts.isEmpty() || used.fitsIn(TOTAL));
      if (starts.size() < inOrder.size()) {
        ContainerView next = world.waiting.get(inOrder.get(starts.size()));
        assertFalse("nothing is left idle", used.plus(next.resources()).fitsIn(TOTAL));
      }
    }
  }

  @Property(trials = 150, maxShrinkTime = 10_000)
  public void victimsSufficeAndNoneIsSuperfluous(
      @When(seed = 7) @Size(min = 1, max = 80)
          List<@From(RandomNodeEvent.Maker.class) RandomNodeEvent> steps,
      @When(seed = 8) Order order,
      @When(seed = 9) Victims v) {
    NodeQueueModel world = new NodeQueueModel(order.maker.get(), v.maker.get());
    for (RandomNodeEvent step : steps) {
      world.take(step);
      List<String> victims = world.queue.toReclaim(step.size, world.node(step)).value();
      Map<String, ContainerView> candidates = new LinkedHashMap<>(world.running);
      candidates.keySet().removeAll(world.stopping);
      assertTrue(victims + " of " + candidates, candidates.keySet().containsAll(victims));
      assertEquals(victims.size(), new HashSet<>(victims).size());

      ResourceVector stay = world.used().minus(sum(world.running, world.stopping));
      ResourceVector wanted = stay.plus(step.guaranteedWaiting).plus(step.size);
      if (victims.isEmpty()) {
        boolean needed = !wanted.fitsIn(TOTAL);
        assertTrue(
            "nothing is stopped, though it is needed and would help",
            !needed || !wanted.minus(sum(candidates, candidates.keySet())).fitsIn(TOTAL));
        continue;
      }
      ResourceVector left = wanted.minus(sum(candidates, victims));
      assertTrue(victims + " do not suffice", left.fitsIn(TOTAL));
      for (String id : victims) {
        assertFalse(
            id + " is superfluous among " + victims,
            left.plus(candidates.get(id).resources()).fitsIn(TOTAL));
      }
    }
  }

  @Property(trials = 150, maxShrinkTime = 10_000)
  public void sheddingMeetsTheLimitsWithTheFewestContainers(
      @When(seed = 10) @Size(min = 1, max = 80)
          List<@From(RandomNodeEvent.Maker.class) RandomNodeEvent> steps,
      @When(seed = 11) Order order,
      @When(seed = 12) Victims v) {
    NodeQueueModel world = new NodeQueueModel(order.maker.get(), v.maker.get());
    for (RandomNodeEvent step : steps) {
      world.take(step);
      NodeView node = world.node(step);
      List<ContainerView> inOrder = world.queue.waiting(world.now);
      List<String> shed = world.queue.toShed(step.limits, node).value();

      int bound = Math.max(1, (int) (inOrder.size() * SHED_SHARE));
      assertTrue(shed + " of " + inOrder.size(), shed.size() <= bound);
      List<String> lastFirst =
          ContainerViews.ids(inOrder.subList(inOrder.size() - shed.size(), inOrder.size()));
      Collections.reverse(lastFirst);
      assertEquals(lastFirst, shed);
      assertTrue(
          shed.size() == bound
              || inOrder.isEmpty()
              || world.withinLimits(step, inOrder, shed.size()));
      assertTrue(
          "one fewer would do",
          shed.isEmpty() || !world.withinLimits(step, inOrder, shed.size() - 1));
    }
  }

  /** Starts and finishes as a scheduler would; what arrives later overtakes only the young. */
  @Property(trials = 150, maxShrinkTime = 10_000)
  public void noContainerStarves(
      @When(seed = 13) @Size(min = 1, max = 80)
          List<@From(RandomNodeEvent.Maker.class) RandomNodeEvent> arrivals,
      @When(seed = 14) Order order,
      @When(seed = 15) Victims v) {
    NodeQueueModel world = new NodeQueueModel(order.maker.get(), v.maker.get());
    for (RandomNodeEvent step : arrivals) {
      world.passTime(step.passMs);
      world.arrive(step);
      startAll(world);
    }
    for (int i = 0; world.queue.size() > 0; i++) {
      assertTrue("the queue does not drain", i < arrivals.size());
      world.finishNext();
      startAll(world);
    }
  }

  private static void startAll(NodeQueueModel world) {
    NodeView node = world.idleStockNode();
    for (String id : world.queue.toStart(node).value()) {
      ContainerView c = world.waiting.get(id);
      for (ContainerView w : world.waiting.values()) {
        boolean aged = world.now - w.arrivedAtMs() >= AGING_MS;
        assertFalse(c + " overtakes " + w, aged && c.arrivedAtMs() > w.arrivedAtMs());
      }
      world.start(c);
    }
  }
}
