// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import java.util.Locale;
import org.yarnext.tools.simulate.engine.RandomStreams;
import org.yarnext.tools.simulate.workload.SimNode;

/** The systems that this world has, and what each is made of. */
enum MercurySystem {
  /** All containers are guaranteed. */
  STOCK_GUARANTEED {
    @Override
    boolean opportunistic() {
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
      return new StockCentralPlacement(
          simulation, monitor(simulation, streams, simulation.model().stockOrder));
    }
  },
  STOCK_DISTRIBUTED {
    @Override
    OpportunisticPlacement placement(MercurySimulation simulation, RandomStreams streams) {
      return new StockDistributedPlacement(
          simulation, monitor(simulation, streams, simulation.model().stockOrder));
    }
  },
  MERCURY_CENTRAL {
    @Override
    boolean stock() {
      return false;
    }

    @Override
    OpportunisticPlacement placement(MercurySimulation simulation, RandomStreams streams) {
      return new MercuryCentralPlacement(
          simulation,
          monitor(simulation, streams, NodeLoadOrder.QUEUE_WAIT_TIME),
          streams.stream("placement"));
    }

    @Override
    SimulatedHost host(int index, SimNode node, MercurySimulation simulation, double reports) {
      return new MercuryHost(index, node, simulation, reports);
    }
  },
  MERCURY_DISTRIBUTED {
    @Override
    boolean stock() {
      return false;
    }

    @Override
    OpportunisticPlacement placement(MercurySimulation simulation, RandomStreams streams) {
      return new MercuryDistributedPlacement(
          simulation,
          monitor(simulation, streams, NodeLoadOrder.QUEUE_WAIT_TIME),
          streams.stream("placement"));
    }

    @Override
    SimulatedHost host(int index, SimNode node, MercurySimulation simulation, double reports) {
      return new MercuryHost(index, node, simulation, reports);
    }
  };

  /** Returns the name in tables. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns whether the system is stock, without Mercury. */
  boolean stock() {
    return true;
  }

  /** Returns whether the system has opportunistic containers. */
  boolean opportunistic() {
    return true;
  }

  abstract OpportunisticPlacement placement(MercurySimulation simulation, RandomStreams streams);

  /**
   * Makes a node.
   *
   * @param reports the share of its queue that it reports
   */
  SimulatedHost host(int index, SimNode node, MercurySimulation simulation, double reports) {
    return new StockHost(index, node, simulation, reports);
  }

  /** Makes the ResourceManager's view of the nodes' load. */
  private static SimulatedLoadMonitor monitor(
      MercurySimulation simulation, RandomStreams streams, NodeLoadOrder order) {
    return new SimulatedLoadMonitor(
        simulation.model(), simulation.hosts(), order, streams.stream("stock-placement"));
  }
}
