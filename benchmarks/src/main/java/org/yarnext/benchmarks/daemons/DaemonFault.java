// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

/** Faults of a daemon, or of a resource that it depends on, as the fault demo injects them. */
enum DaemonFault {
  MANAGER("ResourceManager killed"),
  NODE("NodeManager with tasks killed"),
  MASTER("NodeManager with the Application Master killed"),
  HISTORY("JobHistoryServer killed"),
  MANAGER_HANGS("ResourceManager stopped for 30 s"),
  NODE_HANGS("NodeManager with tasks stopped for 30 s"),
  DISK_FULL("disk of a NodeManager's recovery full for 30 s"),
  ROUTER("Router killed"),
  GENERATOR("Global Policy Generator killed"),
  ZOOKEEPER("ZooKeeper killed");

  final String text;

  DaemonFault(String text) {
    this.text = text;
  }

  /**
   * Returns whether the fault can be injected in a federation, or in a single cluster. In a
   * federation the NodeManager of the Application Master also runs its AMRMProxy.
   */
  boolean isPossible(boolean inFederation) {
    return this == MASTER
        || inFederation == (this == ROUTER || this == GENERATOR || this == ZOOKEEPER);
  }
}
