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
package org.yarnext.tools.simulate.study.measure;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Selects the stock system that each system is compared with: one with the same scheduler says what
 * a change of it brings, and not what another scheduler would. Immutable.
 */
public final class BaselineSelector {
  private final String common;
  private final Map<String, String> own;

  /**
   * @param common the name of the one that all can be compared with
   * @param own names of nearer ones by system; the common one is for those that are not in it
   */
  public BaselineSelector(String common, Map<String, String> own) {
    this.common = common;
    this.own = Collections.unmodifiableMap(new HashMap<>(own));
  }

  /** One for all. */
  public static BaselineSelector all(String name) {
    return new BaselineSelector(name, Collections.emptyMap());
  }

  /** The same, but that all which share a system's baseline are compared with that system. */
  public BaselineSelector nearer(String name, List<String> systems) {
    Map<String, String> changed = new HashMap<>(own);
    for (String system : systems) {
      if (of(system).equals(of(name))) {
        changed.put(system, name);
      }
    }
    return new BaselineSelector(common.equals(of(name)) ? name : common, changed);
  }

  /** For what compares several systems with one another. */
  public String common() {
    return common;
  }

  /** A system's own. */
  public String of(String system) {
    return own.getOrDefault(system, common);
  }

  /** Their names, and whose they are; as "fair, for capacity, elastic-capacity to capacity". */
  public String told(List<String> systems) {
    Map<String, List<String>> others =
        systems.stream()
            .filter(system -> !of(system).equals(common))
            .collect(Collectors.groupingBy(this::of, LinkedHashMap::new, Collectors.toList()));
    StringBuilder told = new StringBuilder(common);
    others.forEach(
        (base, its) ->
            told.append(", for ").append(String.join(", ", its)).append(" to ").append(base));
    return told.toString();
  }
}
