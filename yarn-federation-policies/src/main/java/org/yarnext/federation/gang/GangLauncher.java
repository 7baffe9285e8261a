// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import java.io.IOException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.yarnext.federation.policy.gang.GangUsageTracker;

/** Starts, looks up and kills admitted jobs for a Router. Called by one thread at a time. */
public interface GangLauncher {
  /**
   * Submits a job, and returns once a ResourceManager has accepted it. A second call for the same
   * id, by any Router, does nothing if a ResourceManager has accepted it already.
   *
   * @param first whether nobody can have tried before
   * @return the ResourceManager that accepted it and that ResourceManager's start, for {@link
   *     #state}; empty if unknown
   * @throws YarnException if the job was rejected
   * @throws NotTakenException if no ResourceManager could be reached, so that none has accepted it
   * @throws IOException if a ResourceManager did not respond, and may have accepted it
   */
  String start(GangJob job, boolean first) throws YarnException, IOException;

  /** Thrown if no ResourceManager has the job, and none can accept it now. */
  final class NotTakenException extends IOException {
    private static final long serialVersionUID = 1L;

    public NotTakenException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Kills a job that may have been started. Does nothing if it was not started, or if its
   * sub-cluster is gone for good.
   *
   * @throws YarnException if the kill was rejected
   * @throws IOException if the ResourceManager could not be reached
   */
  void kill(GangJob job) throws YarnException, IOException;

  /** The state of a job that a ResourceManager accepted. */
  enum State {
    /** It is surely over. */
    OVER,
    /** Its ResourceManager has stored it, and still has it after a restart. */
    KEPT,
    /** Its ResourceManager has not stored it yet, and may lose it. */
    NEW,
    /**
     * Its ResourceManager responds, does not know it, and was restarted since it accepted the job.
     */
    LOST,
    /** Its ResourceManager responds and does not know it any more, so it is over. */
    FORGOTTEN,
    /** Its sub-cluster does not respond, and has left the federation for good. */
    GONE,
    /** No sub-cluster responds. */
    UNKNOWN
  }

  /**
   * Returns the state of a job that was started.
   *
   * @param takenBy the result of {@link #start}; a ResourceManager that was restarted since may
   *     have lost the job
   */
  State state(String id, String takenBy);

  /**
   * Returns the queue in which a ResourceManager has the job, as of the latest {@link #state}; null
   * if unknown. Operators may move a job, and a ResourceManager may place it by its own rules.
   *
   * @return the queue's path or its last component
   */
  default String queue(String id) {
    return null;
  }

  /**
   * Returns the memory that a job holds in all sub-clusters, reserved containers included, in MB;
   * called after {@link #state}.
   *
   * @param enoughMb the sub-clusters that are not asked yet do not matter if the job holds this
   *     much
   * @return {@link GangUsageTracker#UNKNOWN} if a sub-cluster does not report it
   */
  default long heldMb(String id, long enoughMb) {
    return GangUsageTracker.UNKNOWN;
  }
}
