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
package org.yarnext.orchestrator.rm;

import org.apache.hadoop.security.authorize.PolicyProvider;
import org.apache.hadoop.security.authorize.Service;
import org.yarnext.orchestrator.rpc.OrchestratorProtocolPB;

/** Names the key of hadoop-policy.xml that says who may call the ResourceManager's part. */
final class OrchestratorPolicyProvider extends PolicyProvider {
  @Override
  public Service[] getServices() {
    return new Service[] {
      new Service(OrchestratorProtocolPB.ACL_KEY, OrchestratorProtocolPB.class)
    };
  }
}
