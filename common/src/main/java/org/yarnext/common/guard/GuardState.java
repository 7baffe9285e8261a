// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

/** State of a {@link Guard}: whether it calls feature code. */
public enum GuardState {
  /** Feature code runs at every call. */
  HEALTHY,
  /** The cool-down is over: the next call is a trial, or a trial is running now. */
  HALF_OPEN,
  /** Feature code does not run; every call gets stock behaviour at once. */
  TRIPPED
}
