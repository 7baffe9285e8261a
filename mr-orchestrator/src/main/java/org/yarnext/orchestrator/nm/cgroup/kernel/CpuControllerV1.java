// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup.kernel;

import java.io.IOException;
import java.nio.file.Path;
import org.yarnext.common.kernel.KernelTextParser;

/** CPU files in cgroup version 1: controllers cpu and cpuacct, which may have different mounts. */
public final class CpuControllerV1 implements CpuController {
  /** The file that holds a group's share. */
  public static final String SHARE = "cpu.shares";

  private static final long SHARES_OF_A_CORE = 1024;
  private static final long MIN = 2;
  private static final long MAX = 262_144;

  @Override
  public CpuUsage usage(CgroupFiles files, Path cpu, Path accounting) throws IOException {
    String stat = files.read(cpu.resolve("cpu.stat"));
    return new CpuUsage(
        KernelTextParser.number(files.read(accounting.resolve("cpuacct.usage"))),
        KernelTextParser.number(stat, "throttled_time", 0),
        -1);
  }

  @Override
  public String shareFile() {
    return SHARE;
  }

  @Override
  public String share(long millicores) {
    long maxMillicores = MAX * 1000 / SHARES_OF_A_CORE;
    long shares = (Math.min(maxMillicores, millicores) * SHARES_OF_A_CORE + 500) / 1000;
    return Long.toString(Math.max(MIN, shares));
  }

  @Override
  public long millicores(String share) throws IOException {
    return (KernelTextParser.number(share) * 1000 + SHARES_OF_A_CORE / 2) / SHARES_OF_A_CORE;
  }

  @Override
  public String quotaFile() {
    return "cpu.cfs_quota_us";
  }

  @Override
  public String quota(long millicores, long periodMicros) {
    return millicores == KernelTextParser.UNLIMITED
        ? "-1"
        : Long.toString(CpuController.quotaMicros(millicores, periodMicros));
  }

  @Override
  public boolean isUnbounded(String quota) throws IOException {
    return KernelTextParser.limit(quota) == KernelTextParser.UNLIMITED;
  }

  @Override
  public long periodMicros(CgroupFiles files, Path cpu) throws IOException {
    return KernelTextParser.number(files.read(cpu.resolve("cpu.cfs_period_us")));
  }
}
