// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.federation;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
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
import org.yarnext.minicluster.cluster.SubClusterProcess;
import org.yarnext.minicluster.shell.AttemptRecord;
import org.yarnext.minicluster.shell.ShellJob;
import org.yarnext.minicluster.shell.ShellTask;

/**
 * Scenarios of one job in two sub-clusters, over which the policies divide its requests (Hydra
 * section 4.1). The job's master is in the first sub-cluster.
 */
final class DivisionScenario implements FederationScenario {
  private static final String BY_SIZE = "stock-by-size";
  private static final int WANTED = 1;
  private static final int BUSY_SLOTS = 4;
  private static final int BUSY_TASKS = 12;
  private static final double BUSY_TASK_SECONDS = 3;

  /** Time for which tasks of another job fill the wanted sub-cluster. */
  private static final int BUSY_SECONDS = 40;

  /** When the wanted sub-cluster's ResourceManager hangs, after submission of the job. */
  private static final double HANGS_AT_SECONDS = 5;

  private static final double GOES_ON_AT_SECONDS = 45;
  private static final long SAMPLE_MS = 500;

  private static final String IDLE = "idle while tasks wait [GB s]";
  private static final String LONGEST = "longest idle time [s]";
  private static final String ON_HOST = "tasks on the wanted host";
  private static final String MOVED = "requests moved";
  private static final String EXCESS = "granted in excess";

  private final String title;
  private final List<String> systems;
  private final List<Integer> slots;
  private final int tasks;
  private final double taskSeconds;
  private final int turnSeconds;
  private boolean isBusy;
  private boolean isLost;
  private Map<String, String> settings = Collections.emptyMap();

  private DivisionScenario(
      String title,
      List<String> systems,
      List<Integer> slots,
      int tasks,
      double taskSeconds,
      int turnSeconds) {
    this.title = title;
    this.systems = systems;
    this.slots = slots;
    this.tasks = tasks;
    this.taskSeconds = taskSeconds;
    this.turnSeconds = turnSeconds;
  }

  /**
   * Returns the scenario of a job that names the host of a sub-cluster which is full for long,
   * while the other one is idle.
   */
  static DivisionScenario busy() {
    return wanting("busy: the wanted sub-cluster is full, the other one idle");
  }

  /**
   * Returns {@link #busy} with a ResourceManager of the wanted sub-cluster that hangs meanwhile.
   */
  static DivisionScenario loss() {
    DivisionScenario loss =
        wanting("loss: as busy, and the wanted sub-cluster's ResourceManager hangs");
    loss.isLost = true;
    return loss;
  }

  private static DivisionScenario wanting(String title) {
    DivisionScenario scenario =
        new DivisionScenario(
            title,
            Arrays.asList(STOCK, HYDRA),
            Arrays.asList(BUSY_SLOTS, BUSY_SLOTS),
            BUSY_TASKS,
            BUSY_TASK_SECONDS,
            BUSY_SECONDS + 25);
    scenario.isBusy = true;
    return scenario;
  }

  /**
   * Returns the scenario of a second sub-cluster that is three times as large. Both policies have
   * equal weights; a third system is stock with weights that an operator set by size.
   */
  static DivisionScenario uneven() {
    return new DivisionScenario(
        "uneven: one sub-cluster is three times as large",
        Arrays.asList(STOCK, BY_SIZE, HYDRA),
        Arrays.asList(4, 12),
        48,
        4,
        45);
  }

  /**
   * Returns the scenario of equal sub-clusters, in which stock's halves are right from the start.
   */
  static DivisionScenario equal() {
    DivisionScenario equal =
        new DivisionScenario(
            "equal: both sub-clusters are full",
            Arrays.asList(STOCK, HYDRA),
            Arrays.asList(4, 4),
            60,
            8,
            95);
    equal.settings = Collections.singletonMap("yarn.federation.policies.split.relax-after", "5s");
    return equal;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public List<String> systems() {
    return systems;
  }

  @Override
  public List<Integer> nodesMb() {
    return Arrays.asList(LiveFederation.nodeMb(slots.get(0)), LiveFederation.nodeMb(slots.get(1)));
  }

  @Override
  public Map<String, String> settings() {
    return settings;
  }

  @Override
  public int turnSeconds() {
    return turnSeconds;
  }

  @Override
  public BenchResult run(String system, LiveFederation federation, int round)
      throws IOException, InterruptedException {
    float[] weights =
        system.equals(BY_SIZE) ? new float[] {slots.get(0), slots.get(1)} : new float[] {1, 1};
    federation.publish(system, "a", 0, weights);
    federation.publish(STOCK, "b", WANTED, 0, 1);
    federation.awaitPublished();
    ShellJob other = isBusy ? fill(federation) : null;
    MachineLoad load = new MachineLoad();
    SubClusterProcess home = federation.subCluster(0);
    long movedBefore = moved(home);
    long excessBefore = home.nodeBean("FederationSplit", "ContainersExcess");
    ShellTask task = LiveFederation.sleep(taskSeconds);
    if (isBusy) {
      task = task.near(LiveFederation.host(WANTED));
    }
    ShellJob job = federation.submit("a", Collections.nCopies(tasks, task));
    IdleMemoryMeter idle = watch(federation, job);
    JobRecord record = federation.check("a", job, tasks);
    if (other != null) {
      while (!other.ended()) {
        federation.requireInTime(other);
        TimeUnit.MILLISECONDS.sleep(SAMPLE_MS);
      }
      federation.check("b", other, BUSY_SLOTS);
    }
    Map<String, Double> counts = new LinkedHashMap<>();
    counts.put(IDLE, idle.gbSeconds());
    counts.put(LONGEST, idle.longestSeconds());
    counts.put(ON_HOST, (double) onWantedHost(record));
    counts.put(MOVED, (double) moved(home) - movedBefore);
    counts.put(
        EXCESS, (double) home.nodeBean("FederationSplit", "ContainersExcess") - excessBefore);
    counts.put(RunCounts.MACHINE_CPU, 100 * load.busyShare());
    federation.awaitIdle();
    return BenchResult.of(system, Collections.singletonList(record), counts);
  }

  /** Fills the wanted sub-cluster with tasks of another queue. Returns once they are allocated. */
  private static ShellJob fill(LiveFederation federation) throws IOException {
    ShellTask task = LiveFederation.sleep(BUSY_SECONDS).on(LiveFederation.host(WANTED));
    ShellJob job = federation.submit("b", Collections.nCopies(BUSY_SLOTS, task));
    federation.awaitAllocated(WANTED, BUSY_SLOTS + 1);
    return job;
  }

  /** Returns the idle memory until the job ends. Suspends a ResourceManager if it is to be lost. */
  private IdleMemoryMeter watch(LiveFederation federation, ShellJob job)
      throws IOException, InterruptedException {
    IdleMemoryMeter idle = new IdleMemoryMeter();
    SubClusterProcess wanted = federation.subCluster(WANTED);
    boolean isHanging = false;
    boolean hasHung = false;
    try {
      long before = System.nanoTime();
      while (!job.ended() || isHanging) {
        federation.requireInTime(job);
        TimeUnit.MILLISECONDS.sleep(SAMPLE_MS);
        double elapsed = (System.currentTimeMillis() - job.submittedMs) / 1e3;
        if (isLost && !hasHung && elapsed > HANGS_AT_SECONDS) {
          wanted.hang();
          isHanging = true;
          hasHung = true;
        } else if (isHanging && elapsed > GOES_ON_AT_SECONDS) {
          wanted.resume();
          isHanging = false;
        }
        double seconds = (System.nanoTime() - before) / 1e9;
        before = System.nanoTime();
        idle.add(seconds, waiting(job), idleMb(federation, isHanging));
      }
    } finally {
      if (isHanging) {
        wanted.resume();
      }
    }
    return idle;
  }

  /** Returns the number of tasks that have not begun; 0 before the master has. */
  private long waiting(ShellJob job) throws IOException {
    long begun = job.begun();
    return begun < 0 ? 0 : tasks - begun;
  }

  /** Returns the idle memory in whole tasks, without that of a suspended ResourceManager. */
  private static long idleMb(LiveFederation federation, boolean isHanging) {
    int taskMb = LiveFederation.TASK_MB;
    long idleMb = 0;
    for (int i = 0; i < federation.size(); i++) {
      if (i != WANTED || !isHanging) {
        idleMb += federation.subCluster(i).clusterMetric("availableMB") / taskMb * taskMb;
      }
    }
    return idleMb;
  }

  private static long moved(SubClusterProcess home) {
    return home.nodeBean("FederationSplit", "RequestsRelaxed")
        + home.nodeBean("FederationSplit", "RequestsRedistributed");
  }

  private static long onWantedHost(JobRecord record) {
    String host = LiveFederation.host(WANTED);
    return record.attempts.stream()
        .filter(a -> a.end == AttemptRecord.End.SUCCEEDED && a.host.equals(host))
        .count();
  }

  @Override
  public RoundsTable table() {
    Map<String, ToDoubleFunction<BenchResult>> results = new LinkedHashMap<>();
    results.put("job time [s]", BenchResult::meanJobLatency);
    Map<String, ToDoubleFunction<BenchResult>> counts =
        isBusy
            ? RoundsTable.counts(ON_HOST, MOVED, EXCESS, IDLE, LONGEST, RunCounts.MACHINE_CPU)
            : RoundsTable.counts(MOVED, EXCESS, IDLE, LONGEST, RunCounts.MACHINE_CPU);
    return new RoundsTable(results, counts);
  }
}
