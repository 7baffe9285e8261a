// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.random;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.world.SchedulerKind;

/**
 * A scheduler in mode shadow, with all its own parts and jobs that all have profiles, would place
 * tasks with less memory, and grants and reserves exactly what stock does in the same random world.
 */
@RunWith(Parameterized.class)
public class ShadowWorldTest {
  private static final int WORLDS = Integer.getInteger("elastic.worlds", 3);

  /** Profiles of maps and reducers, and of the same priorities in applications of other types. */
  private static final Set<String> PROFILES =
      new HashSet<>(
          Arrays.asList(
              "yarnext.elastic.map=step;ideal=2400;ms=6000;undersized=1.1",
              "yarnext.elastic.reduce=step;ideal=2400;ms=6000;undersized=1.1",
              "yarnext.elastic.one=step;priority=20;ideal=2400;ms=6000;undersized=1.1",
              "yarnext.elastic.other=step;priority=10;ideal=2400;ms=6000;undersized=1.1"));

  private final SchedulerKind kind;

  public ShadowWorldTest(SchedulerKind kind) {
    this.kind = kind;
  }

  @Parameters(name = "{0}")
  public static Collection<Object[]> kinds() {
    return Arrays.asList(new Object[][] {{SchedulerKind.FAIR}, {SchedulerKind.CAPACITY}});
  }

  @Test
  public void shadowModeGrantsAndReservesWhatStockDoes() throws Exception {
    long would = 0;
    for (long seed = 1; seed <= WORLDS; seed++) {
      List<String> stock = runStory(seed, World.stock(kind), () -> {});
      World world = elastic("shadow");
      List<String> shadow = runStory(seed, world, world::estimate);
      assertEquals("seed " + seed, stock, shadow);
      assertEquals(0, world.count("ContainersUndersized"));
      assertEquals(0, world.count("GuardFailures"));
      would += world.count("Decision_ELASTIC_PLACED_shadow");
    }
    assertTrue("hardly anything was decided: " + would, would > 5 * WORLDS);
  }

  @Test
  public void modeOnGrantsDifferentlyFromStock() throws Exception {
    int different = 0;
    for (long seed = 1; seed <= WORLDS; seed++) {
      World world = elastic("on");
      List<String> on = runStory(seed, world, world::estimate);
      different += on.equals(runStory(seed, World.stock(kind), () -> {})) ? 0 : 1;
    }
    assertEquals(WORLDS, different);
  }

  private World elastic(String mode) throws Exception {
    Configuration conf = World.configuration(kind);
    conf.set("yarn.elastic.mode", mode);
    conf.set("yarn.elastic.heap.floor", "16");
    return World.withComponents(
        kind,
        conf,
        configuration ->
            ElasticComponents.configured(
                configuration,
                new SchedulerRules(JobOrder.FAIR, 1, true),
                true,
                ElasticHost.DAEMON));
  }

  /** The grants, and after each step what is reserved. */
  private static List<String> runStory(long seed, World world, Runnable afterEach) {
    try {
      world.tags(PROFILES);
      QueueMetrics root = world.scheduler.getRootQueueMetrics();
      RandomEvents.run(
          seed,
          world,
          () -> {
            world.log.add("reserved " + root.getReservedMB() + " MB");
            afterEach.run();
          });
      return world.log;
    } finally {
      world.close();
    }
  }
}
