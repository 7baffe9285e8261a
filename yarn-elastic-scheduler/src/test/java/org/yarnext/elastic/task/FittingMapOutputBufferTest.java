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
package org.yarnext.elastic.task;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
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
    Job job = WordCount.job(input, output(), collector.getName(), sortMb);
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
  public void aSmallerHeapHasASmallerBuffer() throws Exception {
    // The output takes 12 MB: 4 MB spill it several times, once more to merge it, once to reduce.
    assertEquals(3, timesSpilled(SmallHeap.class, 64), 0.01);
  }

  @Test
  public void oneThatFitsStays() throws Exception {
    assertEquals(3, timesSpilled(SmallHeap.class, 2), 0.01);
  }

  @Test
  public void aTaskOfFullSizeHasWhatItsJobSays() throws Exception {
    assertEquals("to disk once, once to reduce", 2, timesSpilled(whole(), 64), 0.01);
  }

  private static Class<?> whole() {
    return FittingMapOutputBuffer.class;
  }

  @Test
  public void aFailureLeavesTheBufferAsItIs() throws Exception {
    assertEquals(2, timesSpilled(Broken.class, 64), 0.01);
  }

  // ---- in a process with a small heap -----------------------------------------------------------

  private int run(String collector, boolean underSized) throws Exception {
    List<String> command =
        new ArrayList<>(
            Arrays.asList(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + folder.getRoot(),
                "-cp",
                System.getProperty("java.class.path"),
                WordCount.class.getName(),
                input.toString(),
                output().toString(),
                collector,
                "80"));
    ProcessBuilder task = new ProcessBuilder(command);
    if (underSized) {
      task.environment().put(TaskVariables.HEAP_MB, "96");
    }
    File log = folder.newFile();
    Process process = task.redirectErrorStream(true).redirectOutput(log).start();
    try {
      assertTrue("it ends", process.waitFor(120, TimeUnit.SECONDS));
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  public void aMapTaskLivesInAHeapThatItsBufferDoesNotFit() throws Exception {
    assertEquals(0, run(whole().getName(), true));
    assertEquals(expected, counts(output()));
  }

  @Test
  public void withoutItTheTaskDies() throws Exception {
    assertNotEquals(0, run("org.apache.hadoop.mapred.MapTask$MapOutputBuffer", true));
    assertFalse(Files.exists(output().resolve("part-r-00000")));
  }

  @Test
  public void inAHeapThatNobodyMadeSmallerTheBufferIsTheJobs() throws Exception {
    assertNotEquals("as stock", 0, run(whole().getName(), false));
  }
}
