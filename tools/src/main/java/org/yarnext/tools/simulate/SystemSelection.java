// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
   * @param severalModels whether systems of several models may run, each beside its own stock
   * @throws SimulationException if there is no system of a name, or if the systems cannot run
   *     together
   */
  static SystemSelection of(List<String> requested, List<String> usual, boolean severalModels) {
    List<SimulatedSystem> systems =
        SystemRegistry.find(
            new ArrayList<>(new LinkedHashSet<>(requested.isEmpty() ? usual : requested)));
    SimulatedSystem first = systems.get(0);
    Set<String> models = new LinkedHashSet<>();
    for (SimulatedSystem other : systems) {
      models.add(other.comparedWith());
      if (models.size() > 1 && !severalModels) {
        throw new SimulationException(
            first.name()
                + " and "
                + other.name()
                + " have different models of nodes and masters: simulate them separately");
      }
    }
    for (String model : models) {
      addStock(model, systems, usual);
    }
    return new SystemSelection(systems);
  }

  /** Adds the stock systems of a model if there is none of them. */
  private static void addStock(String model, List<SimulatedSystem> systems, List<String> usual) {
    if (systems.stream().noneMatch(s -> s.isStock() && s.comparedWith().equals(model))) {
      systems.stream()
          .filter(system -> system.comparedWith().equals(model))
          .map(SimulatedSystem::family)
          .distinct()
          .collect(Collectors.toList())
          .forEach(family -> systems.add(stock(family, usual)));
    }
  }

  /** Returns the stock system of a scheduler family; a usual one if there is one. */
  private static SimulatedSystem stock(String family, List<String> usual) {
    return Stream.concat(
            SystemRegistry.find(usual).stream(),
            SystemRegistry.find(Collections.singletonList(family)).stream())
        .filter(system -> system.isStock() && system.family().equals(family))
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
   * scheduler, or else with its model.
   */
  BaselineSelector baselines() {
    SimulatedSystem common = systems.stream().filter(SimulatedSystem::isStock).findFirst().get();
    Map<String, String> families = new HashMap<>();
    Map<String, String> models = new HashMap<>();
    for (SimulatedSystem system : systems) {
      if (system.isStock()) {
        families.putIfAbsent(system.family(), system.name());
        models.putIfAbsent(system.comparedWith(), system.name());
      }
    }
    Map<String, String> own = new HashMap<>();
    Set<String> apart = new HashSet<>();
    for (SimulatedSystem system : systems) {
      String stock = models.get(system.comparedWith());
      own.put(system.name(), families.getOrDefault(system.family(), stock));
      if (!system.comparedWith().equals(common.comparedWith())) {
        apart.add(system.name());
      }
    }
    return new BaselineSelector(common.name(), own, apart);
  }
}
