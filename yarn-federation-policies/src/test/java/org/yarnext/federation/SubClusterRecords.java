// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation;

import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.store.FederationMembershipStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterRegisterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterState;

/** Records of sub-clusters whose addresses nobody calls. */
public final class SubClusterRecords {
  private SubClusterRecords() {}

  /** Registers running sub-clusters that report no capability. */
  public static void register(FederationMembershipStateStore store, SubClusterId... ids)
      throws YarnException {
    for (SubClusterId id : ids) {
      store.registerSubCluster(SubClusterRegisterRequest.newInstance(running(id, "{}")));
    }
  }

  /** Registers a running sub-cluster that reports no capability. */
  public static void register(FederationMembershipStateStore store, String name)
      throws YarnException {
    register(store, SubClusterId.newInstance(name));
  }

  /** Returns a running sub-cluster that reports a capability. */
  public static SubClusterInfo running(SubClusterId id, String capability) {
    return of(id, SubClusterState.SC_RUNNING, 1, capability);
  }

  /** Returns a sub-cluster. */
  public static SubClusterInfo of(
      SubClusterId id, SubClusterState state, long startedMs, String capability) {
    return SubClusterInfo.newInstance(id, "h:1", "h:2", "h:3", "h:4", state, startedMs, capability);
  }
}
