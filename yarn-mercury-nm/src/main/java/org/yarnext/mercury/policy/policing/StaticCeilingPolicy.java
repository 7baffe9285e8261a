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
package org.yarnext.mercury.policy.policing;

import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Allows opportunistic containers a fixed share of a node's memory and of its cores, the maximum
 * memory limit of Mercury's Table 1 (section 7.2.3).
 */
public final class StaticCeilingPolicy implements CeilingPolicy {
  private final int memoryPercent;
  private final int vcoresPercent;

  /**
   * Creates a policy.
   *
   * @param memoryPercent of the node's memory, 0 to 100; fractions of a MB are cut off
   * @param vcoresPercent of its cores, 0 to 100; fractions of a core are cut off
   */
  public StaticCeilingPolicy(int memoryPercent, int vcoresPercent) {
    this.memoryPercent = memoryPercent;
    this.vcoresPercent = vcoresPercent;
  }

  @Override
  public ResourceVector allowed(NodeView node, ResourceVector guaranteed, long horizonMs) {
    return most(node.total());
  }

  @Override
  public ResourceVector most(ResourceVector total) {
    return ResourceVector.of(
        total.memoryMb() * memoryPercent / 100, total.vcores() * vcoresPercent / 100);
  }
}
