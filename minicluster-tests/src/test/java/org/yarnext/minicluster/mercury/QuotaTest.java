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
package org.yarnext.minicluster.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.Test;
import org.yarnext.minicluster.Attempt;
import org.yarnext.minicluster.MiniCluster;
import org.yarnext.minicluster.ShellTask;
import org.yarnext.minicluster.ShellWorkload;

/**
 * An application never has more opportunistic containers than its quota, and all its tasks run,
 * also when a NodeManager restarts meanwhile. Where NodeManagers keep the quota, {@link
 * HybridDistributedTest} shows it.
 */
public class QuotaTest {
  private static final int QUOTA = 3;
  private static final int TASKS = 12;

  @Test
  public void neverMoreAliveThanTheQuota() throws Exception {
    try (MiniCluster cluster =
            MercuryNode.settings("quota")
                .nodes(2)
                .set("yarn.mercury.coordinator.interval", "200ms")
                .set("yarn.mercury.quota.default", "max=" + QUOTA)
                .start();
        ShellWorkload application = ShellWorkload.start(cluster, "quota", 100)) {
      MercuryNode.Gate gate = new MercuryNode.Gate(cluster.workDir().resolve("gate"));
      List<ShellTask> tasks = new ArrayList<>();
      for (int i = 0; i < TASKS; i++) {
        tasks.add(ShellTask.opportunistic(gate.command() + "; sleep 0.5"));
      }
      application.submit(tasks);
      application.await(Attempt.State.RUNNING, QUOTA, MercuryNode.PATIENCE_MS);
      cluster.restartNodeManager(0);
      gate.open();
      application.awaitEnd(MercuryNode.PATIENCE_MS);

      assertEquals(TASKS, application.count(Attempt.State.SUCCEEDED));
      List<Attempt> attempts = application.attempts();
      assertEquals("none was taken back", TASKS, attempts.size());
      int most = 0;
      for (Attempt a : attempts) {
        int alive = 0;
        for (Attempt other : attempts) {
          boolean overlaps =
              other.allocatedMs() <= a.allocatedMs() && a.allocatedMs() < other.completedMs();
          alive += overlaps ? 1 : 0;
        }
        most = Math.max(most, alive);
      }
      assertTrue(most + " at a time", most <= QUOTA);
      assertEquals("the quota was used", QUOTA, most);
    }
  }
}
