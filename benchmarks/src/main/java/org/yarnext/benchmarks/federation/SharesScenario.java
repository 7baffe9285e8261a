// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.federation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.yarnext.benchmarks.report.BenchPage;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.ChartSeries;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.MachineLoad;
import org.yarnext.benchmarks.report.RoundsTable;
import org.yarnext.benchmarks.report.RunCounts;
import org.yarnext.minicluster.shell.ShellJob;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.tools.chart.SvgChart;

/**
 * Scenario of two queues with equal weights, one of which wants containers in the first sub-cluster
 * only, and the other one in both. Of the whole federation each is due half: the first sub-cluster,
 * and the second one (Hydra section 4.2). Stock divides each sub-cluster. Both have more requests
 * than fit, for named hosts only.
 */
final class SharesScenario implements FederationScenario {
  private static final int SLOTS = 8;
  private static final double TASK_SECONDS = 5;
  private static final int SECONDS = 45;
  private static final int LAST_SECONDS = 15;
  private static final long SAMPLE_MS = 500;

  /** More than a sub-cluster can run in the measured time. */
  private static final int TASKS = SLOTS * (int) (2 * SECONDS / TASK_SECONDS);

  private static final String ERROR = "share error, mean [%]";
  private static final String LAST_ERROR = "share error, last " + LAST_SECONDS + " s [%]";
  private static final String OF_A = "memory of queue a [% of all]";
  private static final String OF_B = "memory of queue b [% of all]";
  private static final String DONE_A = "tasks ended, queue a";
  private static final String DONE_B = "tasks ended, queue b";

  /** Error over time in the first round, by system. */
  private final Map<String, ChartSeries> firstRound = new LinkedHashMap<>();

  @Override
  public String title() {
    return "shares: queue a wants sc0, queue b wants both";
  }

  @Override
  public List<Integer> nodesMb() {
    return Collections.nCopies(2, LiveFederation.nodeMb(SLOTS));
  }

  /** Returns shorter intervals than the defaults, so that a turn takes no minutes. */
  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("yarn.federation.policies.share.interval", "1s");
    settings.put("yarn.federation.policies.share.pause", "2s");
    settings.put("yarn.federation.policies.share.max-step", "20");
    settings.put("yarn.federation.policies.share.stale-after", "10s");
    return settings;
  }

  @Override
  public int turnSeconds() {
    return SECONDS + 25;
  }

  @Override
  public BenchResult run(String system, LiveFederation federation, int round)
      throws IOException, InterruptedException {
    federation.publish(system, "a", 0, 1, 1);
    federation.publish(system, "b", 1, 1, 1);
    federation.share(system.equals(HYDRA));
    federation.awaitPublished();
    MachineLoad load = new MachineLoad();
    ShellTask task = LiveFederation.sleep(TASK_SECONDS);
    List<ShellTask> inFirst = Collections.nCopies(TASKS, task.on(LiveFederation.host(0)));
    List<ShellTask> inBoth = new ArrayList<>(inFirst);
    inBoth.addAll(Collections.nCopies(TASKS, task.on(LiveFederation.host(1))));
    ShellJob a = federation.submit("a", inFirst);
    ShellJob b = federation.submit("b", inBoth);
    federation.awaitAllocated(0, SLOTS);
    federation.awaitAllocated(1, SLOTS);
    Map<String, Double> counts = new LinkedHashMap<>();
    ShareErrorSeries errors = watch(federation, counts);
    counts.put(ERROR, errors.mean(0));
    counts.put(LAST_ERROR, errors.mean(SECONDS - LAST_SECONDS));
    if (round == 0) {
      firstRound.put(system, errors.series());
    }
    JobRecord ofA = stop(federation, "a", a);
    JobRecord ofB = stop(federation, "b", b);
    counts.put(DONE_A, (double) ofA.attempts.size());
    counts.put(DONE_B, (double) ofB.attempts.size());
    counts.put(RunCounts.MACHINE_CPU, 100 * load.busyShare());
    federation.awaitIdle();
    return BenchResult.of(system, Arrays.asList(ofA, ofB), counts);
  }

  /** Returns the error over time, and adds the mean memory of both queues. */
  private ShareErrorSeries watch(LiveFederation federation, Map<String, Double> counts)
      throws InterruptedException {
    long allMb = nodesMb().stream().mapToLong(Integer::longValue).sum();
    long[] fairMb = {allMb / 2, allMb / 2};
    long[] sumMb = new long[2];
    int samples = 0;
    ShareErrorSeries errors = new ShareErrorSeries();
    long start = System.nanoTime();
    for (double at = 0; at < SECONDS; at = (System.nanoTime() - start) / 1e9) {
      long[] usedMb = {
        federation.sum(each -> each.usedMb("a")), federation.sum(each -> each.usedMb("b"))
      };
      errors.add(at, usedMb, fairMb);
      sumMb[0] += usedMb[0];
      sumMb[1] += usedMb[1];
      samples++;
      TimeUnit.MILLISECONDS.sleep(SAMPLE_MS);
    }
    counts.put(OF_A, 100.0 * sumMb[0] / samples / allMb);
    counts.put(OF_B, 100.0 * sumMb[1] / samples / allMb);
    return errors;
  }

  private static JobRecord stop(LiveFederation federation, String queue, ShellJob job)
      throws IOException, InterruptedException {
    job.stop();
    while (!job.ended()) {
      federation.requireInTime(job);
      TimeUnit.MILLISECONDS.sleep(SAMPLE_MS);
    }
    return federation.checkFailures(queue, job.submittedMs, job.records());
  }

  @Override
  public RoundsTable table() {
    Map<String, ToDoubleFunction<BenchResult>> results = new LinkedHashMap<>();
    results.put(ERROR, r -> r.counted(ERROR));
    results.put(LAST_ERROR, r -> r.counted(LAST_ERROR));
    return new RoundsTable(
        results, RoundsTable.counts(OF_A, OF_B, DONE_A, DONE_B, RunCounts.MACHINE_CPU));
  }

  @Override
  public List<String> charts() {
    double max = firstRound.values().stream().mapToDouble(ChartSeries::maxY).max().orElse(0);
    SvgChart chart =
        new SvgChart("Share error, round 1", "seconds", "% of the fair share", SECONDS, max)
            .numericX();
    int colour = 0;
    for (Map.Entry<String, ChartSeries> each : firstRound.entrySet()) {
      ChartSeries series = each.getValue();
      chart.steps(each.getKey(), BenchPage.COLOURS.get(colour++), series.x, series.y);
    }
    return Collections.singletonList(chart.toString());
  }
}
