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
package org.yarnext.orchestrator.rpc;

import java.io.IOException;

/**
 * Protocol between the NodeManagers' part and the ResourceManager's (section III, steps 1 and 4):
 * one call an epoch.
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
