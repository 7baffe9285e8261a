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
package org.yarnext.elastic.policy;

/** What is left on one node. Immutable. */
public final class ElasticNode {
  private final long freeMb;
  private final int freeVcores;
  private final double freeDiskMbPerSecond;

  /**
   * @param freeMb may be below 0 on a node that was made smaller
   * @param freeVcores the same
   * @param freeDiskMbPerSecond what is left of the part of the node's disks that elastic tasks may
   *     take together (YARN-ME, section 3.3)
   */
  public ElasticNode(long freeMb, int freeVcores, double freeDiskMbPerSecond) {
    this.freeMb = freeMb;
    this.freeVcores = freeVcores;
    this.freeDiskMbPerSecond = freeDiskMbPerSecond;
  }

  public long freeMb() {
    return freeMb;
  }

  public int freeVcores() {
    return freeVcores;
  }

  public double freeDiskMbPerSecond() {
    return freeDiskMbPerSecond;
  }
}
