// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import java.io.IOException;

/**
 * Thrown if a container's cgroup does not exist: the container has ended, or the cgroup is not
 * created yet. No action is needed.
 */
public final class CgroupGoneException extends IOException {
  CgroupGoneException(ContainerCgroup group, Throwable cause) {
    super(group + " has no cgroup", cause);
  }
}
