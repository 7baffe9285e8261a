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
package org.yarnext.elastic.rm;

import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.yarnext.elastic.policy.timeline.Timeline;

/**
 * Remembers of each reservation when its task was first expected to start and how many containers
 * of other jobs were placed on its node meanwhile, and of each of these by when it must be gone.
 * Thread-safe.
 */
final class Backfill {
  private final Map<RMContainer, Terms> reservations = new WeakHashMap<>();
  private final Map<ContainerId, Stay> stays = new HashMap<>();

  /** Of one reservation. */
  private static final class Terms {
    long promisedMs = Long.MAX_VALUE;
    int placed;
  }

  /** Of one container on a node that was reserved when it was placed. */
  private static final class Stay {
    final String user;
    final long latestMs;

    Stay(String user, long latestMs) {
      this.user = user;
      this.latestMs = latestMs;
    }
  }

  private Terms terms(RMContainer reserved) {
    return reservations.computeIfAbsent(reserved, r -> new Terms());
  }

  /** The reservation's task is expected to start then, in ms; nothing if that is unknown. */
  synchronized void expects(RMContainer reserved, long startMs) {
    if (startMs != Timeline.UNKNOWN) {
      Terms terms = terms(reserved);
      terms.promisedMs = Math.min(terms.promisedMs, startMs);
    }
  }

  /** The earliest start that was expected, in ms; {@link Long#MAX_VALUE} for none. */
  synchronized long promisedMs(RMContainer reserved) {
    return terms(reserved).promisedMs;
  }

  /** How many containers of other jobs were placed there. */
  synchronized int placed(RMContainer reserved) {
    return terms(reserved).placed;
  }

  /**
   * A container of another job is placed there.
   *
   * @param latestMs by when it must be gone; {@link Timeline#UNKNOWN} if it leaves room enough
   */
  synchronized void place(RMContainer reserved, ContainerId id, String user, long latestMs) {
    terms(reserved).placed++;
    if (latestMs != Timeline.UNKNOWN) {
      stays.put(id, new Stay(user, latestMs));
    }
  }

  /** A container has ended. Returns its user if it was to be gone before, else null. */
  synchronized String ended(ContainerId id, long nowMs) {
    Stay stay = stays.remove(id);
    return stay != null && nowMs > stay.latestMs ? stay.user : null;
  }

  /** Whether a container of the user is still there that was to be gone by now. */
  synchronized boolean overstays(String user, long nowMs) {
    for (Stay stay : stays.values()) { // some for each node that is reserved
      if (nowMs > stay.latestMs && stay.user.equals(user)) {
        return true;
      }
    }
    return false;
  }

  /** How many containers are there that must be gone some time. */
  synchronized int stays() {
    return stays.size();
  }
}
