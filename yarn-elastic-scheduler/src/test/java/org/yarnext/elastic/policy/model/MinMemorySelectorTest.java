// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.yarnext.elastic.policy.model.spill.SparkSpills;

@RunWith(JUnitQuickcheck.class)
public class MinMemorySelectorTest {
  private static final long PLENTY = Long.MAX_VALUE;
  private static final StepModel STEP = new StepModel(1024, 10_000, 1.5, 300);
  private static final SawToothModel SAW =
      new SawToothModel(new SparkSpills(2010, 1, 1, 0, 1, 1), 60_000, 50);

  /** Counts the run times asked for. */
  private static final class Counting implements ElasticityModel {
    final ElasticityModel model;
    final boolean teeth;
    int evaluations;

    Counting(ElasticityModel model, boolean teeth) {
      this.model = model;
      this.teeth = teeth;
    }

    @Override
    public long idealMemoryMb() {
      return model.idealMemoryMb();
    }

    @Override
    public double runTimeMs(long memoryMb) {
      evaluations++;
      return model.runTimeMs(memoryMb);
    }

    @Override
    public double diskMbPerSecond(long memoryMb) {
      return model.diskMbPerSecond(memoryMb);
    }

    @Override
    public int tooth(long memoryMb) {
      return teeth ? model.tooth(memoryMb) : -1;
    }
  }

  private static long best(ElasticityModel m, long requested, long selected, long step, long free) {
    long bestMb = -1;
    double bestMs = Double.POSITIVE_INFINITY;
    for (long mb = requested - step; mb >= selected; mb -= step) {
      long taskMb = mb - Math.max(0, requested - m.idealMemoryMb());
      if (mb <= free && taskMb > 0 && m.runTimeMs(taskMb) <= bestMs * (1 + 1e-9)) {
        double ms = m.runTimeMs(taskMb);
        if (!Double.isInfinite(ms)) {
          bestMs = ms;
          bestMb = mb;
        }
      }
    }
    return bestMb;
  }

  @Test
  public void mapperGetsTheLeastMemory() {
    MinMemorySelector selected = select(STEP, 1024, 128, 128, PLENTY);
    assertEquals(128, selected.memoryMb());
    assertEquals(15_000, selected.runTimeMs(), 0);
    assertEquals("600 MB in 15 s", 40, selected.diskMbPerSecond(), 1e-9);
  }

  @Test
  public void sortGetsTheSizeRightAboveHalfItsInput() {
    MinMemorySelector selected = select(SAW, 2311, 500, 1, PLENTY);
    assertEquals(300 + 1006, selected.memoryMb());
    assertEquals("1006 MB spilled", 60_000 + 1006 * 20, selected.runTimeMs(), 1e-6);
  }

  @Test
  public void nextToothIsTakenWithLessRoom() {
    assertEquals("above a third", 300 + 671, select(SAW, 2311, 500, 1, 1305).memoryMb());
  }

  @Test
  public void smallestOfEquallyFastSizesIsTaken() {
    SawToothModel free = new SawToothModel(SAW.spills(), 60_000, SawToothModel.UNLIMITED);
    assertEquals(451, select(free, 2311, 400, 20, PLENTY).memoryMb());
  }

  @Test
  public void memoryRequestedBeyondTheIdealStaysOverhead() {
    MinMemorySelector selected = select(SAW, 2411, 500, 1, PLENTY);
    assertEquals("100 MB of overhead", 400 + 1006, selected.memoryMb());
  }

  @Test
  public void requestBelowTheIdealHasNoOverhead() {
    assertEquals(300 + 1006, select(SAW, 2000, 500, 1, PLENTY).memoryMb());
  }

  @Test
  public void requestedSizeItselfIsNotOffered() {
    assertNull(select(STEP, 1024, 1024, 128, PLENTY));
    assertNull(select(STEP, 128, 1, 128, PLENTY));
    assertEquals(896, select(STEP, 1024, 896, 128, PLENTY).memoryMb());
  }

  @Test
  public void sizeMustFitTheFreeMemory() {
    assertNull(select(STEP, 1024, 512, 128, 511));
    assertEquals(512, select(STEP, 1024, 512, 128, 512).memoryMb());
    assertNull(select(STEP, 1024, 128, 128, 0));
    assertNull(select(STEP, 1024, 128, 128, -500));
  }

  @Test
  public void sizeTooSmallForTheTaskIsNotTaken() {
    assertNull(select(SAW, 2311, 100, 2000, PLENTY));
    assertNull("nor one that is all overhead", select(STEP, 4096, 1, 2048, 2048));
  }

  private static long teeth(ElasticityModel model, long requestedMb, long stepMb) {
    long overheadMb = Math.max(0, requestedMb - model.idealMemoryMb());
    return LongStream.rangeClosed(1, (requestedMb - overheadMb - 1) / stepMb)
        .mapToInt(steps -> model.tooth(requestedMb - steps * stepMb - overheadMb))
        .distinct()
        .count();
  }

  @Property(trials = 400)
  public void selectedSizeIsTheFastestAndSmallestOfAll(@When(seed = 1) long seed) {
    Random random = new Random(seed);
    ElasticityModel model = RandomModels.model(random);
    long idealMb = Math.min(model.idealMemoryMb(), 50_000);
    long stepMb = 1 + random.nextInt(400);
    long requestedMb = stepMb * (1 + (long) (1.3 * random.nextDouble() * idealMb / stepMb));
    long minMb = 1 + (long) (random.nextDouble() * random.nextDouble() * requestedMb);
    long freeMb = (long) (1.5 * random.nextDouble() * requestedMb);
    long sizes = requestedMb / stepMb;
    if (sizes > MinMemorySelector.MAX_EVALUATIONS
        && (model.tooth(1) == -1
            || teeth(model, requestedMb, stepMb) > MinMemorySelector.MAX_EVALUATIONS)) {
      return; // not all are looked at
    }
    MinMemorySelector selected = select(model, requestedMb, minMb, stepMb, freeMb);
    String trial = model + ", " + requestedMb + " " + minMb + " " + stepMb + " " + freeMb;
    assertEquals(
        trial,
        best(model, requestedMb, minMb, stepMb, freeMb),
        selected == null ? -1 : selected.memoryMb());
  }

  @Property(trials = 100)
  public void numberOfEvaluationsIsBounded(@When(seed = 2) long seed) {
    Random random = new Random(seed);
    Counting model = new Counting(RandomModels.model(random), random.nextBoolean());
    long requestedMb = Math.max(2, model.idealMemoryMb() - random.nextInt(3));
    select(model, requestedMb, 1 + random.nextInt(500), 1 + random.nextInt(3), PLENTY);
    assertTrue("" + model.evaluations, model.evaluations <= MinMemorySelector.MAX_EVALUATIONS);
  }

  @Test
  public void manySizesAreSampledEvenlyWithoutTeeth() {
    Counting model = new Counting(SAW, false);
    MinMemorySelector selected = select(model, 2311, 500, 1, PLENTY);
    assertNotNull(selected);
    assertTrue(model.evaluations > MinMemorySelector.MAX_EVALUATIONS / 2);
    assertTrue(
        "at most a stride of 8 MB above the best",
        selected.runTimeMs() <= 60_000 + (1006 + 8) * 20);
  }

  /** Selects for a request that the scheduler did not round. */
  private static MinMemorySelector select(
      ElasticityModel model, long requestedMb, long minMb, long stepMb, long freeMb) {
    return MinMemorySelector.of(model, requestedMb, requestedMb, minMb, stepMb, freeMb);
  }
}
