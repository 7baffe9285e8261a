// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.orchestrator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.common.explain.DecisionRegistry;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.process.Await;

/**
 * A MapReduce job of which one map gets no CPU for a reason that YARN does not know of, through
 * restarts of both daemons.
 */
public class OrchestratorTest extends OrchestratorTestBase {
  /** Five without a decision, and then everything goes back. */
  private static final int MORE_EPOCHS_THAN_NODES_WAIT = 7;

  private static void awaitMetric(String source, String name, long least) {
    Await.until(
        () -> source + " " + name + " to be " + least + ", it is " + metric(source, name),
        PATIENCE_MS,
        () -> metric(source, name) >= least);
  }

  /** All of them, each as it was when it was seen first. */
  private Map<String, TaskCgroup> awaitMaps() throws IOException {
    Map<String, TaskCgroup> maps = new TreeMap<>();
    Await.until(
        () -> MAPS + " maps in their groups, there are " + maps.keySet(),
        PATIENCE_MS,
        () -> {
          for (TaskCgroup each : TaskCgroup.below(parent).values()) {
            if (maps.put(each.attempt(), each) == null) {
              assertEquals("by its vcore", ONE_VCORE, each.cpuShares());
            }
          }
          return maps.size() == MAPS;
        });
    return maps;
  }

  private static void awaitHelp(TaskCgroup starved) {
    Await.until(
        () ->
            starved.container()
                + " to get more CPU: "
                + decisions("ResourceManager", "MrOrchestratorGlobalDecisions"),
        PATIENCE_MS,
        () -> starved.cpuShares() > ONE_VCORE);
  }

  /** Returns the decisions of one feature, as explain reads them. */
  private static String decisions(String daemon, String feature) {
    return DecisionRegistry.of(daemon).decisions().stream()
        .filter(decision -> decision.feature().equals(feature))
        .map(Object::toString)
        .collect(Collectors.joining("\n"));
  }

  @Test
  public void starvedMapGetsMoreCpuAndNothingIsLeftBehind() throws Exception {
    // Only amounts given to single tasks are checked here.
    try (MiniCluster cluster =
        settings().set("yarn.mr-orchestrator.cpu.spare-to-tasks", "false").start()) {
      BurningJob job = new BurningJob(cluster);
      Map<String, TaskCgroup> maps = awaitMaps();
      job.awaitUnderWay(maps.values());
      awaitMetric("MrOrchestratorGlobal", "ProgressKnown", MAPS);
      TaskCgroup starved = maps.values().iterator().next();
      assertEquals(
          "in both controllers",
          new HashSet<>(starved.processes()),
          new HashSet<>(starved.processesOfMemory()));
      starved.stands(true);
      awaitHelp(starved);
      assertTrue(metric("MrOrchestratorGlobal", "Decision_BALANCE_APPROVED_applied") > 0);
      String explained = decisions("NodeManager", "MrOrchestratorDecisions");
      assertTrue(explained, explained.contains(starved.container()));
      assertTrue(explained, explained.contains("PLAN_RAISED"));
      List<String> processes = starved.processes();

      cluster.stopNodeManager(0);
      assertEquals("put back while nobody steers", ONE_VCORE, starved.cpuShares());
      cluster.startNodeManager(0);
      awaitHelp(starved);
      assertEquals("the task runs on", processes, starved.processes());

      cluster.restartResourceManager();
      awaitMetric("MrOrchestratorGlobal", "Rounds", MORE_EPOCHS_THAN_NODES_WAIT);
      assertTrue(
          "the new one has decided so: "
              + decisions("ResourceManager", "MrOrchestratorGlobalDecisions"),
          metric("MrOrchestratorGlobal", "Decision_BALANCE_KEEPS_HELP_applied")
                  + metric("MrOrchestratorGlobal", "Decision_BALANCE_APPROVED_applied")
              > 0);
      awaitHelp(starved);

      starved.stands(false);
      job.finish();
      assertEquals(0, metric("MrOrchestratorGlobal", "ReportsMalformed"));
    }
    assertFalse("nothing of ours is left", TaskCgroup.exists(parent));
  }
}
