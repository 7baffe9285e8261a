/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
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
