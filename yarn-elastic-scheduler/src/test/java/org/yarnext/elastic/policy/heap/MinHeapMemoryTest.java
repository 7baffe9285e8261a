// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.Random;
import org.junit.Test;
import org.junit.runner.RunWith;

/** The minimum that the ResourceManager grants, and the heap that a node makes of it. */
@RunWith(JUnitQuickcheck.class)
public class MinHeapMemoryTest {
  private static final String[] MAIN_CLASSES = {
    "org.apache.hadoop.mapred.YarnChild",
    "org.apache.tez.runtime.task.TezChild",
    "org.apache.spark.executor.YarnCoarseGrainedExecutorBackend",
    "org.example.Main"
  };

  private static long minMb(HeapRules rules, Framework framework, long requestedMb, long stepMb) {
    return new MinHeapMemory(rules, 80).mb(framework, requestedMb, stepMb, 1, -1);
  }

  private static HeapReason onNode(
      HeapRules rules, Framework framework, long heapMb, long requestedMb, long grantedMb) {
    String command = "java -Xmx" + heapMb + "m " + MAIN_CLASSES[framework.ordinal()];
    return (HeapReason)
        new HeapRewrite(rules)
            .decide(Launches.ID, Launches.of(command), requestedMb, grantedMb)
            .reason();
  }

  @Test
  public void roundedMapRequestKeepsTheHeapFloor() {
    HeapRules rules = new HeapRules(256, 512, 50, true);
    // It may have asked for 1,025 MB, 820 of them heap.
    assertEquals(1344, minMb(rules, Framework.MAPREDUCE, 2048, 1024));
    assertEquals(HeapReason.HEAP_SHRUNK, onNode(rules, Framework.MAPREDUCE, 820, 2048, 1344));
    assertEquals(
        HeapReason.HEAP_LEFT_BELOW_FLOOR, onNode(rules, Framework.MAPREDUCE, 820, 2048, 1075));
    assertEquals("of any other", 2048 - (820 - 256), minMb(rules, Framework.OTHER, 2048, 1024));
  }

  @Test
  public void largeMapReduceOrTezTaskNeedsTheFloorAnd256Mb() {
    HeapRules rules = new HeapRules(256, 512, 50, true);
    for (Framework framework : new Framework[] {Framework.MAPREDUCE, Framework.TEZ}) {
      assertEquals(512, minMb(rules, framework, 2000, 1));
      assertEquals(512, minMb(rules, framework, 10_000, 1));
    }
    assertEquals(10_000 - (8000 - 256), minMb(rules, Framework.OTHER, 10_000, 1));
  }

  /** A smaller heap never takes what the JVM needs beside it. */
  @Property(trials = 2000)
  public void memoryBesideTheHeapFollowsTheFramework(@When(seed = 1) long seed) {
    World world = new World(new Random(seed));
    long besideMb = world.requestedMb - world.heapMb;
    for (long mb = 1; mb < world.requestedMb; mb += 1 + world.requestedMb / 50) {
      long heapMb =
          world.heapMb - HeapRules.lostHeapMb(world.framework, world.heapMb, world.requestedMb, mb);
      long minBesideMb =
          world.framework.heapFollowsContainer()
              ? Math.max(0, besideMb - world.requestedMb / 5) + Math.max(256, mb / 5)
              : besideMb;
      assertTrue(world.requestedMb + ": " + mb, mb - heapMb >= Math.min(besideMb, minBesideMb));
      assertTrue(world.requestedMb + ": " + mb, heapMb < world.heapMb);
    }
  }

  @Test
  public void sparkExecutorKeepsItsOwnFloor() {
    HeapRules rules = new HeapRules(256, 512, 50, true);
    assertEquals(2048 - (1638 - 512), minMb(rules, Framework.SPARK, 2048, 1));
    assertEquals("384 MB of 1,408 are not heap", 896, minMb(rules, Framework.SPARK, 1408, 1));
    assertEquals("all of it", 500, minMb(rules, Framework.SPARK, 500, 1));
  }

  @Test
  public void knownHeapReplacesTheAssumedHeap() {
    HeapRules rules = new HeapRules(256, 512, 50, true);
    MinHeapMemory minHeap = new MinHeapMemory(rules, 80);
    assertEquals("it fits with 256", 512, minHeap.mb(Framework.MAPREDUCE, 1024, 1, 1024, 256));
    assertEquals("with a quarter of it", 2500, minHeap.mb(Framework.TEZ, 8192, 1, 8192, 2000));
    assertEquals("less heap", 1024 - 644, minHeap.mb(Framework.MAPREDUCE, 1024, 1, 1024, 900));
    assertEquals("Spark keeps the rest", 2048 - 88, minHeap.mb(Framework.SPARK, 2048, 1, 1, 600));
    assertEquals(2048, minHeap.mb(Framework.SPARK, 2048, 1, 1, 300));
    assertEquals("unknown", 461, minHeap.mb(Framework.MAPREDUCE, 1024, 1, 1024, -1));
  }

  @Property(trials = 1000)
  public void leastMemoryForAKnownHeapIsNeverRefusedByTheNode(@When(seed = 2) long seed) {
    Random random = new Random(seed);
    World world = new World(random);
    long heapMb = 1 + random.nextInt((int) world.requestedMb);
    long minMb =
        new MinHeapMemory(world.rules, 80)
            .mb(world.framework, world.requestedMb, world.stepMb, 1, heapMb);
    for (long mb = Math.max(1, minMb); mb < world.requestedMb && mb < minMb + 50; mb++) {
      HeapReason reason = onNode(world.rules, world.framework, heapMb, world.requestedMb, mb);
      assertTrue(
          reason.toString(), reason == HeapReason.HEAP_SHRUNK || reason == HeapReason.HEAP_FITS);
    }
  }

  @Test
  public void largerGeneralFloorAppliesToSparkExecutorsToo() {
    HeapRules rules = new HeapRules(700, 512, 50, true);
    assertEquals(2048 - (1638 - 700), minMb(rules, Framework.SPARK, 2048, 1));
  }

  @Test
  public void frameworkIsDerivedFromTheApplicationType() {
    assertEquals(Framework.MAPREDUCE, Framework.ofType("MAPREDUCE"));
    assertEquals(Framework.TEZ, Framework.ofType("tez"));
    assertEquals(Framework.SPARK, Framework.ofType("Spark"));
    assertEquals(Framework.OTHER, Framework.ofType("YARN"));
    assertEquals(Framework.OTHER, Framework.ofType(null));
  }

  /** Floors, and a job's ask as the scheduler rounds it. */
  private static final class World {
    final HeapRules rules;
    final Framework framework;
    final int percent;
    final long jobRequestedMb;
    final long heapMb;
    final long stepMb;
    final long requestedMb;

    World(Random random) {
      rules = new HeapRules(16 + random.nextInt(600), 16 + random.nextInt(1200), 50, true);
      framework = Framework.values()[random.nextInt(Framework.values().length)];
      // Beside large heaps Spark wants a tenth of them.
      percent = 10 + random.nextInt(81);
      if (framework == Framework.SPARK) {
        heapMb = 1 + random.nextInt(8000);
        jobRequestedMb = heapMb + Math.max(384, heapMb / 10);
      } else {
        jobRequestedMb = 1 + random.nextInt(8000);
        heapMb = Math.max(1, (jobRequestedMb * percent + 99) / 100);
      }
      stepMb = new long[] {1, 128, 512, 1000, 1024}[random.nextInt(5)];
      requestedMb = (jobRequestedMb + stepMb - 1) / stepMb * stepMb;
    }
  }

  @Property(trials = 2000)
  public void grantedSizeIsNeverLaunchedWithItsFullHeap(@When(seed = 3) long seed) {
    Random random = new Random(seed);
    World world = new World(random);
    long idealMb = 1 + random.nextInt((int) world.jobRequestedMb);
    long minMb =
        new MinHeapMemory(world.rules, world.percent)
            .mb(world.framework, world.requestedMb, world.stepMb, idealMb, -1);
    long mb = (minMb + world.stepMb - 1) / world.stepMb * world.stepMb;
    for (int sizes = 0; sizes < 50 && mb < world.requestedMb; sizes++, mb += world.stepMb) {
      assertEquals(
          HeapReason.HEAP_SHRUNK,
          onNode(world.rules, world.framework, world.heapMb, world.requestedMb, mb));
    }
  }

  /** The request is known exactly, so no caution is needed. */
  @Property(trials = 1000)
  public void sizeBelowTheLeastKeepsItsFullHeapOnTheNode(@When(seed = 4) long seed) {
    World world = new World(new Random(seed));
    long minMb =
        new MinHeapMemory(world.rules, 80)
            .mb(Framework.MAPREDUCE, world.requestedMb, world.stepMb, world.requestedMb, -1);
    if (minMb < world.requestedMb) {
      assertEquals(
          HeapReason.HEAP_LEFT_BELOW_FLOOR,
          onNode(
              world.rules,
              Framework.MAPREDUCE,
              world.requestedMb * 80 / 100,
              world.requestedMb,
              minMb - 1));
    }
  }
}
