// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.configure.ConfigurationFixture;
import org.yarnext.tools.history.FinishedJob;

/** Histories become an advice, and a configuration if there is something to try. */
public class AdviseCommandTest {
  private static final long MB = 1 << 20;

  @Rule public final ConfigurationFixture site = new ConfigurationFixture();

  private Path done;
  private Path out;
  private int jobs;

  @Before
  public void writeConfiguration() throws IOException {
    done = Files.createDirectories(site.getRoot().toPath().resolve("done"));
    out = site.getRoot().toPath().resolve("advice");
    site.properties(
        "yarn-site.xml",
        "yarn.resourcemanager.scheduler.class",
        "org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler",
        "yarn.scheduler.minimum-allocation-mb",
        "128",
        "yarn.resource-types.memory-mb.increment-allocation",
        "128",
        "yarn.resourcemanager.webapp.address",
        "localhost:1");
    site.properties("mapred-site.xml", "yarn.app.mapreduce.am.resource.mb", "128");
  }

  private FinishedJob job(String name, int mb) {
    return new FinishedJob(name, ++jobs).memory(mb, mb - 200);
  }

  /** Many maps that write once with 1024 MB, and twice with 512 MB. */
  private void sorts(int count, int maps) throws IOException {
    for (int j = 0; j < count; j++) {
      FinishedJob job = job("sort " + j, 1024);
      for (int m = 0; m < maps; m++) {
        job.map(30_000, 1000, 1000, 10 * MB);
      }
      job.reducer(1000, 20 * MB, maps, 2000, 2000).write(done);
    }
    job("sort small", 512)
        .map(33_000, 1000, 2000, 10 * MB)
        .reducer(1000, 10 * MB, 1, 1000, 1000)
        .write(done);
    job("sort 99", 512)
        .map(33_000, 1000, 2000, 10 * MB)
        .reducer(1000, 10 * MB, 1, 1000, 1000)
        .write(done);
  }

  private CommandRun advise(int nodes, int nodeMb, String... more) throws IOException {
    List<String> args = new ArrayList<>();
    args.add("advise");
    if (!Arrays.asList(more).contains("--conf")) {
      args.addAll(Arrays.asList("--conf", site.conf().toString()));
    }
    args.addAll(
        Arrays.asList(
            "--history",
            done.toString(),
            "--out",
            out.toString(),
            "--nodes",
            String.valueOf(nodes),
            "--node-memory",
            String.valueOf(nodeMb),
            "--node-vcores",
            "16",
            "--seeds",
            "2"));
    args.addAll(Arrays.asList(more));
    return CommandRun.of(args.toArray(new String[0]));
  }

  private JsonNode json() throws IOException {
    return new ObjectMapper().readTree(out.resolve("advice.json").toFile());
  }

  private JsonNode feature(String name) throws IOException {
    for (JsonNode feature : json().path("features")) {
      if (feature.path("name").asText().equals(name)) {
        return feature;
      }
    }
    throw new AssertionError("no " + name + " in " + json());
  }

  @Test
  public void elasticIsRecommendedForMemoryBoundJobsAndConfiguredInShadow() throws Exception {
    sorts(6, 12);
    Path link = site.getRoot().toPath().resolve("link");
    Files.createSymbolicLink(link, site.conf());
    // Beside a task of 1024 MB a node has room for one of 512 MB, and masters.
    CommandRun run = advise(4, 1700, "--window", "0s", "--conf", link.toString());
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    assertEquals(run.toString(), "recommended", feature("elastic").path("verdict").asText());
    assertTrue(run.out, feature("elastic").path("ratio").asDouble() < 0.9);
    assertTrue(run.out, run.out.contains("Recommended, in shadow first: "));
    Path conf = out.resolve("conf");
    String yarn = new String(Files.readAllBytes(conf.resolve("yarn-site.xml")), UTF_8);
    assertTrue(yarn, yarn.contains("org.yarnext.elastic.rm.ElasticFairScheduler"));
    assertTrue(yarn, yarn.contains("<value>shadow</value>"));
    assertTrue(yarn, yarn.contains(link.resolve("yarnext-profiles.json").toString()));
    assertFalse(
        "profiles are read again",
        ProfileFile.read(conf.resolve("yarnext-profiles.json")).all().isEmpty());
    CommandRun doctor = CommandRun.of("doctor", "--conf", conf.toString());
    assertFalse(doctor.toString(), doctor.out.contains("not a key"));
    assertTrue(Files.size(out.resolve("changes.diff")) > 100);
    assertEquals(
        "its lines may have passwords",
        "rw-------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(out.resolve("changes.diff"))));
    String html = new String(Files.readAllBytes(out.resolve("report.html")), UTF_8);
    assertTrue(html, html.contains("<svg") && html.contains("Confidence:"));
    assertFalse(
        "the operator's files stay",
        new String(Files.readAllBytes(site.file("yarn-site.xml")), UTF_8).contains("yarnext"));
  }

  @Test
  public void nothingIsRecommendedWhereNothingWaits() throws Exception {
    for (int j = 0; j < 3; j++) {
      job("copy " + j, 1024).map(60_000, 1, 1, MB).map(61_000, 1, 1, MB).write(done);
    }
    CommandRun run = advise(4, 16_384);
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    assertTrue(run.out, run.out.contains("No feature is recommended"));
    assertTrue(run.out, run.out.contains("no configuration was written"));
    assertEquals("no gain", feature("mercury-hybrid").path("verdict").asText());
    assertEquals("not judged", feature("elastic").path("verdict").asText());
    assertEquals("not judged", feature("orchestrator").path("verdict").asText());
    JsonNode overallocation = feature("mercury + over-allocation");
    assertEquals("not judged", overallocation.path("verdict").asText());
    assertTrue(run.out, run.out.contains("what tasks used for only 0 % of the work"));
    assertEquals(0, json().path("recommended").size());
    assertFalse(Files.exists(out.resolve("conf")));
    assertEquals(3, json().path("calibration").path("jobs").asInt());
    double ratio = json().path("calibration").path("medianRatio").asDouble();
    assertEquals("maps of a minute that start at once", 1, ratio, 0.1);
  }

  /** Maps that use a quarter of their memory and a fifth of their vcore. */
  private void idleMaps(FinishedJob job, int maps, long ms) throws IOException {
    for (int m = 0; m < maps; m++) {
      job.map(ms, 1, 1, MB)
          .counter(TaskCounter.PHYSICAL_MEMORY_BYTES, 256 * MB)
          .counter(TaskCounter.CPU_MILLISECONDS, ms / 5);
    }
    job.write(done);
  }

  @Test
  public void overallocationIsJudgedByWhatTasksUsed() throws Exception {
    // Long tasks on nine in ten of the nodes' memory, and short ones.
    idleMaps(job("model", 1024), 8, 1_200_000);
    for (int j = 0; j < 8; j++) {
      idleMaps(job("scan " + j, 1024), 20, 8_000);
    }
    CommandRun run = advise(2, 5120);
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    assertTrue(
        run.out,
        run.out.contains(
            "Use: tasks of 100 % of the work say what they used, on average 25 % of their memory"
                + " and 20 % of their vcores."));
    JsonNode with = feature("mercury + over-allocation");
    JsonNode without = feature("mercury");
    assertTrue(run.out, with.path("ratio").asDouble() < without.path("ratio").asDouble());
    assertTrue(run.out, with.path("ratio").asDouble() < 0.9);
  }

  @Test
  public void brokenAndHostileFilesAreNamedAndCounted() throws Exception {
    Path good = job("copy", 1024).map(60_000, 1, 1, MB).write(done);
    Path cut = job("cut", 1024).map(60_000, 1, 1, MB).write(done);
    byte[] bytes = Files.readAllBytes(cut);
    Files.write(cut, Arrays.copyOf(bytes, bytes.length / 2));
    Path bare = job("bare", 1024).map(60_000, 1, 1, MB).write(done);
    Files.delete(bare.resolveSibling(bare.getFileName().toString().split("-")[0] + "_conf.xml"));
    Files.write(done.resolve("empty.jhist"), new byte[0]);
    Files.write(done.resolve("random.jhist"), Arrays.copyOfRange(bytes, 7, 99));
    byte[] line = new byte[40 << 20];
    Arrays.fill(line, (byte) '{');
    Files.write(done.resolve("line.jhist"), line);
    Files.write(done.resolve("history.txt.nested"), Arrays.copyOf(line, 1 << 20));
    Files.write(done.resolve("application_1700000000000_0001"), Arrays.copyOf(line, 1 << 20));
    Files.write(done.resolve("application_1700000000000_0002.zstd"), new byte[9]);
    Files.write(done.resolve("notes.txt"), new byte[9]);
    CommandRun run = advise(2, 8192);
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    for (String name :
        new String[] {
          cut.getFileName().toString(),
          bare.getFileName().toString(),
          "empty.jhist",
          "random.jhist",
          "line.jhist",
          "history.txt.nested",
          "application_1700000000000_0001",
          "application_1700000000000_0002.zstd"
        }) {
      assertTrue(name + " in " + run.err, run.err.contains(name + " is left out: "));
    }
    assertFalse(run.err, run.err.contains(good.getFileName() + " is left out"));
    long left = 0;
    for (JsonNode count : json().path("omitted")) {
      left += count.asLong();
    }
    assertTrue(run.out, left >= 9);
    assertTrue(run.out, run.out.contains("notes.txt"));
  }

  @Test
  public void predictionIsComparedWithWhatWasMeasured() throws Exception {
    job("copy", 1024).map(60_000, 1, 1, MB).write(done);
    Path after = site.getRoot().toPath().resolve("after");
    job("copy", 1024).map(30_000, 1, 1, MB).write(after);
    CommandRun run = advise(2, 8192, "--after", after.toString(), "--format", "json");
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    assertEquals(0.5, new ObjectMapper().readTree(run.out).path("measuredRatio").asDouble(), 1e-3);
  }

  @Test
  public void wrongOptionsAndMissingNodesAreExplained() throws Exception {
    Path file = job("copy", 1024).map(60_000, 1, 1, MB).write(done);
    CommandRun none =
        CommandRun.of(
            "advise",
            "--conf",
            site.conf().toString(),
            "--history",
            done.toString(),
            "--out",
            out.toString());
    assertEquals(none.toString(), ExitCode.FAILED, none.status);
    assertTrue(none.err, none.err.contains("--nodes N --node-memory MB --node-vcores V"));
    CommandRun half =
        CommandRun.of("advise", "--conf", site.conf().toString(), "--history", "x", "--nodes", "3");
    assertEquals(half.toString(), ExitCode.MISUSED, half.status);
    assertEquals(ExitCode.MISUSED, advise(2, 8192, "--since", "tomorrow").status);
    CommandRun nowhere = advise(2, 8192, "--history", done.resolve("nowhere").toString());
    assertTrue(nowhere.err, nowhere.err.contains("correct --history"));
    long hourMs = 3_600_000;
    Files.setLastModifiedTime(
        file, FileTime.fromMillis(System.currentTimeMillis() + hourMs)); // it was copied
    CommandRun old = advise(2, 8192, "--since", "1h");
    assertEquals(ExitCode.FAILED, old.status);
    assertTrue(old.err, old.err.contains("1 jobs that ended before --since"));
    Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis() - 2 * hourMs));
    CommandRun older = advise(2, 8192, "--since", "1h");
    assertTrue(older.err, older.err.contains("1 files written before --since"));
    assertFalse("nothing was begun", Files.exists(out));
    Files.createDirectories(out.resolve("mine"));
    CommandRun full = advise(2, 8192);
    assertTrue(full.err, full.err.contains("is not empty"));
  }

  @Test
  public void jobsThatFitNowhereOrHaveNoQueueAreLeftOut() throws Exception {
    site.properties(
        "yarn-site.xml",
        "yarn.scheduler.minimum-allocation-mb",
        "128",
        "yarn.resourcemanager.webapp.address",
        "localhost:1");
    site.properties(
        "capacity-scheduler.xml",
        "yarn.scheduler.capacity.root.queues",
        "a",
        "yarn.scheduler.capacity.root.a.capacity",
        "100",
        "yarn.scheduler.capacity.root.a.queues",
        "q",
        "yarn.scheduler.capacity.root.a.q.capacity",
        "100",
        "yarn.scheduler.capacity.maximum-am-resource-percent",
        "0.5");
    job("copy", 1024).map(60_000, 1, 1, MB).write(done);
    job("large", 65_536).map(60_000, 1, 1, MB).write(done);
    CommandRun run = advise(2, 8192);
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    assertTrue("q is a leaf of a: " + run.out, run.out.contains("Simulated: 1 jobs"));
    assertTrue(run.out, run.out.contains("1 jobs with tasks larger than any node"));
    site.properties(
        "capacity-scheduler.xml",
        "yarn.scheduler.capacity.root.queues",
        "b",
        "yarn.scheduler.capacity.root.b.capacity",
        "100");
    out = site.getRoot().toPath().resolve("second");
    CommandRun other = advise(2, 8192);
    assertEquals(other.toString(), ExitCode.FAILED, other.status);
    assertTrue(other.err, other.err.contains("jobs of queues that the cluster does not have"));
  }
}
