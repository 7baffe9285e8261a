// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.random;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.IntSupplier;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.elastic.rm.ManualTimeHost;
import org.yarnext.elastic.rm.SchedulerTotals;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Random sequences of events in a scheduler. */
@RunWith(Parameterized.class)
abstract class RandomWorldTestBase {
  static final int WORLDS = Integer.getInteger("elastic.worlds", 5);
  final SchedulerKind kind;

  RandomWorldTestBase(SchedulerKind kind) {
    this.kind = kind;
  }

  @Parameters(name = "{0}")
  public static Collection<Object[]> kinds() {
    return Arrays.asList(new Object[][] {{SchedulerKind.FAIR}, {SchedulerKind.CAPACITY}});
  }

  interface SeededTest {
    void run(long seed) throws Exception;
  }

  static void each(SeededTest test) throws Exception {
    each(WORLDS, test);
  }

  static void each(int worlds, SeededTest test) throws Exception {
    Long only = Long.getLong("elastic.seed");
    for (long seed = only == null ? 1 : only; seed <= (only == null ? worlds : only); seed++) {
      try {
        test.run(seed);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("-Delastic.seed=" + seed, e);
      }
    }
  }

  static List<String> runStory(long seed, World world, boolean balanced) {
    return runStory(seed, world, balanced ? () -> SchedulerTotals.balance(world) : () -> {});
  }

  static List<String> runStory(long seed, World world, Runnable afterEach) {
    try {
      RandomEvents.run(seed, world, afterEach);
      QueueMetrics root = world.scheduler.getRootQueueMetrics();
      assertEquals(0, root.getAllocatedMB());
      assertEquals(0, root.getAllocatedVirtualCores());
      assertEquals(0, root.getPendingMB());
      assertEquals(0, root.getPendingVirtualCores());
      assertEquals(0, root.getPendingContainers());
      assertEquals(0, root.getReservedMB());
      return world.log;
    } finally {
      world.close();
    }
  }

  /**
   * Returns a host whose steps last a second, with start times derived from containers' numbers.
   */
  static ElasticHost steps(IntSupplier step) {
    return new ManualTimeHost(0) {
      @Override
      public long nowMs() {
        return 1_000_000 + 1_000L * step.getAsInt();
      }

      @Override
      public long startedMs(RMContainer container) {
        return 1_000_000 + container.getContainerId().getContainerId() % 997;
      }
    };
  }
}
