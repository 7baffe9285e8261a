// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.kernel;

import java.io.IOException;
import java.nio.file.Path;

/** Names and formats of the memory files of one cgroup version. Stateless; writes nothing. */
public interface MemoryController {
  /** The file of a group's statistics. */
  String STAT = "memory.stat";

  /** Returns the memory controller of a version. */
  static MemoryController of(boolean isVersion2) {
    return isVersion2 ? new MemoryControllerV2() : new MemoryControllerV1();
  }

  /** Reads all that the kernel counts of a group's memory. */
  MemoryUsage usage(KernelFileReader files, Path group) throws IOException;

  /** Reads {@link MemoryUsage#workingSetBytes} alone. */
  default long workingSetBytes(KernelFileReader files, Path group) throws IOException {
    return MemoryUsage.workingSetBytes(
        KernelTextParser.number(files.read(group.resolve(currentFile()))),
        KernelTextParser.number(files.read(group.resolve(STAT)), idleCache()));
  }

  /** Returns the name of the file with all memory charged to a group. */
  String currentFile();

  /** Returns the name, in the file {@link #STAT}, of page cache that was not used lately. */
  String idleCache();

  /**
   * Returns the name of the hard limit's file: the kernel kills a process of a group that needs
   * more.
   */
  String limitFile();

  /**
   * Returns the name of the soft limit's file. Above it the kernel reclaims memory but kills
   * nothing. Version 2 always reclaims, and slows the group down if it cannot; version 1 reclaims
   * when the host runs short of memory.
   */
  String highFile();

  /** Returns the text that means no limit. */
  String unlimited();
}
