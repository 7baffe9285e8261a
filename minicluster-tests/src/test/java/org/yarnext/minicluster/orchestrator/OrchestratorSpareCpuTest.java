// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.orchestrator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.Test;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.cluster.NodeProcess;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/** A MapReduce job on a node with CPU to spare, which goes to its tasks. */
public class OrchestratorSpareCpuTest extends OrchestratorTestBase {
  /** All containers have one vcore each. */
  @Test
  public void unrequestedCpuGoesToTasksUntilItIsRequested() throws Exception {
    try (MiniCluster cluster = ofNoSingleTask(settings()).start();
        ShellWorkload other = ShellWorkload.start(cluster, "other", 100)) {
      BurningJob job = new BurningJob(cluster);
      long all = ONE_VCORE * NODE_VCORES / (MAPS + 1);
      awaitShares(Collections.nCopies(MAPS + 1, all));

      Path ended = cluster.workDir().resolve("ended");
      other.submit(
          ShellTask.guaranteed("until [ -e '" + ended + "' ]; do sleep 0.1; done").size(512, 1));
      other.await(Attempt.State.RUNNING, 1, PATIENCE_MS);
      List<Long> beside = new ArrayList<>();
      beside.add(ONE_VCORE);
      beside.addAll(Collections.nCopies(MAPS + 1, ONE_VCORE * (NODE_VCORES - 1) / (MAPS + 1)));
      awaitShares(beside);

      cluster.stopNodeManager(0);
      assertShares("put back while nobody steers", Collections.nCopies(MAPS + 2, ONE_VCORE));
      cluster.startNodeManager(0);
      awaitShares(beside);

      Files.createFile(ended);
      awaitShares(Collections.nCopies(MAPS + 1, all));
      job.finish();
    }
    assertFalse("nothing of ours is left", TaskCgroup.exists(parent));
  }

  /** The NodeManager runs in a separate JVM and is killed as by {@code kill -9}. */
  @Test
  public void sharesLeftByAKilledNodeManagerAreRestoredOrSteered() throws Exception {
    try (MiniCluster cluster = ofNoSingleTask(settings()).nodes(0).start();
        NodeProcess daemon = NodeProcess.of(cluster)) {
      daemon.start();
      BurningJob job = new BurningJob(cluster);
      List<Long> all = Collections.nCopies(MAPS + 1, ONE_VCORE * NODE_VCORES / (MAPS + 1));
      awaitShares(all);
      Await.until("all maps", PATIENCE_MS, () -> TaskCgroup.below(parent).size() == MAPS);
      Collection<TaskCgroup> maps = TaskCgroup.below(parent).values();
      job.awaitUnderWay(maps);
      Map<String, List<String>> processes = processes(maps);

      daemon.kill();
      // Beside four that burn, a daemon takes minutes to start on two cores.
      stand(maps, true);
      assertShares("nobody was left to put back", all);
      daemon.set("yarn.mr-orchestrator.mode", "off");
      daemon.start();
      awaitShares(Collections.nCopies(MAPS + 1, ONE_VCORE));
      assertEquals("the tasks run on", processes, processes(maps));

      daemon.kill();
      daemon.set("yarn.mr-orchestrator.mode", "on");
      daemon.start();
      awaitShares(all);
      assertEquals("the tasks run on", processes, processes(maps));
      stand(maps, false);
      job.finish();
    }
  }

  private static void stand(Collection<TaskCgroup> maps, boolean still) throws Exception {
    for (TaskCgroup each : maps) {
      each.stands(still);
    }
  }

  private static Map<String, List<String>> processes(Collection<TaskCgroup> maps)
      throws IOException {
    Map<String, List<String>> processes = new TreeMap<>();
    for (TaskCgroup each : maps) {
      processes.put(each.container(), each.processes());
    }
    return processes;
  }

  private void awaitShares(List<Long> expected) {
    Await.until(
        () -> "containers to have " + expected + ", they have " + shares(),
        PATIENCE_MS,
        () -> areAbout(expected, shares()));
  }

  private void assertShares(String what, List<Long> expected) {
    assertTrue(what + ": " + shares(), areAbout(expected, shares()));
  }

  /** CPU shares of all containers' groups, in ascending order. */
  private List<Long> shares() {
    try {
      return TaskCgroup.allCpuShares(parent);
    } catch (IOException e) {
      return Collections.emptyList(); // one ended meanwhile
    }
  }

  /** Compares to within the change below which nothing is written. */
  private static boolean areAbout(List<Long> expected, List<Long> found) {
    if (expected.size() != found.size()) {
      return false;
    }
    for (int i = 0; i < found.size(); i++) {
      if (Math.abs(expected.get(i) - found.get(i)) > expected.get(i) / 50) {
        return false;
      }
    }
    return true;
  }
}
