// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share.fairness;

import java.util.Arrays;

/**
 * Divides an amount among siblings so that their amounts in proportion to weight are as equal as
 * their demands allow: weighted max-min fairness. Stateless; O(m log m) for m siblings.
 */
public final class WaterFilling {
  private WaterFilling() {}

  /**
   * Divides an amount.
   *
   * @param weight weight of each sibling, above 0
   * @param base amount that each has from elsewhere already, 0 or more
   * @param want largest part of the amount that each can take, 0 or more
   * @param total the amount to divide
   * @return the part of each; their sum is the total, or all that is wanted if that is less
   */
  public static double[] fill(double[] weight, double[] base, double[] want, double total) {
    int m = weight.length;
    double wanted = 0;
    for (double w : want) {
      wanted += w;
    }
    if (total >= wanted) {
      return want.clone();
    }
    double level = level(weight, base, want, Math.max(0, total));
    double[] taken = new double[m];
    for (int i = 0; i < m; i++) {
      taken[i] = taken(weight[i], base[i], want[i], level);
    }
    return taken;
  }

  /** Returns the fair level: the amount for each unit of weight of those between their bounds. */
  private static double level(double[] weight, double[] base, double[] want, double total) {
    int m = weight.length;
    double[] bends = new double[2 * m];
    for (int i = 0; i < m; i++) {
      bends[2 * i] = base[i] / weight[i];
      bends[2 * i + 1] = (base[i] + want[i]) / weight[i];
    }
    Arrays.sort(bends);
    int low = 0;
    int high = bends.length - 1;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (takenAt(weight, base, want, bends[middle]) <= total) {
        low = middle;
      } else {
        high = middle;
      }
    }
    double slope = 0;
    for (int i = 0; i < m; i++) {
      boolean rises =
          base[i] / weight[i] <= bends[low] && (base[i] + want[i]) / weight[i] >= bends[high];
      slope += rises ? weight[i] : 0;
    }
    double missing = total - takenAt(weight, base, want, bends[low]);
    return slope > 0 ? Math.min(bends[high], bends[low] + missing / slope) : bends[low];
  }

  private static double takenAt(double[] weight, double[] base, double[] want, double level) {
    double sum = 0;
    for (int i = 0; i < weight.length; i++) {
      sum += taken(weight[i], base[i], want[i], level);
    }
    return sum;
  }

  private static double taken(double weight, double base, double want, double level) {
    return Math.min(want, Math.max(0, level * weight - base));
  }
}
