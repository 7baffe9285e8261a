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
package org.yarnext.minicluster.bench;

import static org.junit.Assert.assertEquals;

import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.yarnext.minicluster.Attempt;
import org.yarnext.minicluster.Await;
import org.yarnext.minicluster.MiniCluster;
import org.yarnext.minicluster.ShellTask;
import org.yarnext.minicluster.ShellWorkload;

/** The stock systems reserve, or do not, as their names say. */
@RunWith(Parameterized.class)
public class NoReservationsTest {
  private static final long PATIENCE_MS = 60_000;

  /** So many that the queue has headroom for another large task though no node has room. */
  private static final int NODES = 3;

  @Parameterized.Parameters(name = "{0}")
  public static Collection<Object[]> systems() {
    return Arrays.asList(
        new Object[][] {
          {BenchSystem.STOCK_FAIR, true},
          {BenchSystem.STOCK_FAIR_NO_RESERVATIONS, false},
          {BenchSystem.STOCK_CAPACITY, true},
          {BenchSystem.STOCK_CAPACITY_NO_RESERVATIONS, false}
        });
  }

  private final BenchSystem system;
  private final boolean reserves;

  public NoReservationsTest(BenchSystem system, boolean reserves) {
    this.system = system;
    this.reserves = reserves;
  }

  @Test
  public void aLargeTaskThatWaitsKeepsTheNodeOrNot() throws Exception {
    try (MiniCluster cluster =
            system
                .on(
                    MiniCluster.named("reservations").nodes(NODES).nodeSize(1024, 8),
                    Paths.get("../conf-samples"))
                .start();
        ShellWorkload large = ShellWorkload.start(cluster, "large", 200);
        ShellWorkload small = ShellWorkload.start(cluster, "small", 200)) {
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
      small.submit(Collections.nCopies(NODES, sleep(256)));
      if (reserves) {
        small.await(Attempt.State.RUNNING, NODES - 1, PATIENCE_MS);
        Thread.sleep(3_000);
        assertEquals("one small task waits", NODES - 1, small.count(Attempt.State.RUNNING));
        assertEquals(768, root.getReservedMB());
      } else {
        small.await(Attempt.State.RUNNING, NODES, PATIENCE_MS);
        assertEquals(0, root.getReservedMB());
      }
      assertEquals(NODES, large.count(Attempt.State.RUNNING));
    }
  }

  private static ShellTask sleep(int memoryMb) {
    return ShellTask.guaranteed("sleep 600").size(memoryMb, 1);
  }
}
