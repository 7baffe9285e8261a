// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

/**
 * Thrown if an amount of CPU or memory for a container is impossible or would harm it; nothing was
 * written to its cgroup.
 */
public final class InvalidAmountException extends IllegalArgumentException {
  InvalidAmountException(String message) {
    super(message);
  }
}
