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
package org.yarnext.tools.simulate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yarnext.tools.simulate.study.Baselines;

/**
 * The systems that are run side by side. One of stock's is always among them: without it nobody
 * knows what a number is worth. Immutable.
 */
final class Comparison {
  private final List<World> systems;

  private Comparison(List<World> systems) {
    this.systems = Collections.unmodifiableList(systems);
  }

  /**
   * Chooses.
   *
   * @param asked names of systems; empty for the usual ones
   * @param usual names of those that are run unless others are asked for
   * @throws SimulationException if there is none of a name, or if they cannot be compared
   */
  static Comparison of(List<String> asked, List<String> usual) {
    List<World> systems =
        Systems.find(new ArrayList<>(new LinkedHashSet<>(asked.isEmpty() ? usual : asked)));
    World first = systems.get(0);
    for (World other : systems) {
      if (!other.comparedWith().equals(first.comparedWith())) {
        throw new SimulationException(
            first.name()
                + " and "
                + other.name()
                + " have different models of nodes and masters: run them apart");
      }
    }
    if (systems.stream().noneMatch(World::stock)) {
      systems.stream()
          .map(World::family)
          .distinct()
          .collect(Collectors.toList())
          .forEach(family -> systems.add(stock(family, usual)));
    }
    return new Comparison(systems);
  }

  /** Of one scheduler: a usual one if there is one. */
  private static World stock(String family, List<String> usual) {
    return Stream.concat(
            Systems.find(usual).stream(), Systems.find(Collections.singletonList(family)).stream())
        .filter(world -> world.stock() && world.family().equals(family))
        .findFirst()
        .orElseThrow(IllegalStateException::new);
  }

  /** In the order in which they are shown; unmodifiable. */
  List<World> systems() {
    return systems;
  }

  /** The first of stock's, and for each system the first with its own scheduler. */
  Baselines baselines() {
    Map<String, String> first = new HashMap<>();
    for (World system : systems) {
      if (system.stock()) {
        first.putIfAbsent(system.family(), system.name());
      }
    }
    Map<String, String> own = new HashMap<>();
    for (World system : systems) {
      if (first.containsKey(system.family())) {
        own.put(system.name(), first.get(system.family()));
      }
    }
    return new Baselines(systems.stream().filter(World::stock).findFirst().get().name(), own);
  }
}
