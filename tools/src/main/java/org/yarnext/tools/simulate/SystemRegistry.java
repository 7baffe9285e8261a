// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.world.SimulatedSystem;
import org.yarnext.tools.simulate.world.federation.FederationWorld;
import org.yarnext.tools.simulate.world.mercury.MercuryWorld;
import org.yarnext.tools.simulate.world.pool.PoolWorld;
import org.yarnext.tools.simulate.world.rm.RmWorld;
import org.yarnext.tools.simulate.world.steering.SteeringWorld;

/** All systems that can be simulated, by name. */
public final class SystemRegistry {
  private static final List<SimulatedSystem> ALL = all();

  private SystemRegistry() {}

  private static List<SimulatedSystem> all() {
    List<SimulatedSystem> all = new ArrayList<>(RmWorld.all());
    all.addAll(PoolWorld.all());
    all.addAll(MercuryWorld.all());
    all.addAll(FederationWorld.all());
    all.addAll(SteeringWorld.all());
    return Collections.unmodifiableList(all);
  }

  /** Returns the names in the order in which systems are shown. */
  public static List<String> names() {
    return ALL.stream().map(SimulatedSystem::name).collect(Collectors.toList());
  }

  /**
   * Returns the systems with these names, in the given order.
   *
   * @throws SimulationException if there is no system of a name; the message names those that exist
   */
  public static List<SimulatedSystem> find(List<String> names) {
    List<SimulatedSystem> found = new ArrayList<>();
    for (String name : names) {
      found.add(
          ALL.stream()
              .filter(system -> system.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new SimulationException(
                          "there is no system "
                              + name
                              + ": choose from "
                              + String.join(", ", names()))));
    }
    return found;
  }
}
