// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/** The stock systems reserve, or do not, as their names say. */
@RunWith(Parameterized.class)
public class NoReservationsTest {
  private static final long PATIENCE_MS = 60_000;

  /**
   * Number of nodes with which the queue has headroom for another large task although no node has
   * room.
   */
  private static final int NODES = 5;

  /**
   * Small tasks that the CapacityScheduler starts; one more, and the first application's next task
   * would exceed what the queue has left, at which stock looks no further.
   */
  private static final int WITHIN_HEADROOM = 3;

  @Parameterized.Parameters(name = "{0}")
  public static Collection<Object[]> systems() {
    return Arrays.asList(
        new Object[][] {
          {BenchSystem.STOCK_FAIR, true, NODES},
          {BenchSystem.STOCK_FAIR_NO_RESERVATIONS, false, NODES},
          {BenchSystem.STOCK_CAPACITY, true, WITHIN_HEADROOM},
          {BenchSystem.STOCK_CAPACITY_NO_RESERVATIONS, false, WITHIN_HEADROOM}
        });
  }

  private final BenchSystem system;
  private final boolean reserves;
  private final int smallTasks;

  public NoReservationsTest(BenchSystem system, boolean reserves, int smallTasks) {
    this.system = system;
    this.reserves = reserves;
    this.smallTasks = smallTasks;
  }

  @Test
  public void stockSystemReservesForALargeTaskAsItsNameSays() throws Exception {
    try (MiniCluster cluster =
            system
                .on(
                    MiniCluster.named("reservations").nodes(NODES).nodeSize(1024, 8),
                    Paths.get("../conf-samples"))
                .start();
        ShellWorkload large = ShellWorkload.start(cluster, "large", 200)) {
      QueueMetrics root =
          ((AbstractYarnScheduler<?, ?>) cluster.resourceManager().getResourceScheduler())
              .getRootQueueMetrics();
      large.submit(Collections.nCopies(NODES, sleep(768)));
      large.await(Attempt.State.RUNNING, NODES, PATIENCE_MS);
      large.submit(sleep(768));
      Await.until(
          () -> "one more task to be pending; " + root.getPendingMB() + " MB are",
          PATIENCE_MS,
          () -> root.getPendingMB() == 768 || root.getReservedMB() > 0);
      if (reserves) {
        Await.until("a reservation", PATIENCE_MS, () -> root.getReservedMB() == 768);
      }
      // Not before: the FairScheduler reserves only for who has less than a fair share.
      try (ShellWorkload small = ShellWorkload.start(cluster, "small", 200)) {
        small.submit(Collections.nCopies(smallTasks, sleep(256)));
        if (reserves) {
          small.await(Attempt.State.RUNNING, smallTasks - 1, PATIENCE_MS);
          Thread.sleep(2_000);
          assertEquals("one small task waits", smallTasks - 1, small.count(Attempt.State.RUNNING));
          assertTrue(root.getReservedMB() >= 768);
        } else {
          small.await(Attempt.State.RUNNING, smallTasks, PATIENCE_MS);
          assertEquals(0, root.getReservedMB());
        }
      }
      assertEquals(NODES, large.count(Attempt.State.RUNNING));
    }
  }

  private static ShellTask sleep(int memoryMb) {
    return ShellTask.guaranteed("sleep 600").size(memoryMb, 1);
  }
}
