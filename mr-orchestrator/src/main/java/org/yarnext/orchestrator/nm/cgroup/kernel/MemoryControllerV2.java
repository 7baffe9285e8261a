// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup.kernel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Memory files in cgroup version 2. */
public final class MemoryControllerV2 implements MemoryController {
  @Override
  public MemoryUsage usage(CgroupFiles files, Path group) throws IOException {
    Map<String, Long> stat = KernelTextParser.table(files.read(group.resolve("memory.stat")));
    Map<String, Long> events = KernelTextParser.table(files.read(group.resolve("memory.events")));
    Path swap = group.resolve("memory.swap.current");
    Path pressure = group.resolve("memory.pressure");
    return new MemoryUsage(
        KernelTextParser.number(files.read(group.resolve("memory.current"))),
        KernelTextParser.of(stat, "inactive_file"),
        files.exists(swap) ? KernelTextParser.number(files.read(swap)) : -1,
        events.getOrDefault("high", 0L) + events.getOrDefault("max", 0L),
        events.getOrDefault("oom_kill", -1L),
        files.exists(pressure) ? KernelTextParser.waitedMicros(files.read(pressure)) : -1);
  }

  @Override
  public String limitFile() {
    return "memory.max";
  }

  @Override
  public String highFile() {
    return "memory.high";
  }

  @Override
  public String unlimited() {
    return "max";
  }
}
