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
package org.yarnext.orchestrator.nm.cgroup;

import java.util.EnumSet;
import java.util.Set;
import org.yarnext.orchestrator.policy.ResourceKind;

/** Something that the kernel, its mounts and the process's rights may allow with a cgroup. */
public enum CgroupCapability {
  /**
   * Moving processes that are started here into a cgroup; an executor with other rights does not
   * need it.
   */
  JOIN,
  CPU_USAGE,
  CPU_SHARE,
  CPU_QUOTA,
  CPU_PRESSURE,
  MEMORY_USAGE,
  MEMORY_LIMIT,
  MEMORY_HIGH,
  MEMORY_SWAP,
  MEMORY_PRESSURE;

  /** Returns the capabilities without which a resource is not controlled. */
  static Set<CgroupCapability> neededFor(ResourceKind kind) {
    return kind == ResourceKind.CPU
        ? EnumSet.of(CPU_USAGE, CPU_SHARE)
        : EnumSet.of(MEMORY_USAGE, MEMORY_LIMIT, MEMORY_HIGH);
  }
}
