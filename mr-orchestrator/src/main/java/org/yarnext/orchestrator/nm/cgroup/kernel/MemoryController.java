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
 * The memory files of one cgroup version. Stateless; says where things are and how they are
 * written, and writes nothing.
 */
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
