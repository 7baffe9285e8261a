// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.subcluster;

import java.io.IOException;

/** Checks whether users may submit jobs to queues. Thread-safe. */
public interface QueueAuthorizer {
  /**
   * Returns whether a ResourceManager would accept the user's job in the queue.
   *
   * @param queue the queue's path
   * @throws IOException if no ResourceManager can tell
   */
  boolean maySubmit(String user, String queue) throws IOException;
}
