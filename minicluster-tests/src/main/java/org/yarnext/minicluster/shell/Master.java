// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.shell;

import java.io.IOException;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.async.AMRMClientAsync;
import org.apache.hadoop.yarn.client.api.async.NMClientAsync;

/** An Application Master with its clients of the ResourceManager and of the nodes. */
interface Master extends AutoCloseable {

  ApplicationId applicationId();

  /** Returns the clients, or null before registration. */
  MasterClients clients();

  default AMRMClientAsync<ContainerRequest> rm() {
    return clients().rm;
  }

  default NMClientAsync nm() {
    return clients().nm;
  }

  /** Ends the application. The ResourceManager stops its remaining containers. */
  @Override
  void close() throws IOException;
}
