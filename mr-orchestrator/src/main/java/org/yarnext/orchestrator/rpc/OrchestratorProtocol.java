// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rpc;

import java.io.IOException;

/**
 * Protocol of the orchestrator between NodeManagers and ResourceManager (section III, steps 1 and
 * 4), with one call per epoch.
 */
public interface OrchestratorProtocol {
  /**
   * Reports the usage of a node's tasks and returns the amounts that they are to have.
   *
   * @param report report of one node, not null
   * @return not null; may say that nothing is decided
   * @throws MalformedMessageException if the report is invalid
   * @throws IOException if the other side cannot be reached or refuses
   */
  NodeAnswer exchange(NodeUsageReport report) throws IOException;
}
