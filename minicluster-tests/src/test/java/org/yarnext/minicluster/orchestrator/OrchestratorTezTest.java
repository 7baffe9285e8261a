// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.orchestrator;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.tez.dag.api.DAG;
import org.apache.tez.runtime.api.ProcessorContext;
import org.junit.Test;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.SleepDag;
import org.yarnext.minicluster.jobs.TezSession;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.BackgroundCall;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.rm.progress.ApplicationMasterEndpoint;
import org.yarnext.orchestrator.rm.progress.CompositeProgressSource;
import org.yarnext.orchestrator.rm.progress.ProgressSource;

/** Tez's tasks on a node with the orchestrator. */
public class OrchestratorTezTest extends OrchestratorTestBase {
  /** Asks as the default does, and remembers what it was asked for and told. */
  public static final class Remembering implements ProgressSource {
    /** Requested phases, each with its attempts that were reported as running. */
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
          BackgroundCall.start(
              () -> {
                session.run(dag);
                return null;
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
      BackgroundCall.await(job, PATIENCE_MS);
      assertEquals(0, metric("MrOrchestratorGlobal", "ProgressFailures"));
      assertEquals(0, metric("MrOrchestratorGlobal", "ReportsMalformed"));
    }
  }
}
