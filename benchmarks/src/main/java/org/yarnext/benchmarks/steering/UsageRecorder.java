// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.steering;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.benchmarks.cgroup.NodeCgroups;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.orchestrator.nm.cgroup.CgroupGoneException;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.ContainerCgroup;
import org.yarnext.orchestrator.policy.identity.TaskIdentity;
import org.yarnext.orchestrator.policy.identity.TaskLaunchParser;

/** Records the resource use of all tasks of a cluster from their cgroups until it is stopped. */
final class UsageRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(UsageRecorder.class);
  private static final long NANOS_A_MS = 1_000_000;

  private final MiniCluster cluster;
  private final long intervalMs;
  private final List<CgroupManager> doors = new ArrayList<>();
  private final Map<String, Watched> watched = new HashMap<>();
  private final List<UsageSample> samples = new ArrayList<>();
  private final long startNanos = System.nanoTime();
  private final Thread thread = new Thread(this::watch, "recording usage");

  /** State of a container at the last measurement. */
  private static final class Watched {
    final TaskIdentity task;
    final ContainerCgroup group;
    final long startNanos;
    long lastNanos;
    long lastUsed;

    Watched(TaskIdentity task, ContainerCgroup group, long nowNanos) {
      this.task = task;
      this.group = group;
      this.startNanos = nowNanos;
    }
  }

  private UsageRecorder(MiniCluster cluster, long intervalMs) {
    this.cluster = cluster;
    this.intervalMs = intervalMs;
  }

  /**
   * Starts a recorder. Nodes must have the groups of {@link NodeCgroups}, and each container its
   * own cgroup.
   */
  static UsageRecorder start(MiniCluster cluster, long intervalMs) throws IOException {
    UsageRecorder recorder = new UsageRecorder(cluster, intervalMs);
    for (int i = 0; i < cluster.size(); i++) {
      recorder.doors.add(
          CgroupManager.open(
              NodeCgroups.of(i), cluster.workDir().resolve("recorder-node" + i + ".json")));
    }
    recorder.thread.setDaemon(true);
    recorder.thread.start();
    return recorder;
  }

  /** Stops recording and returns the samples. */
  List<UsageSample> stop() throws InterruptedException {
    thread.interrupt();
    thread.join();
    return samples;
  }

  private void watch() {
    try {
      for (long next = intervalMs; ; next += intervalMs) {
        long passedMs = (System.nanoTime() - startNanos) / NANOS_A_MS;
        Thread.sleep(Math.max(0, next - passedMs));
        look(next);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(long atMs) {
    for (int i = 0; i < doors.size(); i++) {
      for (Container c : cluster.nodeManager(i).getNMContext().getContainers().values()) {
        try {
          measure(doors.get(i), c, atMs);
        } catch (CgroupGoneException e) {
          LOG.debug("{} is not running", c.getContainerId(), e);
        } catch (IOException e) {
          LOG.warn("{} could not be measured", c.getContainerId(), e);
        }
      }
    }
  }

  private void measure(CgroupManager cgroups, Container c, long atMs) throws IOException {
    String name = c.getContainerId().toString();
    Watched known = watched.get(name);
    long now = System.nanoTime();
    if (known == null) {
      known = new Watched(task(c), cgroups.find(name), now);
      watched.put(name, known);
    }
    if (known.task == null) {
      return;
    }
    long used = cgroups.values().cpuUsage(known.group).usedNanos();
    if (known.lastNanos > 0 && now > known.lastNanos) {
      samples.add(
          new UsageSample(
              atMs,
              name,
              known.task.phase(),
              (now - known.startNanos) / NANOS_A_MS,
              1000.0 * (used - known.lastUsed) / (now - known.lastNanos),
              cgroups.values().memoryUsage(known.group).workingSetBytes()));
    }
    known.lastNanos = now;
    known.lastUsed = used;
  }

  private static TaskIdentity task(Container c) {
    return TaskLaunchParser.read(
        c.getContainerId().getApplicationAttemptId().getApplicationId().toString(),
        c.getLaunchContext().getCommands(),
        c.getLaunchContext().getEnvironment(),
        c.getContainerTokenIdentifier().getPriority().getPriority());
  }
}
