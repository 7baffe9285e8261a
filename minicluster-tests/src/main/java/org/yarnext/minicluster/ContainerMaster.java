/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.minicluster;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.ApplicationConstants.Environment;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;

/** The Application Master that runs in this process's container, as any other on a cluster does. */
final class ContainerMaster implements Master {

  private final ApplicationId applicationId;
  private MasterClients clients;

  ContainerMaster() {
    applicationId =
        ContainerId.fromString(System.getenv(Environment.CONTAINER_ID.name()))
            .getApplicationAttemptId()
            .getApplicationId();
  }

  /** Registers the master; the callbacks begin. */
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
