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
package org.yarnext.minicluster.tools;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.elastic.policy.model.StepModel;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.minicluster.Await;
import org.yarnext.minicluster.MapReduceWordCount;
import org.yarnext.minicluster.MiniCluster;
import org.yarnext.minicluster.TezWordCount;
import org.yarnext.minicluster.WordText;
import org.yarnext.tools.Yarnext;
import org.yarnext.tools.history.HistoryFiles;
import org.yarnext.tools.history.ResourceManagerLog;
import org.yarnext.tools.history.TaskRun;

/** Histories that real Application Masters leave become profiles. */
public class ProfileFromHistoryTest {
  private static final long PATIENCE_MS = 180_000;
  private static final String JVM_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";
  private static final int MAPS = 2;
  private static final int MAP_BYTES = 1 << 20;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void twoRunsOfAMapReduceJobBecomeAProfileOfItsMaps() throws Exception {
    Path file = folder.getRoot().toPath().resolve("profiles.json");
    try (MiniCluster cluster = start()) {
      Path text = text(cluster);
      run(new MapReduceWordCount(cluster), cluster, text, "well-sized");
      MapReduceWordCount small =
          new MapReduceWordCount(cluster)
              .set("mapreduce.map.memory.mb", "384")
              .set("mapreduce.map.java.opts", "-Xmx192m " + JVM_OPTIONS)
              .set("mapreduce.task.io.sort.mb", "1")
              .set("mapreduce.reduce.memory.mb", "448")
              .set("mapreduce.reduce.java.opts", "-Xmx256m " + JVM_OPTIONS);
      run(small, cluster, text, "under-sized");
      String said = profile(small.histories(), file);
      assertTrue(said, said.contains("384 512"));
      assertTrue(said, said.contains("448 512"));
      assertTrue(said, said.contains("reduce: No profile. "));
      assertTrue(said, said.contains("mapreduce.reduce.input.buffer.percent"));
    }
    TaskProfile maps = ProfileFile.read(file).find("word count", "MAPREDUCE", "map");
    StepModel step = (StepModel) maps.model();
    assertEquals("one spill", 512, step.idealMemoryMb());
    assertTrue("a map takes a while: " + step, step.idealMs() > 100 && step.idealMs() < 60_000);
    assertTrue("and writes something: " + step, step.outputMb() > 0.01 && step.outputMb() < 1);
  }

  private static void run(MapReduceWordCount job, MiniCluster cluster, Path text, String output)
      throws IOException {
    Path directory = cluster.workDir().resolve(output);
    assertEquals(WordText.count(text), job.run(text, directory, PATIENCE_MS).counts);
  }

  @Test
  public void theVerticesOfATezDagAreReadWithThePrioritiesTheyWereAskedAt() throws Exception {
    try (MiniCluster cluster = start()) {
      Path text = text(cluster);
      Path histories = cluster.workDir().resolve("tez-histories");
      TezWordCount job =
          new TezWordCount(cluster)
              .set("tez.simple.history.logging.dir", histories.toUri().toString())
              // Else a vertex may run in containers that another one asked for.
              .set("tez.am.container.reuse.enabled", "false");
      try (PriorityWatch watch = new PriorityWatch(cluster)) {
        Path output = cluster.workDir().resolve("tez-output");
        assertEquals(WordText.count(text), job.run(text, output).counts);
        List<TaskRun> runs = new ArrayList<>();
        HistoryFiles files = new HistoryFiles(cluster.conf(), new ResourceManagerLog());
        org.apache.hadoop.fs.Path history = files.find(histories.toString()).get(0);
        Await.until(
            "the end of " + history,
            PATIENCE_MS,
            () -> Files.size(Paths.get(history.toUri())) > 0 && runs.addAll(files.read(history)));
        Map<Integer, String> read = new TreeMap<>();
        for (TaskRun run : runs) {
          read.put(run.priority(), run.taskClass());
          assertEquals(run.taskClass(), 512, run.askedMb());
          assertEquals(run.taskClass(), 320, run.heapMb());
          assertEquals("all of the same size", 1, run.sizes().size());
          assertTrue(run.taskClass(), run.sizes().get(0).ms() > 0);
        }
        assertEquals(read.keySet(), watch.seen());
        assertEquals("[Tokenizer, Summation, Sorter]", read.values().toString());
      }
    }
  }

  private static MiniCluster start() throws IOException {
    return MiniCluster.named("profile").nodes(1).nodeSize(2048, 8).start();
  }

  private static Path text(MiniCluster cluster) throws IOException {
    Path text = cluster.workDir().resolve("text");
    WordText.write(text, 11, MAPS, MAP_BYTES);
    return text;
  }

  /** Runs the command; run times so short say little, so that any error is taken. */
  private static String profile(Path histories, Path file) {
    StringWriter said = new StringWriter();
    PrintWriter writer = new PrintWriter(said, true);
    String[] args = {
      "profile", "--out", file.toString(), "--most-error", "100", histories.toString()
    };
    int status = Yarnext.run(writer, writer, args);
    assertEquals(said.toString(), Yarnext.DONE, status);
    return said.toString();
  }
}
