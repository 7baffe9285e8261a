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
package org.yarnext.minicluster.daemons;

/** A fault of a daemon, or of what it depends on. */
enum DaemonFault {
  MANAGER("ResourceManager killed"),
  NODE("NodeManager with tasks killed"),
  MASTER("NodeManager with the Application Master killed"),
  HISTORY("JobHistoryServer killed"),
  MANAGER_HANGS("ResourceManager stopped for 30 s"),
  NODE_HANGS("NodeManager with tasks stopped for 30 s"),
  DISK_FULL("disk of a NodeManager's recovery full for 30 s"),
  ROUTER("Router killed"),
  ZOOKEEPER("ZooKeeper killed");

  final String text;

  DaemonFault(String text) {
    this.text = text;
  }

  /** Whether there is something to harm only in a federation. */
  boolean isOfFederation() {
    return this == ROUTER || this == ZOOKEEPER;
  }
}
