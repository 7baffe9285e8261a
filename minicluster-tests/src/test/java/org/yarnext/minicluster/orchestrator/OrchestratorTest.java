// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.orchestrator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.apache.tez.dag.api.DAG;
import org.apache.tez.runtime.api.ProcessorContext;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.explain.DecisionRegistry;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.cluster.NodeProcess;
import org.yarnext.minicluster.jobs.MapReduceWordCount;
import org.yarnext.minicluster.jobs.SleepDag;
import org.yarnext.minicluster.jobs.TezSession;
import org.yarnext.minicluster.jobs.WordCountResult;
import org.yarnext.minicluster.jobs.WordText;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.FreePorts;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.rm.progress.ApplicationMasterEndpoint;
import org.yarnext.orchestrator.rm.progress.CompositeProgressSource;
import org.yarnext.orchestrator.rm.progress.ProgressSource;

/**
 * A MapReduce job on a node with the orchestrator from conf-samples/orchestrator and this machine's
 * cgroups of version 1, with epochs of two seconds; skipped without the rights to write them. Once
 * a map gets no CPU for a reason that YARN does not know of, once there is CPU to spare, and once
 * the job is one of Tez.
 */
public class OrchestratorTest {
  private static final long PATIENCE_MS = 240_000;
  private static final int MAPS = 4;
  private static final int NODE_VCORES = 8;

  /** Five without a decision, and then everything goes back. */
  private static final int MORE_EPOCHS_THAN_NODES_WAIT = 7;

  /** The kernel's number for one vcore. */
  private static final long ONE_VCORE = 1024;

  private final String parent = "yarnext-test-" + System.nanoTime();

  @Before
  public void cgroups() {
    assumeTrue("no cgroups that may be written", TaskGroup.canBeMade());
  }

  /** What a test that failed leaves would otherwise stay until the machine is started anew. */
  @After
  public void leaveNothing() throws IOException {
    TaskGroup.removeAll(parent);
  }

  private ClusterSettings settings() throws IOException {
    int port = FreePorts.on("127.0.0.1");
    return MiniCluster.named("orchestrator")
        .nodes(1)
        .nodeSize(8192, NODE_VCORES)
        .recovery(true)
        .confSample(new File("../conf-samples/orchestrator").toPath())
        .set("yarn.mr-orchestrator.cpu.spare-to-tasks", "true")
        .set(
            "yarn.scheduler.capacity.resource-calculator",
            DominantResourceCalculator.class.getName())
        .set("yarn.mr-orchestrator.cgroup.parent", parent)
        .set("yarn.mr-orchestrator.port", Integer.toString(port))
        .set("yarn.mr-orchestrator.sample-interval", "500ms")
        .set("yarn.mr-orchestrator.epoch", "2s")
        // All daemons have as much of two cores here as one task, as they would in stock.
        .set("yarn.mr-orchestrator.guard.deadline", "20s")
        .set(YarnConfiguration.RECOVERY_ENABLED, "true")
        .set(YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, "0")
        .set(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, "500");
  }

  /** Nothing is noticed of a single task, so that only spare CPU is handed out. */
  private static ClusterSettings ofNoSingleTask(ClusterSettings settings) {
    return settings
        .set("yarn.mr-orchestrator.contention.sigmas", "100")
        .set("yarn.mr-orchestrator.contention.difference", "99");
  }

  private static long metric(String source, String name) {
    FeatureMetrics metrics = (FeatureMetrics) DefaultMetricsSystem.instance().getSource(source);
    // How often something was decided is counted from the first time on.
    return metrics == null ? -1 : metrics.snapshot().getOrDefault(name, 0).longValue();
  }

  private static void awaitMetric(String source, String name, long least) {
    Await.until(
        () -> source + " " + name + " to be " + least + ", it is " + metric(source, name),
        PATIENCE_MS,
        () -> metric(source, name) >= least);
  }

  /** A word count of as many files as there are maps. */
  private static CompletableFuture<WordCountResult> run(MiniCluster cluster, Path text, Path gate) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return new MapReduceWordCount(cluster)
                .mapper(BurningMapper.class)
                .set(BurningMapper.GATE, gate.toString())
                .set("mapreduce.task.progress-report.interval", "500")
                .run(text, cluster.workDir().resolve("counts"), PATIENCE_MS);
          } catch (IOException e) {
            throw new CompletionException(e);
          }
        });
  }

  /** All of them, each as it was when it was seen first. */
  private Map<String, TaskGroup> awaitMaps() throws IOException {
    Map<String, TaskGroup> maps = new TreeMap<>();
    Await.until(
        () -> MAPS + " maps in their groups, there are " + maps.keySet(),
        PATIENCE_MS,
        () -> {
          for (TaskGroup each : TaskGroup.below(parent).values()) {
            if (maps.put(each.attempt(), each) == null) {
              assertEquals("by its vcore", ONE_VCORE, each.cpuShares());
            }
          }
          return maps.size() == MAPS;
        });
    return maps;
  }

  /** Their JVMs start no process any more then. */
  private static void awaitUnderWay(Collection<TaskGroup> maps, Path gate) {
    Await.until(
        "all maps to be well under way",
        PATIENCE_MS,
        () ->
            maps.stream()
                .allMatch(each -> Files.exists(BurningMapper.underWay(gate, each.attempt()))));
  }

  private static void awaitHelp(TaskGroup starved) {
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
    return DecisionRegistry.of(daemon).decisions(null).stream()
        .filter(decision -> decision.feature().equals(feature))
        .map(Object::toString)
        .collect(Collectors.joining("\n"));
  }

  @Test
  public void starvedMapGetsMoreCpuAndNothingIsLeftBehind() throws Exception {
    // What is given to a single task alone is to be seen.
    try (MiniCluster cluster =
        settings().set("yarn.mr-orchestrator.cpu.spare-to-tasks", "false").start()) {
      Path text = cluster.workDir().resolve("text");
      WordText.write(text, 7, MAPS, 60_000);
      SortedMap<String, Long> counts = WordText.count(text);
      Path gate = cluster.workDir().resolve("gate");
      CompletableFuture<WordCountResult> job = run(cluster, text, gate);
      Map<String, TaskGroup> maps = awaitMaps();
      awaitUnderWay(maps.values(), gate);
      awaitMetric("MrOrchestratorGlobal", "ProgressKnown", MAPS);
      TaskGroup starved = maps.values().iterator().next();
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
      Files.createFile(gate);
      assertEquals(counts, job.get(PATIENCE_MS, TimeUnit.MILLISECONDS).counts);
      cluster.endMapReduceMasters();
      Await.until(
          () -> "the groups of all containers to be gone, the master's last",
          PATIENCE_MS,
          () -> TaskGroup.left(parent).isEmpty());
      assertEquals(0, metric("MrOrchestratorGlobal", "ReportsMalformed"));
    }
    assertFalse("nothing of ours is left", TaskGroup.exists(parent));
  }

  /** All containers have one vcore each. */
  @Test
  public void unrequestedCpuGoesToTasksUntilItIsRequested() throws Exception {
    try (MiniCluster cluster = ofNoSingleTask(settings()).start();
        ShellWorkload other = ShellWorkload.start(cluster, "other", 100)) {
      Path text = cluster.workDir().resolve("text");
      WordText.write(text, 7, MAPS, 60_000);
      Path gate = cluster.workDir().resolve("gate");
      CompletableFuture<WordCountResult> job = run(cluster, text, gate);
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
      Files.createFile(gate);
      assertEquals(WordText.count(text), job.get(PATIENCE_MS, TimeUnit.MILLISECONDS).counts);
      cluster.endMapReduceMasters();
      Await.until("all groups to be gone", PATIENCE_MS, () -> TaskGroup.left(parent).isEmpty());
    }
    assertFalse("nothing of ours is left", TaskGroup.exists(parent));
  }

  /** It runs in a JVM of its own and is killed as {@code kill -9} does. */
  @Test
  public void sharesLeftByAKilledNodeManagerAreRestoredOrSteered() throws Exception {
    try (MiniCluster cluster = ofNoSingleTask(settings()).nodes(0).start();
        NodeProcess daemon = NodeProcess.of(cluster)) {
      daemon.start();
      Path text = cluster.workDir().resolve("text");
      WordText.write(text, 7, MAPS, 60_000);
      Path gate = cluster.workDir().resolve("gate");
      CompletableFuture<WordCountResult> job = run(cluster, text, gate);
      List<Long> all = Collections.nCopies(MAPS + 1, ONE_VCORE * NODE_VCORES / (MAPS + 1));
      awaitShares(all);
      Await.until("all maps", PATIENCE_MS, () -> TaskGroup.below(parent).size() == MAPS);
      Collection<TaskGroup> maps = TaskGroup.below(parent).values();
      awaitUnderWay(maps, gate);
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
      Files.createFile(gate);
      assertEquals(WordText.count(text), job.get(PATIENCE_MS, TimeUnit.MILLISECONDS).counts);
      cluster.endMapReduceMasters();
      Await.until("all groups to be gone", PATIENCE_MS, () -> TaskGroup.left(parent).isEmpty());
    }
  }

  /** Asks as the default does, and remembers what it was asked for and told. */
  public static final class Remembering implements ProgressSource {
    /** The phases that were asked for, each with the attempts that were told to be under way. */
    private static final Set<String> UNDER_WAY = ConcurrentHashMap.newKeySet();

    private final ProgressSource masters = new CompositeProgressSource();

    @Override
    public Map<String, Double> progress(
        JobPhase phase, Set<String> running, ApplicationMasterEndpoint master)
        throws IOException, InterruptedException {
      Map<String, Double> told = masters.progress(phase, running, master);
      for (String attempt : running) {
        double progress = told.getOrDefault(attempt, 0.0);
        if (progress > 0 && progress < 1) {
          UNDER_WAY.add(phase + " " + attempt);
        }
      }
      return told;
    }
  }

  private static void awaitUnderWay(String phase, String... attempts) {
    Set<String> awaited = new TreeSet<>();
    for (String attempt : attempts) {
      awaited.add(phase + " " + attempt);
    }
    Await.until(
        () -> awaited + " to be under way, there are " + Remembering.UNDER_WAY,
        PATIENCE_MS,
        () -> Remembering.UNDER_WAY.containsAll(awaited));
  }

  /** A task that is half done until a file is there. */
  public static final class Waiter extends SleepDag.Sleeper {
    public Waiter(ProcessorContext context) {
      super(context);
    }

    @Override
    protected long durationMs(String gate) {
      Await.until(
          gate,
          PATIENCE_MS,
          () -> {
            getContext().setProgress(0.5f);
            return Files.exists(Paths.get(gate));
          });
      return 0;
    }
  }

  /** Two containers, which go on to the second vertex. */
  @Test
  public void tezTasksAreIdentifiedByLogsAndProgressByTheirMaster() throws Exception {
    Remembering.UNDER_WAY.clear();
    try (MiniCluster cluster =
            ofNoSingleTask(settings())
                .set("yarn.mr-orchestrator.progress", Remembering.class.getName())
                .start();
        TezSession session = TezSession.start(cluster, "waiters", Collections.emptyMap())) {
      Path[] gates = {cluster.workDir().resolve("gate0"), cluster.workDir().resolve("gate1")};
      List<SleepDag.Stage> stages = new ArrayList<>();
      for (Path gate : gates) {
        stages.add(
            SleepDag.Stage.sized(Waiter.class, 512, 320, Collections.nCopies(2, gate.toString())));
      }
      DAG dag = SleepDag.of("waiting", cluster.workDir().resolve("waits"), stages);
      CompletableFuture<Void> job =
          CompletableFuture.runAsync(
              () -> {
                try {
                  session.run(dag);
                } catch (IOException | InterruptedException e) {
                  throw new CompletionException(e);
                }
              });
      String application = session.application().toString();
      String attempt = application.replace("application", "attempt") + "_1_0";
      for (int vertex = 0; vertex < gates.length; vertex++) {
        awaitUnderWay(
            application + "/VERTEX_1_0" + vertex,
            attempt + vertex + "_000000_0",
            attempt + vertex + "_000001_0");
        Files.createFile(gates[vertex]);
      }
      job.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
      assertEquals(0, metric("MrOrchestratorGlobal", "ProgressFailures"));
      assertEquals(0, metric("MrOrchestratorGlobal", "ReportsMalformed"));
    }
  }

  private static void stand(Collection<TaskGroup> maps, boolean still) throws Exception {
    for (TaskGroup each : maps) {
      each.stands(still);
    }
  }

  private static Map<String, List<String>> processes(Collection<TaskGroup> maps)
      throws IOException {
    Map<String, List<String>> processes = new TreeMap<>();
    for (TaskGroup each : maps) {
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

  /** What the CPU groups of all containers have, in ascending order. */
  private List<Long> shares() {
    try {
      return TaskGroup.allCpuShares(parent);
    } catch (IOException e) {
      return Collections.emptyList(); // one ended meanwhile
    }
  }

  /** To within the share of change below which nothing is written. */
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
