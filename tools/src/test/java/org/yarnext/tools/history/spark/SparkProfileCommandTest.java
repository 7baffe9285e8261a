// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.conf.Configuration;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.elastic.policy.model.SawToothModel;
import org.yarnext.elastic.policy.model.spill.SparkSpills;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.history.RunHistoryReader;
import org.yarnext.tools.history.record.ResourceManagerLog;
import org.yarnext.tools.history.record.TaskClassRun;

/**
 * Profiles from event logs of RecordSort, the sort of minicluster-tests, with Spark 3.5.6 on a
 * MiniYARNCluster: three tasks with a million lines each in one executor with a heap of 512, 640 or
 * 896 MB. Properties of the JVM, accumulators and events about stages were removed from the logs,
 * and the classes of Spark's own codecs compressed the one of the smallest heap.
 */
public class SparkProfileCommandTest {
  private static final int[] HEAPS_MB = {512, 640, 896};
  private static final int OVERHEAD_MB = 384;
  private static final String[] CODECS = {"zstd", "lz4", "snappy", "lzf"};

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path logs;
  private Path out;

  @Before
  public void makeDirectory() throws IOException {
    logs = folder.newFolder("logs").toPath();
    out = folder.getRoot().toPath().resolve("profiles.json");
  }

  private static byte[] recorded(String name) throws IOException {
    try (InputStream in = SparkProfileCommandTest.class.getResourceAsStream(name)) {
      return IOUtils.toByteArray(in);
    }
  }

  private static byte[] log(int heapMb) throws IOException {
    return recorded("sort-" + heapMb + ".json");
  }

  private static String log(int heapMb, String from, String to) throws IOException {
    String text = new String(log(heapMb), UTF_8);
    assertTrue(from, text.contains(from));
    return text.replace(from, to);
  }

  /** Names a log as Spark does. */
  private Path file(int heapMb) {
    return logs.resolve("application_1500000000000_0" + heapMb + "_1");
  }

  private void record(int... heapsMb) throws IOException {
    for (int heapMb : heapsMb) {
      Files.write(file(heapMb), log(heapMb));
    }
  }

  private CommandRun profile(String... options) {
    String[] args = new String[options.length + 4];
    args[0] = "profile";
    args[1] = "--out";
    args[2] = out.toString();
    System.arraycopy(options, 0, args, 3, options.length);
    args[args.length - 1] = logs.toString();
    return CommandRun.of(args);
  }

  private TaskClassRun run(Path file) throws Exception {
    return new RunHistoryReader(new Configuration(false), new ResourceManagerLog())
        .read(new org.apache.hadoop.fs.Path(file.toUri()))
        .get(0);
  }

  private static void assertSaid(String what, CommandRun run) {
    assertTrue(run.toString(), (run.out + run.err).contains(what));
  }

  @Test
  public void twoSizesPredictTheSpillsOfTheThird() throws Exception {
    record(512, 896);
    CommandRun run = profile("--from", "spark", "--max-error", "9");
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    TaskProfile profile = ProfileFile.read(out).find("sort", "SPARK", "executor");
    assertEquals(0, profile.priority());
    SawToothModel model = (SawToothModel) profile.model();
    SparkSpills spills = (SparkSpills) model.spills();
    assertEquals(1, spills.tasks());
    assertEquals(3, spills.totalTasks(), 0);
    assertEquals(OVERHEAD_MB, spills.nonHeapMb());
    double spilledMb = 22_216_480.0 / (1 << 20);
    assertEquals(1, spills.spilledMb(640 + OVERHEAD_MB) / (spills.totalTasks() * spilledMb), 0.1);
  }

  @Test
  public void thirdSizeShowsTheError() throws Exception {
    record(HEAPS_MB);
    assertSaid("The median error of the model is", profile());
    CommandRun run = profile("--max-error", "9");
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    // The machine was busy in the run of the largest size, so that the smallest seems faster.
    assertEquals(2, ProfileFile.read(out).find("sort", "SPARK", "executor").quality().runs());
  }

  @Test
  public void otherFrameworksAreLeftOutOnDemand() throws Exception {
    record(HEAPS_MB);
    CommandRun run = profile("--from", "tez");
    assertEquals(run.toString(), ExitCode.FAILED, run.status);
    assertEquals(ExitCode.MISUSED, profile("--from", "flink").status);
  }

  @Test
  public void runsThatDoNotSufficeAreRefusedWithAReason() throws Exception {
    record(896);
    assertSaid("run it once more with less memory", profile());
    record(640);
    Files.delete(file(896));
    assertSaid("run it once more with less memory", profile());
    record(512);
    assertSaid("spilled even with " + (640 + OVERHEAD_MB) + " MB", profile());
    assertFalse(Files.exists(out));
  }

  @Test
  public void tasksThatCannotBeComparedAreRefusedWithAReason() throws Exception {
    record(512);
    Files.write(
        file(896),
        log(896, "\"Resource Profile Id\":0", "\"Resource Profile Id\":1").getBytes(UTF_8));
    assertSaid("several resource profiles", profile());
    String offHeap = "\"spark.memory.offHeap.enabled\":\"true\",";
    Files.write(
        file(896), log(896, "\"spark.master\":", offHeap + "\"spark.master\":").getBytes(UTF_8));
    assertSaid("beside the heap", profile());
    Files.write(file(896), log(896, "\"Peak Execution Memory\":", "\"None\":").getBytes(UTF_8));
    assertSaid("older than 3.0", profile());
    Files.write(
        file(896),
        log(896, "\"spark.executor.cores\":\"1\"", "\"spark.executor.cores\":\"2\"")
            .getBytes(UTF_8));
    assertSaid("divides its data and memory into other tasks", profile());
  }

  @Test
  public void rollingAndCompressedLogsAreTheSame() throws Exception {
    record(512);
    TaskClassRun plain = run(file(512));
    for (String codec : CODECS) {
      Path file = logs.resolve("application_1700000000000_0001." + codec);
      Files.write(file, recorded("sort-512.json." + codec));
      assertEquals(codec, plain.sizes().get(0).ms(), run(file).sizes().get(0).ms(), 0);
      assertEquals(codec, plain.sort().expansion(), run(file).sort().expansion(), 0);
      Files.delete(file);
    }
    Files.delete(file(512));
    String[] lines = new String(log(512), UTF_8).split("(?<=\n)");
    Path rolling =
        Files.createDirectory(logs.resolve("eventlog_v2_application_1700000000000_0512"));
    Path status = rolling.resolve("appstatus_application_1700000000000_0512.inprogress");
    Files.createFile(status);
    for (int i = 1; i <= 2; i++) {
      StringBuilder part = new StringBuilder();
      for (int n = i == 1 ? 0 : lines.length / 2; n < lines.length * i / 2; n++) {
        part.append(lines[n]);
      }
      Files.write(
          rolling.resolve("events_" + i + "_application_1700000000000_0512"),
          part.toString().getBytes(UTF_8));
    }
    record(896);
    assertSaid("Reading 1 history.", profile());
    Files.delete(status);
    CommandRun run = profile("--max-error", "9");
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    assertSaid("Reading 2 histories.", run);
    Path first = rolling.resolve("events_1_application_1700000000000_0512");
    Files.move(first, first.resolveSibling(first.getFileName() + ".compact"));
    assertSaid("not compacted", profile());
  }

  @Test
  public void damagedLogsAreNamedAndTheOthersUsed() throws Exception {
    Random random = new Random(57);
    for (int i = 0; i < 40; i++) {
      String codec = i % 5 == 4 ? "" : "." + CODECS[i % 5];
      byte[] bytes = recorded("sort-512.json" + codec);
      for (int n = random.nextInt(4); n >= 0; n--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      int length = i % 2 == 0 ? bytes.length : random.nextInt(bytes.length);
      Files.write(
          logs.resolve("application_1600000000000_" + (1000 + i) + codec),
          Arrays.copyOf(bytes, length));
    }
    record(HEAPS_MB);
    Path nested = logs.resolve("application_1600000000000_9999");
    char[] brackets = new char[1 << 20];
    Arrays.fill(brackets, '[');
    String line = "{\"Event\":\"SparkListenerTaskEnd\",\"x\":" + new String(brackets) + "\n{}\n";
    Files.write(nested, line.getBytes(UTF_8));
    CommandRun run = profile("--max-error", "9");
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    assertSaid(nested.getFileName() + " is ignored: ", run);
    assertFalse(run.toString(), run.toString().contains("\tat "));
  }

  @Test
  public void bombsAreRefused() throws Exception {
    Path bomb = logs.resolve("application_1600000000000_0001.zstd");
    byte[] line = new byte[1 << 20];
    Arrays.fill(line, (byte) '\n');
    try (ZstdOutputStreamNoFinalizer to =
        new ZstdOutputStreamNoFinalizer(Files.newOutputStream(bomb))) {
      for (int i = 0; i < 64; i++) {
        to.write(line);
      }
    }
    Path snappy = logs.resolve("application_1600000000000_0002.snappy");
    byte[] claims = recorded("sort-512.json.snappy");
    claims[16] = 0x7f; // the length of the first block
    Files.write(snappy, claims);
    CommandRun run = profile();
    assertSaid("it expands to more than 1000 times its size", run);
    assertSaid("a block claims to have", run);
  }
}
