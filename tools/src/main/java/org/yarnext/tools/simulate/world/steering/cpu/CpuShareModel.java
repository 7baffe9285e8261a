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
package org.yarnext.tools.simulate.world.steering.cpu;

/**
 * Divides a node's cores among those that can run now as the kernel does over times much longer
 * than its slices: in proportion to weights, nobody more than its threads can use, and nothing left
 * idle that somebody could use. Stateless.
 */
final class CpuShareModel {
  private CpuShareModel() {}

  /**
   * Divides cores by weights.
   *
   * @param cores available cores, 0 or more
   * @param weights weights of the containers, above 0
   * @param most maximum of each container, in cores; 0 for one that waits
   * @return cores of each container
   */
  static double[] divide(double cores, double[] weights, double[] most) {
    double[] given = new double[weights.length];
    boolean[] full = new boolean[weights.length];
    double left = cores;
    boolean more = true;
    while (more) {
      more = false;
      double sum = 0;
      for (int i = 0; i < weights.length; i++) {
        sum += full[i] ? 0 : weights[i];
      }
      double before = left;
      for (int i = 0; i < weights.length; i++) {
        // A container that cannot use its share leaves the rest to the others, whose shares only
        // grow.
        if (!full[i] && most[i] * sum <= before * weights[i]) {
          full[i] = true;
          given[i] = most[i];
          left -= most[i];
          more = true;
        }
      }
      if (!more) {
        for (int i = 0; i < weights.length; i++) {
          given[i] = full[i] ? given[i] : left * weights[i] / sum;
        }
      }
    }
    return given;
  }
}
