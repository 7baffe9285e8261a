// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.measure;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Selects the stock system that each system is compared with: preferably one with the same
 * scheduler, so that the difference is not that of another scheduler. Immutable.
 */
public final class BaselineSelector {
  private final String common;
  private final Map<String, String> own;
  private final Set<String> apart;

  /**
   * @param common name of the baseline that all systems can be compared with
   * @param own more specific baselines by system; systems without one use the common baseline
   */
  public BaselineSelector(String common, Map<String, String> own) {
    this(common, own, Collections.emptySet());
  }

  /**
   * @param apart systems with another model than the common baseline, each with its own baseline
   */
  public BaselineSelector(String common, Map<String, String> own, Set<String> apart) {
    this.common = common;
    this.own = Collections.unmodifiableMap(new HashMap<>(own));
    this.apart = Collections.unmodifiableSet(new HashSet<>(apart));
  }

  /** Returns a selector with one baseline for all systems. */
  public static BaselineSelector all(String name) {
    return new BaselineSelector(name, Collections.emptyMap());
  }

  /**
   * Returns a copy in which the systems that share a baseline with {@code name} are compared with
   * {@code name}.
   */
  public BaselineSelector nearer(String name, List<String> systems) {
    Map<String, String> changed = new HashMap<>(own);
    for (String system : systems) {
      if (of(system).equals(of(name))) {
        changed.put(system, name);
      }
    }
    return new BaselineSelector(common.equals(of(name)) ? name : common, changed, apart);
  }

  /** Returns the baseline for comparisons of several systems with one another. */
  public String common() {
    return common;
  }

  /** Returns whether a system may be compared with the common baseline: it has the same model. */
  public boolean isComparable(String system) {
    return !apart.contains(system);
  }

  /** Returns the baseline of a system. */
  public String of(String system) {
    return own.getOrDefault(system, common);
  }

  /**
   * Returns the baselines with their systems, as in "fair, for capacity, elastic-capacity to
   * capacity".
   */
  public String describe(List<String> systems) {
    Map<String, List<String>> others =
        systems.stream()
            .filter(system -> !of(system).equals(common))
            .collect(Collectors.groupingBy(this::of, LinkedHashMap::new, Collectors.toList()));
    StringBuilder text = new StringBuilder(common);
    others.forEach(
        (base, its) ->
            text.append(", for ").append(String.join(", ", its)).append(" to ").append(base));
    return text.toString();
  }
}
