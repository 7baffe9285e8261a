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
package org.yarnext.orchestrator.nm.tasks;

import org.yarnext.orchestrator.policy.ResourceKind;

/** Resources of a node for containers. Immutable. */
public final class NodeCapacity {
  private final double cpu;
  private final double memory;

  /**
   * @param cpu in millicores, as the node registered with the ResourceManager
   * @param memory in bytes, likewise
   */
  public NodeCapacity(double cpu, double memory) {
    this.cpu = cpu;
    this.memory = memory;
  }

  /** Returns the amount in millicores or bytes. */
  public double of(ResourceKind kind) {
    return kind == ResourceKind.CPU ? cpu : memory;
  }
}
