// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.kernel;

import java.io.IOException;
import java.nio.file.Path;

/** Memory files in cgroup version 1; values include the groups below. */
public final class MemoryControllerV1 implements MemoryController {
  @Override
  public MemoryUsage usage(KernelFileReader files, Path group) throws IOException {
    String stat = files.read(group.resolve(STAT));
    String oom = files.read(group.resolve("memory.oom_control"));
    return new MemoryUsage(
        KernelTextParser.number(files.read(group.resolve(currentFile()))),
        KernelTextParser.number(stat, idleCache()),
        KernelTextParser.number(stat, "total_swap", -1),
        KernelTextParser.number(files.read(group.resolve("memory.failcnt"))),
        KernelTextParser.number(oom, "oom_kill", -1),
        -1);
  }

  @Override
  public String currentFile() {
    return "memory.usage_in_bytes";
  }

  @Override
  public String idleCache() {
    return "total_inactive_file";
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
