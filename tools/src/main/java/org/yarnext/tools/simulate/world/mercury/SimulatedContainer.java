// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.world.mercury.job.TaskSizeGroup;

/**
 * State of a simulated container from its grant to its end, with the task that its Application
 * Master assigned.
 */
final class SimulatedContainer {
  /** State of a container. */
  enum State {
    /** Granted, on its way to the Application Master or the node. */
    GRANTED,
    /** Waiting on its node. */
    WAITING,
    RUNNING,
    /** Ordered to stop. */
    STOPPING,
    ENDED
  }

  /** Unique in a run; made at first use, because guaranteed containers do not need it. */
  private String id;

  final long number;
  final OpportunisticMaster master;

  /** Null for an Application Master's own container. */
  final TaskSizeGroup kind;

  final ResourceVector size;
  final SimulatedHost host;
  final boolean opportunistic;

  /** Null until the Application Master assigns it, and for its own container. */
  SimTask task;

  State state = State.GRANTED;

  /** Time of the task's first request, in ms. */
  long requestedMs;

  /** Time of its arrival at the node, in ms. */
  long arrivedMs;

  long startedMs;

  /** Whether it runs beyond the node's allocation. */
  boolean beyond;

  /** Run time in ms, once it has ended. */
  long ranMs;

  /** Run time in ms that the placement declares; null if unknown. */
  Long declaredMs;

  /** Whether a heartbeat of the node has reported the container. */
  boolean reported;

  SimulatedContainer(
      long number,
      OpportunisticMaster master,
      TaskSizeGroup kind,
      ResourceVector size,
      SimulatedHost host,
      boolean opportunistic) {
    this.number = number;
    this.master = master;
    this.kind = kind;
    this.size = size;
    this.host = host;
    this.opportunistic = opportunistic;
  }

  String id() {
    if (id == null) {
      id = "c" + number;
    }
    return id;
  }

  /** Returns whether this is an Application Master's own container. */
  boolean ofMaster() {
    return kind == null;
  }
}
