// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.common.guard.GuardState;
import org.yarnext.mercury.nm.scheduler.stub.RandomUsage;
import org.yarnext.mercury.nm.scheduler.stub.RecordingCeiling;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.policing.CeilingPolicy;
import org.yarnext.mercury.policy.policing.DemandHistory;
import org.yarnext.mercury.policy.policing.HistoryCeilingPolicy;
import org.yarnext.mercury.policy.policing.StaticCeilingPolicy;
import org.yarnext.mercury.policy.queue.FifoOrder;
import org.yarnext.mercury.policy.queue.JobSubmissionOrder;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;
import org.yarnext.mercury.policy.queue.OpportunisticQueue;
import org.yarnext.mercury.policy.queue.QueueOrder;
import org.yarnext.mercury.policy.queue.ShortestFirstOrder;
import org.yarnext.mercury.policy.reclaim.LeastWorkLostVictims;
import org.yarnext.mercury.policy.reclaim.NewestFirstVictims;
import org.yarnext.mercury.policy.reclaim.VictimPolicy;
import org.yarnext.mercury.policy.shedding.LastToRunShedding;
import org.yarnext.mercury.policy.shedding.SheddingLimits;
import org.yarnext.mercury.policy.shedding.SheddingPolicy;

/**
 * The hook in front of the real stock scheduler, in hundreds of random worlds. A failure tells its
 * seed; {@code -Dmercury.seed=<seed>} runs that world alone, {@code -Dmercury.worlds=<n>} changes
 * how many each test runs.
 */
public class RandomWorldTest {
  private static final int WORLDS = Integer.getInteger("mercury.worlds", 150);
  private static final int STEPS = 300;

  /** Enough that the hold limit passes while a world settles. */
  private static final long SETTLING_MS = 100;

  /** A test of one world. */
  interface World {
    void run(long seed);
  }

  /** Runs a test in many worlds in parallel, which share nothing; a failure names the seed. */
  static void inManyWorlds(int worlds, World world) {
    Long only = Long.getLong("mercury.seed");
    LongStream seeds = only == null ? LongStream.rangeClosed(1, worlds) : LongStream.of(only);
    seeds
        .parallel()
        .forEach(
            seed -> {
              try {
                world.run(seed);
              } catch (Throwable t) {
                throw new AssertionError("With -Dmercury.seed=" + seed + ": " + t.getMessage(), t);
              }
            });
  }

  /** The rules are no invention: the stock scheduler keeps those that apply to it. */
  @Test
  public void stockKeepsTheRules() {
    inManyWorlds(
        WORLDS / 5,
        seed -> {
          try (FakeNode node = node(seed)) {
            NodeRules rules = new NodeRules(node, false, true);
            live(seed, node, rules, false);
          }
        });
  }

  @Test
  public void mercuryKeepsTheRules() {
    LongAdder victims = new LongAdder();
    LongAdder started = new LongAdder();
    LongAdder policed = new LongAdder();
    inManyWorlds(
        WORLDS,
        seed -> {
          MercurySetup setup = setup(seed, () -> false);
          try (FakeNode node = node(seed).on(setup)) {
            NodeRules rules =
                new NodeRules(node, true, true).under((RecordingCeiling) setup.ceiling);
            live(seed, node, rules, false);
            assertEquals(node.guard.counters().toString(), 0, node.guard.counters().fallbacks());
            victims.add(rules.victimsChecked);
            started.add(node.metrics.started.value());
            policed.add(((RecordingCeiling) setup.ceiling).held() ? rules.startsChecked : 0);
          }
        });
    assertRich("starts", started.sum());
    assertRich("victims", victims.sum());
    assertRich("starts under a ceiling", policed.sum());
  }

  @Test
  public void mercuryKeepsTheRulesBeyondTheAllocation() {
    LongAdder starts = new LongAdder();
    LongAdder stops = new LongAdder();
    inManyWorlds(
        WORLDS,
        seed -> {
          try (FakeNode node = liveBeyond(seed, () -> false)) {
            assertEquals(node.guard.counters().toString(), 0, node.guard.counters().fallbacks());
            starts.add(node.metrics.overallocationStarts.value());
            stops.add(node.metrics.overallocationStops.value());
          }
        });
    assertRich("starts beyond the allocation", starts.sum());
    assertRich("stops beyond the allocation", stops.sum());
  }

  @Test
  public void mercuryKeepsTheRulesBeyondTheAllocationWhilePoliciesFail() {
    inManyWorlds(
        WORLDS,
        seed -> {
          Random failures = new Random(seed);
          int outOf = 3 + (int) (seed % 60);
          liveBeyond(seed, () -> failures.nextInt(outOf) == 0).close();
        });
  }

  private static FakeNode liveBeyond(long seed, BooleanSupplier fails) {
    MercurySetup setup = setup(seed, fails);
    FakeNode node = node(seed);
    RandomUsage usage = new RandomUsage(seed, node.total, node.context, node::now);
    setup.usage = usage;
    node.on(setup);
    NodeRules rules = new NodeRules(node, true, true);
    node.observe(rules);
    RandomWorld world = new RandomWorld(seed, node, false).measuring();
    for (int i = 0; i < 10; i++) {
      usage.change();
      world.live(STEPS / 10);
    }
    world.settle(SETTLING_MS);
    rules.settled();
    assertEquals(ResourceVector.NONE, node.used());
    return node;
  }

  @Test
  public void mercuryKeepsTheRulesWhenKilledContainersAreReplacedAtOnce() {
    inManyWorlds(
        WORLDS / 2,
        seed -> {
          try (FakeNode node = node(seed).on(setup(seed, () -> false))) {
            live(seed, node, new NodeRules(node, true, false), true);
          }
        });
  }

  @Test
  public void mercuryKeepsTheRulesWhilePoliciesFailAtRandom() {
    LongAdder trips = new LongAdder();
    inManyWorlds(
        WORLDS,
        seed -> {
          Random failures = new Random(seed);
          int outOf = 3 + (int) (seed % 60);
          try (FakeNode node = node(seed).on(setup(seed, () -> failures.nextInt(outOf) == 0))) {
            live(seed, node, new NodeRules(node, true, true), false);
            trips.add(node.guard.counters().trips());
          }
        });
    assertRich("trips of the guard", trips.sum());
  }

  @Test
  public void mercuryKeepsTheRulesThroughGuardTripsAndRecoveries() {
    LongAdder recoveries = new LongAdder();
    inManyWorlds(
        WORLDS / 2,
        seed -> {
          boolean[] failing = new boolean[1];
          try (FakeNode node = node(seed).on(setup(seed, () -> failing[0]))) {
            NodeRules rules = new NodeRules(node, true, true);
            node.observe(rules);
            RandomWorld world = new RandomWorld(seed, node, false);
            for (int i = 0; i < 6; i++) {
              failing[0] = i % 2 == 1;
              world.live(STEPS / 6);
            }
            world.settle(SETTLING_MS);
            rules.settled();
            recoveries.add(node.guard.counters().recoveries());
          }
        });
    assertRich("recoveries of the guard", recoveries.sum());
  }

  @Test
  public void shadowModeChangesNothing() {
    inManyWorlds(
        WORLDS / 2,
        seed -> {
          Random failures = new Random(seed);
          boolean flaky = seed % 2 == 0;
          try (FakeNode node =
              node(seed).shadow(setup(seed, () -> flaky && failures.nextInt(10) == 0))) {
            live(seed, node, new NodeRules(node, false, true), false);
            assertEquals(stockAlone(seed), node.trace);
          }
        });
  }

  @Test
  public void policyThatAlwaysThrowsLeavesStockBehaviour() {
    inManyWorlds(
        WORLDS / 5,
        seed -> {
          MercurySetup setup = setup(seed, () -> true);
          setup.guard = setup.guard.withFailures(1, Duration.ofMinutes(1));
          setup.guard = setup.guard.withCoolDown(Duration.ofDays(1));
          try (FakeNode node = node(seed).on(setup)) {
            live(seed, node, new NodeRules(node, false, true), false);
            assertEquals(stockAlone(seed), node.trace);
            assertEquals(GuardState.TRIPPED, node.guard.state());
          }
        });
  }

  private static List<String> stockAlone(long seed) {
    try (FakeNode node = node(seed)) {
      live(seed, node, new NodeRules(node, false, true), false);
      return node.trace;
    }
  }

  private static FakeNode node(long seed) {
    FakeNode node = new FakeNode(RandomWorld.size(seed), RandomWorld.QUEUE_LENGTH, false);
    node.countingDown = seed % 3 == 0;
    return node;
  }

  private static void live(long seed, FakeNode node, NodeRules rules, boolean hasty) {
    node.observe(rules);
    RandomWorld world = new RandomWorld(seed, node, hasty);
    world.live(STEPS);
    world.settle(SETTLING_MS);
    rules.settled();
  }

  // ---- random set-ups -------------------------------------------------------------------------

  private static MercurySetup setup(long seed, BooleanSupplier fails) {
    Random random = new Random(seed * 31);
    MercurySetup setup = new MercurySetup();
    QueueOrder[] orders = {new FifoOrder(), new JobSubmissionOrder(), new ShortestFirstOrder()};
    VictimPolicy[] victims = {new LeastWorkLostVictims(), new NewestFirstVictims()};
    setup.order = new FailingOrder(orders[random.nextInt(orders.length)], fails);
    setup.victims = new FailingVictims(victims[random.nextInt(victims.length)], fails);
    setup.shedding = new FailingShedding(new LastToRunShedding(), fails);
    setup.ceiling = ceiling(new Random(seed * 37), fails);
    setup.limits =
        new NodeQueueLimits(
                1 + random.nextInt(RandomWorld.QUEUE_LENGTH),
                1 + random.nextInt(20_000),
                0.1 + 0.9 * random.nextDouble(),
                random.nextInt(5_000))
            .withPolicingMaxWait(20_000);
    setup.reclaimTimeoutMs = 100 + random.nextInt(60_000);
    setup.guard =
        new GuardSettings(
            Duration.ofSeconds(60),
            1 + random.nextInt(5),
            Duration.ofSeconds(60),
            Duration.ofMillis(500 + random.nextInt(10_000)));
    return setup;
  }

  private static RecordingCeiling ceiling(Random random, BooleanSupplier fails) {
    int percent = 1 + random.nextInt(100);
    CeilingPolicy[] ceilings = {
      CeilingPolicy.NONE,
      new StaticCeilingPolicy(percent, 1 + random.nextInt(100)),
      new HistoryCeilingPolicy(
          new DemandHistory(10_000 + random.nextInt(60_000), 60_000, percent / 100.))
    };
    return new RecordingCeiling(ceilings[random.nextInt(3)], () -> maybeFail(fails));
  }

  private static void maybeFail(BooleanSupplier fails) {
    if (fails.getAsBoolean()) {
      throw new IllegalStateException("as the test wants it");
    }
  }

  private static final class FailingOrder implements QueueOrder {
    private final QueueOrder order;
    private final BooleanSupplier fails;

    FailingOrder(QueueOrder order, BooleanSupplier fails) {
      this.order = order;
      this.fails = fails;
    }

    @Override
    public int compare(ContainerView a, ContainerView b) {
      maybeFail(fails);
      return order.compare(a, b);
    }
  }

  private static final class FailingVictims implements VictimPolicy {
    private final VictimPolicy policy;
    private final BooleanSupplier fails;

    FailingVictims(VictimPolicy policy, BooleanSupplier fails) {
      this.policy = policy;
      this.fails = fails;
    }

    @Override
    public Decision<List<String>> decide(
        List<ContainerView> candidates, ResourceVector need, long nowMs) {
      maybeFail(fails);
      return policy.decide(candidates, need, nowMs);
    }
  }

  private static final class FailingShedding implements SheddingPolicy {
    private final SheddingPolicy policy;
    private final BooleanSupplier fails;

    FailingShedding(SheddingPolicy policy, BooleanSupplier fails) {
      this.policy = policy;
      this.fails = fails;
    }

    @Override
    public Decision<List<String>> decide(
        List<ContainerView> inOrder,
        OpportunisticQueue.Work work,
        ResourceVector capacity,
        double fixedWaitMs,
        SheddingLimits limits,
        int atMost) {
      maybeFail(fails);
      return policy.decide(inOrder, work, capacity, fixedWaitMs, limits, atMost);
    }
  }

  /** Checks that the worlds together contain such events; a single world may have few. */
  private static void assertRich(String in, long count) {
    assertTrue("worlds without " + in, count > 10 || Long.getLong("mercury.seed") != null);
  }
}
