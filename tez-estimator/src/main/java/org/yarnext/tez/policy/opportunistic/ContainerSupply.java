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
package org.yarnext.tez.policy.opportunistic;

/** Supply of containers for a task that requests one. Immutable. */
public final class ContainerSupply {
  /** Nothing is known of any. */
  public static final ContainerSupply UNKNOWN =
      new ContainerSupply(0, 0, Double.NaN, Double.NaN, false);

  private final long room;
  private final long asked;
  private final double ownMs;
  private final double opportunisticMs;
  private final boolean noneStarts;

  private ContainerSupply(
      long room, long asked, double ownMs, double opportunisticMs, boolean noneStarts) {
    this.room = room;
    this.asked = asked;
    this.ownMs = ownMs;
    this.opportunisticMs = opportunisticMs;
    this.noneStarts = noneStarts;
  }

  /**
   * @param containers how many more guaranteed ones there is room for, of the size that the task
   *     asks for; 0 if that is not known
   */
  public ContainerSupply withRoom(long containers) {
    return new ContainerSupply(containers, asked, ownMs, opportunisticMs, noneStarts);
  }

  /**
   * @param containers how many guaranteed ones have been asked for and have not come, without the
   *     task's own
   */
  public ContainerSupply withAsked(long containers) {
    return new ContainerSupply(room, containers, ownMs, opportunisticMs, noneStarts);
  }

  /**
   * The containers that serve the task's vertex run one task of it after the other.
   *
   * @param running how many of them run a task now
   * @param waiting how many tasks of the vertex wait, with the one that asks
   * @param taskMs how long each task runs
   */
  public ContainerSupply withOwn(long running, long waiting, double taskMs) {
    double turns = Math.ceil(Math.max(1, waiting) / (double) running);
    double ms = running > 0 ? turns * taskMs : Double.NaN;
    return new ContainerSupply(room, asked, ms, opportunisticMs, noneStarts);
  }

  /**
   * @param ms what an opportunistic one takes to start; NaN if nothing is known of that
   * @param none whether one was waited for too long, and none has started since
   */
  public ContainerSupply withOpportunistic(double ms, boolean none) {
    return new ContainerSupply(room, asked, ownMs, ms, none);
  }

  /** How many more guaranteed ones there is room for, with the task's own; 0 or less is none. */
  long free() {
    return room - asked;
  }

  /** Whether a guaranteed one would come at once. */
  public boolean hasRoom() {
    return free() > 0;
  }

  /** When one that serves the vertex is expected to be free for the task; NaN if none does. */
  double ownMs() {
    return ownMs;
  }

  /** What an opportunistic one takes to start; NaN if nothing is known of that. */
  double opportunisticMs() {
    return opportunisticMs;
  }

  /** Whether an opportunistic one was waited for too long, and none has started since. */
  boolean noneStarts() {
    return noneStarts;
  }

  /** Whether one that serves the vertex is known to be free before an opportunistic one starts. */
  boolean hasOwnSooner() {
    return ownMs <= opportunisticMs;
  }
}
