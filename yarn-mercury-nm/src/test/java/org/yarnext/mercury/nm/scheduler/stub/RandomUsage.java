// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler.stub;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.yarnext.common.FeatureMode;
import org.yarnext.mercury.nm.overallocation.NodeUsageSnapshot;
import org.yarnext.mercury.nm.overallocation.OverallocationSource;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.overallocation.HostUsage;
import org.yarnext.mercury.policy.overallocation.MeasuredUsage;
import org.yarnext.mercury.policy.overallocation.OverallocationSettings;

/** Containers that use a quarter of their sizes, and a host that runs short of memory by a seed. */
public final class RandomUsage implements OverallocationSource {
  private final Random random;
  private final ResourceVector total;
  private final Context context;
  private final LongSupplier clock;
  private FeatureMode mode = FeatureMode.ON;

  public RandomUsage(long seed, ResourceVector total, Context context, LongSupplier clock) {
    this.random = new Random(seed * 41);
    this.total = total;
    this.context = context;
    this.clock = clock;
  }

  /** An administrator may change the mode. */
  public void change() {
    FeatureMode[] modes = FeatureMode.values();
    mode = random.nextBoolean() ? FeatureMode.ON : modes[random.nextInt(modes.length)];
  }

  @Override
  public FeatureMode mode() {
    return mode;
  }

  @Override
  public OverallocationSettings settings() {
    return new OverallocationSettings(1, 0.2, 1, 2, 0, 5_000, 0.15, 0.1);
  }

  @Override
  public boolean allows(boolean isSigned) {
    return true;
  }

  @Override
  public NodeUsageSnapshot usage() {
    long nowMs = clock.getAsLong();
    Map<ContainerId, MeasuredUsage> usage = new HashMap<>();
    context
        .getContainers()
        .forEach(
            (id, c) -> {
              long memoryMb = c.getResource().getMemorySize() / 4;
              long milliVcores = c.getResource().getVirtualCores() * 250;
              usage.put(id, new MeasuredUsage(memoryMb, milliVcores, memoryMb, milliVcores, nowMs));
            });
    long hostMb = 2 * total.memoryMb();
    long availableMb = random.nextInt(20) == 0 ? hostMb / 20 : hostMb / 2;
    return new NodeUsageSnapshot(usage, new HostUsage(hostMb, availableMb, 0, nowMs));
  }
}
