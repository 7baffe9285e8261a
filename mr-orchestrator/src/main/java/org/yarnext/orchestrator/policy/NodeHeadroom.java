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
package org.yarnext.orchestrator.policy;

import java.util.Objects;

/** Resources of one node that no container is granted. Immutable. */
public final class NodeHeadroom {
  private final String node;
  private final double freeCpu;
  private final double freeMemory;

  /**
   * @param freeCpu in millicores; negative if more is granted than the node has, which counts as 0
   * @param freeMemory in bytes, likewise
   * @throws IllegalArgumentException if one is NaN
   */
  public NodeHeadroom(String node, double freeCpu, double freeMemory) {
    if (Double.isNaN(freeCpu) || Double.isNaN(freeMemory)) {
      throw new IllegalArgumentException("freeCpu=" + freeCpu + " freeMemory=" + freeMemory);
    }
    this.node = Objects.requireNonNull(node, "node");
    this.freeCpu = freeCpu;
    this.freeMemory = freeMemory;
  }

  public String node() {
    return node;
  }

  /** Returns the free amount in millicores or bytes, 0 or more. */
  public double free(ResourceKind kind) {
    return Math.max(0, kind == ResourceKind.CPU ? freeCpu : freeMemory);
  }
}
