// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Collections.nCopies;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
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
import org.apache.tez.common.counters.TaskCounter;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.elastic.policy.model.spill.ShuffleSettings;
import org.yarnext.elastic.policy.trust.UndersizedEnd;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.record.ResourceManagerLog;
import org.yarnext.tools.history.record.TaskClassRun;
import org.yarnext.tools.history.record.TaskSizeSummary;

/** Histories written by Tez's own service, and what is read from them. */
public class TezHistoryTest {
  private static final double EXACT = 1e-9;
  private static final long MB = 1 << 20;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final ResourceManagerLog log = new ResourceManagerLog();

  private List<TaskClassRun> read(FinishedDag dag) throws IOException, ToolException {
    return read(dag.write(folder.getRoot().toPath()));
  }

  private List<TaskClassRun> read(Path file) throws IOException, ToolException {
    RunHistoryReader files = new RunHistoryReader(new Configuration(), log);
    return files.read(new org.apache.hadoop.fs.Path(file.toUri()));
  }

  private static FinishedDag chain() {
    return merging(
        new FinishedDag("count words", 42)
            .vertex("Tokenizer")
            .task(4000)
            .counter(TaskCounter.OUTPUT_BYTES_PHYSICAL, 3 * MB)
            .counter(TaskCounter.OUTPUT_BYTES, 6 * MB)
            .task(5000)
            .counter(TaskCounter.OUTPUT_BYTES_PHYSICAL, 5 * MB)
            .counter(TaskCounter.ADDITIONAL_SPILL_COUNT, 2)
            .vertex("Sorter")
            .task(7000));
  }

  private static FinishedDag merging(FinishedDag dag) {
    return dag.counter(TaskCounter.SHUFFLE_BYTES_DECOMPRESSED, 40 * MB)
        .counter(TaskCounter.SHUFFLE_BYTES, 20 * MB)
        .counter(TaskCounter.SHUFFLE_BYTES_DISK_DIRECT, 5 * MB)
        .counter(TaskCounter.NUM_SHUFFLED_INPUTS, 8)
        .counter(TaskCounter.REDUCE_INPUT_RECORDS, 1000)
        .counter(TaskCounter.SPILLED_RECORDS, 100);
  }

  private static TaskSizeSummary only(TaskClassRun run) {
    assertNull(run.obstacle());
    assertEquals(1, run.sizes().size());
    return run.sizes().get(0);
  }

  @Test
  public void sortingAndMergingVerticesAreRead() throws Exception {
    List<TaskClassRun> runs = read(chain());
    assertEquals(
        Arrays.asList("Tokenizer", "Sorter"),
        runs.stream().map(TaskClassRun::taskClass).collect(Collectors.toList()));
    TaskClassRun sorting = runs.get(0);
    assertEquals("count words", sorting.job());
    assertNull(sorting.doubt());
    assertEquals("dag_1700000000000_0042_1", sorting.id());
    assertEquals("TEZ", sorting.framework());
    assertFalse(sorting.merges());
    assertEquals(1024, sorting.requestedMb());
    assertEquals("80 %", 819, sorting.heapMb());
    assertEquals(2, only(sorting).tasks());
    assertEquals(4500, only(sorting).ms(), EXACT);
    assertEquals(4, only(sorting).outputMb(), EXACT);
    assertEquals("of 6 and of no", 3, only(sorting).inputMb(), EXACT);
    assertEquals(0.5, only(sorting).writtenOnce(), EXACT);
    TaskClassRun merging = runs.get(1);
    assertTrue(merging.merges());
    assertEquals("not the wait for the tokenizers", 7000, only(merging).ms(), EXACT);
    assertEquals(40, only(merging).inputMb(), EXACT);
    assertEquals(8, only(merging).outputs());
    assertEquals("a quarter", 2, only(merging).localOutputs());
    assertEquals(0.1, only(merging).spilledShare(), EXACT);
    assertEquals(ShuffleSettings.TEZ.toString(), merging.settings().toString());
  }

  @Test
  public void prioritiesAreThoseOfTez() throws Exception {
    // DAGScheduler: low = (distance + 1) * vertices * 3 + number * 3, high = low - 2.
    FinishedDag three = chain().vertex("Last");
    merging(three.task(1000));
    List<TaskClassRun> runs = read(three);
    assertEquals(
        Arrays.asList(8, 20, 32),
        runs.stream().map(TaskClassRun::priority).collect(Collectors.toList()));
  }

  @Test
  public void edgeSettingsPrecedeApplicationSettings() throws Exception {
    FinishedDag dag =
        chain()
            .set("tez.runtime.shuffle.merge.percent", "0.8")
            .set("tez.runtime.io.sort.factor", "50")
            .set("tez.task.scale.memory.reserve-fraction", "0.4")
            .setForEdges("tez.runtime.shuffle.merge.percent", "0.7")
            .setForEdges("tez.runtime.task.input.post-merge.buffer.percent", "0.6")
            .setForEdges("tez.runtime.shuffle.memory.limit.percent", "0.2")
            .setForEdges("tez.runtime.io.sort.factor", "50");
    ShuffleSettings wanted = new ShuffleSettings(0.57f, 0.2f, 0.7f, 0.6f, 50);
    assertEquals(wanted.toString(), read(dag).get(1).settings().toString());
  }

  @Test
  public void shuffleBufferIsAPartOfTheHeapTheCollectorReports() throws Exception {
    FinishedDag serial =
        chain()
            .set("tez.task.launch.cmd-opts", "-Xmx700m -XX:+UseSerialGC")
            .set("tez.runtime.task.input.post-merge.buffer.percent", "0.6");
    ShuffleSettings settings = read(serial).get(1).settings();
    assertEquals(0.67 * 29 / 30, settings.buffer(), 1e-6);
    assertEquals(0.6 * 29 / 30, settings.retain(), 1e-6);
  }

  /** Expected of Tez's WeightedScalingMemoryDistributor, which a task logs. */
  @Test
  public void memoryReservedByTezIsNotInTheShuffleBuffer() throws Exception {
    String more = "tez.task.scale.memory.additional-reservation.fraction.";
    FinishedDag four = chain().set(more + "per-io", "0.04");
    assertEquals(0.62f, read(four).get(1).settings().buffer(), 1e-6f);
    FinishedDag most = chain().set(more + "per-io", "0.04").set(more + "max", "0.05");
    assertEquals(0.65f, read(most).get(1).settings().buffer(), 1e-6f);
    FinishedDag unscaled = chain().set("tez.task.scale.memory.enabled", "false");
    assertEquals(0.9f, read(unscaled).get(1).settings().buffer(), 1e-6f);
  }

  /** Expected of the same: both weigh 12, and ask for 90 % of 819 MB and for 100 MB. */
  @Test
  public void vertexThatMergesAndSortsSharesItsHeap() throws Exception {
    FinishedDag three = chain().vertex("Last");
    TaskClassRun run = read(merging(three.task(1000))).get(1);
    assertEquals(0.67 * 737.1 / 837.1, run.settings().buffer(), 1e-6);
    assertTrue(run.doubt(), run.doubt().contains("It merges and sorts"));
    assertNull("Last sorts nothing", read(three).get(2).doubt());
  }

  @Test
  public void heapIsDerivedAsInTez() throws Exception {
    for (String stated : new String[] {"-Xmx", "-mx", "-XX:MaxHeapSize="}) {
      FinishedDag dag = chain().set("tez.task.launch.cmd-opts", "-XX:+UseG1GC " + stated + "700m");
      assertEquals(stated, 700, read(dag).get(0).heapMb());
    }
    FinishedDag unlimited = chain().set("tez.task.launch.cmd-opts", "-Xms64m");
    assertTrue("Tez adds none", read(unlimited).get(0).obstacle().contains("-Xmx"));
    FinishedDag share = chain().set("tez.container.max.java.heap.fraction", "-1");
    assertEquals("70 % of a small one", 716, read(share).get(0).heapMb());
  }

  @Test
  public void possiblyUndersizedRunIsNotTakenForFullSize() throws Exception {
    FinishedDag tagged = chain().set("tez.application.tags", "yarnext.elastic.Sorter=tez");
    assertTrue(read(tagged).get(0).obstacle().contains("--rm-log"));
    UndersizedEnd end = new UndersizedEnd(1024, 512, true, 9, UndersizedEnd.Outcome.OUT_OF_MEMORY);
    FinishedDag failed = chain().task(1).failedTask("Container failed\n" + end);
    assertTrue(read(failed).get(0).obstacle().contains("dag_1700000000000_0042_1"));
  }

  @Test
  public void resourceManagerLogRevealsSizesAndTheApplicationName() throws Exception {
    FinishedDag dag =
        chain()
            .set("tez.application.tags", "yarnext.elastic.Tokenizer=step")
            .set("tez.am.mode.session", "true");
    granted(dag, 0, 2048); // the vertex asked for more than the application's default
    granted(dag, 1, 1024);
    granted(dag, 2, 2048);
    log.read(
        new ByteArrayInputStream(
            ("x INFO RMAppManager$ApplicationSummary: appId="
                    + dag.application()
                    + ",name=nightly\\, all,user=u,queue=q\n")
                .getBytes(UTF_8)));
    List<TaskClassRun> runs = read(dag);
    assertEquals("nightly, all", runs.get(0).job());
    assertNull(runs.get(0).doubt());
    assertNull(runs.get(0).obstacle());
    assertEquals(2048, runs.get(0).requestedMb());
    assertEquals(1638, runs.get(0).heapMb());
    assertEquals(2, runs.get(0).sizes().size());
    assertEquals(1024, runs.get(0).sizes().get(1).lostMb());
  }

  @Test
  public void vertexWithContainersMissingFromTheLogIsNotUsed() throws Exception {
    FinishedDag dag = chain();
    granted(dag, 0, 1024);
    granted(dag, 2, 1024);
    String obstacle = read(dag).get(0).obstacle();
    assertTrue(obstacle, obstacle.contains("--rm-log do not have all containers"));
    assertNull("of the other vertex it has all", read(dag).get(1).obstacle());
  }

  @Test
  public void nameOfASessionIsUnknown() throws Exception {
    FinishedDag dag = chain().set("tez.am.mode.session", "true");
    TaskClassRun run = read(dag).get(0);
    assertEquals("count words", run.job());
    assertTrue(run.doubt(), run.doubt().contains("--rm-log"));
  }

  @Test
  public void sortBufferTooLargeForASmallerHeapIsDoubted() throws Exception {
    String key = "tez.runtime.io.sort.mb";
    assertNull(read(chain().set(key, "230")).get(0).doubt());
    FinishedDag large = chain().set(key, "231").set("tez.am.mode.session", "true");
    String doubt = read(large).get(0).doubt();
    assertTrue(doubt, doubt.contains(key) && doubt.contains("--rm-log"));
    doubt = read(large).get(1).doubt();
    assertFalse("it sorts nothing: " + doubt, doubt.contains(key));
    FinishedDag edge = chain().set(key, "100").setForEdges(key, "400");
    assertTrue(read(edge).get(0).doubt().contains(key));
    FinishedDag follows = chain().setForEdges(key, "${env.YARNEXT_ELASTIC_SORT_MB:-400}");
    assertTrue("Tez wrote 400", read(follows).get(0).doubt().contains(key));
    follows = chain().set(key, "400").setForEdges(key, "${env.YARNEXT_ELASTIC_SORT_MB}");
    assertNull(read(follows).get(0).doubt());
  }

  @Test
  public void vertexMayRequestLessThanTheDefault() throws Exception {
    FinishedDag dag = chain();
    for (int task = 0; task < 3; task++) {
      granted(dag, task, 512);
    }
    TaskClassRun run = read(dag).get(0);
    assertEquals(512, run.requestedMb());
    assertEquals(0, only(run).lostMb());
  }

  private void granted(FinishedDag dag, int task, long mb) throws IOException {
    String line =
        "USER=u\tOPERATION=AM Allocated Container\tTARGET=SchedulerApp\tRESULT=SUCCESS\tAPPID=a"
            + "\tCONTAINERID="
            + dag.container(task)
            + "\tRESOURCE=<memory:"
            + mb
            + ", vCores:1>\tQUEUENAME=q\n";
    log.read(new ByteArrayInputStream(line.getBytes(UTF_8)));
  }

  @Test
  public void vertexThatNeitherSortsNorMergesIsAnObstacle() throws Exception {
    String obstacle =
        read(merging(new FinishedDag("lone", 3).vertex("V").task(1))).get(0).obstacle();
    assertTrue(obstacle, obstacle.contains("neither sorts nor merges"));
  }

  @Test
  public void otherDagSchedulersAreAnObstacle() throws Exception {
    String obstacle = read(chain().set("tez.am.dag.scheduler.class", "my.Own")).get(0).obstacle();
    assertTrue(obstacle, obstacle.contains("my.Own"));
    FinishedDag controlled =
        chain()
            .set(
                "tez.am.dag.scheduler.class",
                "org.apache.tez.dag.app.dag.impl.DAGSchedulerNaturalOrderControlled");
    assertNull(read(controlled).get(0).obstacle());
  }

  @Test
  public void invalidSettingsAreAnObstacle() throws Exception {
    String obstacle =
        read(chain().set("tez.runtime.shuffle.merge.percent", "much")).get(1).obstacle();
    assertTrue(obstacle, obstacle.contains("tez.runtime.shuffle.merge.percent=much"));
  }

  @Test
  public void failedDagIsIgnored() throws Exception {
    assertEquals(0, read(chain().failed()).size());
  }

  @Test
  public void onlyAnUnfinishedLastLineIsTolerated() throws Exception {
    Path original = chain().write(folder.getRoot().toPath());
    String whole = new String(Files.readAllBytes(original), UTF_8);
    Path file = original.resolveSibling("copy"); // without a checksum
    Files.write(file, (whole + "{\"entity\":\"dag_17").getBytes(UTF_8));
    assertEquals(2, read(file).size());
    Files.write(file, (whole.replaceFirst("\n", "\n{\"entity\n")).getBytes(UTF_8));
    ToolException e = assertThrows(ToolException.class, () -> read(file));
    assertTrue(e.getMessage(), e.getMessage().contains("line 2"));
  }

  /** Applications may write any text about an edge. */
  @Test
  public void deeplyNestedTextOfAnEdgeIsIgnored() throws Exception {
    Path original =
        chain().setForEdges("tez.runtime.io.sort.factor", "MARK").write(folder.getRoot().toPath());
    String whole = new String(Files.readAllBytes(original), UTF_8);
    Path file = original.resolveSibling("copy"); // without a checksum
    String deep = whole.replaceAll("(\\\\+\")MARK\\\\+\"", String.join("", nCopies(100_000, "[")));
    assertNotEquals(whole, deep);
    Files.write(file, deep.getBytes(UTF_8));
    assertEquals(ShuffleSettings.TEZ.toString(), read(file).get(1).settings().toString());
  }

  @Test
  public void historyWithoutTheEndIsRefused() throws Exception {
    FinishedDag cut = chain().cutOff();
    ToolException e = assertThrows(ToolException.class, () -> read(cut));
    assertTrue(e.getMessage(), e.getMessage().contains("how dag_1700000000000_0042_1 ended"));
  }

  @Test
  public void verticesWithoutTasksOrCountersAreAnObstacle() throws Exception {
    TaskClassRun uncounted =
        read(merging(new FinishedDag("a", 1).vertex("V").task(1).task(2))).get(0);
    assertTrue(uncounted.obstacle(), uncounted.obstacle().contains("V without counters"));
    TaskClassRun empty = read(chain().vertex("Last")).get(2);
    assertTrue(empty.obstacle(), empty.obstacle().contains("tez.history.logging.log.level"));
    assertEquals("Last", empty.taskClass());
  }

  @Test
  public void historyWithoutConfigurationIsRefused() throws Exception {
    FinishedDag second = chain().secondAttempt();
    ToolException e = assertThrows(ToolException.class, () -> read(second));
    assertTrue(e.getMessage(), e.getMessage().contains("second attempt"));
  }
}
