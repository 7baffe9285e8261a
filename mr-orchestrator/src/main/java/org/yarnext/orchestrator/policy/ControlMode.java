// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy;

/**
 * Modes of the orchestrator that say which resources it controls (section IV-A); the others are
 * only measured.
 */
public enum ControlMode {
  CPU,
  MEMORY,
  CPU_AND_MEMORY;

  /** Returns whether amounts of a resource are changed. */
  public boolean controls(ResourceKind kind) {
    return this == CPU_AND_MEMORY || name().equals(kind.name());
  }
}
