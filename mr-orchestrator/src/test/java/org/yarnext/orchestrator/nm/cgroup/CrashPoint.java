// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

/** Simulates the death of the process at one of its changes of the kernel's files. */
final class CrashPoint {
  /** Number of changes before the process dies; negative if it never dies. */
  int changesLeft = -1;

  /** Whether the process dies after the last change instead of before it. */
  boolean isAfterChange;

  /** Thrown at the moment when the process dies. */
  static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Called before each change. */
  void changing() {
    if (changesLeft == 0 && !isAfterChange) {
      throw new Crash();
    }
  }

  /** Called after each change. */
  void changed() {
    if (changesLeft-- == 0) {
      throw new Crash();
    }
  }
}
