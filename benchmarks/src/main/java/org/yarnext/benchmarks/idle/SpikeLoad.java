// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.idle;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.monitor.ContainerMetrics;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.report.FeatureMetricsReader;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.conf.reload.ReloadResult;
import org.yarnext.common.kernel.HostMemoryUsage;
import org.yarnext.mercury.ConfigurationRegistry;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.AttemptRecord;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;

/**
 * Load of the spikes experiment: guaranteed containers of a {@link SpikePlan}, beside more
 * opportunistic tasks than fit. The guaranteed containers repeatedly grow to their full size
 * together, mostly within a second and sometimes slowly. Writes a {@link SpikeRecord} for each
 * spike.
 */
final class SpikeLoad {
  private static final int HEARTBEAT_MS = 500;
  private static final long START_TIMEOUT_MS = 60_000;

  /** Mean run time of opportunistic tasks: some have run for long before a spike, others not. */
  private static final double TASK_SECONDS = 90;

  private static final double TASK_CPU_SECONDS = 0.2;

  /** Opportunistic tasks that are requested and have not ended; the node has room for fewer. */
  private static final int AT_HAND = 24;

  /** Minimum time between spikes, in which peaks leave the window and containers start again. */
  private static final long CALM_MS = 12_000;

  /** Time without a start beyond the allocation before a spike: stock has measured all of them. */
  private static final long STEADY_MS = 8_000;

  /** Time after which a spike begins although fewer containers run than planned. */
  private static final long MAX_CALM_MS = 45_000;

  private static final long TURN_MS = 250;

  /** Period at which memory is read during a spike. */
  private static final long SAMPLE_MS = 5;

  /** Time above the watermark after which memory counts as freed. */
  private static final long SETTLED_MS = 1_000;

  private static final long MAX_SPIKE_MS = 15_000;

  /** Time in which containers grow in a spike. */
  static final long GROWTH_MS = 800;

  /** The same in a slow one, in which only some containers must be stopped at a time. */
  private static final long SLOW_GROWTH_MS = 8_000;

  private static final int SPIKES_PER_SLOW_ONE = 10;

  /** Least work of a step; guaranteed tasks do little but hold memory. */
  private static final long ITERATIONS = 1_000_000;

  private static final long PAUSE_MS = 200;

  private final MiniCluster cluster;
  private final BenchOptions options;
  private final SpikePlan plan;
  private final Path out;
  private final Progress progress;
  private final Random random;
  private final Path files;

  /**
   * Creates a load.
   *
   * @param out file of the records
   */
  SpikeLoad(MiniCluster cluster, BenchOptions options, SpikePlan plan, Path out, Progress progress)
      throws IOException {
    this.cluster = cluster;
    this.options = options;
    this.plan = plan;
    this.out = out;
    this.progress = progress;
    this.random = new Random(options.seed);
    this.files = IdleLoad.files(cluster);
  }

  /** Runs all spikes. Returns a record of each kind of container, with the tasks that ended. */
  List<JobRecord> run() throws IOException, InterruptedException {
    progress.say(plan.toString());
    long submitted = System.currentTimeMillis();
    ShellTask task =
        ShellTask.guaranteed(
                IdleTask.command(
                    files,
                    Math.round(IdleLoad.MEMORY_USED * plan.guaranteedTaskMb()),
                    plan.guaranteedTaskMb(),
                    ITERATIONS,
                    PAUSE_MS,
                    0))
            .size(plan.guaranteedTaskMb(), 1);
    try (ShellWorkload guaranteed =
            ShellWorkload.start(cluster, IdleLoad.GUARANTEED, HEARTBEAT_MS);
        ShellWorkload opportunistic =
            ShellWorkload.start(cluster, IdleLoad.OPPORTUNISTIC, HEARTBEAT_MS)) {
      guaranteed.submit(Collections.nCopies(SpikePlan.TASKS, task));
      guaranteed.await(Attempt.State.RUNNING, SpikePlan.TASKS, START_TIMEOUT_MS);
      StopOrderCheck stops =
          new StopOrderCheck(cluster.nodeManager(0).getNMContext(), SpikeLoad::measuredMb);
      int spikes = options.idle.spikes + options.idle.spikes / SPIKES_PER_SLOW_ONE;
      long startMs = System.currentTimeMillis();
      // Before the first one, the machine may have to get memory that it never used.
      for (int spike = 0; spike <= spikes; spike++) {
        calm(spike + " of " + spikes, opportunistic);
        boolean isSlow = spike > 0 && spike % (SPIKES_PER_SLOW_ONE + 1) == 0;
        SpikeRecord record = spike(spike, isSlow ? SLOW_GROWTH_MS : GROWTH_MS, stops);
        long leftS =
            (System.currentTimeMillis() - startMs) * (spikes - spike) / (spike + 1) / 1_000;
        progress.say(
            String.format(
                Locale.ROOT,
                "%s; %d:%02d min left of %d spikes",
                record,
                leftS / 60,
                leftS % 60,
                spikes));
        if (spike > 0) {
          write(record, guaranteed);
        }
      }
      Files.createFile(files.resolve(IdleTask.END));
      guaranteed.awaitEnd(START_TIMEOUT_MS);
      SpikeRecord.requireStops(out);
      return Arrays.asList(
          record(IdleLoad.GUARANTEED, submitted, guaranteed),
          record(IdleLoad.OPPORTUNISTIC, submitted, opportunistic));
    }
  }

  private void write(SpikeRecord record, ShellWorkload guaranteed) throws IOException {
    int ended = (int) guaranteed.attempts().stream().filter(a -> a.completedMs() > 0).count();
    Files.write(
        out,
        Collections.singletonList(record.line(ended)),
        UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  private static JobRecord record(String name, long submittedMs, ShellWorkload workload) {
    return new JobRecord(
        name,
        submittedMs,
        workload.attempts().stream()
            .filter(a -> a.completedMs() > 0)
            .map(a -> AttemptRecord.of(a, 0))
            .collect(Collectors.toList()));
  }

  // ---- between spikes ------------------------------------------------------------------------

  /** Waits until opportunistic containers have used idle memory for some time. */
  private void calm(String spike, ShellWorkload opportunistic)
      throws IOException, InterruptedException {
    long start = System.currentTimeMillis();
    long elapsedMs = 0;
    long steadyMs = start;
    double startsBefore = 0;
    boolean isReady = false;
    while (!isReady && elapsedMs < MAX_CALM_MS) {
      topUp(opportunistic);
      long beyond = beyond("OverallocatedContainers");
      progress.update(
          String.format(
              Locale.ROOT,
              "  spike %s in a moment: %d containers beyond the allocation, %s",
              spike,
              beyond,
              opportunistic));
      Thread.sleep(TURN_MS);
      long nowMs = System.currentTimeMillis();
      elapsedMs = nowMs - start;
      double starts = FeatureMetricsReader.sum("Mercury", "OverallocationStarts");
      steadyMs = starts > startsBefore ? nowMs : steadyMs;
      startsBefore = starts;
      isReady = elapsedMs >= CALM_MS && nowMs - steadyMs >= STEADY_MS && beyond >= plan.minBeyond();
    }
    if (!plan.isSafe(availableMb())) {
      throw new IllegalStateException(
          "Something else has taken memory: " + availableMb() + " MB are available");
    }
  }

  /** Returns the memory that stock has measured of a container, in MB; 0 if it has not. */
  private static long measuredMb(ContainerId id) {
    ContainerMetrics metrics = ContainerMetrics.getContainerMetrics(id);
    double max = metrics == null ? 0 : metrics.pMemMBsStat.lastStat().max();
    return (long) Math.max(0, max);
  }

  private static long availableMb() throws IOException {
    return HostMemoryUsage.read(SpikeComparison.PROC).availableMb();
  }

  private static long beyond(String metric) {
    return (long) FeatureMetricsReader.sum("Mercury", metric);
  }

  private void topUp(ShellWorkload opportunistic) {
    long atHand = opportunistic.attempts().stream().filter(a -> a.completedMs() == 0).count();
    for (long i = atHand; i < AT_HAND; i++) {
      double seconds = TASK_SECONDS * (0.5 + random.nextDouble());
      long memoryMb = Math.round(SpikePlan.OPPORTUNISTIC_USED * plan.opportunisticTaskMb());
      opportunistic.submit(
          ShellTask.opportunistic(IdleLoad.shortCommand(seconds, memoryMb, TASK_CPU_SECONDS))
              .size(plan.opportunisticTaskMb(), 1));
    }
  }

  /** Sets the watermarks of the node, as an operator can while it runs. */
  private void setWatermarks(double stop, double start) {
    ReloadResult result;
    try {
      result =
          ConfigurationRegistry.ofNodeManager(
                  cluster.nodeManager(0).getNMContext(),
                  cluster.conf(),
                  ConfigurationRegistry.Part.NODE)
              .live()
              .override(SpikeComparison.watermarks(stop, start), false);
    } catch (InvalidConfigurationException e) {
      throw new IllegalStateException(e);
    }
    if (result.outcome() == ReloadResult.Outcome.REFUSED) {
      throw new IllegalStateException("The node refuses watermarks: " + result);
    }
  }

  // ---- a spike -------------------------------------------------------------------------------

  private SpikeRecord spike(int number, long growthMs, StopOrderCheck stops)
      throws IOException, InterruptedException {
    long beyond = beyond("OverallocatedContainers");
    long beyondMb = Math.round(SpikePlan.OPPORTUNISTIC_USED * beyond("OverallocatedMemoryMB"));
    long watermarkMb = plan.watermarkMb(availableMb(), beyondMb);
    setWatermarks(plan.stopWatermark(watermarkMb), plan.startWatermark(watermarkMb));
    long start = System.currentTimeMillis();
    SpikeRecord record = new SpikeRecord(number, growthMs, beyond, start, watermarkMb);
    stops.begin(start);
    Path trigger = files.resolve(IdleTask.SPIKE);
    Path part = files.resolve(IdleTask.SPIKE + ".part");
    Files.write(part, Long.toString(growthMs).getBytes(UTF_8));
    Files.move(part, trigger);
    long nowMs = start;
    while (!(record.isSettled(nowMs, SETTLED_MS) && growths(number).size() == SpikePlan.TASKS)
        && nowMs - start < growthMs + MAX_SPIKE_MS) {
      Thread.sleep(SAMPLE_MS);
      nowMs = System.currentTimeMillis();
      record.sample(nowMs, availableMb());
      stops.look(nowMs);
    }
    growths(number).forEach(record::grew);
    Files.delete(trigger);
    stops.end(record);
    Await.until("memory to be returned", START_TIMEOUT_MS, () -> isReturned(record));
    setWatermarks(SpikeComparison.CALM_STOP, SpikeComparison.CALM_START);
    return record;
  }

  /** Returns whether the guaranteed containers have freed the memory that they grew by. */
  private boolean isReturned(SpikeRecord record) throws IOException {
    return availableMb() > record.lowestMb() + plan.guaranteedTaskMb();
  }

  /** Returns the lines of the tasks that have grown in the spike, from 0. */
  private List<String> growths(int spike) throws IOException {
    List<String> growths = new ArrayList<>();
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(files, "*" + IdleTask.GROWTH)) {
      for (Path task : tasks) {
        List<String> lines = Files.readAllLines(task, UTF_8);
        if (lines.size() > spike) {
          growths.add(lines.get(spike));
        }
      }
    }
    return growths;
  }
}
