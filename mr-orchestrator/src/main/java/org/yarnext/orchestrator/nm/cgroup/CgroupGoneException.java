// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import java.io.IOException;

/**
 * Thrown if a container's group is not there: no longer, when it ended, or not yet. Nothing need be
 * done about it.
 */
public final class CgroupGoneException extends IOException {
  CgroupGoneException(ContainerCgroup group, Throwable cause) {
    super(group + " has no cgroup", cause);
  }
}
