// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.kernel;

import java.io.IOException;
import java.nio.file.Path;

/** Memory files in cgroup version 2. */
public final class MemoryControllerV2 implements MemoryController {
  @Override
  public MemoryUsage usage(KernelFileReader files, Path group) throws IOException {
    String stat = files.read(group.resolve(STAT));
    String events = files.read(group.resolve("memory.events"));
    Path swap = group.resolve("memory.swap.current");
    Path pressure = group.resolve("memory.pressure");
    return new MemoryUsage(
        KernelTextParser.number(files.read(group.resolve(currentFile()))),
        KernelTextParser.number(stat, idleCache()),
        files.exists(swap) ? KernelTextParser.number(files.read(swap)) : -1,
        KernelTextParser.number(events, "high", 0) + KernelTextParser.number(events, "max", 0),
        KernelTextParser.number(events, "oom_kill", -1),
        files.exists(pressure) ? KernelTextParser.waitedMicros(files.read(pressure)) : -1);
  }

  @Override
  public String currentFile() {
    return "memory.current";
  }

  @Override
  public String idleCache() {
    return "inactive_file";
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
