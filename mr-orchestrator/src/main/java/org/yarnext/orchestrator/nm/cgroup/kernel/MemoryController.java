// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup.kernel;

import java.io.IOException;
import java.nio.file.Path;

/** Names and formats of the memory files of one cgroup version. Stateless; writes nothing. */
public interface MemoryController {
  MemoryUsage usage(CgroupFiles files, Path group) throws IOException;

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
