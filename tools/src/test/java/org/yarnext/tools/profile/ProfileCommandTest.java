// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.tez.common.counters.TaskCounter;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.elastic.policy.model.FitQuality;
import org.yarnext.elastic.policy.model.MapReduceSpills;
import org.yarnext.elastic.policy.model.SawToothModel;
import org.yarnext.elastic.policy.model.ShuffleSettings;
import org.yarnext.elastic.policy.model.StepModel;
import org.yarnext.elastic.policy.model.TezSpills;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.Yarnext;
import org.yarnext.tools.history.FinishedDag;
import org.yarnext.tools.history.FinishedJob;

/** From histories that Hadoop and Tez wrote to a profiles' file that the scheduler can read. */
public class ProfileCommandTest {
  private static final long MB = 1 << 20;
  private static final int NON_HEAP_MB = 224;

  /** Reducers of 500 MB in 50 outputs that may keep in memory what they fetched. */
  private static final ShuffleSettings RETAINING =
      new ShuffleSettings(0.7f, 0.25f, 0.66f, 0.7f, 10);

  private static final MapReduceSpills SPILLS =
      new MapReduceSpills(500, 50, NON_HEAP_MB, RETAINING);
  private static final SawToothModel TRUTH = new SawToothModel(SPILLS, 20_000, 25);

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path done;
  private Path out;
  private int jobs;

  @Before
  public void makeDirectories() throws IOException {
    done = folder.newFolder("done").toPath();
    out = folder.getRoot().toPath().resolve("profiles.json");
  }

  /** Maps that write 10 MB once or, under-sized, twice. */
  private void mapRun(String name, int mb, long ms, boolean once) throws IOException {
    job(name, mb)
        .map(ms, 1000, once ? 1000 : 2000, 10 * MB)
        .map(ms, 1000, once ? 1000 : 2000, 10 * MB)
        .reducer(1000, 20 * MB, 2, 2000, 2000)
        .write(done);
  }

  private FinishedJob job(String name, int mb) {
    return new FinishedJob(name, ++jobs).memory(mb, mb - NON_HEAP_MB);
  }

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

  private CommandRun profile(String... options) {
    String[] args = new String[options.length + 4];
    args[0] = "profile";
    args[1] = "--out";
    args[2] = out.toString();
    System.arraycopy(options, 0, args, 3, options.length);
    args[args.length - 1] = done.toString();
    return CommandRun.of(args);
  }

  private TaskProfile made(String job, String task) throws Exception {
    return ProfileFile.read(out).find(job, "MAPREDUCE", task);
  }

  private static void said(CommandRun run, String what) {
    assertTrue(run.toString(), (run.out + run.err).contains(what));
  }

  @Test
  public void mapsOfARecurringJobBecomeAStep() throws Exception {
    mapRun("count 2026-11-20", 1024, 10_000, true);
    mapRun("count 2026-11-21", 512, 13_000, false);
    mapRun("count 2026-11-22", 768, 12_740, false);
    CommandRun run = profile();
    assertEquals(run.toString(), Yarnext.DONE, run.status);
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
  public void theLeastSizeThatWritesOnceIsTheIdealOne() throws Exception {
    mapRun("count", 2048, 10_000, true);
    mapRun("count", 1024, 10_100, true);
    mapRun("count", 512, 13_000, false);
    assertEquals(Yarnext.DONE, profile().status);
    assertEquals(1024, made("count", "map").model().idealMemoryMb());
    assertEquals(Yarnext.DONE, profile("--ideal", "map=900").status);
    assertEquals("the user knows better", 900, made("count", "map").model().idealMemoryMb());
  }

  @Test
  public void sizesCountByTheHeap() throws Exception {
    mapRun("count", 1024, 10_000, true);
    new FinishedJob("count", 99)
        .memory(1024, 300) // as much beside the heap as there is
        .map(13_000, 1000, 2000, 10 * MB)
        .reducer(1000, 10 * MB, 1, 1, 0)
        .write(done);
    CommandRun run = profile();
    said(run, (300 + NON_HEAP_MB) + " 1024");
    assertEquals(run.toString(), Yarnext.DONE, run.status);
  }

  @Test
  public void theDiskRateOfReducersIsFoundAgain() throws Exception {
    reduceRun("sort", 1600, 1);
    reduceRun("sort", 1200, 1);
    reduceRun("sort", 800, 1.03);
    reduceRun("sort", 400, 1);
    CommandRun run = profile("--job", "so?t");
    assertEquals(run.toString(), Yarnext.DONE, run.status);
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
  public void reducersThatKeepNothingInMemoryAreRefusedWithTheSetting() throws Exception {
    for (int mb : new int[] {512, 1600}) {
      job("sort", mb).map(1000, 1, 1, MB).reducer(20_000, 500 * MB, 50, 100, 100).write(done);
    }
    CommandRun run = profile();
    assertEquals(run.toString(), Yarnext.FAILED, run.status);
    said(run, "sort, reduce: No profile. ");
    said(run, "mapreduce.reduce.input.buffer.percent");
    assertFalse(Files.exists(out));
  }

  @Test
  public void aProfileThatTheSchedulerWouldRefuseIsNotWritten() throws Exception {
    for (int mb : new int[] {1024, 512}) {
      boolean small = mb == 512;
      job("count", mb)
          .set("mapreduce.reduce.shuffle.input.buffer.percent", "0.0009")
          .set("mapreduce.reduce.input.buffer.percent", "0.7")
          .map(small ? 13_000 : 10_000, 1000, small ? 2000 : 1000, 10 * MB)
          .reducer(small ? 6000 : 5000, MB * 9 / 40, 10, 100, small ? 100 : 0)
          .write(done);
    }
    CommandRun run = profile();
    assertEquals(run.toString(), Yarnext.DONE, run.status);
    said(run, "count, reduce: No profile. The scheduler would refuse its profile: field buffer=");
    assertEquals("the maps' one", 1, ProfileFile.read(out).all().size());
  }

  @Test
  public void runsOfOneSizeAreRefused() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 1024, 10_000, true);
    CommandRun run = profile();
    assertEquals(Yarnext.FAILED, run.status);
    said(run, "count, map: No profile. All its runs that can be compared had 1024 MB");
  }

  @Test
  public void mapsWhoseSortBufferDidNotFollowTheMemoryAreRefused() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 10_000, true);
    said(profile(), "mapreduce.task.io.sort.mb");
    mapRun("other", 1024, 10_000, false);
    mapRun("other", 512, 10_000, true);
    said(profile("--job", "other"), "did not follow their memory");
    mapRun("third", 1024, 10_000, false);
    mapRun("third", 512, 10_000, false);
    said(profile("--job", "third"), "merged them even with 1024 MB");
  }

  @Test
  public void runsOnOtherDataAreLeftOut() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    job("count", 768).map(40_000, 4000, 8000, 40 * MB).reducer(1000, 40 * MB, 1, 1, 0).write(done);
    CommandRun run = profile();
    assertEquals(run.toString(), Yarnext.DONE, run.status);
    said(run, "is ignored: its tasks had 40.00 MB each");
    assertEquals(0, made("count", "map").quality().runs());
    assertEquals(
        "with more tolerance it is compared, and shows that nothing fits",
        Yarnext.FAILED,
        profile("--input-tolerance", "4").status);
  }

  @Test
  public void aCombinerThatLeavesMoreWithLessMemoryMakesNoOtherData() throws Exception {
    mapRun("count", 1024, 10_000, true);
    job("count", 512)
        .map(13_000, 1000, 1400, 18 * MB)
        .counter(org.apache.hadoop.mapreduce.TaskCounter.MAP_OUTPUT_BYTES, 10 * MB)
        .reducer(1000, 18 * MB, 1, 1, 0)
        .write(done);
    CommandRun run = profile();
    assertEquals(run.toString(), Yarnext.DONE, run.status);
    StepModel step = (StepModel) made("count", "map").model();
    assertEquals(1.3, step.penalty(), 1e-9);
    assertEquals("of the well-sized one", 10, step.outputMb(), 1e-9);
  }

  @Test
  public void aPoorModelIsRefusedUnlessItIsWanted() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    mapRun("count", 768, 26_000, false);
    CommandRun run = profile();
    assertEquals(run.toString(), Yarnext.FAILED, run.status);
    said(run, "The median error of the model is 50 %");
    said(run, "--max-error 0.50");
    assertEquals(Yarnext.DONE, profile("--max-error", "0.50").status);
    assertEquals(0.5, made("count", "map").quality().medianError(), 1e-6);
  }

  @Test
  public void aModelOfAllRunsThereAreIsMarked() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    CommandRun run = profile();
    assertEquals(run.toString(), Yarnext.DONE, run.status);
    said(run, "is unknown");
    said(run, "measure a third run");
  }

  @Test
  public void sizesWithTooFewRunsDoNotCount() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 1024, 10_200, true);
    mapRun("count", 512, 13_000, false);
    CommandRun run = profile("--minimum-runs", "2");
    assertEquals(Yarnext.FAILED, run.status);
    said(run, "The size of 512 MB is ignored");
    mapRun("count", 512, 13_100, false);
    assertEquals(Yarnext.DONE, profile("--minimum-runs", "2").status);
  }

  @Test
  public void exactNamesAreDifferentJobs() throws Exception {
    mapRun("count 1", 1024, 10_000, true);
    mapRun("count 2", 512, 13_000, false);
    assertEquals(Yarnext.FAILED, profile("--exact-names").status);
    assertEquals(Yarnext.DONE, profile().status);
  }

  @Test
  public void verticesOfTezBecomeProfilesWithTheirPriority() throws Exception {
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
    assertEquals(run.toString(), Yarnext.DONE, run.status);
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

  @Test
  public void profilesOfOtherTasksStayAndTheFileBeforeIsKept() throws Exception {
    String before =
        "{\"version\": 1, \"profiles\": [ // by hand\n"
            + "{\"job\": \"*\", \"framework\": \"MAPREDUCE\", \"task\": \"map\", \"model\": \"step\","
            + " \"idealMb\": 2048, \"idealMs\": 1, \"undersized\": 2}]}";
    Files.write(out, before.getBytes(UTF_8));
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    CommandRun run = profile();
    assertEquals(run.toString(), Yarnext.DONE, run.status);
    assertEquals("before the general one", 1024, made("count", "map").model().idealMemoryMb());
    assertEquals(2048, made("other", "map").model().idealMemoryMb());
    Path kept = out.resolveSibling("profiles.json.before");
    assertEquals(before, new String(Files.readAllBytes(kept), UTF_8));
  }

  @Test
  public void aFileThatHasTheProfilesAlreadyIsNotWritten() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    said(profile(), "Wrote 1 profile to");
    String commented = "// by hand\n" + new String(Files.readAllBytes(out), UTF_8);
    Files.write(out, commented.getBytes(UTF_8));
    CommandRun again = profile();
    assertEquals(again.toString(), Yarnext.DONE, again.status);
    said(again, "Wrote nothing: " + out + " has the same 1 profile already.");
    assertEquals(commented, new String(Files.readAllBytes(out), UTF_8));
    assertFalse(Files.exists(out.resolveSibling("profiles.json.before")));
  }

  @Test
  public void aLogThatLacksRunsLeavesThemOut() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    Path log = folder.newFile("rm.log").toPath();
    Files.write(log, "appId=application_1_0001,name=x,user=u,queue=q\n".getBytes(UTF_8));
    CommandRun run = profile("--rm-log", log.toString());
    assertEquals(run.toString(), Yarnext.FAILED, run.status);
    said(run, "--rm-log do not have all containers");
    assertFalse(Files.exists(out));
  }

  @Test
  public void whatOthersWriteToTheFileWhileHistoriesAreReadStays() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    mapRun("sort", 1024, 10_000, true);
    mapRun("sort", 512, 13_000, false);
    assertEquals(Yarnext.DONE, profile("--job", "sort").status);
    byte[] ofSort = Files.readAllBytes(out);
    Files.delete(out);
    Files.write(done.resolve("damaged.jhist"), "nothing".getBytes(UTF_8));
    PrintWriter other =
        new PrintWriter(new StringWriter()) {
          @Override
          public void println(String line) {
            if (line.contains("damaged.jhist is ignored")) {
              try {
                Files.write(ProfileCommandTest.this.out, ofSort);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            }
          }
        };
    String[] args = {"profile", "--job", "count", "--out", out.toString(), done.toString()};
    assertEquals(Yarnext.DONE, Yarnext.run(new PrintWriter(new StringWriter()), other, args));
    assertEquals(1024, made("sort", "map").model().idealMemoryMb());
    assertEquals(1024, made("count", "map").model().idealMemoryMb());
  }

  @Test
  public void aDryRunWritesNothing() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    CommandRun run = CommandRun.of("profile", "--dry-run", done.toString());
    assertEquals(run.toString(), Yarnext.DONE, run.status);
    said(run, "under-sized x1.30");
    assertEquals("only the histories", 1, folder.getRoot().list().length);
  }

  @Test
  public void anUnreadableFileIsReportedAndTheOthersAreUsed() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    Path damaged = done.resolve("damaged.jhist");
    Files.write(damaged, "Avro-Json\nnothing".getBytes(UTF_8));
    CommandRun run = profile();
    assertEquals(run.toString(), Yarnext.DONE, run.status);
    assertTrue(run.err, run.err.startsWith("Reading 3 histories."));
    assertTrue(run.err, run.err.contains("damaged.jhist is ignored: "));
    assertTrue(run.err, run.err.contains("do not give runs that were made while"));
  }

  @Test
  public void aHistoryThatLiesTwiceInTheTreeCountsOnce() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    Path copies = Files.createDirectory(done.resolve("intermediate"));
    jobs = 0;
    Path original = done;
    done = copies;
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    done = original;
    assertEquals(Yarnext.DONE, profile().status);
    assertEquals(0, made("count", "map").quality().runs());
  }

  @Test
  public void failuresSayWhatToDo() throws Exception {
    CommandRun nothing = profile();
    assertEquals(Yarnext.FAILED, nothing.status);
    said(nothing, "mapreduce.jobhistory.done-dir");
    mapRun("count", 1024, 10_000, true);
    said(profile("--job", "sort*"), "another --job");
    Files.write(out, "{}".getBytes(UTF_8));
    said(profile(), "Field version is missing");
    String wrongLog = done.resolve("log").toString();
    Files.write(done.resolve("log"), "nothing\n".getBytes(UTF_8));
    said(
        CommandRun.of("profile", "--dry-run", "--rm-log", wrongLog, done.toString()),
        "RMAuditLogger");
    String noLog = done.resolve("no-log").toString();
    said(
        CommandRun.of("profile", "--dry-run", "--rm-log", noLog, done.toString()),
        "--rm-log " + noLog + " cannot be read");
    out = folder.getRoot().toPath();
    said(profile(), "is a directory: give");
    out = folder.getRoot().toPath().resolve("missing").resolve("profiles.json");
    said(profile(), "make it first");
  }

  @Test
  public void wrongCommandLinesAreMisuse() {
    assertEquals(Yarnext.MISUSED, CommandRun.of("profile", done.toString()).status);
    assertEquals(Yarnext.MISUSED, CommandRun.of("profile", "--dry-run").status);
    assertEquals(Yarnext.MISUSED, profile("--minimum-runs", "0").status);
    assertEquals(Yarnext.MISUSED, profile("--max-error", "0").status);
    assertEquals(Yarnext.MISUSED, profile("--ideal", "map=0").status);
    assertEquals(Yarnext.MISUSED, profile("--ideal", "map=much").status);
  }
}
