// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup.kernel;

import java.io.IOException;
import java.nio.file.Path;
import org.yarnext.common.kernel.KernelTextParser;

/** Names and formats of the CPU files of one cgroup version. Stateless; writes nothing. */
public interface CpuController {
  /**
   * Reads the CPU usage of a group.
   *
   * @param cpu the group in the hierarchy of the cpu controller
   * @param accounting the group in the hierarchy of CPU accounting, which may be the same
   */
  CpuUsage usage(CgroupFiles files, Path cpu, Path accounting) throws IOException;

  /** Returns the name of the file that holds a group's share. */
  String shareFile();

  /**
   * Returns the text of a share. Sibling groups that all want to run get CPU in proportion to their
   * shares.
   *
   * @param millicores 1 or more; clamped to the kernel's range
   */
  String share(long millicores);

  /** Returns a share in millicores, rounded. */
  long millicores(String share) throws IOException;

  /** Returns the name of the file that holds a group's quota. */
  String quotaFile();

  /**
   * Returns the text of a quota.
   *
   * @param millicores the quota, or {@link KernelTextParser#UNLIMITED}
   * @param periodMicros the period of the quota, in microseconds
   */
  String quota(long millicores, long periodMicros);

  /**
   * Returns a quota's CPU time in microseconds per period; at least 1,000, the kernel's minimum.
   *
   * @param millicores 1 to 100,000,000
   */
  static long quotaMicros(long millicores, long periodMicros) {
    return Math.max(1000, millicores * periodMicros / 1000);
  }

  /** Returns whether a quota's text means no quota. */
  boolean isUnbounded(String quota) throws IOException;

  /** Returns the period of the group's quota, in microseconds. */
  long periodMicros(CgroupFiles files, Path cpu) throws IOException;
}
