// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.nodemanager.amrmproxy;

import java.util.Collections;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;

/**
 * Finds the sub-cluster of each container of an application attempt. Stock's FederationInterceptor
 * keeps that map and exposes it to its own package only: {@code getContainerIdToSubClusterIdMap()}
 * is package-private.
 */
public final class FederatedContainers {
  private FederatedContainers() {}

  /**
   * Returns the sub-cluster of each container that stock's FederationInterceptor knows. After a
   * restart of the NodeManager these are the containers that ResourceManagers report for the
   * application.
   *
   * @param first the first interceptor to search; the interceptors behind it are searched, too; may
   *     be null
   * @return a live, unmodifiable view; empty if stock's interceptor is not in the chain
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
