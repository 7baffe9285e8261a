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
package org.apache.hadoop.yarn.server.resourcemanager;

import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;

/**
 * Makes a ResourceManager standby and active, as an election does; the methods are package-private.
 */
public final class ActiveState {
  private ActiveState() {}

  /** All active services end and new ones are made, which do not run yet. */
  public static void leave(ResourceManager rm) throws Exception {
    rm.transitionToStandby(true);
  }

  public static void enter(ResourceManager rm) throws Exception {
    rm.transitionToActive();
    if (rm.getRMContext().getHAServiceState() != HAServiceState.ACTIVE) {
      throw new IllegalStateException("not active");
    }
  }
}
