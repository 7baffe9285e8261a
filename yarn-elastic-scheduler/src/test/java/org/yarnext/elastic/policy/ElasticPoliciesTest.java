// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionReason;
import org.yarnext.elastic.policy.model.ElasticityModel;

@RunWith(JUnitQuickcheck.class)
public class ElasticPoliciesTest {
  private static final int TRIALS = 300;
  private static final long NOW = 1_000_000;
  private static final Node ROOMY = new Node(900, 4, 1_000);

  /**
   * Run times by memory, each for that much and more; spills 10 MB/s below the ideal, 40 below 200
   * MB.
   */
  private static final class Steps implements ElasticityModel {
    private final long idealMb;
    private final TreeMap<Long, Double> runMs = new TreeMap<>();

    Steps(long idealMb, double... mbAndMs) {
      this.idealMb = idealMb;
      for (int i = 0; i < mbAndMs.length; i += 2) {
        runMs.put((long) mbAndMs[i], mbAndMs[i + 1]);
      }
    }

    @Override
    public long idealMemoryMb() {
      return idealMb;
    }

    @Override
    public double runTimeMs(long memoryMb) {
      return runMs.floorEntry(memoryMb).getValue();
    }

    @Override
    public double diskMbPerSecond(long memoryMb) {
      return memoryMb >= idealMb ? 0 : memoryMb >= 200 ? 10 : 40;
    }
  }

  private final ElasticityModel model =
      new Steps(1_000, 1, 6_000, 200, 3_000, 500, 2_000, 700, 2_500, 1_000, 1_000);

  private static final class Task {
    final long requestedMb;
    final int vcores;
    final ElasticityModel model;
    final long minMb;
    final long stepMb;

    Task(long requestedMb, int vcores, ElasticityModel model, long minMb, long stepMb) {
      this.requestedMb = requestedMb;
      this.vcores = vcores;
      this.model = model;
      this.minMb = minMb;
      this.stepMb = stepMb;
    }
  }

  private static final class Node {
    final long freeMb;
    final int freeVcores;
    final double freeDiskMbPerSecond;

    Node(long freeMb, int freeVcores, double freeDiskMbPerSecond) {
      this.freeMb = freeMb;
      this.freeVcores = freeVcores;
      this.freeDiskMbPerSecond = freeDiskMbPerSecond;
    }
  }

  private static Decision<Long> decide(ElasticPolicy policy, Task task, Node node, long endByMs) {
    return policy.decide(
        SizingRequest.builder(task.requestedMb, task.vcores)
            .model(task.model)
            .sizes(task.minMb, task.stepMb)
            .room(node.freeMb, node.freeVcores, node.freeDiskMbPerSecond)
            .endBy(endByMs, NOW)
            .build());
  }

  @Test
  public void memoryAddedByRoundingIsNotKeptAsOverhead() {
    SizingRequest.Builder request =
        SizingRequest.builder(2_000, 1)
            .model(model)
            .sizes(500, 500)
            .room(600, 1, 1_000)
            .endBy(NOW + 5_000, NOW);
    for (ElasticPolicy policy : Arrays.asList(new MinOccupancyPolicy(), new AlgorithmOnePolicy())) {
      assertNull("a quarter is left", policy.decide(request.stated(2_000).build()).value());
      Decision<Long> placed = policy.decide(request.stated(1_000).build());
      assertEquals("none is", 500L, (long) placed.value());
      assertEquals("2000", String.valueOf(placed.inputs().get("taskRunMs")));
    }
  }

  private static void assertRefused(DecisionReason reason, Decision<Long> decision) {
    assertEquals(reason, decision.reason());
    assertNull(decision.value());
  }

  private Decision<Long> one(Task task, Node node, long endByMs) {
    return decide(new AlgorithmOnePolicy(), task, node, endByMs);
  }

  private Task task() {
    return new Task(1_000, 1, model, 100, 100);
  }

  @Test
  public void algorithmOneTakesTheLeastMemoryOfTheLowestRunTime() {
    Decision<Long> decision = one(task(), ROOMY, NOW + 2_000);
    assertEquals(500L, (long) decision.value());
    assertEquals(
        "ELASTIC_PLACED{askedMb=1000, minMb=100, freeMb=900, elasticMb=500, taskRunMs=2000,"
            + " taskEndMs=1002000, endByMs=1002000, diskMbPerSecond=10.0, freeDiskMbPerSecond=1000.0}",
        decision.toString());
  }

  @Test
  public void leastOccupancyMinimizesMemoryTimesRunTime() {
    ElasticPolicy policy = new MinOccupancyPolicy();
    // 100 MB x 6 s and 200 MB x 3 s are equal: the lesser size.
    assertEquals(100L, (long) decide(policy, task(), ROOMY, NOW + 6_000).value());
    assertEquals(200L, (long) decide(policy, task(), ROOMY, NOW + 5_999).value());
    assertEquals(500L, (long) decide(policy, task(), ROOMY, NOW + 2_999).value());
    Node busyDisks = new Node(900, 4, 39);
    assertEquals(200L, (long) decide(policy, task(), busyDisks, NOW + 6_000).value());
    assertRefused(ElasticReason.ELASTIC_NO_GAIN, decide(policy, task(), ROOMY, NOW + 1_999));
    assertRefused(
        ElasticReason.ELASTIC_DISK_BUDGET,
        decide(policy, task(), new Node(900, 4, 9), NOW + 6_000));
  }

  /** Runs as long with any memory, and counts how often it is asked. */
  private static final class Counting implements ElasticityModel {
    private int evaluated;

    @Override
    public long idealMemoryMb() {
      return 65_536;
    }

    @Override
    public double runTimeMs(long memoryMb) {
      evaluated++;
      return 1_000;
    }

    @Override
    public double diskMbPerSecond(long memoryMb) {
      return 0;
    }
  }

  @Test
  public void leastOccupancyEvaluatesABoundedNumberOfSizes() {
    for (int requested : new int[] {1_001, 1_256, 1_257, 65_536}) {
      Counting counting = new Counting();
      Task task = new Task(requested, 1, counting, 1_000, 1);
      Node roomy = new Node(requested, 4, 1_000);
      assertEquals(
          "the least size is one of them",
          1_000L,
          (long) decide(new MinOccupancyPolicy(), task, roomy, NOW + 1_000).value());
      int sizes = requested - 1_000;
      assertTrue(requested + ": " + counting.evaluated, counting.evaluated <= Math.min(sizes, 256));
      assertTrue(requested + ": " + counting.evaluated, counting.evaluated >= Math.min(sizes, 128));
    }
  }

  @Test
  public void eachRefusalHasItsReason() {
    long late = NOW + 10_000;
    Task modelless = new Task(1_000, 1, null, 100, 100);
    assertRefused(ElasticReason.ELASTIC_NO_MODEL, one(modelless, ROOMY, late));
    assertRefused(ElasticReason.ELASTIC_NO_CORES, one(task(), new Node(900, 0, 1_000), late));
    assertRefused(ElasticReason.ELASTIC_NO_ROOM, one(task(), new Node(99, 4, 1_000), late));
    assertRefused(
        "no smaller size at all",
        ElasticReason.ELASTIC_NO_ROOM,
        one(new Task(1_000, 1, model, 1_000, 100), ROOMY, late));
    assertRefused(ElasticReason.ELASTIC_END_UNKNOWN, one(task(), ROOMY, -1));
    assertRefused(ElasticReason.ELASTIC_NO_GAIN, one(task(), ROOMY, NOW + 1_999));
    assertRefused(ElasticReason.ELASTIC_DISK_BUDGET, one(task(), new Node(900, 4, 9.9), late));
    ElasticityModel absurd = new Steps(1_000, 1, Double.NaN, 200, -5, 300, 1e300);
    assertRefused(
        ElasticReason.ELASTIC_MODEL_UNUSABLE,
        one(new Task(1_000, 1, absurd, 100, 100), ROOMY, late));
  }

  private static void assertRefused(String what, DecisionReason reason, Decision<Long> decision) {
    assertEquals(what, reason, decision.reason());
  }

  @Test
  public void bandwidthThatIsNaNIsOverTheBudget() {
    ElasticityModel noNumber =
        new ElasticityModel() {
          @Override
          public long idealMemoryMb() {
            return 1_000;
          }

          @Override
          public double runTimeMs(long memoryMb) {
            return 1;
          }

          @Override
          public double diskMbPerSecond(long memoryMb) {
            return Double.NaN;
          }
        };
    Task task = new Task(1_000, 1, noNumber, 100, 100);
    assertRefused(ElasticReason.ELASTIC_DISK_BUDGET, one(task, ROOMY, NOW + 10));
  }

  /** 1,500 MB are asked for a task of 1,000: with 900 the task itself has 400. */
  @Test
  public void memoryRequestedBeyondTheIdealIsKeptAsOverhead() {
    Task task = new Task(1_500, 1, model, 100, 100);
    assertEquals("the task's 200", 700L, (long) one(task, ROOMY, NOW + 3_000).value());
    assertRefused(ElasticReason.ELASTIC_NO_GAIN, one(task, ROOMY, NOW + 2_999));
    Node tight = new Node(500, 4, 1_000);
    assertRefused(ElasticReason.ELASTIC_MODEL_UNUSABLE, one(task, tight, NOW + 10_000));
  }

  @Test
  public void requestBelowTheIdealHasNoOverhead() {
    Task task = new Task(600, 1, model, 100, 100);
    assertEquals(500L, (long) one(task, ROOMY, NOW + 2_000).value());
    assertEquals(200L, (long) one(task, new Node(450, 4, 1_000), NOW + 9_000).value());
  }

  @Property(trials = TRIALS, shrink = false)
  public void everySizeObeysTheContract(@When(seed = 1) long seed) {
    Random random = new Random(seed);
    long step = 1 + random.nextInt(300);
    long minMb = step * (1 + random.nextInt(5));
    long requested = minMb + step * random.nextInt(20) + random.nextInt(3);
    Task task = new Task(requested, random.nextInt(3), model, minMb, step);
    Node node = new Node(random.nextInt(3_000) - 500, random.nextInt(4), random.nextInt(30));
    long end = NOW + random.nextInt(8_000);
    for (ElasticPolicy policy :
        new ElasticPolicy[] {new AlgorithmOnePolicy(), new MinOccupancyPolicy()}) {
      Long mb = decide(policy, task, node, end).value();
      if (mb != null) {
        assertTrue(mb >= minMb && mb < requested && mb <= node.freeMb);
        assertEquals(0, (requested - mb) % step);
        assertTrue(task.vcores <= node.freeVcores);
        long lost = requested - mb;
        double runMs = model.runTimeMs(Math.min(1_000, requested) - lost);
        assertTrue(NOW + runMs <= end);
        assertTrue(
            model.diskMbPerSecond(Math.min(1_000, requested) - lost) <= node.freeDiskMbPerSecond);
      }
    }
  }
}
