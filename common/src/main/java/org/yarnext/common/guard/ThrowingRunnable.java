// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

/** An action that may throw; see {@link Guard#run}. */
@FunctionalInterface
public interface ThrowingRunnable {
  /** Runs the action; the guard handles every exception. */
  void run() throws Exception;
}
