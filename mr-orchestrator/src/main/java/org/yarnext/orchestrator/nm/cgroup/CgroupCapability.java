// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import java.util.EnumSet;
import java.util.Set;
import org.yarnext.orchestrator.policy.ResourceKind;

/** Operations on a cgroup that the kernel, its mounts and this process's rights may allow. */
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
