// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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
