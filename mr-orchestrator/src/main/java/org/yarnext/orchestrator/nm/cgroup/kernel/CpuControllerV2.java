// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup.kernel;

import java.io.IOException;
import java.nio.file.Path;
import org.yarnext.common.kernel.KernelTextParser;

/** CPU files in cgroup version 2: controller cpu, whose default weight counts as one core. */
public final class CpuControllerV2 implements CpuController {
  /** The file that holds a group's share. */
  public static final String SHARE = "cpu.weight";

  private static final long MILLICORES_A_WEIGHT = 10;
  private static final long MAX = 10_000;

  @Override
  public CpuUsage usage(CgroupFiles files, Path cpu, Path accounting) throws IOException {
    String stat = files.read(accounting.resolve("cpu.stat"));
    Path pressure = cpu.resolve("cpu.pressure");
    return new CpuUsage(
        1000 * KernelTextParser.number(stat, "usage_usec"),
        1000 * KernelTextParser.number(stat, "throttled_usec", 0),
        files.exists(pressure) ? KernelTextParser.waitedMicros(files.read(pressure)) : -1);
  }

  @Override
  public String shareFile() {
    return SHARE;
  }

  @Override
  public String share(long millicores) {
    long maxMillicores = MAX * MILLICORES_A_WEIGHT;
    long weight =
        (Math.min(maxMillicores, millicores) + MILLICORES_A_WEIGHT / 2) / MILLICORES_A_WEIGHT;
    return Long.toString(Math.max(1, weight));
  }

  @Override
  public long millicores(String share) throws IOException {
    return KernelTextParser.number(share) * MILLICORES_A_WEIGHT;
  }

  @Override
  public String quotaFile() {
    return "cpu.max";
  }

  @Override
  public String quota(long millicores, long periodMicros) {
    return millicores == KernelTextParser.UNLIMITED
        ? "max " + periodMicros
        : CpuController.quotaMicros(millicores, periodMicros) + " " + periodMicros;
  }

  @Override
  public boolean isUnbounded(String quota) {
    return quota.startsWith("max");
  }

  @Override
  public long periodMicros(CgroupFiles files, Path cpu) throws IOException {
    String[] words = files.read(cpu.resolve(quotaFile())).split("\\s+");
    if (words.length != 2) {
      throw new IOException("the kernel's '" + String.join(" ", words) + "' is not a CPU quota");
    }
    return KernelTextParser.number(words[1]);
  }
}
