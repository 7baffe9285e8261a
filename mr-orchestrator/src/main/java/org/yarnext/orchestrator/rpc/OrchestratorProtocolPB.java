// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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
