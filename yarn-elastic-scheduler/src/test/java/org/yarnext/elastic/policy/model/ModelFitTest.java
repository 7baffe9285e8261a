// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.Test;
import org.yarnext.elastic.policy.model.spill.MapReduceSpills;
import org.yarnext.elastic.policy.model.spill.ShuffleSettings;
import org.yarnext.elastic.policy.model.spill.SparkSpills;

public class ModelFitTest {
  private static final SparkSpills SPILLS = new SparkSpills(2010, 1, 1, 0, 1, 1);
  private static final List<RunMeasurement> NONE = Collections.emptyList();
  private static final double EXACT = 1e-9;

  private static RunMeasurement run(long memoryMb, double ms) {
    return new RunMeasurement(memoryMb, ms);
  }

  private static String refusal(
      SpillModel spills,
      RunMeasurement wellSized,
      RunMeasurement underSized,
      RunMeasurement... others) {
    return assertThrows(
            RefusedFitException.class,
            () -> ModelFit.sawTooth(spills, wellSized, underSized, Arrays.asList(others)))
        .getMessage();
  }

  @Test
  public void diskRateIsTheSpillDividedByTheExtraTime() throws Exception {
    ModelFit<SawToothModel> fit =
        ModelFit.sawTooth(SPILLS, run(4000, 60_000), run(1800, 90_000), NONE);
    assertEquals("1500 MB in 30 s", 50, fit.model().spillMbPerSecond(), EXACT);
    assertEquals("the model passes through its runs", 90_000, fit.model().runTimeMs(1800), EXACT);
    assertEquals(60_000, fit.model().runTimeMs(4000), EXACT);
    assertEquals("and tells the others", 100_000, fit.model().runTimeMs(2300), EXACT);
    assertSame(FitQuality.UNKNOWN, fit.quality());
  }

  @Test
  public void furtherRunsDetermineTheFitQuality() throws Exception {
    ModelFit<SawToothModel> fit =
        ModelFit.sawTooth(
            SPILLS,
            run(4000, 60_000),
            run(1800, 90_000),
            Arrays.asList(run(2300, 100_000), run(2300, 80_000), run(800, 125_000)));
    assertEquals(3, fit.quality().runs());
    assertEquals("0, 0.25, and 0.2 too little", 0.2, fit.quality().medianError(), EXACT);
    assertEquals(0.25, fit.quality().worstError(), EXACT);
  }

  @Test
  public void medianOfAnEvenNumberOfErrorsIsInterpolated() throws Exception {
    ModelFit<StepModel> fit =
        ModelFit.step(
            1024, 0, run(1024, 100), run(512, 120), Arrays.asList(run(300, 100), run(2048, 80)));
    assertEquals("0.2 and 0.25", 0.225, fit.quality().medianError(), EXACT);
  }

  @Test
  public void stepPenaltyIsTheSlowdownOfTheUndersizedRun() throws Exception {
    ModelFit<StepModel> fit = ModelFit.step(1024, 300, run(2048, 10_000), run(512, 13_000), NONE);
    assertEquals(1024, fit.model().idealMemoryMb());
    assertEquals(1.3, fit.model().penalty(), EXACT);
    assertEquals(10_000, fit.model().idealMs(), EXACT);
    assertEquals(300, fit.model().outputMb(), EXACT);
  }

  @Test
  public void undersizedRunThatIsNotSlowerMakesSpillingFree() throws Exception {
    ModelFit<SawToothModel> fit =
        ModelFit.sawTooth(SPILLS, run(4000, 60_000), run(1800, 58_000), NONE);
    assertEquals(SawToothModel.UNLIMITED, fit.model().spillMbPerSecond(), 0);
    assertEquals(60_000, fit.model().runTimeMs(500), 0);
    assertSame("3% is noise", FitQuality.UNKNOWN, fit.quality());
    assertEquals(1, ModelFit.step(1024, 0, run(1024, 10), run(512, 10), NONE).model().penalty(), 0);
    assertEquals(
        1, ModelFit.step(1024, 0, run(1024, 10), run(512, 9.9), NONE).model().penalty(), 0);
  }

  @Test
  public void undersizedRunFasterThanNoiseLowersTheQuality() throws Exception {
    ModelFit<SawToothModel> fit =
        ModelFit.sawTooth(SPILLS, run(4000, 60_000), run(1800, 40_000), NONE);
    assertEquals(60_000, fit.model().runTimeMs(1800), 0);
    assertEquals(1, fit.quality().runs());
    assertEquals(0.5, fit.quality().worstError(), EXACT);
    assertEquals(
        0.25,
        ModelFit.step(1024, 0, run(1024, 10), run(512, 8), NONE).quality().worstError(),
        EXACT);
  }

  @Test
  public void twoRunsOfTheSameSizeAreRefused() {
    assertEquals(
        "Both runs had 1800 MB: measure one with at least 2311 MB and one with less.",
        refusal(SPILLS, run(1800, 60_000), run(1800, 90_000)));
  }

  @Test
  public void exchangedRunsAreRefused() {
    assertEquals(
        "The well-sized run had 1800 MB, less than the 4000 MB of the under-sized one: exchange"
            + " them.",
        refusal(SPILLS, run(1800, 60_000), run(4000, 90_000)));
  }

  @Test
  public void wellSizedRunThatSpillsIsRefused() {
    assertEquals(
        "The well-sized run had 2300 MB, and nothing is spilled only with 2311 MB or more: measure"
            + " it with that, or correct the task's input.",
        refusal(SPILLS, run(2300, 60_000), run(1800, 90_000)));
  }

  @Test
  public void undersizedRunThatSpillsNothingIsRefused() {
    assertEquals(
        "With the 3000 MB of the under-sized run nothing is spilled: measure it with less than 2311"
            + " MB, or correct the task's input.",
        refusal(SPILLS, run(4000, 60_000), run(3000, 90_000)));
  }

  @Test
  public void reducerThatAlwaysWritesItsInputIsRefused() {
    MapReduceSpills spills = new MapReduceSpills(2000, 100, 0, ShuffleSettings.MAPREDUCE);
    String refusal = refusal(spills, run(8000, 60_000), run(1000, 70_000));
    assertTrue(
        refusal,
        refusal.startsWith(
            "With the 1000 MB of the under-sized run no more is written than the 2000 MB that"));
    assertTrue(refusal, refusal.contains("mapreduce.reduce.input.buffer.percent"));
  }

  @Test
  public void runThatTheSettingsForbidIsRefused() {
    assertEquals(
        "By its settings a task cannot run with the 449 MB of the under-sized run: correct its"
            + " memory beside the heap.",
        refusal(SPILLS, run(4000, 60_000), run(449, 90_000)));
    String other = refusal(SPILLS, run(4000, 60_000), run(1800, 90_000), run(400, 1));
    assertTrue(other, other.startsWith("By the model a task cannot run with 400 MB"));
  }

  @Test
  public void unsuitableRunsForAStepModelAreRefused() {
    assertThrows(
        RefusedFitException.class, () -> ModelFit.step(1024, 0, run(512, 1), run(512, 1), NONE));
    assertThrows(
        RefusedFitException.class, () -> ModelFit.step(1024, 0, run(1000, 1), run(512, 1), NONE));
    assertThrows(
        RefusedFitException.class, () -> ModelFit.step(1024, 0, run(4096, 1), run(1024, 1), NONE));
    assertThrows(IllegalArgumentException.class, () -> run(0, 1));
    assertThrows(IllegalArgumentException.class, () -> run(1, Double.POSITIVE_INFINITY));
  }
}
