// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise.verdict;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.site.Feature;
import org.yarnext.tools.site.StockScheduler;

/** Simulated times lead to verdicts. */
public class VerdictTest {
  private static final int JOBS = 20;

  /** Jobs with even ids are of queue a, the others of b. */
  private static Workload workload() {
    List<SimJob> jobs = new ArrayList<>();
    SimStage stage =
        new SimStage(
            "map",
            20,
            Collections.singletonList(new SimTask(1024, 1, 1000)),
            Collections.emptyMap(),
            null);
    for (int id = 1; id <= JOBS; id++) {
      jobs.add(
          new SimJob(
              id,
              "job",
              "MAPREDUCE",
              "ann",
              id % 2 == 0 ? "a" : "b",
              0,
              Collections.singletonList(stage)));
    }
    return new Workload("test", jobs);
  }

  private static Map<Integer, Long> times(long ms) {
    Map<Integer, Long> times = new HashMap<>();
    for (int id = 1; id <= JOBS; id++) {
      times.put(id, ms);
    }
    return times;
  }

  private static Verdict verdict(String name, Map<Integer, Long> withIt) {
    CandidateFeature candidate =
        CandidateFeature.all(StockScheduler.CAPACITY, true).stream()
            .filter(c -> c.name().equals(name))
            .findFirst()
            .get();
    SimulatedTimes stock = new SimulatedTimes().with(times(100_000)).with(times(100_000));
    SimulatedTimes feature = new SimulatedTimes().with(withIt).with(withIt);
    return Verdict.of(candidate, FeatureGain.of(workload(), stock, feature));
  }

  @Test
  public void shorterTimesOfAllAreRecommended() {
    Verdict verdict = verdict("elastic", times(70_000));
    assertEquals(Verdict.Kind.RECOMMENDED, verdict.kind());
    assertEquals(0.7, verdict.gain().ratio(), 1e-9);
    assertTrue(verdict.reason(), verdict.reason().contains("30 % less time, and none takes more"));
  }

  @Test
  public void aFewPercentAreNotWorthIt() {
    assertEquals(Verdict.Kind.NO_GAIN, verdict("elastic", times(97_000)).kind());
    assertEquals(Verdict.Kind.NO_GAIN, verdict("elastic", times(130_000)).kind());
  }

  @Test
  public void gainAtTheCostOfOthersIsMixed() {
    Map<Integer, Long> two = times(50_000);
    two.put(1, 130_000L);
    two.put(2, 150_000L);
    Verdict losers = verdict("elastic", two);
    assertEquals(Verdict.Kind.MIXED, losers.kind());
    assertTrue(losers.reason(), losers.reason().contains("2 of 20 jobs take more than 20 %"));
    assertEquals("worst first", 2, losers.gain().losers().get(0).job.id());
    Map<Integer, Long> queue = times(50_000);
    queue.replaceAll((id, ms) -> id % 2 == 0 ? 110_000L : ms);
    Verdict ofQueue = verdict("elastic", queue);
    assertEquals(Verdict.Kind.MIXED, ofQueue.kind());
    assertTrue(ofQueue.reason(), ofQueue.reason().contains("queues [a]"));
    assertEquals(1.1, ofQueue.gain().byQueue().get("a"), 1e-9);
    Map<Integer, Long> hung = times(50_000);
    hung.remove(3);
    assertEquals(Verdict.Kind.MIXED, verdict("elastic", hung).kind());
  }

  @Test
  public void setUpsOfMercuryExcludeEachOtherAndTheOneThatNeedsNoMoreGoesFirst() {
    List<Verdict> verdicts = new ArrayList<>();
    verdicts.add(verdict("elastic", times(80_000)));
    verdicts.add(verdict("elastic + fair finish", times(60_000)));
    verdicts.add(verdict("mercury-hybrid", times(80_000)));
    verdicts.add(verdict("mercury", times(50_000)));
    verdicts.add(Verdict.notJudged("federation", "No."));
    Calibration none = Calibration.of(new SimulatedTimes(), Collections.emptyMap());
    Advice advice = new Advice(verdicts, none);
    assertEquals(EnumSet.of(Feature.ELASTIC, Feature.MERCURY_HYBRID), advice.features());
    assertEquals(Calibration.Confidence.LOW, none.confidence());
  }

  @Test
  public void confidenceFollowsFromTheDistanceToMeasuredTimes() {
    SimulatedTimes simulated = new SimulatedTimes().with(times(100_000));
    assertEquals(
        Calibration.Confidence.HIGH, Calibration.of(simulated, times(95_000)).confidence());
    assertEquals(
        Calibration.Confidence.MEDIUM, Calibration.of(simulated, times(60_000)).confidence());
    Calibration far = Calibration.of(simulated, times(30_000));
    assertEquals(Calibration.Confidence.LOW, far.confidence());
    assertTrue(far.toString(), far.toString().contains("3.33 times as long"));
  }
}
