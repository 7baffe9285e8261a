// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.elastic.policy.model.spill.ShuffleSettings;
import org.yarnext.elastic.policy.trust.UndersizedEnd;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.record.ResourceManagerLog;
import org.yarnext.tools.history.record.TaskClassRun;
import org.yarnext.tools.history.record.TaskSizeSummary;

/** Histories written by Hadoop's own classes, and what is read from them. */
public class MapReduceHistoryTest {
  private static final double EXACT = 1e-9;
  private static final long MB = 1 << 20;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final ResourceManagerLog log = new ResourceManagerLog();
  private Path done;

  @Before
  public void makeDirectory() throws IOException {
    done = folder.newFolder("done", "2026", "11", "21", "000000").toPath();
  }

  private static FinishedJob job() {
    return new FinishedJob("count", 7).memory(1024, 800);
  }

  private List<TaskClassRun> read(FinishedJob job) throws IOException, ToolException {
    return read(job.write(done));
  }

  private List<TaskClassRun> read(Path file) throws IOException, ToolException {
    RunHistoryReader files = new RunHistoryReader(new Configuration(), log);
    return files.read(new org.apache.hadoop.fs.Path(file.toUri()));
  }

  private TaskClassRun maps(FinishedJob job) throws IOException, ToolException {
    return read(job).get(0);
  }

  private TaskClassRun reducers(FinishedJob job) throws IOException, ToolException {
    return read(job).get(1);
  }

  private static TaskSizeSummary only(TaskClassRun run) {
    assertNull(run.obstacle());
    assertEquals(1, run.sizes().size());
    return run.sizes().get(0);
  }

  @Test
  public void mapsAndReducersAreRead() throws Exception {
    FinishedJob job =
        job()
            .map(4000, 100, 100, 3 * MB)
            .map(5000, 100, 100, 4 * MB)
            .map(9000, 100, 100, 8 * MB)
            .reducer(7000, 15 * MB, 3, 200, 50);
    List<TaskClassRun> runs = read(job);
    assertEquals(
        Arrays.asList("map", "reduce"),
        runs.stream().map(TaskClassRun::taskClass).collect(Collectors.toList()));
    TaskClassRun maps = runs.get(0);
    assertEquals("count", maps.job());
    assertEquals("job_1700000000000_0007", maps.id());
    assertEquals("MAPREDUCE", maps.framework());
    assertEquals(20, maps.priority());
    assertFalse(maps.merges());
    assertEquals(1024, maps.requestedMb());
    assertEquals(800, maps.heapMb());
    assertEquals(3, only(maps).tasks());
    assertEquals("the median", 5000, only(maps).ms(), EXACT);
    assertEquals("the median", 4, only(maps).outputMb(), EXACT);
    assertEquals("the median", 4, only(maps).inputMb(), EXACT);
    assertEquals(1, only(maps).writtenOnce(), EXACT);
    TaskClassRun reducers = runs.get(1);
    assertEquals(10, reducers.priority());
    assertTrue(reducers.merges());
    assertEquals("not the wait for the maps", 7000, only(reducers).ms(), EXACT);
    assertEquals(15, only(reducers).inputMb(), EXACT);
    assertEquals(3, only(reducers).outputs());
    assertEquals(0.25, only(reducers).spilledShare(), EXACT);
    assertEquals(ShuffleSettings.MAPREDUCE.toString(), reducers.settings().toString());
  }

  @Test
  public void binaryFormatIsRead() throws Exception {
    assertEquals(
        4000, only(maps(job().binary().map(4000, 9, 9, MB).reducer(1, MB, 1, 1, 0))).ms(), EXACT);
  }

  @Test
  public void heapIsDerivedAsInMapReduce() throws Exception {
    FinishedJob unsaid =
        new FinishedJob("count", 8)
            .set("mapreduce.map.memory.mb", "1000")
            .map(4000, 9, 9, MB)
            .reducer(1, MB, 1, 1, 0);
    assertEquals("80 %", 800, maps(unsaid).heapMb());
    assertEquals("the last one", 512, heapMb("-Xmx1g -Xmx512m"));
    assertEquals("in another spelling", 512, heapMb("-Xmx1g -mx512m"));
    assertEquals("by its long name", 512, heapMb("-Xmx1g -XX:MaxHeapSize=512m"));
    assertEquals("MapReduce adds 80 % of 1024 MB", 820, heapMb("-mx512m"));
  }

  private long heapMb(String options) throws IOException, ToolException {
    FinishedJob job =
        job().set("mapreduce.map.java.opts", options).map(4000, 9, 9, MB).reducer(1, MB, 1, 1, 0);
    return maps(job).heapMb();
  }

  @Test
  public void mapThatMergedSpillsDidNotWriteOnce() throws Exception {
    FinishedJob job = job().map(4000, 100, 200, MB).map(4000, 100, 100, MB).reducer(1, MB, 1, 1, 0);
    assertEquals(0.5, only(maps(job)).writtenOnce(), EXACT);
  }

  @Test
  public void recordsAreCountedAfterTheCombiner() throws Exception {
    assertEquals("one spill", 1, combined(100, 30, 30), EXACT);
    assertEquals("two spills, merged without combining", 0, combined(100, 40, 80), EXACT);
    assertEquals("three spills, merged and combined again", 0, combined(150, 80, 80), EXACT);
  }

  private double combined(long in, long out, long spilled) throws IOException, ToolException {
    FinishedJob job =
        job()
            .map(4000, 100, spilled, MB)
            .counter(TaskCounter.COMBINE_INPUT_RECORDS, in)
            .counter(TaskCounter.COMBINE_OUTPUT_RECORDS, out)
            .reducer(1, MB, 1, 1, 0);
    return only(maps(job)).writtenOnce();
  }

  @Test
  public void compressedOutputsCountUncompressed() throws Exception {
    FinishedJob job =
        job()
            .set("mapreduce.map.output.compress", "true")
            .map(4000, 100, 50, 5 * MB)
            .counter(TaskCounter.MAP_OUTPUT_BYTES, 40 * MB)
            .counter(TaskCounter.COMBINE_INPUT_RECORDS, 100)
            .counter(TaskCounter.COMBINE_OUTPUT_RECORDS, 50)
            .reducer(1000, 5 * MB, 1, 50, 0);
    assertEquals(20, only(reducers(job)).inputMb(), EXACT);
  }

  @Test
  public void shuffleSettingsAreThoseOfTheJob() throws Exception {
    FinishedJob job =
        job()
            .set("mapreduce.reduce.shuffle.input.buffer.percent", "0.6")
            .set("mapreduce.reduce.shuffle.memory.limit.percent", "0.2")
            .set("mapreduce.reduce.shuffle.merge.percent", "0.5")
            .set("mapreduce.reduce.input.buffer.percent", "0.8")
            .set("mapreduce.task.io.sort.factor", "12")
            .map(4000, 9, 9, MB)
            .reducer(1000, MB, 1, 1, 0);
    ShuffleSettings wanted = new ShuffleSettings(0.6f, 0.2f, 0.5f, 0.8f, 12);
    assertEquals(wanted.toString(), reducers(job).settings().toString());
  }

  @Test
  public void bufferOfFixedSizeIsAnObstacle() throws Exception {
    FinishedJob job =
        job()
            .set("mapreduce.reduce.memory.totalbytes", "100000000")
            .map(4000, 9, 9, MB)
            .reducer(1000, MB, 1, 1, 0);
    String obstacle = reducers(job).obstacle();
    assertTrue(obstacle, obstacle.contains("totalbytes") && obstacle.contains("remove it"));
    assertNull("the maps do not mind", maps(job).obstacle());
  }

  @Test
  public void mapsWithoutReducersAreAnObstacle() throws Exception {
    List<TaskClassRun> runs = read(job().map(4000, 9, 0, 0));
    assertEquals("no reducers, no class of them", 1, runs.size());
    assertTrue(runs.get(0).obstacle().contains("no reducers"));
  }

  @Test
  public void heapAsLargeAsTheContainerIsAnObstacle() throws Exception {
    FinishedJob job = job().memory(512, 800).map(4000, 9, 9, MB).reducer(1, MB, 1, 1, 0);
    assertTrue(maps(job).obstacle().contains("-Xmx"));
  }

  @Test
  public void possiblyUndersizedRunIsNotTakenForFullSize() throws Exception {
    FinishedJob tagged =
        job()
            .set("mapreduce.job.tags", "a,YARNEXT.elastic.map=step;ideal=512;ms=1;undersized=1")
            .map(4000, 9, 9, MB)
            .reducer(1, MB, 1, 1, 0);
    assertTrue(maps(tagged).obstacle().contains("--rm-log"));
    UndersizedEnd end = new UndersizedEnd(1024, 512, true, 9, UndersizedEnd.Outcome.OUT_OF_MEMORY);
    FinishedJob failed =
        job().map(4000, 9, 9, MB).failedFirst("Exit 3\n" + end).reducer(1, MB, 1, 1, 0);
    assertTrue(maps(failed).obstacle().contains("job_1700000000000_0007"));
    assertTrue("nor its reducers", reducers(failed).obstacle().contains("--rm-log"));
    FinishedJob other = job().map(4000, 9, 9, MB).failedFirst("Exit 3").reducer(1, MB, 1, 1, 0);
    assertNull(maps(other).obstacle());
  }

  @Test
  public void runWithContainersMissingFromTheLogIsNotUsed() throws Exception {
    FinishedJob job = job().map(4000, 9, 9, MB).map(6000, 9, 18, MB).reducer(1000, MB, 1, 1, 0);
    granted(job, 0, 1024);
    granted(job, 2, 1024);
    String obstacle = maps(job).obstacle();
    assertTrue(obstacle, obstacle.contains("--rm-log do not have all containers"));
    assertTrue(obstacle, obstacle.contains(job.id().toString()));
    assertNull("the reducer's is there", reducers(job).obstacle());
    granted(job, 1, 512);
    assertNull(maps(job).obstacle());
    assertEquals(2, maps(job).sizes().size());
  }

  @Test
  public void logWithoutSizesIsAnObstacle() throws Exception {
    FinishedJob job = job().map(4000, 9, 9, MB).reducer(1000, MB, 1, 1, 0);
    assertNull(maps(job).obstacle());
    log.read(new ByteArrayInputStream("nothing\n".getBytes(UTF_8)));
    assertTrue(maps(job).obstacle().contains("--rm-log"));
  }

  @Test
  public void resourceManagerLogRevealsTheSizesOfTasks() throws Exception {
    FinishedJob job =
        job()
            .set("mapreduce.job.tags", "yarnext.elastic.map=step")
            .map(4000, 9, 9, MB)
            .map(6000, 9, 18, MB)
            .map(6100, 9, 18, MB)
            .map(6200, 9, 18, MB);
    job.reducer(1000, MB, 1, 1, 0);
    granted(job, 0, 1280); // the scheduler rounded up
    granted(job, 1, 640);
    granted(job, 2, 640);
    granted(job, 3, 640);
    granted(job, 4, 1280);
    TaskClassRun maps = maps(job);
    assertNull(maps.obstacle());
    assertEquals(1280, maps.requestedMb());
    assertEquals(2, maps.sizes().size());
    assertEquals(0, maps.sizes().get(0).lostMb());
    assertEquals(4000, maps.sizes().get(0).ms(), EXACT);
    assertEquals(640, maps.sizes().get(1).lostMb());
    assertEquals(6100, maps.sizes().get(1).ms(), EXACT);
    assertEquals(0, maps.sizes().get(1).writtenOnce(), EXACT);
  }

  private void granted(FinishedJob job, int task, long mb) throws IOException {
    String line =
        "USER=u\tOPERATION=AM Allocated Container\tTARGET=SchedulerApp\tRESULT=SUCCESS\tAPPID=a"
            + "\tCONTAINERID="
            + job.container(task)
            + "\tRESOURCE=<memory:"
            + mb
            + ", vCores:1>\tQUEUENAME=q\n";
    log.read(new ByteArrayInputStream(line.getBytes(UTF_8)));
  }

  @Test
  public void failedJobIsIgnored() throws Exception {
    assertEquals(0, read(job().failed().map(4000, 9, 9, MB)).size());
  }

  @Test
  public void unusableHistoryIsRefusedWithTheFix() throws Exception {
    FinishedJob job = job().uber().map(4000, 9, 9, MB);
    refused(job.write(done), "ubertask");
    Path whole = job().map(4000, 9, 9, MB).write(done);
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = done.resolve("cut.jhist");
    Files.write(cut, Arrays.copyOf(bytes, bytes.length * 3 / 4));
    refused(cut, "remove it");
    Files.delete(done.resolve(job.id() + "_conf.xml"));
    refused(whole, job.id() + "_conf.xml");
  }

  /** Hadoop's reader would take time that grows with the square of its length. */
  @Test
  public void overlongSchemaIsRefused() throws Exception {
    Path file = done.resolve("long.jhist");
    Files.write(file, ("Avro-Json\n" + new String(new char[300_000])).getBytes(UTF_8));
    IOException e = assertThrows(IOException.class, () -> read(file));
    assertTrue(e.getMessage(), e.getMessage().contains("a line has more than"));
  }

  @Test
  public void tasksWithoutTheirCountersAreRefused() throws Exception {
    refused(job().map(4000).reducer(1, MB, 1, 1, 0).write(done), "m_000000_0 has no counter MAP_");
    refused(
        job().map(4000, 9, 9, MB).map(4000, 9, -1, MB).reducer(1, MB, 1, 1, 0).write(done),
        "m_000001_0 has the counter SPILLED_RECORDS=-1");
    refused(
        job()
            .map(4000, 9, 9, MB)
            .reducer(1)
            .counter(TaskCounter.SHUFFLED_MAPS, 1)
            .counter(TaskCounter.REDUCE_SHUFFLE_BYTES, MB)
            .counter(TaskCounter.SPILLED_RECORDS, 0)
            .write(done),
        "has no counter REDUCE_INPUT_RECORDS");
  }

  private void refused(Path file, String because) {
    ToolException e = assertThrows(ToolException.class, () -> read(file));
    assertTrue(e.getMessage(), e.getMessage().contains(because));
  }

  @Test
  public void historiesAreFoundInTheWholeTree() throws Exception {
    job().map(1, 1, 1, 1).write(done);
    new FinishedJob("other", 9).map(1, 1, 1, 1).write(folder.newFolder("done", "x").toPath());
    RunHistoryReader files = new RunHistoryReader(new Configuration(), log);
    String root = folder.getRoot().getPath();
    assertEquals(2, files.find(root).size());
    assertEquals("by URI", 2, files.find(folder.getRoot().toURI().toString()).size());
    assertEquals("by pattern", 1, files.find(root + "/done/x*/*.jhist").size());
    assertThrows(ToolException.class, () -> files.find(root + "/nowhere"));
    String empty = folder.newFolder("empty").getPath();
    ToolException e = assertThrows(ToolException.class, () -> files.find(empty));
    assertTrue(e.getMessage(), e.getMessage().contains("mapreduce.jobhistory.done-dir"));
  }
}
