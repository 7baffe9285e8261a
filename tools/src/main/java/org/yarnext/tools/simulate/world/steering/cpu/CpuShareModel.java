// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.steering.cpu;

/**
 * Divides a node's cores among its runnable containers in proportion to their weights. No container
 * gets more than its threads can use, and no core is idle that some container could use. The kernel
 * does the same over times much longer than its time slices. Stateless.
 */
final class CpuShareModel {
  private CpuShareModel() {}

  /**
   * Divides cores by weights.
   *
   * @param cores available cores, 0 or more
   * @param weights weights of the containers, above 0
   * @param max maximum of each container, in cores; 0 for one that waits
   * @return cores of each container
   */
  static double[] divide(double cores, double[] weights, double[] max) {
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
        if (!full[i] && max[i] * sum <= before * weights[i]) {
          full[i] = true;
          given[i] = max[i];
          left -= max[i];
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
