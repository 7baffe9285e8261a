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
package org.yarnext.federation.policy.split;

/** How asks are divided and when they are moved. Immutable. */
public final class SplitRules {
  /** What decides when and where asks that wait are moved (Hydra section 4.1, footnote 7). */
  public enum Relaxation {
    /** Never: they wait where they are. */
    NONE,
    /** After the time-out, to less loaded sub-clusters, inversely proportional to load. */
    TIME,
    /** As time, but the sooner the larger the difference in load; at a whole cluster's at once. */
    LOAD,
    /** After the time-out, to all others by the operator's weights, whatever their load. */
    WEIGHT
  }

  private final Relaxation relaxation;
  private final long relaxAfterMs;
  private final double headroomPart;
  private final double leastGap;
  private final long onHostMs;
  private final long inRackMs;

  /**
   * @param relaxAfterMs how long asks wait without any grant before they are moved, in ms
   * @param headroomPart how much headroom counts when asks without locality are divided, from 0
   *     (only load and weights) to 1 (only headroom, and weights as yes or no)
   * @param leastGap how much less loaded a sub-cluster must be to be moved to, 0 or more
   */
  public SplitRules(
      Relaxation relaxation, long relaxAfterMs, double headroomPart, double leastGap) {
    this(relaxation, relaxAfterMs, headroomPart, leastGap, 0, 0);
  }

  private SplitRules(
      Relaxation relaxation,
      long relaxAfterMs,
      double headroomPart,
      double leastGap,
      long onHostMs,
      long inRackMs) {
    if (relaxAfterMs < 0 || !(headroomPart >= 0 && headroomPart <= 1) || !(leastGap >= 0)) {
      throw new IllegalArgumentException(
          "relax after " + relaxAfterMs + " ms, headroom " + headroomPart + ", gap " + leastGap);
    }
    this.relaxation = relaxation;
    this.relaxAfterMs = relaxAfterMs;
    this.headroomPart = headroomPart;
    this.leastGap = leastGap;
    this.onHostMs = onHostMs;
    this.inRackMs = inRackMs;
  }

  /**
   * The same, but what waits for hosts may be granted nowhere else in their sub-cluster for a
   * while.
   *
   * @param newOnHostMs how long after the last grant on such a host, in ms, 0 or more
   * @param newInRackMs how long only in the racks that are named, too, counted alike
   */
  public SplitRules near(long newOnHostMs, long newInRackMs) {
    if (newOnHostMs < 0 || newInRackMs < 0) {
      throw new IllegalArgumentException(
          "on the host for " + newOnHostMs + " ms, in the rack for " + newInRackMs + " ms");
    }
    return new SplitRules(
        relaxation, relaxAfterMs, headroomPart, leastGap, newOnHostMs, newInRackMs);
  }

  /** How far from its host a container may be that was waited for so long. */
  Reach reach(long waitedMs) {
    if (waitedMs < onHostMs) {
      return Reach.HOST;
    }
    return waitedMs < inRackMs ? Reach.RACK : Reach.ANYWHERE;
  }

  double headroomPart() {
    return headroomPart;
  }

  /** Whether what waits in the first sub-cluster may move to the second. */
  boolean moves(SubClusterLoad from, SubClusterLoad to, long waitedMs) {
    if (to.weight() <= 0 || to.isSilent() || from == to) {
      return false;
    }
    double gap = from.load() - to.load();
    switch (relaxation) {
      case TIME:
        return waitedMs >= relaxAfterMs && gap > leastGap;
      case LOAD:
        return waitedMs >= relaxAfterMs * (1 - Math.min(1, Math.max(0, gap))) && gap > leastGap;
      case WEIGHT:
        return waitedMs >= relaxAfterMs;
      default:
        return false;
    }
  }

  /** Whether it depends on a first answer of the second whether what waits may move there. */
  boolean isWorthAsking(SubClusterLoad from, SubClusterLoad to, long waitedMs) {
    return to.isSilent() && from != to && moves(from, to.ifIdle(), waitedMs);
  }

  /**
   * Whether what waits there may move anywhere; false only if it may not.
   *
   * @param least the least loaded of all that may be moved to, those that have not answered taken
   *     for idle; null if there is none
   */
  boolean mayMove(SubClusterLoad from, SubClusterLoad least, long waitedMs) {
    return least != null
        && (relaxation == Relaxation.WEIGHT
            ? waitedMs >= relaxAfterMs
            : moves(from, least, waitedMs));
  }

  /** How much of what is moved goes there, in proportion. */
  double pull(SubClusterLoad to) {
    return relaxation == Relaxation.WEIGHT ? to.weight() : to.pull();
  }
}
