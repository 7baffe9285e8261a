// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import org.apache.hadoop.security.authorize.PolicyProvider;
import org.apache.hadoop.security.authorize.Service;
import org.yarnext.orchestrator.rpc.OrchestratorProtocolPB;

/**
 * Maps the orchestrator's RPC protocol to its key in hadoop-policy.xml, which says who may call it.
 */
final class OrchestratorPolicyProvider extends PolicyProvider {
  @Override
  public Service[] getServices() {
    return new Service[] {
      new Service(OrchestratorProtocolPB.ACL_KEY, OrchestratorProtocolPB.class)
    };
  }
}
