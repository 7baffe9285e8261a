// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.study.measure.BaselineSelector;
import org.yarnext.tools.simulate.world.SimulatedSystem;

/** Systems that a run compares, with at least one stock system as the baseline. Immutable. */
final class SystemSelection {
  private final List<SimulatedSystem> systems;

  private SystemSelection(List<SimulatedSystem> systems) {
    this.systems = Collections.unmodifiableList(systems);
  }

  /**
   * Selects the systems to run.
   *
   * @param requested names of systems; empty for the usual ones
   * @param usual names of the systems that run by default
   * @throws SimulationException if there is no system of a name, or if the systems cannot be
   *     compared
   */
  static SystemSelection of(List<String> requested, List<String> usual) {
    List<SimulatedSystem> systems =
        SystemRegistry.find(
            new ArrayList<>(new LinkedHashSet<>(requested.isEmpty() ? usual : requested)));
    SimulatedSystem first = systems.get(0);
    for (SimulatedSystem other : systems) {
      if (!other.comparedWith().equals(first.comparedWith())) {
        throw new SimulationException(
            first.name()
                + " and "
                + other.name()
                + " have different models of nodes and masters: simulate them separately");
      }
    }
    if (systems.stream().noneMatch(SimulatedSystem::isStock)) {
      systems.stream()
          .map(SimulatedSystem::family)
          .distinct()
          .collect(Collectors.toList())
          .forEach(family -> systems.add(stock(family, usual)));
    }
    return new SystemSelection(systems);
  }

  /** Returns the stock system of a scheduler family; a usual one if there is one. */
  private static SimulatedSystem stock(String family, List<String> usual) {
    return Stream.concat(
            SystemRegistry.find(usual).stream(),
            SystemRegistry.find(Collections.singletonList(family)).stream())
        .filter(world -> world.isStock() && world.family().equals(family))
        .findFirst()
        .orElseThrow(IllegalStateException::new);
  }

  /**
   * Returns a selection in which systems stand once for each value of a key.
   *
   * @param ours whether the key is one of yarnext's, without effect on stock systems
   */
  SystemSelection compared(String key, List<String> values, boolean ours) {
    List<SimulatedSystem> all = new ArrayList<>();
    for (SimulatedSystem system : systems) {
      if (ours && system.isStock()) {
        all.add(system);
      } else {
        values.forEach(value -> all.add(new ComparedSystem(system, key, value)));
      }
    }
    return new SystemSelection(all);
  }

  /** Returns the systems in the order in which they are shown; unmodifiable. */
  List<SimulatedSystem> systems() {
    return systems;
  }

  /**
   * Returns the baselines: the first stock system, and for each system the first one with its
   * scheduler.
   */
  BaselineSelector baselines() {
    Map<String, String> first = new HashMap<>();
    for (SimulatedSystem system : systems) {
      if (system.isStock()) {
        first.putIfAbsent(system.family(), system.name());
      }
    }
    Map<String, String> own = new HashMap<>();
    for (SimulatedSystem system : systems) {
      if (first.containsKey(system.family())) {
        own.put(system.name(), first.get(system.family()));
      }
    }
    return new BaselineSelector(
        systems.stream().filter(SimulatedSystem::isStock).findFirst().get().name(), own);
  }
}
