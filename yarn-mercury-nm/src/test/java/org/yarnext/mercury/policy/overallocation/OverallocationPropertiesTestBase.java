// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;

/** A node, its containers and its host, made from a seed. */
abstract class OverallocationPropertiesTestBase {
  static final int TRIALS = 500;
  static final long NOW = 10_000_000;

  final Random random = new Random();
  OverallocationSettings settings;
  ResourceVector total;
  List<RunningContainerUsage> running;
  HostUsage host;

  long upTo(long bound) {
    return Math.floorMod(random.nextLong(), bound + 1);
  }

  void world(long seed) {
    random.setSeed(seed);
    settings =
        new OverallocationSettings(
            0.1 + 0.9 * random.nextDouble(),
            random.nextDouble(),
            0.01 + 0.99 * random.nextDouble(),
            1 + random.nextInt(64),
            upTo(120_000),
            100 + upTo(60_000),
            0.1 + 0.2 * random.nextDouble(),
            0.1 * random.nextDouble());
    total = ResourceVector.of(1_024 + upTo(262_144), 1 + upTo(128));
    running = new ArrayList<>();
    for (int i = random.nextInt(60); i > 0; i--) {
      running.add(container("c" + i));
    }
    long hostMb = Math.max(1, total.memoryMb() / 2 + upTo(total.memoryMb()));
    host =
        new HostUsage(
            memory(hostMb), groups(), random.nextDouble(), NodePressure.UNKNOWN, NOW - upTo(50));
  }

  MemorySnapshot memory(long totalMb) {
    return new MemorySnapshot(totalMb, upTo(totalMb));
  }

  /** The limits around all containers; often none. */
  List<MemorySnapshot> groups() {
    List<MemorySnapshot> groups = new ArrayList<>();
    for (int i = Math.max(0, random.nextInt(5) - 2); i > 0; i--) {
      groups.add(memory(1 + total.memoryMb() / 2 + upTo(total.memoryMb())));
    }
    return groups;
  }

  HostUsage with(List<MemorySnapshot> memory, NodePressure pressure) {
    return new HostUsage(
        memory.get(0),
        memory.subList(1, memory.size()),
        host.cpuShare(),
        pressure,
        host.measuredAtMs());
  }

  RunningContainerUsage container(String id) {
    ResourceVector size = ResourceVector.of(1 + upTo(16_384), 1 + upTo(8));
    // Some use more than they were given.
    MeasuredUsage measured =
        random.nextInt(5) == 0
            ? null
            : new MeasuredUsage(
                    upTo(size.memoryMb()),
                    upTo(size.vcores() * 1000),
                    upTo(size.memoryMb() * 5 / 4),
                    upTo(size.vcores() * 1500),
                    NOW - upTo(90_000) + 1_000)
                .steady(random.nextBoolean());
    return new RunningContainerUsage(id, size, upTo(240_000), measured);
  }

  NodeUsage node(ResourceVector overallocated, HostUsage of) {
    ResourceVector waiting =
        random.nextInt(3) == 0 ? ResourceVector.of(upTo(2_048), upTo(2)) : ResourceVector.NONE;
    return new NodeUsage(new NodeView(NOW, total, total, waiting, 0), running, overallocated, of);
  }

  List<ContainerView> waiting(int count) {
    List<ContainerView> waiting = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ResourceVector size = ResourceVector.of(1 + upTo(8_192), 1 + upTo(4));
      waiting.add(ContainerView.queued("w" + i, JobKey.of(1, i), 0, size, 1_000, i));
    }
    return waiting;
  }
}
