// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import org.apache.tez.common.counters.TaskCounter;
import org.junit.Test;
import org.yarnext.elastic.policy.model.FitQuality;
import org.yarnext.elastic.policy.model.SawToothModel;
import org.yarnext.elastic.policy.model.StepModel;
import org.yarnext.elastic.policy.model.spill.MapReduceSpills;
import org.yarnext.elastic.policy.model.spill.ShuffleSettings;
import org.yarnext.elastic.policy.model.spill.TezSpills;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.history.FinishedDag;
import org.yarnext.tools.history.FinishedJob;

/** Histories become profiles. */
public class ProfileCommandTest extends ProfileCommandTestBase {
  /** Reducers of 500 MB in 50 outputs that may keep in memory what they fetched. */
  private static final ShuffleSettings RETAINING =
      new ShuffleSettings(0.7f, 0.25f, 0.66f, 0.7f, 10);

  private static final MapReduceSpills SPILLS =
      new MapReduceSpills(500, 50, NON_HEAP_MB, RETAINING);
  private static final SawToothModel TRUTH = new SawToothModel(SPILLS, 20_000, 25);

  private void reduceRun(String name, int mb, double factor) throws IOException {
    double ms = TRUTH.runTimeMs(mb) * factor;
    long records = 1_000_000;
    long spilled = (long) (records * SPILLS.spilledMb(mb) / 500);
    job(name, mb)
        .set("mapreduce.reduce.input.buffer.percent", "0.7")
        .map(1000, 1, 1, MB)
        .reducer(Math.round(ms), 500 * MB, 50, records, spilled)
        .write(done);
  }

  @Test
  public void mapsOfARecurringJobBecomeAStepModel() throws Exception {
    mapRun("count 2026-11-20", 1024, 10_000, true);
    mapRun("count 2026-11-21", 512, 13_000, false);
    mapRun("count 2026-11-22", 768, 12_740, false);
    CommandRun run = profile();
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    TaskProfile maps = made("count 2026-12-24", "map");
    assertEquals("count *", maps.jobPattern());
    assertEquals(20, maps.priority());
    StepModel step = (StepModel) maps.model();
    assertEquals(1024, step.idealMemoryMb());
    assertEquals(10_000, step.idealMs(), 0.5);
    assertEquals(1.3, step.penalty(), 1e-9);
    assertEquals(10, step.outputMb(), 1e-9);
    assertEquals("the run it was not made from", 1, maps.quality().runs());
    assertEquals(0.02, maps.quality().medianError(), 0.001);
    said(run, "512 768 1024");
    said(run, "step: 10.0 s, under-sized x1.30");
    said(run, "2.0, worst 2.0 of 1");
  }

  @Test
  public void nameOfAJobDoesNotControlTheTerminal() throws Exception {
    String name = "count\u001b[2J\u009b1m\n2026-11-";
    mapRun(name + "20", 1024, 10_000, true);
    mapRun(name + "21", 512, 13_000, false);
    mapRun(name + "22", 768, 12_740, false);
    CommandRun run = profile();
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    said(run, "count?[*J?*m *");
    assertFalse((run.out + run.err).matches("(?s).*[\u001b\u009b].*"));
  }

  @Test
  public void settingsOfAJobDoNotControlTheTerminal() throws Exception {
    for (int mb : new int[] {1024, 512}) {
      job("count", mb)
          .set("mapreduce.task.io.sort.factor", "1\u009b2J")
          .map(10_000, 1000, 1000, 10 * MB)
          .reducer(1000, 20 * MB, 2, 2000, 2000)
          .write(done);
    }
    CommandRun run = profile();
    said(run, "1?2J");
    assertFalse((run.out + run.err).contains("\u009b"));
  }

  @Test
  public void leastSizeThatWritesOnceIsTheIdeal() throws Exception {
    mapRun("count", 2048, 10_000, true);
    mapRun("count", 1024, 10_100, true);
    mapRun("count", 512, 13_000, false);
    assertEquals(ExitCode.DONE, profile().status);
    assertEquals(1024, made("count", "map").model().idealMemoryMb());
    assertEquals(ExitCode.DONE, profile("--ideal", "map=900").status);
    assertEquals("the user knows better", 900, made("count", "map").model().idealMemoryMb());
  }

  @Test
  public void sizesAreComparedByTheHeap() throws Exception {
    mapRun("count", 1024, 10_000, true);
    new FinishedJob("count", 99)
        .memory(1024, 300) // as much beside the heap as there is
        .map(13_000, 1000, 2000, 10 * MB)
        .reducer(1000, 10 * MB, 1, 1, 0)
        .write(done);
    CommandRun run = profile();
    said(run, (300 + NON_HEAP_MB) + " 1024");
    assertEquals(run.toString(), ExitCode.DONE, run.status);
  }

  @Test
  public void diskRateOfReducersIsRecovered() throws Exception {
    reduceRun("sort", 1600, 1);
    reduceRun("sort", 1200, 1);
    reduceRun("sort", 800, 1.03);
    reduceRun("sort", 400, 1);
    CommandRun run = profile("--job", "so?t");
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    TaskProfile reducers = made("sort", "reduce");
    SawToothModel model = (SawToothModel) reducers.model();
    assertEquals(TRUTH.idealMemoryMb(), model.idealMemoryMb());
    assertTrue("400 MB is under-sized", TRUTH.idealMemoryMb() > 400);
    assertEquals(25, model.spillMbPerSecond(), 0.1);
    for (long mb = 300; mb < 1700; mb += 50) {
      assertEquals(mb + " MB", TRUTH.runTimeMs(mb), model.runTimeMs(mb), 100);
    }
    FitQuality quality = reducers.quality();
    assertEquals(2, quality.runs());
    assertEquals(0.03, quality.worstError(), 0.002);
    said(run, "saw-tooth: 20.0 s, spilling at 25.0 MB/s");
    assertFalse(run.out, run.out.contains("were: some tasks"));
  }

  @Test
  public void tezVerticesBecomeProfilesWithTheirPriority() throws Exception {
    ShuffleSettings settings =
        new ShuffleSettings(ShuffleSettings.TEZ.buffer(), 0.25f, 0.9f, 0.7f, 100);
    SawToothModel truth =
        new SawToothModel(new TezSpills(400, 40, 10, NON_HEAP_MB, settings), 30_000, 40);
    int number = 0;
    for (int mb : new int[] {1600, 600, 400}) {
      boolean small = mb < 1600;
      new FinishedDag("query " + ++number, number)
          .set("tez.task.resource.memory.mb", String.valueOf(mb))
          .set("tez.am.mode.session", "true")
          .set("tez.task.launch.cmd-opts", "-Xmx" + (mb - NON_HEAP_MB) + "m")
          .set("tez.runtime.task.input.post-merge.buffer.percent", "0.7")
          .vertex("Map 1")
          .task(small ? 6000 : 5000)
          .counter(TaskCounter.OUTPUT_BYTES_PHYSICAL, 7 * MB)
          .counter(TaskCounter.ADDITIONAL_SPILL_COUNT, small ? 3 : 0)
          .vertex("Reducer 2")
          .task(Math.round(truth.runTimeMs(mb)))
          .counter(TaskCounter.SHUFFLE_BYTES_DECOMPRESSED, 400 * MB)
          .counter(TaskCounter.SHUFFLE_BYTES, 400 * MB)
          .counter(TaskCounter.SHUFFLE_BYTES_DISK_DIRECT, 100 * MB)
          .counter(TaskCounter.NUM_SHUFFLED_INPUTS, 40)
          .write(done);
    }
    CommandRun run = profile();
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    Profiles profiles = ProfileFile.read(out);
    TaskProfile maps = profiles.findByPriority("query 9", "TEZ", 5);
    assertEquals("Map 1", maps.taskClass());
    assertEquals(1.2, ((StepModel) maps.model()).penalty(), 1e-9);
    TaskProfile reducers = profiles.findByPriority("query 9", "TEZ", 14);
    SawToothModel model = (SawToothModel) reducers.model();
    assertEquals(40, model.spillMbPerSecond(), 0.1);
    assertEquals(10, ((TezSpills) model.spills()).localOutputs());
    assertEquals(0, reducers.quality().worstError(), 0.001);
    said(run, "query *, Map 1: The name is that of a DAG in a session");
  }
}
