// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy;

/** Pressure of a task: whether it is held back from using more of a resource. */
public enum ResourcePressure {
  /** The task could use more at once, because the resource is idle. */
  NONE,
  /** The task is throttled, at its limit, or on a node that is fully used. */
  HELD_BACK,
  /** The kernel does not report pressure. */
  UNKNOWN
}
