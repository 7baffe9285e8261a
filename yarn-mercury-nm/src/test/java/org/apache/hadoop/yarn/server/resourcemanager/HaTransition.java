// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.resourcemanager;

import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;

/**
 * Makes a ResourceManager standby and active, as an election does; the methods are package-private.
 */
public final class HaTransition {
  private HaTransition() {}

  /** All active services end and new ones are made, which do not run yet. */
  public static void toStandby(ResourceManager rm) throws Exception {
    rm.transitionToStandby(true);
  }

  public static void toActive(ResourceManager rm) throws Exception {
    rm.transitionToActive();
    if (rm.getRMContext().getHAServiceState() != HAServiceState.ACTIVE) {
      throw new IllegalStateException("not active");
    }
  }
}
