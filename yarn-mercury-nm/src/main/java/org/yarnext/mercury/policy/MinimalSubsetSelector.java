// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/**
 * Selects elements in an order of preference until they supply enough resources, and then leaves
 * out those that are not needed. Stateless.
 */
public final class MinimalSubsetSelector {
  private MinimalSubsetSelector() {}

  /**
   * Selects a subset of which no element could be left out.
   *
   * @param preferred the most preferred first
   * @param need a component that is not positive is not needed
   * @param size what an element supplies; components are not negative
   * @return the chosen elements in their order; empty if all together would not be enough, or if
   *     nothing is needed
   */
  public static <T> List<T> select(
      List<T> preferred, ResourceVector need, Function<? super T, ResourceVector> size) {
    List<T> chosen = new ArrayList<>();
    ResourceVector missing = need;
    for (T each : preferred) {
      if (missing.fitsIn(ResourceVector.NONE)) {
        break;
      }
      if (size.apply(each).helps(missing)) {
        chosen.add(each);
        missing = missing.minus(size.apply(each));
      }
    }
    if (!missing.fitsIn(ResourceVector.NONE)) {
      return Collections.emptyList();
    }
    // A later, larger one can make an earlier one unnecessary: spare the least preferred first.
    for (int i = chosen.size() - 1; i >= 0; i--) {
      ResourceVector spared = missing.plus(size.apply(chosen.get(i)));
      if (spared.fitsIn(ResourceVector.NONE)) {
        chosen.remove(i);
        missing = spared;
      }
    }
    return chosen;
  }
}
