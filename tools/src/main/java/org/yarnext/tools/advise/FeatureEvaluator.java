// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.yarnext.tools.TerminalText;
import org.yarnext.tools.advise.verdict.Advice;
import org.yarnext.tools.advise.verdict.Calibration;
import org.yarnext.tools.advise.verdict.CandidateFeature;
import org.yarnext.tools.advise.verdict.FeatureGain;
import org.yarnext.tools.advise.verdict.SimulatedTimes;
import org.yarnext.tools.advise.verdict.Verdict;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.site.StockScheduler;

/**
 * Simulates each candidate and evaluates its gain; lists the features that no simulation can
 * evaluate.
 */
final class FeatureEvaluator {
  /** Part of the work whose use must be known. */
  private static final double MIN_USAGE_SHARE = 0.5;

  private final AdviceSimulation simulation;
  private final StockScheduler scheduler;
  private final PrintWriter err;

  /**
   * @param scheduler the operator's
   * @param err output for candidates that cannot be simulated
   */
  FeatureEvaluator(AdviceSimulation simulation, StockScheduler scheduler, PrintWriter err) {
    this.simulation = simulation;
    this.scheduler = scheduler;
    this.err = err;
  }

  /**
   * Judges all features.
   *
   * @throws SimulationException if stock itself cannot be simulated
   */
  Advice judge(HistoryWorkload workload) {
    SimulatedTimes stock = simulation.stock(CandidateFeature.stock(scheduler));
    boolean hasProfiles = workload.elasticTasks() > 0;
    List<Verdict> verdicts = new ArrayList<>();
    if (scheduler.elasticClass() == null) {
      verdicts.add(
          Verdict.notJudged(
              "elastic",
              "It needs the CapacityScheduler or the FairScheduler, and this cluster has neither."));
    } else if (!hasProfiles) {
      verdicts.add(
          Verdict.notJudged(
              "elastic",
              "None of these tasks has a profile, which elastic memory needs: run recurring jobs"
                  + " once with less memory (docs/how-to/profile-memory-bound-jobs.md), then run"
                  + " advise again."));
    }
    for (CandidateFeature candidate : CandidateFeature.all(scheduler, hasProfiles)) {
      verdicts.add(judge(candidate));
    }
    verdicts.add(overallocation(workload));
    verdicts.add(
        Verdict.notJudged(
            "mercury and elastic together",
            "The simulator cannot combine both: enable one after the other."));
    verdicts.add(
        Verdict.notJudged(
            "orchestrator",
            "Histories do not show how tasks use CPU over time: enable it in shadow, and see with"
                + " \"yarnext status --feature orchestrator\" what it would move."));
    if (workload.workload().jobs().stream().anyMatch(job -> job.framework().equals("TEZ"))) {
      verdicts.add(
          Verdict.notJudged(
              "tez",
              "The effect of estimates is not simulated: enable it in shadow, and compare estimates"
                  + " with true run times in the logs of the Application Masters."));
    }
    verdicts.add(
        Verdict.notJudged(
            "federation",
            "It divides work over several clusters, but this history comes from one."));
    return new Advice(verdicts, Calibration.of(stock, workload.measuredMs()));
  }

  /** Evaluates over-allocation if the histories state the usage of enough tasks. */
  private Verdict overallocation(HistoryWorkload workload) {
    return workload.usageShare() < MIN_USAGE_SHARE
        ? Verdict.notJudged(
            CandidateFeature.OVERALLOCATION,
            String.format(
                Locale.ROOT,
                "Histories show what tasks used for only %.0f %% of the work (Spark's and Rumen's"
                    + " do not): enable it in shadow, and see UnusedMemoryMB and"
                    + " OverallocationStarts of the nodes (docs/how-to/use-idle-capacity.md).",
                100 * workload.usageShare()))
        : judge(
            CandidateFeature.overallocation(
                workload.usage().memoryUse(), workload.usage().cpuUse()));
  }

  private Verdict judge(CandidateFeature candidate) {
    try {
      FeatureGain gain = simulation.gain(candidate);
      return gain == null
          ? Verdict.notJudged(candidate.name(), "No job finished in the simulation.")
          : Verdict.of(candidate, gain);
    } catch (SimulationException e) {
      String problem = candidate.name() + " cannot be simulated: " + e.getMessage() + ".";
      err.println(TerminalText.of(problem));
      return Verdict.notJudged(candidate.name(), "It cannot be simulated: " + e.getMessage() + ".");
    }
  }
}
