// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Divides a whole number by weights into whole numbers that sum to it, by largest remainders.
 * Stateless.
 */
final class Apportionment {
  private Apportionment() {}

  /**
   * Divides a number.
   *
   * @param total 0 or more
   * @param weights by name, 0 or more each; earlier names win ties
   * @return the parts by name, in the same order; empty if the weights sum to 0
   */
  static Map<String, Integer> divide(int total, Map<String, Double> weights) {
    double sum = 0;
    for (double w : weights.values()) {
      sum += w;
    }
    if (!(sum > 0)) {
      return Collections.emptyMap();
    }
    int[] parts = new int[weights.size()];
    double[] rest = new double[parts.length];
    int given = 0;
    int i = 0;
    for (double weight : weights.values()) {
      double exact = total * (weight / sum);
      parts[i] = Math.min((int) exact, total - given);
      rest[i] = weight > 0 ? exact - parts[i] : -1.0;
      given += parts[i++];
    }
    for (; given < total; given++) {
      int next = 0;
      for (int k = 1; k < rest.length; k++) {
        next = rest[k] > rest[next] ? k : next;
      }
      parts[next]++;
      rest[next]--;
    }
    Map<String, Integer> byName = new LinkedHashMap<>();
    i = 0;
    for (String name : weights.keySet()) {
      byName.put(name, parts[i++]);
    }
    return byName;
  }
}
