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
package org.yarnext.tools.simulate.world.mercury;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yarnext.tools.simulate.world.ModelledSystem;
import org.yarnext.tools.simulate.world.SimulatedSystem;

/**
 * Mercury and the ways in which stock runs the same work, modelled down to heartbeats, queues and
 * single containers; what Mercury decides is decided by its own policy classes.
 */
public final class MercuryWorld {
  private MercuryWorld() {}

  /** Returns all systems of this kind, stock's first. */
  public static List<SimulatedSystem> all() {
    List<SimulatedSystem> all = new ArrayList<>();
    for (MercurySystem kind : MercurySystem.values()) {
      all.add(
          new ModelledSystem(
              kind.label(),
              kind.stock(),
              MercurySystem.STOCK_GUARANTEED.label(),
              (workload, topology, settings, seed, progress) ->
                  new MercurySimulation(
                          workload, topology, new MercurySettings(settings), kind, seed, progress)
                      .run()));
    }
    return Collections.unmodifiableList(all);
  }
}
