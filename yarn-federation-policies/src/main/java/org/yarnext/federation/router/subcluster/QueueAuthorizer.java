// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.subcluster;

import java.io.IOException;

/** Authorizes users to submit jobs to queues. Thread-safe. */
public interface QueueAuthorizer {
  /**
   * Whether a ResourceManager says that it would take a job.
   *
   * @param queue its path
   * @throws IOException if nobody says so or otherwise
   */
  boolean maySubmit(String user, String queue) throws IOException;
}
