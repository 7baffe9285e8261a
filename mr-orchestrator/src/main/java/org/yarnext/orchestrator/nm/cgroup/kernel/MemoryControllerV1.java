// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup.kernel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Memory files in cgroup version 1; values include the groups below. */
public final class MemoryControllerV1 implements MemoryController {
  @Override
  public MemoryUsage usage(CgroupFiles files, Path group) throws IOException {
    Map<String, Long> stat = KernelTextParser.table(files.read(group.resolve("memory.stat")));
    Map<String, Long> oom = KernelTextParser.table(files.read(group.resolve("memory.oom_control")));
    return new MemoryUsage(
        KernelTextParser.number(files.read(group.resolve("memory.usage_in_bytes"))),
        KernelTextParser.of(stat, "total_inactive_file"),
        stat.getOrDefault("total_swap", -1L),
        KernelTextParser.number(files.read(group.resolve("memory.failcnt"))),
        oom.getOrDefault("oom_kill", -1L),
        -1);
  }

  @Override
  public String limitFile() {
    return "memory.limit_in_bytes";
  }

  @Override
  public String highFile() {
    return "memory.soft_limit_in_bytes";
  }

  @Override
  public String unlimited() {
    return "-1";
  }
}
