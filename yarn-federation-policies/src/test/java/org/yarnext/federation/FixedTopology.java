// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation;

import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.federation.resolver.AbstractSubClusterResolver;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;

/**
 * Knows the sub-clusters of hosts and racks from the test, and reads no machine list. Not
 * thread-safe.
 */
public final class FixedTopology extends AbstractSubClusterResolver {
  /** The host is in this sub-cluster. */
  public FixedTopology host(String name, SubClusterId home) {
    getNodeToSubCluster().put(name, home);
    return this;
  }

  /** The whole rack is in this sub-cluster. */
  public FixedTopology rack(String name, SubClusterId home) {
    getRackToSubClusters().put(name, Collections.singleton(home));
    return this;
  }

  @Override
  public void load() {
    // all is there already
  }

  @Override
  public void setConf(Configuration conf) {
    // needs none
  }

  @Override
  public Configuration getConf() {
    return null;
  }
}
