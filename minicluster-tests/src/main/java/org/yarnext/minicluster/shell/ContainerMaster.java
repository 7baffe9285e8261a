// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.shell;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.ApplicationConstants.Environment;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;

/**
 * An Application Master that runs in a container of the cluster, as in production: this process is
 * that container's.
 */
final class ContainerMaster implements Master {

  private final ApplicationId applicationId;
  private MasterClients clients;

  ContainerMaster() {
    applicationId =
        ContainerId.fromString(System.getenv(Environment.CONTAINER_ID.name()))
            .getApplicationAttemptId()
            .getApplicationId();
  }

  /** Registers the master. Callbacks begin with this call. */
  void register(Configuration conf, int heartbeatMs, ShellCallbacks callbacks) throws IOException {
    clients =
        MasterClients.register(conf, UserGroupInformation.getCurrentUser(), heartbeatMs, callbacks);
  }

  @Override
  public ApplicationId applicationId() {
    return applicationId;
  }

  @Override
  public MasterClients clients() {
    return clients;
  }

  @Override
  public void close() throws IOException {
    clients.unregister();
  }
}
