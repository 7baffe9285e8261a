// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.runner.RunWith;
import org.yarnext.elastic.policy.model.spill.ShuffleSpills;
import org.yarnext.elastic.policy.model.spill.SparkSpills;

/** Properties of every model; a failure names the trial's seed. */
@RunWith(JUnitQuickcheck.class)
public class ModelPropertiesTest {
  private static final long PETABYTE_MB = 1L << 30;
  private static final double ROUNDING = 1e-9;

  private static long someMemory(Random random, long idealMb) {
    return 1 + (long) (random.nextDouble() * 1.5 * Math.min(idealMb, 100_000));
  }

  @Property(trials = 1000)
  public void runTimeIsLowestAndConstantFromTheIdealMemory(@When(seed = 1) long seed) {
    Random random = new Random(seed);
    ElasticityModel model = RandomModels.model(random);
    long memoryMb = someMemory(random, model.idealMemoryMb());
    double idealMs = model.runTimeMs(model.idealMemoryMb());
    assertTrue(model + " at " + memoryMb, model.runTimeMs(memoryMb) >= idealMs);
    assertEquals(idealMs, model.runTimeMs(model.idealMemoryMb() + memoryMb), 0);
    assertTrue(model.diskMbPerSecond(memoryMb) >= 0);
  }

  @Property(trials = 1000)
  public void idealMemorySpillsNothingAvoidable(@When(seed = 2) long seed) {
    Random random = new Random(seed);
    SpillModel spills = RandomModels.spills(random);
    long idealMb = spills.idealMemoryMb();
    assertEquals(spills.toString(), 0, spills.fills(idealMb) == -1 ? 0 : spills.fills(idealMb));
    assertEquals(
        "as with any memory", spills.spilledMb(PETABYTE_MB), spills.spilledMb(idealMb), ROUNDING);
  }

  @Property(trials = 1000)
  public void inputIsWrittenNoMoreOftenThanMergesNeed(@When(seed = 3) long seed) {
    Random random = new Random(seed);
    SpillModel spills = RandomModels.spills(random);
    double spilledMb = spills.spilledMb(someMemory(random, spills.idealMemoryMb()));
    if (Double.isInfinite(spilledMb)) {
      return;
    }
    if (spills instanceof SparkSpills) {
      assertTrue(spilledMb <= ((SparkSpills) spills).inputMb() * (1 + ROUNDING));
      return;
    }
    ShuffleSpills shuffle = (ShuffleSpills) spills;
    double files = shuffle.outputs() + 1;
    double merges = files / (shuffle.settings().sortFactor() - 1) + 1;
    assertTrue(spills + ": " + spilledMb, spilledMb <= shuffle.inputMb() * (2 + merges));
    if (shuffle.outputs() <= shuffle.settings().sortFactor()) {
      assertTrue(spills + ": " + spilledMb, spilledMb <= shuffle.inputMb() * (1 + ROUNDING) + 1);
    }
  }

  @Property(trials = 500)
  public void teethShrinkWithMemoryAndAreFastestAtTheirLowerEnd(@When(seed = 4) long seed) {
    Random random = new Random(seed);
    ElasticityModel model = RandomModels.model(random);
    long stepMb = 1 + model.idealMemoryMb() / 300;
    int tooth = Integer.MAX_VALUE;
    double fastestMs = 0;
    for (long memoryMb = 1; memoryMb < model.idealMemoryMb() + stepMb; memoryMb += stepMb) {
      int here = model.tooth(memoryMb);
      if (here == -1) {
        assertEquals("for every memory", -1, model.tooth(model.idealMemoryMb()));
        return;
      }
      assertTrue(model + " at " + memoryMb, here <= tooth);
      double ms = model.runTimeMs(memoryMb);
      if (here < tooth) {
        tooth = here;
        fastestMs = ms;
      }
      assertTrue(model + " at " + memoryMb, ms >= fastestMs * (1 - ROUNDING) || fastestMs == ms);
    }
  }

  @Property(trials = 300)
  public void fitPassesThroughItsRunsAndRecoversTheDiskRate(@When(seed = 5) long seed)
      throws Exception {
    Random random = new Random(seed);
    SpillModel spills = RandomModels.spills(random);
    SawToothModel source = new SawToothModel(spills, 1000 + random.nextInt(100_000), 20);
    List<RunMeasurement> runs = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      long memoryMb = someMemory(random, spills.idealMemoryMb());
      if (memoryMb < spills.idealMemoryMb() && source.runTimeMs(memoryMb) < Double.MAX_VALUE) {
        runs.add(new RunMeasurement(memoryMb, source.runTimeMs(memoryMb)));
      }
    }
    RunMeasurement wellSized = new RunMeasurement(spills.idealMemoryMb(), source.idealMs());
    for (RunMeasurement run : runs) {
      if (run.ms() > wellSized.ms() * 1.001) {
        ModelFit<SawToothModel> fit = ModelFit.sawTooth(spills, wellSized, run, runs);
        assertEquals(20, fit.model().spillMbPerSecond(), 1e-6);
        assertEquals(0, fit.quality().worstError(), 1e-6);
      }
    }
  }
}
