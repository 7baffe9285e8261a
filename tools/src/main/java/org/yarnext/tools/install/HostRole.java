// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.install;

import java.util.Locale;

/** Roles of a host in a cluster, which determine where its Hadoop loads plugin jars from. */
public enum HostRole {
  RESOURCEMANAGER("share/hadoop/yarn/lib", "restart the ResourceManager", ""),
  NODEMANAGER("share/hadoop/yarn/lib", "restart the NodeManager", ""),
  ROUTER("share/hadoop/yarn/lib", "restart the Router and the GlobalPolicyGenerator", ""),
  /** A host where Tez applications are submitted; Tez ships the jars to its ApplicationMasters. */
  GATEWAY(
      "share/hadoop/yarnext/gateway",
      "copy the jars to where tez.aux.uris says, such as in HDFS",
      "remove the jars from where tez.aux.uris says");

  private final String directory;
  private final String nextStep;
  private final String lastStep;

  HostRole(String directory, String nextStep, String lastStep) {
    this.directory = directory;
    this.nextStep = nextStep;
    this.lastStep = lastStep;
  }

  /**
   * Returns the name on a command line, and of the directory below {@code lib} in a distribution.
   */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the directory of its jars, relative to a Hadoop home, with slashes. */
  String directory() {
    return directory;
  }

  /** Returns the operator's next step after an installation. */
  String nextStep() {
    return nextStep;
  }

  /** Returns the operator's next step after a removal; empty if there is none. */
  String lastStep() {
    return lastStep;
  }
}
