// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import java.io.IOException;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * The interface through which a Router starts, looks up and kills admitted jobs. May be called by
 * one thread at a time.
 */
public interface GangLauncher {
  /**
   * Submits a job; returns once a ResourceManager has taken it. A second call for the same id, by
   * any Router, does nothing if one has taken it already.
   *
   * @param first whether nobody can have tried to before
   * @return which ResourceManager took it, in which of its lives, for {@link #state}; empty if that
   *     is not known
   * @throws YarnException if it was refused
   * @throws NotTakenException if nobody could be asked, so that nobody has taken it
   * @throws IOException if somebody did not answer, and may have taken it
   */
  String start(GangJob job, boolean first) throws YarnException, IOException;

  /** Says that no ResourceManager has a job, and none could be given it now. */
  final class NotTakenException extends IOException {
    private static final long serialVersionUID = 1L;

    public NotTakenException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Kills a job that may have been started; does nothing if it was not, or where it was is gone for
   * good.
   *
   * @throws YarnException if that was refused
   * @throws IOException if nobody could be asked
   */
  void kill(GangJob job) throws YarnException, IOException;

  /** What is known of a job that a ResourceManager took. */
  enum State {
    /** It is over for sure. */
    OVER,
    /** Its ResourceManager has it, and has it still after a restart. */
    KEPT,
    /** Its ResourceManager may lose it yet. */
    NEW,
    /**
     * Its ResourceManager answers, does not know it, and is in another life than when it took the
     * job.
     */
    LOST,
    /** Its ResourceManager answers, and does not know it any more: it is over. */
    FORGOTTEN,
    /** Its sub-cluster does not answer, and is gone for good by what the federation says. */
    GONE,
    /** Nobody answers. */
    UNKNOWN
  }

  /**
   * Asks for a job that was started.
   *
   * @param takenBy what {@link #start} returned: in a later life that ResourceManager may have lost
   *     it
   */
  State state(String id, String takenBy);
}
