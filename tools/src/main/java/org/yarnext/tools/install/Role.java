// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.install;

import java.util.Locale;

/** What a host does in a cluster, and where its Hadoop takes the jars for that from. */
public enum Role {
  RESOURCEMANAGER("share/hadoop/yarn/lib", "restart the ResourceManager", ""),
  NODEMANAGER("share/hadoop/yarn/lib", "restart the NodeManager", ""),
  ROUTER("share/hadoop/yarn/lib", "restart the Router and the GlobalPolicyGenerator", ""),
  /** A host where Tez applications are submitted: Tez itself carries the jars to its masters. */
  GATEWAY(
      "share/hadoop/yarnext/gateway",
      "copy the jars to where tez.aux.uris says, such as in HDFS",
      "remove the jars from where tez.aux.uris says");

  private final String directory;
  private final String nextStep;
  private final String lastStep;

  Role(String directory, String nextStep, String lastStep) {
    this.directory = directory;
    this.nextStep = nextStep;
    this.lastStep = lastStep;
  }

  /** As in a command line, and as the directory below {@code lib} in a distribution. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Where the jars go, relative to a Hadoop home, with slashes. */
  String directory() {
    return directory;
  }

  /** What an operator does once the jars are there. */
  String nextStep() {
    return nextStep;
  }

  /** What an operator does once the jars are gone; empty for nothing. */
  String lastStep() {
    return lastStep;
  }
}
