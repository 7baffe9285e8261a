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
package org.yarnext.minicluster.bench;

import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.minicluster.ClusterSettings;

/** Compares how systems run short tasks while some nodes report less than their wait. */
final class StragglersComparison extends ShortTasksComparison {

  /** With all nodes to choose from, it would not matter what they report. */
  @Override
  public ClusterSettings cluster(ClusterSettings settings, BenchOptions options) {
    return super.cluster(settings, options)
        .set(
            YarnConfiguration.OPP_CONTAINER_ALLOCATION_NODES_NUMBER_USED,
            Integer.toString(Math.max(1, options.nodes / 2)));
  }
}
