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
