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

import org.apache.hadoop.ipc.ProtocolInfo;
import org.apache.hadoop.security.KerberosInfo;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * {@link OrchestratorProtocol} as Hadoop's RPC carries it, with the principals of the
 * ResourceTracker's protocol: NodeManagers call the ResourceManager, and nobody else does. By its
 * name Hadoop's server finds this class, and so who is authorised.
 */
@KerberosInfo(
    serverPrincipal = YarnConfiguration.RM_PRINCIPAL,
    clientPrincipal = YarnConfiguration.NM_PRINCIPAL)
@ProtocolInfo(
    protocolName = "org.yarnext.orchestrator.rpc.OrchestratorProtocolPB",
    protocolVersion = 1)
public interface OrchestratorProtocolPB
    extends OrchestratorProtos.OrchestratorService.BlockingInterface {
  /** Key in hadoop-policy.xml of the users and groups that may call. */
  String ACL_KEY = "security.mr-orchestrator.protocol.acl";
}
