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

import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.tools.simulate.workload.SimTask;

/** Simulated container from its grant to its end, and the task that its master gave it. */
final class SimulatedContainer {
  /** Where it is. */
  enum State {
    /** Granted; its master or the network has it. */
    GRANTED,
    /** It waits on its node. */
    WAITING,
    RUNNING,
    /** It has been told to stop. */
    STOPPING,
    ENDED
  }

  /** Unique in a run; made at first use, since nobody asks for that of guaranteed ones. */
  private String id;

  final long number;
  final OpportunisticMaster master;

  /** Null for a master's own container. */
  final TaskSizeGroup kind;

  final ResourceVector size;
  final SimulatedHost host;
  final boolean opportunistic;

  /** Null until its master has given it one, and for a master's own. */
  SimTask task;

  State state = State.GRANTED;

  /** When its task was asked for first, in ms. */
  long askedMs;

  long startedMs;

  /** How long it ran, in ms, once it has ended. */
  long ranMs;

  /** How long whoever placed it says that it will run, in ms; null if nobody says anything. */
  Long toldMs;

  /** Whether a heartbeat of its node has told the ResourceManager of it. */
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

  /** A master's own container. */
  boolean ofMaster() {
    return kind == null;
  }
}
