// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.jobs;

import java.io.IOException;

/**
 * A Spark or Flink application, which the framework's own client submits to the cluster. Runs once.
 */
public interface FrameworkApplication {
  /**
   * Runs the application. Returns the time from the start of its client to its end, in ms.
   *
   * @param timeoutMs how long it may take, in ms
   * @param arguments arguments of the main class
   * @throws IllegalStateException if the application does not succeed in time; the message has the
   *     end of its client's log
   */
  long run(long timeoutMs, Object... arguments) throws IOException;
}
