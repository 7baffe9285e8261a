// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.monitor.ContainerMetrics;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.report.DaemonLog;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.mercury.nm.overallocation.HostUsageReader;
import org.yarnext.mercury.nm.overallocation.NodeUsageMonitor;
import org.yarnext.mercury.nm.overallocation.SessionProcessTable;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.overallocation.HostUsage;
import org.yarnext.mercury.policy.overallocation.MemoryProtectionPolicy;
import org.yarnext.mercury.policy.overallocation.NodeUsage;
import org.yarnext.mercury.policy.overallocation.OverallocationSettings;
import org.yarnext.mercury.policy.overallocation.OverallocationStartPolicy;
import org.yarnext.mercury.policy.overallocation.RunningContainerUsage;

/**
 * Measures the cost of over-allocation on a NodeManager with many containers: CPU time and
 * allocated memory of its decisions, and of the measurements of containers and host. The
 * containers' metrics are stock's; the containers themselves are stubs.
 */
final class UsageCostBench {
  private static final ResourceVector SIZE = ResourceVector.of(1024, 1);
  private static final OverallocationSettings SETTINGS =
      new OverallocationSettings(0.8, 0.2, 0.5, 2, 60_000, 15_000, 0.15, 0.1);

  /** Window of the containers' peaks, as by default. */
  private static final long WINDOW_MS = 300_000;

  /** Stock measures a container every three of our rounds. */
  private static final int ROUNDS_PER_MEASUREMENT = 3;

  private static final int WAITING = 100;

  /** One container of as many runs beyond the allocation. */
  private static final int BEYOND = 4;

  private final BenchOptions options;
  private final Progress progress = Progress.onStandardOutput();
  private final StringBuilder table = new StringBuilder();
  private final com.sun.management.ThreadMXBean threads =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final List<ContainerMetrics> metrics = new ArrayList<>();
  private final List<ContainerId> ids = new ArrayList<>();
  private final List<ContainerView> waiting = new ArrayList<>();
  private final NodeUsageMonitor monitor;
  private final SessionProcessTable processes = new SessionProcessTable(Paths.get("/proc"));

  /** Ids of processes that sleep, one of each container, each in a session of its own. */
  private final List<String> sleeping = new ArrayList<>();

  private long nowMs = System.currentTimeMillis();
  private int round;

  UsageCostBench(BenchOptions options) {
    this.options = options;
    ApplicationId application = ApplicationId.newInstance(nowMs, 1);
    ApplicationAttemptId attempt = ApplicationAttemptId.newInstance(application, 1);
    ConcurrentMap<ContainerId, Container> containers = new ConcurrentHashMap<>();
    for (int i = 1; i <= options.idle.containers; i++) {
      ContainerId id = ContainerId.newContainerId(attempt, i);
      Map<String, Object> answers = new HashMap<>();
      answers.put("getContainerId", id);
      answers.put("getContainerState", ContainerState.RUNNING);
      answers.put("getContainerLaunchTime", nowMs);
      answers.put("getResource", Resource.newInstance(SIZE.memoryMb(), (int) SIZE.vcores()));
      containers.put(id, stub(Container.class, answers));
      ids.add(id);
      metrics.add(ContainerMetrics.forContainer(id, -1, 1));
    }
    for (int i = 0; i < WAITING; i++) {
      String id = ContainerId.newContainerId(attempt, options.idle.containers + 1 + i).toString();
      waiting.add(ContainerView.queued(id, JobKey.of(nowMs, 1), 1, SIZE, 10_000, nowMs));
    }
    Context context = stub(Context.class, Collections.singletonMap("getContainers", containers));
    monitor =
        new NodeUsageMonitor(
            context,
            new HostUsageReader(Paths.get("/proc"), null, new Configuration(false)),
            () -> nowMs,
            () -> nowMs,
            WINDOW_MS);
  }

  /** Returns an object that answers calls by their methods' names. */
  private static <T> T stub(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answers.get(method.getName())));
  }

  /** Measures all runs. Always returns 0: a failure throws instead. */
  int run() throws IOException {
    FileUtil.fullyDelete(options.out.toFile());
    Files.createDirectories(options.out);
    DaemonLog.into(options.log());
    try {
      startProcesses();
      for (int run = 0; run <= options.runs; run++) {
        // The first run warms up.
        String name = run == 0 ? "warm-up" : "run " + run;
        say(name + ": " + ids.size() + " running containers, " + WAITING + " waiting");
        say(cost("usage of containers and host, once a second", 1_000, this::measure));
        say(cost("memory of the host, in between", 0, this::check));
        say(cost("processes of those beyond, once a second", 0, this::readProcesses));
        say(cost("what may start, once a second", 0, this::decideStarts));
        say(cost("what must stop, if memory is short", 0, this::decideStops));
      }
    } finally {
      metrics.forEach(each -> each.finished(true));
      endProcesses();
    }
    return 0;
  }

  private void startProcesses() throws IOException {
    String each = "setsid sleep 36000 >/dev/null 2>&1 & echo $!";
    Process shell =
        new ProcessBuilder(
                "bash", "-c", "for i in $(seq " + ids.size() + "); do " + each + "; done")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(shell.getInputStream(), UTF_8))) {
      lines.lines().forEach(sleeping::add);
    }
  }

  private void endProcesses() throws IOException {
    if (!sleeping.isEmpty()) {
      List<String> kill = new ArrayList<>(sleeping);
      kill.add(0, "kill");
      new ProcessBuilder(kill).inheritIO().start();
    }
  }

  private long readProcesses() throws IOException {
    Set<String> beyond = new HashSet<>(sleeping.subList(0, sleeping.size() / BEYOND));
    return processes.read(beyond).sessions().size();
  }

  private boolean measure() throws IOException {
    return monitor.measure();
  }

  private boolean check() throws IOException {
    monitor.measure();
    return monitor.isMemoryShort(SETTINGS, MemoryProtectionPolicy.STOP_TIME_MS);
  }

  /** Builds the view that the node's handler builds, and decides. */
  private int decideStarts() {
    long total = ids.size();
    NodeView node =
        new NodeView(
            nowMs,
            ResourceVector.of(total * SIZE.memoryMb(), total),
            ResourceVector.of(total * SIZE.memoryMb(), total),
            ResourceVector.NONE,
            0);
    NodeUsage usage = new NodeUsage(node, usage(ids.size()), ResourceVector.NONE, idleHost(total));
    return new OverallocationStartPolicy(SETTINGS)
        .choose(usage, waiting, c -> true, 2)
        .value()
        .size();
  }

  /** Lets a part of a third of the containers stop. */
  private int decideStops() {
    List<RunningContainerUsage> candidates = usage(ids.size() / 3);
    long totalMb = idleHost(ids.size()).totalMemoryMb();
    long missingMb = candidates.size() * SIZE.memoryMb() / 8;
    long availableMb = Math.round(SETTINGS.stopWatermark() * totalMb) - missingMb;
    return new MemoryProtectionPolicy(SETTINGS)
        .decide(
            new HostUsage(totalMb, availableMb, 0.5, nowMs), candidates, 0, Long.MAX_VALUE, nowMs)
        .value()
        .size();
  }

  private HostUsage idleHost(long containers) {
    long totalMb = 2 * containers * SIZE.memoryMb();
    return new HostUsage(totalMb, totalMb / 2, 0.2, nowMs);
  }

  private List<RunningContainerUsage> usage(int count) {
    List<RunningContainerUsage> running = new ArrayList<>();
    for (ContainerId id : ids.subList(0, count)) {
      running.add(
          new RunningContainerUsage(id.toString(), SIZE, WINDOW_MS, monitor.latest().of(id)));
    }
    return running;
  }

  /** Lets stock measure the containers whose turn it is. */
  private void stockMeasures() {
    round++;
    for (int i = round % ROUNDS_PER_MEASUREMENT; i < ids.size(); i += ROUNDS_PER_MEASUREMENT) {
      metrics.get(i).recordMemoryUsage(300 + (round + i) % 200);
      metrics.get(i).recordCpuUsage(20, 200 + (round + i) % 100);
    }
  }

  /**
   * Repeats a call for the time of the options.
   *
   * @param stepMs time that passes on the node's clock before each call
   */
  private String cost(String what, long stepMs, Callable<?> call) throws IOException {
    long thread = Thread.currentThread().getId();
    long endNanos = System.nanoTime() + options.seconds * 1_000_000_000L;
    long cpuNanos = 0;
    long bytes = 0;
    long calls = 0;
    while (System.nanoTime() < endNanos) {
      nowMs += stepMs;
      if (stepMs > 0) {
        stockMeasures();
      }
      long bytesBefore = threads.getThreadAllocatedBytes(thread);
      long cpuBefore = threads.getCurrentThreadCpuTime();
      try {
        call.call();
      } catch (IOException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException(e);
      }
      cpuNanos += threads.getCurrentThreadCpuTime() - cpuBefore;
      bytes += threads.getThreadAllocatedBytes(thread) - bytesBefore;
      calls++;
    }
    return String.format(
        Locale.ROOT,
        "  %-46s CPU %8.1f µs, allocated %8.1f KB, %d calls",
        what,
        cpuNanos / 1e3 / calls,
        bytes / 1024.0 / calls,
        calls);
  }

  /** Written after every line, so that an interrupted benchmark leaves its results so far. */
  private void say(String line) throws IOException {
    progress.say(line);
    table.append(line).append(System.lineSeparator());
    Files.write(options.out.resolve("table.txt"), table.toString().getBytes(UTF_8));
  }
}
