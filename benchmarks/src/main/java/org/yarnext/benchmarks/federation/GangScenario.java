// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.federation;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.MachineLoad;
import org.yarnext.benchmarks.report.RoundsTable;
import org.yarnext.benchmarks.report.RunCounts;

/**
 * Scenario of two gangs: applications in two queues, submitted at the same time, of which each
 * needs more than half of all memory at once. With stock both get a part and hold it; with this
 * project they declare their gangs, and one waits at the Router until the other has ended (Hydra
 * section 4.2.2).
 */
final class GangScenario implements FederationScenario {
  private static final int SLOTS = 8;
  private static final int MAX_SECONDS = 150;
  private static final long SAMPLE_MS = 250;
  private static final double MB_PER_GB = 1_024;

  private static final String BOTH = "time until both have run [s]";
  private static final String HELD = "memory held without use [GB s]";
  private static final String RAN = "gangs that have run";
  private static final String TRIES = "submissions";

  private final long seed;

  /**
   * @param seed of the times after which clients give up and submit again; each system of a round
   *     has the same
   */
  GangScenario(long seed) {
    this.seed = seed;
  }

  @Override
  public String title() {
    return "gangs: two applications of "
        + GangRun.TASKS
        + " tasks at once, where "
        + 2 * SLOTS
        + " fit";
  }

  @Override
  public List<Integer> nodesMb() {
    return Collections.nCopies(2, LiveFederation.nodeMb(SLOTS));
  }

  @Override
  public int turnSeconds() {
    return 60;
  }

  @Override
  public BenchResult run(String system, LiveFederation federation, int round)
      throws IOException, InterruptedException {
    boolean isTagged = system.equals(HYDRA);
    federation.publish(system, "a", 0, 1, 1);
    federation.publish(system, "b", 1, 1, 1);
    Map<String, Long> quotas = new HashMap<>();
    long allMb = nodesMb().stream().mapToLong(Integer::longValue).sum();
    for (String queue : new String[] {"root", "root.a", "root.b"}) {
      quotas.put(queue, allMb);
    }
    federation.publishQuotas(quotas);
    federation.awaitPublished();
    MachineLoad load = new MachineLoad();
    long start = System.nanoTime();
    List<GangRun> gangs =
        Arrays.asList(
            new GangRun(federation, "a", isTagged, 2 * (seed + round)),
            new GangRun(federation, "b", isTagged, 2 * (seed + round) + 1));
    double held = 0;
    double elapsed = 0;
    while (elapsed < MAX_SECONDS && !gangs.stream().allMatch(GangRun::hasRun)) {
      for (GangRun gang : gangs) {
        gang.advance();
      }
      TimeUnit.MILLISECONDS.sleep(SAMPLE_MS);
      double now = (System.nanoTime() - start) / 1e9;
      held += heldMb(federation, gangs) / MB_PER_GB * (now - elapsed);
      elapsed = now;
    }
    JobRecord[] records = new JobRecord[gangs.size()];
    Map<String, Double> counts = new LinkedHashMap<>();
    for (int i = 0; i < records.length; i++) {
      records[i] = gangs.get(i).record();
      gangs.get(i).abandon();
    }
    counts.put(HELD, held);
    counts.put(RAN, (double) gangs.stream().filter(GangRun::hasRun).count());
    counts.put(TRIES, (double) gangs.stream().mapToInt(GangRun::tries).sum());
    counts.put(BOTH, counts.get(RAN) < gangs.size() ? elapsed : secondsOf(records));
    counts.put(RunCounts.MACHINE_CPU, 100 * load.busyShare());
    federation.awaitIdle();
    return BenchResult.of(system, Arrays.asList(records), counts);
  }

  private static double secondsOf(JobRecord... records) {
    return Arrays.stream(records).mapToDouble(JobRecord::latencySeconds).max().orElse(0);
  }

  /** Returns the memory of containers whose gang does not work, in MB. */
  private static long heldMb(LiveFederation federation, List<GangRun> gangs) throws IOException {
    long heldMb = federation.sum(each -> each.clusterMetric("allocatedMB"));
    for (GangRun gang : gangs) {
      heldMb -= gang.isWorking() ? GangRun.gangMb() : 0;
    }
    return Math.max(0, heldMb);
  }

  @Override
  public RoundsTable table() {
    Map<String, ToDoubleFunction<BenchResult>> results = new LinkedHashMap<>();
    results.put(BOTH, r -> r.counted(BOTH));
    results.put(HELD, r -> r.counted(HELD));
    return new RoundsTable(results, RoundsTable.counts(RAN, TRIES, RunCounts.MACHINE_CPU));
  }
}
