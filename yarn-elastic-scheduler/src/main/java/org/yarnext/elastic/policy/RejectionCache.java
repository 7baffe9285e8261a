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
package org.yarnext.elastic.policy;

import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.yarnext.common.decision.Decision;

/**
 * Says whether a job's ask would be refused again what it was refused a moment ago, so that nodes
 * with the same little room cost no search each: the same ask in the same room, with no more of the
 * disks left, is refused until the jobs' ends are estimated anew; more cores help only where they
 * were too few. Bounded; thread-safe.
 */
public final class RejectionCache {
  /** How many are remembered at a time. */
  public static final int MOST = 256;

  private final Map<Long, Refusal> byRoom = new HashMap<>(4);
  private long estimate;

  private static final class Refusal {
    final int priority;
    final long askedMb;
    final int vcores;
    final long freeMb;
    final int freeVcores;
    final double usedDiskMbPerSecond;
    final Decision<Long> decision;

    Refusal(
        int priority,
        long askedMb,
        int vcores,
        long freeMb,
        int freeVcores,
        double usedDiskMbPerSecond,
        Decision<Long> decision) {
      this.priority = priority;
      this.askedMb = askedMb;
      this.vcores = vcores;
      this.freeMb = freeMb;
      this.freeVcores = freeVcores;
      this.usedDiskMbPerSecond = usedDiskMbPerSecond;
      this.decision = decision;
    }
  }

  private static Long room(int priority, long freeMb) {
    return ((long) priority << 40) ^ freeMb;
  }

  /**
   * The refusal that holds here, too; null if it is to be decided.
   *
   * @param estimate the number of the latest estimate; below 0 if nothing may be remembered
   * @param usedDiskMbPerSecond what under-sized containers take of the node's disks; only read
   *     where it matters, since that takes a look at each of its containers
   */
  public synchronized Decision<Long> of(
      long estimate,
      int priority,
      long askedMb,
      int vcores,
      long freeMb,
      int freeVcores,
      DoubleSupplier usedDiskMbPerSecond) {
    if (estimate < 0 || estimate != this.estimate) {
      return null;
    }
    Refusal known = byRoom.get(room(priority, freeMb));
    boolean holds =
        known != null
            && known.priority == priority
            && known.askedMb == askedMb
            && known.vcores == vcores
            && known.freeMb == freeMb
            && (known.freeVcores >= freeVcores || known.freeVcores >= vcores)
            && (known.usedDiskMbPerSecond <= 0
                || known.usedDiskMbPerSecond <= usedDiskMbPerSecond.getAsDouble());
    return holds ? known.decision : null;
  }

  /**
   * It was decided; sizes that were granted are not remembered.
   *
   * @param estimate the number of the latest estimate before
   */
  public synchronized void decided(
      long estimate,
      int priority,
      long askedMb,
      int vcores,
      long freeMb,
      int freeVcores,
      double usedDiskMbPerSecond,
      Decision<Long> decision) {
    if (estimate < 0 || decision.value() != null) {
      return;
    }
    if (estimate != this.estimate || byRoom.size() >= MOST) {
      byRoom.clear();
      this.estimate = estimate;
    }
    byRoom.put(
        room(priority, freeMb),
        new Refusal(priority, askedMb, vcores, freeMb, freeVcores, usedDiskMbPerSecond, decision));
  }
}
