// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.subcluster;

import java.io.IOException;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;

/** Supplies the client with which a user calls the ResourceManager of a given sub-cluster. */
public interface SubClusterClientProvider {
  /**
   * Returns a client; does not call the ResourceManager yet.
   *
   * @throws IOException if the client cannot be made
   */
  ApplicationClientProtocol of(String user, SubClusterId where) throws IOException;
}
