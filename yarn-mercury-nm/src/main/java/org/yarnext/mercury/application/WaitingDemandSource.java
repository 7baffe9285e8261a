// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import java.util.function.LongSupplier;
import org.yarnext.mercury.policy.requests.FreeMemoryLimit;

/**
 * Source of the guaranteed requests that wait in the cluster, and of the memory that is free beside
 * them. Thread-safe. Called under the locks of applications' records, so it takes no lock.
 */
public interface WaitingDemandSource {
  /** Knows nothing, as in a NodeManager. */
  WaitingDemandSource UNKNOWN =
      new WaitingDemandSource() {
        @Override
        public boolean waits(LongSupplier ownMb) {
          return false;
        }

        @Override
        public boolean isAnyWaiting(int own) {
          return false;
        }

        @Override
        public long freeMb() {
          return FreeMemoryLimit.NONE;
        }
      };

  /**
   * Returns whether guaranteed requests of other applications wait for all free room.
   *
   * @param ownMb supplies the memory of the application's own guaranteed requests, in MB
   */
  boolean waits(LongSupplier ownMb);

  /**
   * Returns whether other applications wait for guaranteed containers.
   *
   * @param own number of guaranteed containers that the application itself waits for
   */
  boolean isAnyWaiting(int own);

  /**
   * Returns the memory that further guaranteed containers may use, in MB; negative if there is too
   * little, {@link FreeMemoryLimit#NONE} if unknown.
   */
  long freeMb();
}
