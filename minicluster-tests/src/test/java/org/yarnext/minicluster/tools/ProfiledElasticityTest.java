// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.tools;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Collections;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.rules.TemporaryFolder;
import org.yarnext.elastic.policy.model.SawToothModel;
import org.yarnext.elastic.policy.model.StepModel;
import org.yarnext.elastic.policy.model.spill.MapReduceSpills;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.minicluster.LongRunning;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.MapReduceWordCount;
import org.yarnext.minicluster.jobs.WordText;

/**
 * The whole way of a profile: a job runs with two sizes on a cluster whose elastic scheduler knows
 * no profiles, its histories become profiles, the running scheduler takes them up, the job's next
 * run has under-sized tasks, and the command line explains one of them.
 */
@Category(LongRunning.class)
public class ProfiledElasticityTest {
  private static final long PATIENCE_MS = 180_000;
  private static final String JVM_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";
  private static final int MAP_BYTES = 1 << 19;
  private static final int FULL_MB = 512;
  private static final int SMALL_MB = 384;

  /** Two tasks of full size, and one small one. */
  private static final int NODE_MB = 2 * FULL_MB + SMALL_MB;

  private static final Pattern SHRUNK =
      Pattern.compile(
          "ElasticHeapDecisions\\S* of NodeManager \\S+ about (container_\\d+_\\d+_\\d+_\\d+)");

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path profiles;

  @Test
  public void jobMeasuredTwiceRunsWithExplainedUndersizedTasks() throws Exception {
    profiles = folder.getRoot().toPath().resolve("profiles.json");
    ProfileFile.write(profiles, new Profiles(Collections.emptyList()));
    try (MiniCluster cluster = start()) {
      Path twoFiles = text(cluster, 2);
      run(job(cluster), cluster, twoFiles, "well-sized");
      run(small(cluster), cluster, twoFiles, "under-sized");
      profilesAreMade(job(cluster).histories());
      run(job(cluster), cluster, text(cluster, 6), "profiled");
      undersizedTasksAreExplained(cluster);
    }
  }

  private MiniCluster start() throws IOException {
    return MiniCluster.named("profiled")
        .nodes(1)
        .nodeSize(NODE_MB, 8)
        .confSample(Paths.get("../conf-samples/elastic-capacity"))
        .set("yarn.scheduler.minimum-allocation-mb", "128")
        .set("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0")
        .set("yarn.elastic.heap.floor", "128")
        .set("yarn.elastic.heap.percent", "60")
        .set("yarn.elastic.profiles.file", profiles.toString())
        .set("yarn.elastic.profiles.reload-interval", "1s")
        .start();
  }

  private static Path text(MiniCluster cluster, int files) throws IOException {
    Path text = cluster.workDir().resolve("text-" + files);
    WordText.write(text, 11, files, MAP_BYTES);
    return text;
  }

  /** The reducer may keep its input in memory, and can only with its full heap. */
  private static MapReduceWordCount job(MiniCluster cluster) {
    return new MapReduceWordCount(cluster)
        .set("mapreduce.job.reduce.slowstart.completedmaps", "1")
        .set("mapreduce.reduce.input.buffer.percent", "0.7")
        .set("mapreduce.reduce.shuffle.input.buffer.percent", "0.01")
        .set("mapreduce.reduce.shuffle.merge.percent", "0.045")
        .set("mapreduce.reduce.shuffle.memory.limit.percent", "0.04");
  }

  private static MapReduceWordCount small(MiniCluster cluster) {
    return job(cluster)
        .set("mapreduce.map.memory.mb", String.valueOf(SMALL_MB))
        .set("mapreduce.map.java.opts", "-Xmx192m " + JVM_OPTIONS)
        .set("mapreduce.task.io.sort.mb", "1")
        .set("mapreduce.reduce.memory.mb", String.valueOf(SMALL_MB))
        .set("mapreduce.reduce.java.opts", "-Xmx192m " + JVM_OPTIONS);
  }

  private static void run(MapReduceWordCount job, MiniCluster cluster, Path text, String output)
      throws IOException {
    Path directory = cluster.workDir().resolve(output);
    assertEquals(WordText.count(text), job.run(text, directory, PATIENCE_MS).counts);
  }

  private void profilesAreMade(Path histories) throws Exception {
    // Run times so short say little, so that any error is taken.
    String[] options = {
      "profile", "--out", profiles.toString(), "--max-error", "100", histories.toString()
    };
    String said = ToolRun.done(options);
    assertTrue(said, said.contains(SMALL_MB + " " + FULL_MB));
    assertFalse("counters and model agree: " + said, said.contains("should be spilled"));
    Profiles made = ProfileFile.read(profiles);
    TaskProfile maps = made.find("word count", "MAPREDUCE", "map");
    StepModel step = (StepModel) maps.model();
    assertEquals("one spill", FULL_MB, step.idealMemoryMb());
    assertTrue("a map takes a while: " + step, step.idealMs() > 100 && step.idealMs() < 60_000);
    assertTrue("and writes something: " + step, step.outputMb() > 0.01 && step.outputMb() < 1);
    TaskProfile reducers = made.find("word count", "MAPREDUCE", "reduce");
    assertNotNull(said, reducers);
    SawToothModel sawTooth = (SawToothModel) reducers.model();
    MapReduceSpills spills = (MapReduceSpills) sawTooth.spills();
    assertEquals("the maps", 2, spills.outputs());
    assertEquals("their outputs", 2 * step.outputMb(), spills.inputMb(), 0.2 * step.outputMb());
    assertTrue(sawTooth.toString(), sawTooth.idealMemoryMb() <= FULL_MB);
    assertTrue(sawTooth.toString(), sawTooth.idealMemoryMb() > SMALL_MB);
  }

  private static void undersizedTasksAreExplained(MiniCluster cluster) throws IOException {
    ApplicationId last =
        Collections.max(cluster.resourceManager().getRMContext().getRMApps().keySet());
    String web = cluster.webAddress();
    String all = ToolRun.done("explain", "--daemon", web, last.toString());
    Matcher shrunk = SHRUNK.matcher(all);
    assertTrue(all, shrunk.find());
    String container = shrunk.group(1);
    String one = ToolRun.done("explain", "--daemon", web, container);
    String[] numbers = {
      "asked=" + FULL_MB + " MB", "granted=" + SMALL_MB + " MB", "taskEnd=", "jobEnd=", "freeDisk="
    };
    for (String number : numbers) {
      assertTrue(one, one.matches("(?s).*ELASTIC_PLACED: .*\\b" + number + ".*"));
    }
    assertTrue(one, one.matches("(?s).*HEAP_SHRUNK: .*\\bsmallerHeap=192 MB.*"));
    assertTrue(one, one.contains("YARN, ") && one.contains(last + " was submitted."));
    String about = one.replaceAll("(?m)^The Application Master's own log.*$", "");
    assertFalse("no other container", about.replace(container, "").contains("container_"));
  }
}
