// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.nodemanager.amrmproxy;

import java.util.Collections;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;

/**
 * Gives access to the sub-cluster of each container of an application attempt, from stock's
 * FederationInterceptor. Stock knows it and shows it to this package only.
 */
public final class FederatedContainers {
  private FederatedContainers() {}

  /**
   * All containers that stock's interceptor knows, by sub-cluster; after a restart of the
   * NodeManager those are the ones that ResourceManagers have of the application.
   *
   * @param first of the interceptors to look among, with those behind it; may be null
   * @return a live view, not to be changed; empty if stock's interceptor is not among them
   */
  public static Map<ContainerId, SubClusterId> behind(RequestInterceptor first) {
    for (RequestInterceptor i = first; i != null; i = i.getNextInterceptor()) {
      if (i instanceof FederationInterceptor) {
        return Collections.unmodifiableMap(
            ((FederationInterceptor) i).getContainerIdToSubClusterIdMap());
      }
    }
    return Collections.emptyMap();
  }
}
