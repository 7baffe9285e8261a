/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.orchestrator.nm.cgroup.kernel;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The CPU files of one cgroup version. Stateless; says where things are and how they are written,
 * and writes nothing.
 */
public interface CpuController {
  /**
   * @param cpu the group in the hierarchy of the cpu controller
   * @param accounting the group in the hierarchy of CPU accounting, which may be the same
   */
  CpuUsage usage(CgroupFiles files, Path cpu, Path accounting) throws IOException;

  /** The file in a group that holds its share. */
  String shareFile();

  /**
   * The text of a share: groups side by side that all want to run get CPU in proportion.
   *
   * @param millicores 1 or more; kept within what the kernel knows
   */
  String share(long millicores);

  /** The share in millicores, rounded. */
  long millicores(String share) throws IOException;

  /** The file in a group that holds its quota. */
  String quotaFile();

  /**
   * The text of a quota.
   *
   * @param millicores {@link KernelTextParser#UNLIMITED} for none
   * @param periodMicros in which it is counted
   */
  String quota(long millicores, long periodMicros);

  /**
   * The CPU time that goes with a quota, in microseconds a period; the kernel refuses less than
   * 1,000.
   *
   * @param millicores 1 to 100,000,000
   */
  static long quotaMicros(long millicores, long periodMicros) {
    return Math.max(1000, millicores * periodMicros / 1000);
  }

  /** Whether the text of a quota is that of none. */
  boolean isUnbounded(String quota) throws IOException;

  /** In which time the group's quota is counted, in microseconds. */
  long periodMicros(CgroupFiles files, Path cpu) throws IOException;
}
