// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rpc;

import org.apache.hadoop.ipc.ProtocolInfo;
import org.apache.hadoop.security.KerberosInfo;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Protobuf version of {@link OrchestratorProtocol} for Hadoop's RPC, with the principals of the
 * ResourceTracker's protocol: only NodeManagers call the ResourceManager. Hadoop's server finds
 * this class, and with it the authorized callers, by its name.
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
