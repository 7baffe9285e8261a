// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.nm.scheduler.stub.RandomUsage;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.RunTimeHint;
import org.yarnext.mercury.policy.policing.StaticCeilingPolicy;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;

/**
 * Modes switched while the real stock scheduler works behind them: single switches, and hundreds in
 * random worlds. {@code -Dmercury.seed=<seed>} runs one world alone.
 */
public class SchedulerSelectorTest {
  private static final int WORLDS = Integer.getInteger("mercury.worlds", 150);
  private static final int SWITCHES = 60;
  private static final long MB = 1024;

  private ConfigurationSnapshot settings = settings("off");
  private final MercurySetup setup = new MercurySetup();
  private final FakeNode node =
      new FakeNode(ResourceVector.of(4 * MB, 4), 10, false).switched(setup, () -> settings);

  private static ConfigurationSnapshot settings(String mode) {
    try {
      return MercuryConfiguration.KEYS.read(Collections.singletonMap("yarn.mercury.mode", mode));
    } catch (InvalidConfigurationException e) {
      throw new AssertionError(e);
    }
  }

  private void to(String mode) {
    settings = settings(mode);
    node.tick();
    node.drain();
  }

  private int inStock() {
    return node.stock.getNumQueuedOpportunisticContainers();
  }

  @Test
  public void loweredQueueWaitsAtStockInOrderOfArrival() {
    to("on");
    final FakeContainer running = node.opportunistic(4 * MB);
    final FakeContainer first = node.opportunistic(4 * MB);
    final FakeContainer second = node.opportunistic(4 * MB);
    assertEquals(2, node.metrics.held());
    assertEquals(FeatureMode.ON, node.runtime.mode());
    to("off");
    assertEquals(FeatureMode.OFF, node.runtime.mode());
    assertEquals(0, node.metrics.held());
    assertEquals(2, inStock());
    node.finish(running);
    assertEquals(1, first.launches);
    node.finish(first);
    assertEquals(1, second.launches);
    assertTrue(node.trace.stream().noneMatch(line -> line.contains("kill")));
  }

  @Test
  public void raisedQueueStartsAfterStocks() {
    final FakeContainer running = node.opportunistic(4 * MB);
    final FakeContainer atStock = node.opportunistic(4 * MB);
    to("on");
    final FakeContainer later = node.opportunistic(4 * MB);
    assertEquals(1, inStock());
    assertEquals(1, node.metrics.held());
    node.finish(running);
    assertEquals(1, atStock.launches);
    assertEquals(0, later.launches);
    node.finish(atStock);
    assertEquals(1, later.launches);
    node.finish(later);
    assertEquals(0, node.guard.counters().failures());
  }

  /** Stock would stop a second container for it. */
  @Test
  public void guaranteedContainerKeepsItsVictims() {
    to("on");
    final FakeContainer a = node.opportunistic(2 * MB);
    final FakeContainer b = node.opportunistic(2 * MB);
    final FakeContainer guaranteed = node.guaranteed(2 * MB);
    assertEquals(1, node.metrics.guaranteedWaiting());
    to("off");
    assertEquals("still on", FeatureMode.ON, node.runtime.mode());
    FakeContainer victim = a.schedulerKills.isEmpty() ? b : a;
    node.die(victim);
    assertEquals(1, guaranteed.launches);
    node.tick();
    node.drain();
    assertEquals(FeatureMode.OFF, node.runtime.mode());
    assertEquals(1, a.schedulerKills.size() + b.schedulerKills.size());
  }

  /** Stock would stop others for a guaranteed one while they end. */
  @Test
  public void containersBeyondTheAllocationEndBeforeASwitch() {
    ResourceVector size = ResourceVector.of(4 * MB, 4);
    FakeNode full = new FakeNode(size, 10, false);
    setup.usage = new RandomUsage(1, size, full.context, full::now);
    settings = settings("on");
    full.switched(setup, () -> settings);
    full.guaranteed(4 * MB);
    FakeContainer beyond = full.opportunistic(MB);
    full.send(new MercuryEvent(MercuryEvent.Kind.USAGE));
    full.drain();
    assertEquals(1, beyond.launches);
    settings = settings("off");
    full.tick();
    full.drain();
    assertEquals(1, beyond.schedulerKills.size());
    assertEquals("still on", FeatureMode.ON, full.runtime.mode());
    full.die(beyond);
    full.tick();
    full.drain();
    assertEquals(FeatureMode.OFF, full.runtime.mode());
    assertEquals(ResourceVector.of(4 * MB, 1), full.used());
    full.close();
  }

  @Test
  public void reclaimTimeoutLimitsTheDelayOfASwitch() {
    to("on");
    node.opportunistic(4 * MB);
    final FakeContainer guaranteed = node.guaranteed(2 * MB);
    to("off");
    assertEquals(FeatureMode.ON, node.runtime.mode());
    node.clock.set(Duration.ofHours(1));
    node.tick();
    node.drain();
    assertEquals("no time has passed", FeatureMode.ON, node.runtime.mode());
    node.pass(setup.reclaimTimeoutMs + 1);
    node.tick();
    node.drain();
    assertEquals(FeatureMode.OFF, node.runtime.mode());
    assertEquals("stock has it", 1, node.stock.getNumQueuedGuaranteedContainers());
    assertEquals(0, guaranteed.launches);
  }

  @Test
  public void settingsChangeTheWaitingContainers() {
    to("on");
    final FakeContainer running = node.opportunistic(4 * MB);
    node.opportunistic(4 * MB);
    to("on");
    assertEquals("in the new queue", 1, node.metrics.held());
    node.finish(running);
    assertEquals(0, node.metrics.held());
    assertEquals(0, node.guard.counters().failures());
  }

  /** It would never start, and block the others. */
  @Test
  public void loweredCeilingRejectsWhatExceedsItAlone() {
    to("on");
    final FakeContainer running = node.opportunistic(4 * MB);
    final FakeContainer large = node.opportunistic(3 * MB);
    final FakeContainer small = node.opportunistic(MB);
    setup.ceiling = new StaticCeilingPolicy(50, 100);
    to("on");
    assertEquals(1, large.schedulerKills.size());
    assertTrue(large.schedulerKills.get(0).contains("QUEUE_OVER_CEILING"));
    node.die(large);
    node.finish(running);
    assertEquals(1, small.launches);
  }

  @Test
  public void containerKeepsItsTurnWhenTheClockIsSetBack() {
    to("on");
    final FakeContainer running = node.opportunistic(4 * MB);
    final FakeContainer first = node.opportunistic(4 * MB);
    node.pass(1_000);
    node.clock.set(Duration.ofMinutes(-10));
    final FakeContainer second = node.opportunistic(4 * MB);
    node.finish(running);
    assertEquals(1, first.launches);
    assertEquals(0, second.launches);
  }

  @Test
  public void containerAgesWhenTheClockIsSetBack() {
    setup.order = (a, b) -> Long.compare(a.estimatedRunMs(), b.estimatedRunMs());
    to("on");
    final FakeContainer running = node.opportunistic(4 * MB);
    final FakeContainer old = arrive(FakeContainer.noTags());
    node.pass(60_000);
    node.clock.set(Duration.ofMinutes(-10));
    node.pass(60_000);
    final FakeContainer shorter = arrive(Collections.singleton(RunTimeHint.tag(1)));
    node.finish(running);
    assertEquals("two minutes have passed", 1, old.launches);
    assertEquals(0, shorter.launches);
  }

  private FakeContainer arrive(Set<String> tags) {
    FakeContainer c = node.arrive(ExecutionType.OPPORTUNISTIC, 4 * MB, 1, 1, 0, tags);
    node.drain();
    return c;
  }

  @Test
  public void runTimeIsMeasuredWhenTheClockIsSet() {
    for (String mode : new String[] {"on", "shadow"}) {
      to(mode);
      for (int hours : new int[] {1, -1}) {
        FakeContainer c = node.opportunistic(MB);
        node.pass(2_000);
        node.clock.set(Duration.ofHours(hours));
        node.pass(3_000);
        node.finish(c);
        boolean isTold = c.diagnostics.toString().contains("ran 5000 ms");
        assertEquals(mode.equals("on"), isTold);
      }
    }
    Long learntMs = node.estimates.learntMs(ApplicationId.newInstance(1, 1).toString(), 0);
    assertEquals(Long.valueOf(5_000), learntMs);
    assertEquals(0, node.guard.counters().failures());
  }

  @Test
  public void victimsHaveTheirTimeWhenTheClockIsSet() {
    to("on");
    node.opportunistic(4 * MB);
    final FakeContainer guaranteed = node.guaranteed(2 * MB);
    node.clock.set(Duration.ofHours(1));
    node.tick();
    node.drain();
    assertEquals(1, node.metrics.guaranteedWaiting());
    assertEquals(0, guaranteed.launches);
    node.pass(setup.reclaimTimeoutMs + 1);
    node.tick();
    node.drain();
    assertEquals("stock decides", 0, node.metrics.guaranteedWaiting());
  }

  @Test
  public void reportedWaitDoesNotGrowWhenTheClockIsSet() {
    to("on");
    node.guaranteed(4 * MB);
    node.pass(1_000);
    node.clock.set(Duration.ofHours(1));
    node.tick();
    node.drain();
    assertEquals(1_000, node.metrics.waitAt(node.now(), Collections.emptyList()).totalMsAsInt());
  }

  @Test
  public void shadowFollowsWhatWaitsAtStock() {
    node.opportunistic(4 * MB);
    node.opportunistic(4 * MB);
    to("shadow");
    assertEquals(1, node.metrics.held());
    to("off");
    assertEquals("nothing is shown in mode off", 0, node.metrics.held());
  }

  /** Mode off, and each change between off and shadow, is stock behaviour. */
  @Test
  public void offAndShadowChangeNothing() {
    RandomWorldTest.inManyWorlds(
        WORLDS / 5,
        seed -> {
          List<String> modes =
              seed % 3 == 0 ? Collections.singletonList("off") : Arrays.asList("off", "shadow");
          assertEquals(live(seed, null), live(seed, modes));
        });
  }

  @Test
  public void switchesLoseStopAndDoubleNothing() {
    RandomWorldTest.inManyWorlds(
        WORLDS, seed -> live(seed, Arrays.asList("off", "shadow", "on", "on")));
  }

  /**
   * Runs one world.
   *
   * @param modes those that are switched to at random; null for stock alone
   * @return the launches and kills
   */
  private static List<String> live(long seed, List<String> modes) {
    Random random = new Random(seed * 41);
    ConfigurationSnapshot[] now = {settings("off")};
    MercurySetup setup = new MercurySetup();
    setup.reclaimTimeoutMs = 100 + random.nextInt(20_000);
    try (FakeNode node = new FakeNode(RandomWorld.size(seed), RandomWorld.QUEUE_LENGTH, false)) {
      setup.limits =
          new NodeQueueLimits(RandomWorld.QUEUE_LENGTH, 1 + random.nextInt(20_000), 1.0, 0);
      if (modes != null) {
        node.switched(setup, () -> now[0]);
      }
      NodeRules rules = new NodeRules(node, false, true);
      node.observe(rules);
      RandomWorld world = new RandomWorld(seed, node, false);
      for (int i = 0; i < SWITCHES; i++) {
        world.live(1 + (int) (seed % 7));
        if (modes != null) {
          switchTo(node, modes.get(random.nextInt(modes.size())), now);
        }
      }
      now[0] = settings("off");
      world.settle(100);
      rules.settled();
      if (modes != null) {
        assertEquals(FeatureMode.OFF, node.runtime.mode());
        assertEquals(0, node.metrics.held());
        assertEquals(node.guard.counters().toString(), 0, node.guard.counters().failures());
      }
      return node.trace;
    }
  }

  /** The switch itself stops nothing, but for a guaranteed container that waits too long. */
  private static void switchTo(FakeNode node, String mode, ConfigurationSnapshot[] now) {
    boolean hasGuaranteed = node.metrics.guaranteedWaiting() > 0;
    List<FakeContainer> before = node.all(c -> c.schedulerKills.isEmpty());
    now[0] = settings(mode);
    node.tick();
    node.drain();
    List<FakeContainer> stopped = new ArrayList<>(before);
    stopped.removeIf(c -> c.schedulerKills.isEmpty());
    assertFalse("to " + mode + " stops " + stopped, !hasGuaranteed && !stopped.isEmpty());
  }
}
