// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

/** Thrown for an amount that is absurd or would harm the container; nothing was written. */
public final class InvalidAmountException extends IllegalArgumentException {
  InvalidAmountException(String message) {
    super(message);
  }
}
