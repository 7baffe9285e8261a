// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.bench;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Tests that what the benchmarks measure is what they say. */
@RunWith(Parameterized.class)
public class BusyClusterTest {
  private static final int NODES = 20;

  private final SchedulerKind kind;

  public BusyClusterTest(SchedulerKind kind) {
    this.kind = kind;
  }

  @Parameters(name = "{0}")
  public static Object[] kinds() {
    return SchedulerKind.values();
  }

  @Test
  public void allJobsRun() throws Exception {
    for (BusyCluster.Scheduler scheduler : BusyCluster.Scheduler.values()) {
      try (BusyCluster cluster = new BusyCluster(kind, scheduler, NODES, 300, 1)) {
        assertEquals(scheduler.name(), 300, cluster.jobs());
      }
    }
  }

  @Test
  public void decisionsAreMadeForElasticJobsOnly() throws Exception {
    for (BusyCluster.Load load : BusyCluster.Load.values()) {
      assertEquals(load.name(), 0, decisions(BusyCluster.Scheduler.STOCK, load));
      assertEquals(load.name(), 0, decisions(BusyCluster.Scheduler.NONE, load));
      assertTrue(load.name(), decisions(BusyCluster.Scheduler.ALL, load) > 0);
    }
  }

  private long decisions(BusyCluster.Scheduler scheduler, BusyCluster.Load load) throws Exception {
    try (BusyCluster cluster = new BusyCluster(kind, scheduler, load, NODES, 5, 1_000)) {
      boolean shrinks = scheduler == BusyCluster.Scheduler.ALL && load.ends();
      assertEquals(load.name(), shrinks, cluster.undersized() > 0);
      long before = cluster.decisions();
      for (int i = 0; i < 5 * NODES; i++) {
        if (scheduler == BusyCluster.Scheduler.ALL) {
          cluster.book().renew();
        }
        cluster.master();
        cluster.node();
      }
      return cluster.decisions() - before;
    }
  }
}
