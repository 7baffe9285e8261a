// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.resourcemanager;

import java.util.List;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;

/**
 * Reads the list of the least loaded nodes that a ResourceManager sends to NodeManagers; the method
 * is package-private.
 */
public final class ListedNodes {
  private ListedNodes() {}

  public static List<RemoteNode> of(ResourceManager rm) {
    return ((OpportunisticContainerAllocatorAMService) rm.getApplicationMasterService())
        .getLeastLoadedNodes();
  }
}
