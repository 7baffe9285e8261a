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
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.async.AMRMClientAsync;
import org.apache.hadoop.yarn.client.api.async.NMClientAsync;

/** An Application Master with its clients of the ResourceManager and of the nodes. */
interface Master extends AutoCloseable {

  ApplicationId applicationId();

  /** Null until it is registered. */
  MasterClients clients();

  default AMRMClientAsync<ContainerRequest> rm() {
    return clients().rm;
  }

  default NMClientAsync nm() {
    return clients().nm;
  }

  /** Ends the application; the ResourceManager stops what containers it still has. */
  @Override
  void close() throws IOException;
}
