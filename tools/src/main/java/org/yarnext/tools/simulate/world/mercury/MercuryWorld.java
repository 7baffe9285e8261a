// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.yarnext.tools.simulate.engine.RandomStreams;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.world.ModelledSystem;
import org.yarnext.tools.simulate.world.SimulatedSystem;
import org.yarnext.tools.simulate.world.mercury.load.NodeLoadOrder;
import org.yarnext.tools.simulate.world.mercury.load.SimulatedLoadMonitor;

/**
 * Lists the simulated systems that run tasks in opportunistic containers, Mercury's and stock's,
 * with heartbeats, queues and single containers. Mercury's own policy classes make its decisions.
 */
public final class MercuryWorld {
  /** Systems of this world, each with its placement and its hosts. */
  enum Kind {
    /** All containers are guaranteed. */
    STOCK_GUARANTEED {
      @Override
      boolean hasOpportunistic() {
        return false;
      }

      @Override
      OpportunisticPlacement placement(MercurySimulation simulation, RandomStreams streams) {
        return OpportunisticPlacement.NONE;
      }
    },
    STOCK_CENTRAL {
      @Override
      OpportunisticPlacement placement(MercurySimulation simulation, RandomStreams streams) {
        return new StockPlacement(
            simulation, monitor(simulation, streams, simulation.model().load.order()));
      }
    },
    STOCK_DISTRIBUTED {
      @Override
      OpportunisticPlacement placement(MercurySimulation simulation, RandomStreams streams) {
        return new StockPlacement.Distributed(
            simulation, monitor(simulation, streams, simulation.model().load.order()));
      }
    },
    MERCURY_CENTRAL(false) {
      @Override
      OpportunisticPlacement placement(MercurySimulation simulation, RandomStreams streams) {
        return new MercuryCentralPlacement(
            simulation,
            monitor(simulation, streams, NodeLoadOrder.QUEUE_WAIT_TIME),
            streams.stream("placement"));
      }
    },
    MERCURY_DISTRIBUTED(false) {
      @Override
      OpportunisticPlacement placement(MercurySimulation simulation, RandomStreams streams) {
        return new MercuryDistributedPlacement(
            simulation,
            monitor(simulation, streams, NodeLoadOrder.QUEUE_WAIT_TIME),
            streams.stream("placement"));
      }
    };

    private final boolean stock;

    Kind() {
      this(true);
    }

    Kind(boolean stock) {
      this.stock = stock;
    }

    /** Returns the name in tables. */
    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns whether the system is stock, without Mercury. */
    boolean isStock() {
      return stock;
    }

    /** Returns whether the system has opportunistic containers. */
    boolean hasOpportunistic() {
      return true;
    }

    abstract OpportunisticPlacement placement(MercurySimulation simulation, RandomStreams streams);

    /**
     * Makes a node.
     *
     * @param reports the share of its queue that it reports
     */
    SimulatedHost host(int index, SimNode node, MercurySimulation simulation, double reports) {
      return stock
          ? new StockHost(index, node, simulation, reports)
          : new MercuryHost(index, node, simulation, reports);
    }

    /** Makes the ResourceManager's view of the nodes' load. */
    private static SimulatedLoadMonitor<SimulatedHost> monitor(
        MercurySimulation simulation, RandomStreams streams, NodeLoadOrder order) {
      return new SimulatedLoadMonitor<>(
          simulation.model().load, simulation.hosts(), order, streams.stream("stock-placement"));
    }
  }

  private MercuryWorld() {}

  /** Returns all systems of this kind, stock's first. */
  public static List<SimulatedSystem> all() {
    List<SimulatedSystem> all = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      all.add(
          new ModelledSystem(
              kind.label(),
              kind.isStock(),
              Kind.STOCK_GUARANTEED.label(),
              ModelledSystem.Details.MASTERS,
              (workload, topology, settings, seed, progress) ->
                  new MercurySimulation(
                          workload, topology, new MercurySettings(settings), kind, seed, progress)
                      .run(),
              (workload, topology, settings) -> new MercurySettings(settings)));
    }
    return Collections.unmodifiableList(all);
  }
}
