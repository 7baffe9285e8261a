// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import java.io.IOException;
import java.nio.file.Path;
import org.yarnext.common.kernel.KernelFileReader;
import org.yarnext.common.kernel.KernelTextParser;
import org.yarnext.mercury.policy.overallocation.NodePressure;

/**
 * Reads the kernel's pressure stall information (PSI) of the host and of a cgroup. What the kernel
 * does not tell is unknown: PSI needs Linux 4.20 and may be switched off. Stateless.
 */
final class PressureReader {
  private final Path host;

  /**
   * Creates a reader.
   *
   * @param proc usually {@code /proc}
   */
  PressureReader(Path proc) {
    host = proc.resolve("pressure");
  }

  /**
   * Reads the pressure of the host or of a group, whichever is higher.
   *
   * @param group a cgroup; those of version 1 have no pressure; null if there is none
   */
  NodePressure read(Path group) {
    NodePressure pressure = read(host.resolve("memory"), host.resolve("cpu"));
    return group == null
        ? pressure
        : pressure.max(read(group.resolve("memory.pressure"), group.resolve("cpu.pressure")));
  }

  private static NodePressure read(Path memory, Path cpu) {
    String ofMemory = text(memory);
    return new NodePressure(
        KernelTextParser.waitedShare(ofMemory, "some"),
        KernelTextParser.waitedShare(ofMemory, "full"),
        KernelTextParser.waitedShare(text(cpu), "some"));
  }

  /** Returns a file's text; empty if it cannot be read. */
  private static String text(Path file) {
    try {
      return KernelFileReader.HOST.exists(file) ? KernelFileReader.HOST.read(file) : "";
    } catch (IOException e) {
      // A kernel without PSI refuses the read, and a group may go at any time.
      return "";
    }
  }
}
