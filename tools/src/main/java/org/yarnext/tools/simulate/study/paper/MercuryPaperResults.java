// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.paper;

import static org.yarnext.tools.simulate.study.measure.ThroughputMeasure.JOBS;
import static org.yarnext.tools.simulate.study.measure.ThroughputMeasure.KILLED;
import static org.yarnext.tools.simulate.study.measure.ThroughputMeasure.LATENCY;
import static org.yarnext.tools.simulate.study.measure.ThroughputMeasure.OPPORTUNISTIC;
import static org.yarnext.tools.simulate.study.measure.ThroughputMeasure.SHED;
import static org.yarnext.tools.simulate.study.measure.ThroughputMeasure.TASKS;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.yarnext.tools.simulate.study.measure.PaperGain;

/**
 * Results that the Mercury paper states in section 7, by study; gains are relative to guaranteed
 * containers only.
 */
final class MercuryPaperResults {
  private MercuryPaperResults() {}

  static List<PaperGain> numbers(MercuryStudy study) {
    switch (study) {
      case CONCURRENCY:
        return Arrays.asList(
            new PaperGain("150 jobs", TASKS, 38),
            new PaperGain("150 jobs", JOBS, 36),
            new PaperGain("150 jobs", LATENCY, -30));
      case TOP_K:
        return Arrays.asList(
            new PaperGain("k = 50", TASKS, 44.5),
            new PaperGain("k = 50", JOBS, 38.7),
            new PaperGain("k = 50", LATENCY, -15.5));
      case REBALANCING:
        return Arrays.asList(
            new PaperGain("only-Q", TASKS, 8.5),
            new PaperGain("avg+2 sigma, reorder", TASKS, 39.8),
            new PaperGain("avg+2 sigma, reorder", JOBS, 35.4),
            new PaperGain("avg+2 sigma, reorder", LATENCY, -28.9),
            new PaperGain("avg+2 sigma, reorder", SHED, 14));
      case DURATION:
        return Arrays.asList(
            new PaperGain("2 s", TASKS, 40),
            new PaperGain("2 s", JOBS, 40),
            new PaperGain("2 s", LATENCY, 0),
            new PaperGain("20 s", TASKS, 14),
            new PaperGain("20 s", LATENCY, 60));
      case HYBRID:
        return Arrays.asList(
            new PaperGain("only-Q", TASKS, 14.5), new PaperGain("<10sec-70%-Q", TASKS, 29.3));
      case PRODUCTION:
        return Arrays.asList(
            new PaperGain("only-Q", TASKS, 0),
            new PaperGain("50%-Q", TASKS, 35),
            new PaperGain("<10sec-70%-Q", TASKS, 26));
      case POLICING:
        return Arrays.asList(
            new PaperGain("20 %", KILLED, 287),
            new PaperGain("30 %", KILLED, 428),
            new PaperGain("40 %", KILLED, 536),
            new PaperGain("100 %", KILLED, 780),
            new PaperGain("20 %", OPPORTUNISTIC, 11.4),
            new PaperGain("30 %", OPPORTUNISTIC, 16.7),
            new PaperGain("40 %", OPPORTUNISTIC, 20.9),
            new PaperGain("100 %", OPPORTUNISTIC, 28.4));
      default:
        return Collections.emptyList();
    }
  }

  static List<String> says(MercuryStudy study) {
    switch (study) {
      case CONCURRENCY:
        return Arrays.asList(
            "100 jobs do not fill the cluster, 200 make jobs slower",
            "only-Q is ahead of only-G with each number of jobs");
      case TOP_K:
        return Collections.singletonList(
            "k = 20 leaves nodes idle, k = 100 places containers on loaded nodes");
      case REBALANCING:
        return Collections.singletonList(
            "imbalance leaves only-Q little gain; shedding and queue order restore it");
      case DURATION:
        return Collections.singletonList("the longer the tasks, the smaller the gain");
      case HYBRID:
        return Collections.singletonList(
            "<10sec-70%-Q has the best task throughput, 12.9 % above only-Q");
      case PRODUCTION:
        return Arrays.asList(
            "only-Q gains almost nothing, 50%-Q gains most",
            "<10sec-70%-Q cuts the mean latency of jobs with tasks of 11 s by 66 %");
      case POLICING:
        return Collections.singletonList(
            "a lower ceiling stops fewer containers, by up to 63 %, and uses less of the cluster");
      case PRODUCTION_SETTINGS:
        return Collections.singletonList(
            "the ceilings of table 1 are for another workload; the paper does not cover the rest");
      case FIRST_RUNS:
        return Collections.singletonList(
            "hybrid-GQ needs an estimate; the paper does not say what it does with tasks without"
                + " one");
      case OVERALLOCATION:
        return Collections.singletonList(
            "the paper gives opportunistic containers unallocated room only; ROSE (ICDCS'18)"
                + " reports that 36.37 % of the CPU were used under a centralised scheduler, and"
                + " 65.10 % with over-subscription");
      case LIVE:
        return Collections.emptyList();
      default:
        return Collections.singletonList(
            "heartbeats come every 3 s; the paper does not say how nodes are filled");
    }
  }
}
