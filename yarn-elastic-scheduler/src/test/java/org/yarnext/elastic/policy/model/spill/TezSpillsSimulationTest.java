// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model.spill;

import static org.junit.Assert.assertEquals;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.runner.RunWith;

/**
 * The model of Tez against a simulation that feeds outputs one by one through the rules of Tez
 * 0.10.5's MergeManager, as they are written there: with lists, and no arithmetic on whole spills.
 */
@RunWith(JUnitQuickcheck.class)
public class TezSpillsSimulationTest {
  private static final long MB = ShuffleSpills.MB;

  /** The merge manager's lists. */
  private static final class Simulation {
    final ShuffleSettings settings;
    final long memoryLimit;
    final long postMergeLimit;
    final Deque<Long> inMemory = new ArrayDeque<>();
    final List<Long> onDisk = new ArrayList<>();
    long commitMemory;
    long written;

    Simulation(ShuffleSettings settings, long heapBytes) {
      this.settings = settings;
      memoryLimit = (long) (heapBytes * settings.buffer());
      postMergeLimit = Math.min((long) (heapBytes * settings.retain()), memoryLimit);
    }

    void fetch(long bytes) {
      if (bytes < (long) (memoryLimit * settings.single())) {
        inMemory.add(bytes);
        commitMemory += bytes;
        if (commitMemory >= (long) (memoryLimit * settings.merge())) {
          write(inMemory.stream().mapToLong(b -> b).sum());
          inMemory.clear();
          commitMemory = 0;
        }
      } else {
        write(bytes);
      }
    }

    void write(long bytes) {
      written += bytes;
      closeOnDiskFile(bytes);
    }

    void closeOnDiskFile(long bytes) {
      onDisk.add(bytes);
      if (onDisk.size() >= 2 * settings.sortFactor() - 1) {
        write(takeSmallest(settings.sortFactor()));
      }
    }

    long takeSmallest(int files) {
      Collections.sort(onDisk);
      long sum = 0;
      for (int i = 0; i < files; i++) {
        sum += onDisk.remove(0);
      }
      return sum;
    }

    void finalMerge() {
      long left = inMemory.stream().mapToLong(b -> b).sum();
      long leaving = 0;
      while (left > postMergeLimit) {
        long bytes = inMemory.remove();
        leaving += bytes;
        left -= bytes;
      }
      if (leaving > 0 && settings.sortFactor() > onDisk.size()) {
        written += leaving;
        onDisk.add(leaving);
        leaving = 0;
      }
      for (int pass = 1; onDisk.size() > settings.sortFactor(); pass++) {
        int factor = settings.sortFactor();
        int mod = (onDisk.size() - 1) % (factor - 1);
        int files = pass > 1 || mod == 0 ? factor : mod + 1;
        long merged = takeSmallest(files) + (pass == 1 ? leaving : 0);
        written += merged;
        onDisk.add(merged);
      }
    }
  }

  @Property(trials = 1000)
  public void modelWritesWhatTheMergeRulesWrite(@When(seed = 1) long seed) {
    Random random = new Random(seed);
    float merge = 0.2f + 0.8f * random.nextFloat();
    float retain = random.nextInt(3) == 0 ? 0 : random.nextFloat();
    ShuffleSettings settings =
        new ShuffleSettings(
            0.3f + 0.7f * random.nextFloat(),
            merge * (0.05f + 0.9f * random.nextFloat()),
            merge,
            retain,
            2 + random.nextInt(random.nextBoolean() ? 4 : 100));
    int outputs = 1 + random.nextInt(400);
    int local = random.nextBoolean() ? 0 : random.nextInt(outputs);
    long outputBytes = 1 + random.nextInt((int) (20 * MB));
    long nonHeapMb = random.nextInt(300);
    long heapMb = 1 + random.nextInt(1000);
    TezSpills spills =
        new TezSpills((double) outputs * outputBytes / MB, outputs, local, nonHeapMb, settings);

    Simulation simulation = new Simulation(settings, heapMb * MB);
    for (int i = 0; i < local; i++) {
      simulation.closeOnDiskFile(outputBytes);
    }
    for (int i = local; i < outputs; i++) {
      simulation.fetch(outputBytes);
    }
    simulation.finalMerge();
    assertEquals(
        spills.toString(),
        simulation.written,
        Math.round(spills.spilledMb(nonHeapMb + heapMb) * MB));
  }
}
