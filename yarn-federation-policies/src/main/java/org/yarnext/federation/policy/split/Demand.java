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
package org.yarnext.federation.policy.split;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Sums what all asks of an application want of each sub-cluster, in the unit of headroom; not
 * before somebody wants to know. One for each call; not thread-safe.
 */
final class Demand {
  private final Collection<Line> lines;

  /** Null until it is needed. */
  private Map<String, Double> sums;

  Demand(Collection<Line> lines) {
    this.lines = lines;
  }

  double of(String subCluster) {
    if (sums == null) {
      sums = new HashMap<>();
      for (Line line : lines) {
        for (Part part : line.parts.values()) {
          if (part.count > 0) {
            sums.merge(part.name, part.count * line.key.size(), Double::sum);
          }
        }
      }
    }
    return sums.getOrDefault(subCluster, 0.0);
  }

  /** So many more containers of the line wait there, or fewer below 0. */
  void changed(String subCluster, Line line, int more) {
    if (sums != null) {
      sums.merge(subCluster, more * line.key.size(), Double::sum);
    }
  }
}
