// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.record.RecordedJob;
import org.yarnext.tools.history.spark.SparkLogFiles;

/** Histories of each framework become records of jobs. */
public class RecordedJobsTest {
  private static final long START = FinishedJob.CLUSTER + 60_000;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path root() {
    return folder.getRoot().toPath();
  }

  private static List<RecordedJob> read(Path file) throws IOException, ToolException {
    return new RecordedJobs(new Configuration(false))
        .read(new org.apache.hadoop.fs.Path(file.toUri()));
  }

  private static void assertRefused(String why, Path file) throws IOException {
    try {
      read(file);
      fail("it was read: " + file);
    } catch (ToolException e) {
      assertTrue(e.getMessage(), e.getMessage().contains(why));
    }
  }

  @Test
  public void mapReduceJobHasItsTasksSizesAndTimes() throws Exception {
    Path file =
        new FinishedJob("count", 7)
            .memory(1536, 1000)
            .set("mapreduce.reduce.cpu.vcores", "2")
            .map(4_000)
            .counter(TaskCounter.PHYSICAL_MEMORY_BYTES, 512L << 20)
            .counter(TaskCounter.CPU_MILLISECONDS, 1_000)
            .map(9_000)
            .failedFirst("lost")
            .reducer(2_500)
            .write(root());
    RecordedJob job = read(file).get(0);
    assertEquals("job_1700000000000_0007", job.id());
    assertEquals("count", job.name());
    assertEquals("MAPREDUCE", job.framework());
    assertEquals("user", job.user());
    assertEquals("q", job.queue());
    assertEquals(START, job.submitMs());
    assertEquals(START, job.readyMs());
    assertEquals(START + 11_500, job.endMs());
    RecordedJob.Stage maps = job.stages().get(0);
    assertEquals("map", maps.name());
    assertEquals(20, maps.priority());
    assertEquals(1536, maps.memoryMb());
    assertEquals("only attempts that succeeded", 2, maps.tasks());
    assertEquals(13_000, maps.workMs());
    assertEquals("of the one that tells", 1 / 3.0, maps.usage().memoryUse(), 1e-9);
    assertEquals(0.25, maps.usage().cpuUse(), 1e-9);
    assertEquals(1536.0 * 4_000, maps.usage().memoryWork(), 1e-3);
    RecordedJob.Stage reducers = job.stages().get(1);
    assertArrayEquals(new int[] {0}, reducers.predecessors());
    assertEquals("without the wait for maps", 2_500, reducers.runMs(0));
    assertEquals(2, reducers.vcores());
    assertEquals(0, reducers.usage().memoryWork(), 0);
    assertEquals(3, job.tasks());
    assertEquals(1536.0 * 15_500, job.memoryWork(), 1);
  }

  @Test
  public void jobsThatSayLittleAreRefused() throws Exception {
    assertRefused("did not succeed", new FinishedJob("a", 1).map(1).failed().write(root()));
    assertRefused(
        "inside the application master", new FinishedJob("b", 2).map(1).uber().write(root()));
    assertRefused("no task", new FinishedJob("c", 3).write(root()));
  }

  @Test
  public void binaryHistoryIsReadToo() throws Exception {
    Path file = new FinishedJob("count", 7).memory(512, 300).map(4_000).binary().write(root());
    assertEquals(4_000, read(file).get(0).stages().get(0).runMs(0));
  }

  @Test
  public void verticesOfATezDagBecomeStagesInTheirOrder() throws Exception {
    Path file =
        new FinishedDag("words", 8)
            .set("tez.task.resource.cpu.vcores", "3")
            .vertex("Tokenizer")
            .task(5_000)
            .task(6_000)
            .counter(org.apache.tez.common.counters.TaskCounter.PHYSICAL_MEMORY_BYTES, 2L << 30)
            .counter(org.apache.tez.common.counters.TaskCounter.CPU_MILLISECONDS, 9_000)
            .vertex("Summation")
            .task(2_000)
            .write(root());
    RecordedJob job = read(file).get(0);
    assertEquals("words", job.name());
    assertEquals("TEZ", job.framework());
    assertEquals("user", job.user());
    assertEquals("q", job.queue());
    assertEquals(START, job.submitMs());
    assertEquals(START + 8_000, job.endMs());
    assertEquals("Tokenizer", job.stages().get(0).name());
    assertEquals(2, job.stages().get(0).tasks());
    assertEquals(1024, job.stages().get(0).memoryMb());
    assertEquals(3, job.stages().get(0).vcores());
    assertEquals("no more than given", 1, job.stages().get(0).usage().memoryUse(), 1e-9);
    assertEquals(0.5, job.stages().get(0).usage().cpuUse(), 1e-9);
    RecordedJob.Stage second = job.stages().get(1);
    assertArrayEquals(new int[] {0}, second.predecessors());
    assertEquals(2_000, second.runMs(0));
    assertTrue(read(new FinishedDag("w", 9).vertex("v").task(1).failed().write(root())).isEmpty());
  }

  private static final String[] SPARK = {
    "{\"Event\":\"SparkListenerLogStart\",\"Spark Version\":\"3.5.1\"}",
    "{\"Event\":\"SparkListenerApplicationStart\",\"App Name\":\"etl\",\"App"
        + " ID\":\"application_1700000000000_0003\",\"Timestamp\":1000,\"User\":\"ann\"}",
    "{\"Event\":\"SparkListenerEnvironmentUpdate\",\"Spark Properties\":{\"spark.executor.memory\":"
        + "\"4g\",\"spark.executor.cores\":\"2\",\"spark.yarn.queue\":\"root.etl\"}}",
    "{\"Event\":\"SparkListenerExecutorAdded\",\"Timestamp\":2000,\"Executor ID\":\"1\"}",
    "{\"Event\":\"SparkListenerExecutorAdded\",\"Timestamp\":2500,\"Executor ID\":\"2\"}",
    "{\"Event\":\"SparkListenerTaskEnd\",\"Stage ID\":0}",
    "{\"Event\":\"SparkListenerExecutorRemoved\",\"Timestamp\":9000,\"Executor ID\":\"1\"}",
    "{\"Event\":\"SparkListenerApplicationEnd\",\"Timestamp\":12500}"
  };

  private static void assertSpark(RecordedJob job) {
    assertEquals("etl", job.name());
    assertEquals("ann", job.user());
    assertEquals("root.etl", job.queue());
    assertEquals(12_500, job.endMs());
    RecordedJob.Stage executors = job.stages().get(0);
    assertEquals("with the overhead of a tenth", 4096 + 409, executors.memoryMb());
    assertEquals(2, executors.vcores());
    assertEquals(7_000, executors.runMs(0));
    assertEquals("until the end", 10_000, executors.runMs(1));
  }

  @Test
  public void executorsOfSparkAreTasks() throws Exception {
    Path plain = root().resolve("application_1700000000000_0003");
    Files.write(plain, Arrays.asList(SPARK), UTF_8);
    assertSpark(read(plain).get(0));
    Files.write(plain, Arrays.asList(SPARK).subList(0, 7), UTF_8);
    assertRefused("has not ended", plain);
  }

  @Test
  public void executorOfSparkHasAllMemoryOfItsContainer() throws Exception {
    assertEquals("no overhead", 4096, executorMb("memoryOverhead\":\"0"));
    assertEquals("a factor", 4096 + 819, executorMb("memoryOverheadFactor\":\"0.2"));
    String offHeap =
        "memoryOverhead\":\"1g\",\"spark.memory.offHeap.size\":\"1073741824\","
            + "\"spark.memory.offHeap.enabled\":\"";
    assertEquals("memory beside the heap, in bytes", 4096 + 2048, executorMb(offHeap + "true"));
    assertEquals("which is switched off", 4096 + 1024, executorMb(offHeap + "false"));
    String python = "pyspark.memory\":\"512m\",\"spark.yarn.isPython\":\"";
    assertEquals("Python", 4096 + 409 + 512, executorMb(python + "true"));
    assertEquals("no Python", 4096 + 409, executorMb(python + "false"));
  }

  /** Reads the memory of the executors of an application with one more key, and its value. */
  private long executorMb(String keyAndValue) throws Exception {
    Path log = root().resolve("application_1700000000000_0003");
    String[] lines = SPARK.clone();
    lines[2] = lines[2].replace("\"4g\"", "\"4g\",\"spark.executor." + keyAndValue + "\"");
    Files.write(log, Arrays.asList(lines), UTF_8);
    return read(log).get(0).stages().get(0).memoryMb();
  }

  @Test
  public void rollingLogOfSparkIsReadInItsOrder() throws Exception {
    Path rolling =
        Files.createDirectories(root().resolve("eventlog_v2_application_1700000000000_0003"));
    Path first = rolling.resolve("events_1_application_1700000000000_0003");
    Files.write(first, Arrays.asList(SPARK).subList(0, 5), UTF_8);
    Path tenth = rolling.resolve("events_10_application_1700000000000_0003");
    Files.write(tenth, Arrays.asList(SPARK).subList(7, 8), UTF_8);
    Path second = rolling.resolve("events_2_application_1700000000000_0003");
    Files.write(second, Arrays.asList(SPARK).subList(5, 7), UTF_8);
    Files.write(rolling.resolve("appstatus_application_1700000000000_0003"), new byte[0]);
    assertSpark(read(first).get(0));
    assertEquals(
        "parts of one log",
        SparkLogFiles.whole(new org.apache.hadoop.fs.Path(first.toUri())),
        SparkLogFiles.whole(new org.apache.hadoop.fs.Path(tenth.toUri())));
    Files.delete(first);
    Files.write(
        rolling.resolve("events_1_application_1700000000000_0003.compact"),
        Arrays.asList(SPARK).subList(0, 5),
        UTF_8);
    assertSpark(read(second).get(0));
  }

  @Test
  public void kindsAreKnownByTheirNames() {
    assertEquals(HistoryKind.MAPREDUCE, kind("/done/job_1_0001-1-u-n-2-1-1-SUCCEEDED-q.jhist"));
    assertEquals(HistoryKind.COMPANION, kind("/done/job_1_0001_conf.xml"));
    assertEquals(HistoryKind.TEZ, kind("/tez/history.txt.appattempt_1_0001_000001"));
    assertEquals(HistoryKind.SPARK, kind("/spark/application_17_0003_1"));
    assertEquals(HistoryKind.COMPANION, kind("/spark/application_17_0003.inprogress"));
    assertEquals(HistoryKind.SPARK, kind("/spark/application_17_0003.lz4"));
    assertEquals(HistoryKind.SPARK, kind("/s/eventlog_v2_application_17_0003/events_1_x"));
    assertEquals(HistoryKind.COMPANION, kind("/s/eventlog_v2_application_17_0003/appstatus_x"));
    assertEquals(HistoryKind.RUMEN, kind("/traces/jobs.json.gz"));
    assertEquals(HistoryKind.OTHER, kind("/traces/readme"));
  }

  private static HistoryKind kind(String path) {
    return HistoryKind.of(new org.apache.hadoop.fs.Path(path));
  }
}
