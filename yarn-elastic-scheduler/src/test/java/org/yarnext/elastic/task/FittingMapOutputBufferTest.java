// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.task;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.elastic.policy.heap.TaskVariables;

/** Real jobs count words with the collector, in this process and in one with a small heap. */
public class FittingMapOutputBufferTest {
  private static final int WORDS = 400_000;
  private static Map<String, Integer> expected;
  private static byte[] text;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path input;

  /** The same in a task that its environment says has 8 MB of heap. */
  public static final class SmallHeap<K, V> extends FittingMapOutputBuffer<K, V> {
    @Override
    Map<String, String> environment() {
      return Collections.singletonMap(TaskVariables.HEAP_MB, "8");
    }

    @Override
    long heapBytes() {
      return 8L << 20;
    }
  }

  /** One whose environment cannot be read. */
  public static final class Broken<K, V> extends FittingMapOutputBuffer<K, V> {
    @Override
    Map<String, String> environment() {
      throw new SecurityException("on purpose");
    }
  }

  @BeforeClass
  public static void makeText() {
    expected = new TreeMap<>();
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < WORDS; i++) {
      String word = "word" + (i * 7919L % 5003);
      expected.merge(word, 1, Integer::sum);
      lines.append(word).append(i % 10 == 9 ? '\n' : ' ');
    }
    text = lines.toString().getBytes(UTF_8);
  }

  @Before
  public void writeText() throws Exception {
    input = folder.newFile().toPath();
    Files.write(input, text);
  }

  private static Map<String, Integer> counts(Path output) throws Exception {
    Map<String, Integer> counts = new TreeMap<>();
    for (String line : Files.readAllLines(output.resolve("part-r-00000"), UTF_8)) {
      String[] word = line.split("\t");
      counts.put(word[0], Integer.valueOf(word[1]));
    }
    return counts;
  }

  private Path output() {
    return folder.getRoot().toPath().resolve("out");
  }

  /** Counts the words in this process; gives how often each of the map's records was written. */
  private double timesSpilled(Class<?> collector, int sortMb) throws Exception {
    Job job = LocalWordCount.job(input, output(), collector.getName(), "" + sortMb);
    assertTrue(job.waitForCompletion(false));
    assertEquals(expected, counts(output()));
    assertEquals(
        "as the job was submitted",
        sortMb,
        job.getConfiguration().getInt("mapreduce.task.io.sort.mb", -1));
    return (double) job.getCounters().findCounter(TaskCounter.SPILLED_RECORDS).getValue()
        / job.getCounters().findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue();
  }

  @Test
  public void smallerHeapHasASmallerSortBuffer() throws Exception {
    // The output takes 12 MB: 4 MB spill it several times, once more to merge it, once to reduce.
    assertEquals(3, timesSpilled(SmallHeap.class, 64), 0.01);
  }

  @Test
  public void fittingSortBufferStays() throws Exception {
    assertEquals(3, timesSpilled(SmallHeap.class, 2), 0.01);
  }

  @Test
  public void fullSizedTaskHasTheSortBufferOfItsJob() throws Exception {
    assertEquals(
        "to disk once, once to reduce", 2, timesSpilled(FittingMapOutputBuffer.class, 64), 0.01);
  }

  private static String ours() {
    return FittingMapOutputBuffer.class.getName();
  }

  @Test
  public void failureLeavesTheSortBufferUnchanged() throws Exception {
    assertEquals(2, timesSpilled(Broken.class, 64), 0.01);
  }

  // ---- in a process with a small heap -----------------------------------------------------------

  private static final String STOCK = "org.apache.hadoop.mapred.MapTask$MapOutputBuffer";

  /** Output of a separate process that counts the words in 96 MB of heap. */
  private String run(Path output, String collector, String sortMb, String variable)
      throws Exception {
    Path log = folder.newFile().toPath();
    Path logging = folder.newFile().toPath();
    Files.write(
        logging,
        Arrays.asList(
            "log4j.rootLogger=WARN,C",
            "log4j.appender.C=org.apache.log4j.ConsoleAppender",
            "log4j.appender.C.layout=org.apache.log4j.SimpleLayout"));
    ProcessBuilder task =
        new ProcessBuilder(
            System.getProperty("java.home") + "/bin/java",
            "-Xmx96m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dlog4j.configuration=" + logging.toUri(),
            "-cp",
            System.getProperty("java.class.path"),
            LocalWordCount.class.getName(),
            input.toString(),
            output.toString(),
            collector,
            sortMb);
    task.environment().put(variable.split("=")[0], variable.split("=")[1]);
    Process process = task.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      assertTrue("it ends", process.waitFor(120, TimeUnit.SECONDS));
    } finally {
      process.destroyForcibly();
    }
    return process.exitValue() + " " + new String(Files.readAllBytes(log), UTF_8);
  }

  private void lives(String collector, String sortMb, String variable) throws Exception {
    Path output = output();
    String said = run(output, collector, sortMb, variable);
    assertTrue(said, said.startsWith("0 "));
    assertEquals(expected, counts(output));
  }

  private void dies(String collector, String sortMb, String variable) throws Exception {
    String said = run(folder.getRoot().toPath().resolve("none"), collector, sortMb, variable);
    assertTrue(said, said.startsWith("1 "));
    assertTrue(said, said.contains("java.lang.OutOfMemoryError: Java heap space"));
  }

  @Test
  public void mapTaskSurvivesWithABufferTooLargeForItsHeap() throws Exception {
    lives(ours(), "80", "YARNEXT_ELASTIC_HEAP_MB=96");
  }

  @Test
  public void mapTaskDiesOfALargeBufferWithTheStockCollector() throws Exception {
    dies(STOCK, "80", "YARNEXT_ELASTIC_HEAP_MB=96");
  }

  @Test
  public void bufferOfAJobStaysInAHeapThatWasNotShrunk() throws Exception {
    dies(ours(), "80", "NOTHING=96");
  }

  @Test
  public void bufferFromTheEnvironmentNeedsNoCustomCollector() throws Exception {
    String buffer = "${env.YARNEXT_ELASTIC_SORT_MB:-80}";
    dies(STOCK, buffer, "NOTHING=40");
    lives(STOCK, buffer, "YARNEXT_ELASTIC_SORT_MB=40");
  }
}
