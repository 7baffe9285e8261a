// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model.spill;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Random;
import org.apache.hadoop.mapreduce.task.reduce.ShuffledReducer;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** The model writes what Hadoop's own merge manager writes when it is fed the same map outputs. */
public class MapReduceSpillsDifferentialTest {
  private static final int TRIALS = 40;
  private static final int KB = 1 << 10;

  @Rule public final TemporaryFolder local = new TemporaryFolder();

  private boolean straightToDisk;
  private boolean kept;
  private boolean filled;
  private boolean rewritten;

  @Test
  public void modelWritesWhatHadoopWrites() throws Exception {
    for (int seed = 0; seed < TRIALS; seed++) {
      compare(seed);
    }
    assertTrue("every rule was at work somewhere", straightToDisk && kept && filled && rewritten);
  }

  private void compare(int seed) throws Exception {
    Random random = new Random(seed);
    float merge = 0.3f + 0.7f * random.nextFloat();
    float single = merge * (0.1f + 0.8f * random.nextFloat());
    float retain = random.nextInt(3) == 0 ? 0 : random.nextFloat();
    float buffer = 0.4f + 0.6f * random.nextFloat();
    int sortFactor = 2 + random.nextInt(random.nextBoolean() ? 3 : 30);
    int outputs = 1 + random.nextInt(60);
    int outputBytes = 20 * KB + random.nextInt(random.nextBoolean() ? 60 * KB : 400 * KB);
    long heapMb = 1 + random.nextInt(5);
    ShuffleSettings settings = new ShuffleSettings(buffer, single, merge, retain, sortFactor);
    MapReduceSpills spills =
        new MapReduceSpills(
            (double) outputs * outputBytes / ShuffleSpills.MB, outputs, 0, settings);

    ShuffledReducer reducer =
        new ShuffledReducer(
            local.newFolder("reducer" + seed),
            heapMb * ShuffleSpills.MB,
            buffer,
            single,
            merge,
            retain,
            sortFactor);
    for (int i = 0; i < outputs; i++) {
      reducer.fetch(outputBytes);
    }
    assertEquals("records", outputs, reducer.readAll());

    String trial = "seed " + seed + ", " + heapMb + " MB, " + spills;
    double predicted = spills.spilledMb(heapMb) * ShuffleSpills.MB;
    double perOutput = predicted / outputBytes; // an output loses 2 bytes, a file gains 6
    assertEquals(trial, predicted, reducer.writtenBytes(), 6 * perOutput + 6);
    note(spills, heapMb, predicted, (double) outputs * outputBytes);
  }

  private void note(MapReduceSpills spills, long heapMb, double written, double input) {
    boolean direct =
        spills.limits(heapMb * ShuffleSpills.MB).largestInMemory < input / spills.outputs();
    straightToDisk |= direct;
    filled |= !direct && written > 0;
    kept |= written < input * 0.999;
    rewritten |= written > input * 1.001;
  }
}
