// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.subcluster;

import java.io.IOException;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;

/** One user's clients of the ResourceManagers of all sub-clusters. */
public interface SubClusterClients {
  /**
   * Asks nobody yet.
   *
   * @throws IOException if there is no way there
   */
  ApplicationClientProtocol of(String user, SubClusterId where) throws IOException;
}
