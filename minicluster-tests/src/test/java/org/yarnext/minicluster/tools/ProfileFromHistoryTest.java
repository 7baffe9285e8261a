// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.tools;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.elastic.policy.model.StepModel;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.TezWordCount;
import org.yarnext.minicluster.jobs.WordText;
import org.yarnext.minicluster.process.Await;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.RunHistoryReader;
import org.yarnext.tools.history.record.ResourceManagerLog;
import org.yarnext.tools.history.record.TaskClassRun;

/** Histories that real Application Masters of Tez leave become profiles. */
public class ProfileFromHistoryTest {
  private static final long PATIENCE_MS = 180_000;
  private static final String JVM_OPTIONS =
      "-XX:+IgnoreUnrecognizedVMOptions --add-opens=java.base/java.lang=ALL-UNNAMED"
          + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  /** Tez calls an application that is no session like its DAG, whatever its client calls it. */
  private static final String APPLICATION = "OrderedWordCount";

  private static final int FULL_MB = 512;
  private static final int SMALL_MB = 384;
  private static final int TOKENIZER_PRIORITY = 8;
  private static final int MAPS = 2;
  private static final int MAP_BYTES = 1 << 20;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void twoRunsOfATezDagBecomeAProfileOfTheSortingVertex() throws Exception {
    Path profiles = folder.getRoot().toPath().resolve("profiles.json");
    Path log = folder.getRoot().toPath().resolve("rm.log");
    try (MiniCluster cluster = MiniCluster.named("profile").nodes(1).nodeSize(2048, 8).start();
        ResourceManagerLines lines = new ResourceManagerLines(log)) {
      Path text = cluster.workDir().resolve("text");
      WordText.write(text, 11, MAPS, MAP_BYTES);
      Set<Integer> priorities;
      try (PriorityWatch watch = new PriorityWatch(cluster)) {
        run(job(cluster), cluster, text, "well-sized");
        priorities = watch.seen();
      }
      assertPrioritiesAreRead(cluster, priorities);
      run(small(cluster), cluster, text, "under-sized");
      Path histories = histories(cluster);
      awaitEnds(cluster, histories);
      // Run times so short say little, so that any error is taken.
      String[] options = {
        "profile",
        "--out",
        profiles.toString(),
        "--rm-log",
        log.toString(),
        "--max-error",
        "100",
        histories.toString()
      };
      String said = ToolRun.done(options);
      assertTrue(said, said.contains(SMALL_MB + " " + FULL_MB));
    }
    TaskProfile tokenizers = ProfileFile.read(profiles).find(APPLICATION, "TEZ", "Tokenizer");
    assertEquals(TOKENIZER_PRIORITY, tokenizers.priority());
    StepModel step = (StepModel) tokenizers.model();
    assertEquals("one spill", FULL_MB, step.idealMemoryMb());
    assertTrue("a task takes a while: " + step, step.idealMs() > 50 && step.idealMs() < 60_000);
    double textMb = (double) MAP_BYTES / (1 << 20);
    assertTrue(
        "and writes a few bytes more for each word than there are: " + step.outputMb(),
        step.outputMb() > textMb && step.outputMb() < 4 * textMb);
  }

  private static TezWordCount job(MiniCluster cluster) {
    return new TezWordCount(cluster)
        .set("tez.simple.history.logging.dir", histories(cluster).toUri().toString())
        // Otherwise a vertex may run in containers that another one requested.
        .set("tez.am.container.reuse.enabled", "false");
  }

  private static TezWordCount small(MiniCluster cluster) {
    return job(cluster)
        .set("tez.task.resource.memory.mb", String.valueOf(SMALL_MB))
        .set("tez.task.launch.cmd-opts", "-Xmx192m " + JVM_OPTIONS)
        .set("tez.runtime.io.sort.mb", "3");
  }

  private static Path histories(MiniCluster cluster) {
    return cluster.workDir().resolve("tez-histories");
  }

  private static void run(TezWordCount job, MiniCluster cluster, Path text, String output)
      throws IOException {
    assertEquals(WordText.count(text), job.run(text, cluster.workDir().resolve(output)).counts);
  }

  /** The application master writes the last events after its client has the result. */
  private static List<TaskClassRun> awaitEnds(MiniCluster cluster, Path histories)
      throws Exception {
    RunHistoryReader files = new RunHistoryReader(cluster.conf(), new ResourceManagerLog());
    List<TaskClassRun> runs = new ArrayList<>();
    for (org.apache.hadoop.fs.Path history : files.find(histories.toString())) {
      Await.until(
          "the end of " + history,
          PATIENCE_MS,
          () -> {
            try {
              return runs.addAll(files.read(history));
            } catch (ToolException e) {
              return false; // it does not say yet how the DAG ended
            }
          });
    }
    return runs;
  }

  private static void assertPrioritiesAreRead(MiniCluster cluster, Set<Integer> seen)
      throws Exception {
    Map<Integer, String> read = new TreeMap<>();
    for (TaskClassRun run : awaitEnds(cluster, histories(cluster))) {
      read.put(run.priority(), run.taskClass());
      assertEquals(run.taskClass(), FULL_MB, run.requestedMb());
      assertEquals(run.taskClass(), 320, run.heapMb());
      assertEquals("all of the same size", 1, run.sizes().size());
      assertTrue(run.taskClass(), run.sizes().get(0).ms() > 0);
    }
    assertEquals(read.keySet(), seen);
    assertEquals("[Tokenizer, Summation, Sorter]", read.values().toString());
  }
}
