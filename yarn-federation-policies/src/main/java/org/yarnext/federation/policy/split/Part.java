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

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** What one sub-cluster is to provide of one ask, and what it has been told. Not thread-safe. */
final class Part {
  /** Told, granted at a node's heartbeat, heard: it takes so many calls until a grant shows. */
  private static final int CALLS_TO_GRANT = 4;

  private static final int DOUBT_INTERVALS = 10;

  final String name;

  /** How many it is to provide. */
  int count;

  /** How many were taken from it when it stopped answering. */
  int owed;

  /** How many it believes to be outstanding. */
  int told;

  /** How many it was told last, whatever was granted since. */
  int stated;

  /** Whether the application stated a count, and the sub-cluster was told twice what is left. */
  boolean outdated;

  /** Whether it must be told everything, whatever it was told before. */
  boolean unsure;

  /** Since when nothing was granted though something waited, in ms. */
  long waitingSinceMs;

  /** Since when nothing was granted on a host that is asked for though something waited, in ms. */
  long nearSinceMs;

  /** How far from hosts it may grant, and what it was told of that. */
  Reach reach = Reach.ANYWHERE;

  Reach toldReach = Reach.ANYWHERE;

  /** How many containers prefer its hosts, and its racks; a rack of several counts in parts. */
  double hosts;

  double racks;

  /** What it is told of hosts and racks. */
  final List<Place> places = new ArrayList<>();

  /** Those of them that changed since it was told. */
  final List<Place> news = new ArrayList<>();

  /** How many were granted in a rack that is not known: its ResourceManager counts less there. */
  long someRackLess;

  /** As of the last look: whether it can be told anything, and its sub-cluster's load. */
  boolean isThere;

  double load;

  /** Grants of late, and how long something waited of late, in ms; older ones count less. */
  private double grants;

  private double waitedMs;
  private long lookedMs = Long.MAX_VALUE;

  /** How many that it is to provide it was not told when last looked. */
  private int untold;

  /** Since when it is not told all, in ms. */
  long untoldSinceMs;

  /** When it knew of how many that were added, the latest last. */
  private final Deque<long[]> young = new ArrayDeque<>();

  /** The call that raised last what it was told. */
  private long raised;

  /** The headroom with which it granted nothing for an interval, and when that was, in ms. */
  private double doubtedHeadroom;

  private long doubtedMs;

  /** What it was told in calls it has not answered: call and count, falling. */
  private final Deque<long[]> unanswered = new ArrayDeque<>();

  /** How many it was told in the last call it answered. */
  private long sure;

  /** The last call in which it was told anything, and the last one it answered. */
  private long lastTold;

  private long heard;

  Part(String name) {
    this.name = name;
  }

  void prefer(double more, boolean isRack) {
    if (isRack) {
      racks += more;
    } else {
      hosts += more;
    }
  }

  void add(int more, long nowMs) {
    if (count == 0) {
      waitingSinceMs = nowMs;
      nearSinceMs = nowMs;
    }
    untoldSinceMs = untold == 0 ? nowMs : untoldSinceMs;
    count += more;
    untold += more;
  }

  /**
   * Notes what waits at this time.
   *
   * @param memoryMs after how long a grant counts no more
   */
  void look(long nowMs, double memoryMs) {
    long sinceMs = Math.max(0, nowMs - lookedMs);
    double left = Math.max(0, 1 - sinceMs / memoryMs);
    grants *= left;
    waitedMs = waitedMs * left + (count > 0 ? sinceMs : 0);
    lookedMs = nowMs;
    if (count == 0) {
      untold = 0;
      young.clear();
    } else {
      knows(nowMs);
    }
  }

  private void knows(long nowMs) {
    if (untold > 0 && told >= count) {
      young.addLast(new long[] {nowMs, untold});
      untold = 0;
    }
  }

  /** How many have waited for so long since the sub-cluster knew of them; the oldest go first. */
  int waited(long nowMs, long afterMs) {
    int others = untold;
    for (long[] each : young) {
      others += nowMs - each[0] < afterMs ? (int) each[1] : 0;
    }
    while (!young.isEmpty() && nowMs - young.peekFirst()[0] >= afterMs) {
      young.removeFirst();
    }
    return Math.max(0, count - others);
  }

  /** Whether it granted something, or nothing waited, within the interval. */
  boolean isServed(long nowMs, long intervalMs) {
    return count == 0 || nowMs - waitingSinceMs < intervalMs;
  }

  /** How many it grants in an interval while something waits, as far as seen. */
  double grantsIn(long intervalMs) {
    return grants * intervalMs / (waitedMs + intervalMs);
  }

  /** The same if so many are supposed where nothing is seen. */
  double grantsIn(long intervalMs, double supposed) {
    return (grants + supposed) * intervalMs / (waitedMs + intervalMs);
  }

  /**
   * What of a headroom is worth anything: of one with which asks waited for an interval only what
   * it has grown since.
   *
   * @param call the present one
   */
  double believed(double headroom, long nowMs, long intervalMs, long call) {
    if (told > 0 && waited(nowMs, intervalMs) > 0 && call - raised >= CALLS_TO_GRANT) {
      doubtedHeadroom = headroom;
      doubtedMs = nowMs;
    }
    return nowMs - doubtedMs < DOUBT_INTERVALS * intervalMs
        ? Math.max(0, headroom - doubtedHeadroom)
        : headroom;
  }

  void tell(int newTold, long call, long nowMs) {
    raised = newTold > told ? call : raised;
    if (newTold != told || unsure) {
      while (!unanswered.isEmpty() && unanswered.peekLast()[1] <= newTold) {
        unanswered.removeLast(); // nothing between the two could be granted more
      }
      unanswered.addLast(new long[] {call, newTold});
    }
    told = newTold;
    unsure = false;
    lastTold = call;
    knows(nowMs);
  }

  /**
   * The application states a count: whether the sub-cluster is told what is left, too. Rarely,
   * since what is granted meanwhile then comes in excess.
   */
  void restated() {
    outdated = stated > told && stated >= 2 * told;
  }

  /** As the sub-cluster itself counts. */
  void granted(long nowMs) {
    count = Math.max(0, count - 1);
    told = Math.max(0, told - 1);
    sure = Math.max(0, sure - 1);
    unanswered.forEach(each -> each[1] = Math.max(0, each[1] - 1));
    waitingSinceMs = nowMs;
    grants++;
    doubtedHeadroom = 0;
  }

  /** The sub-cluster answered this call, and so all before it. */
  void answered(long call) {
    heard = Math.max(heard, call);
    while (!unanswered.isEmpty() && unanswered.peekFirst()[0] <= call) {
      sure = unanswered.removeFirst()[1];
    }
  }

  /** The most it may believe to be outstanding, by what it was told and has not answered. */
  int exposed() {
    return (int) (unanswered.isEmpty() ? sure : Math.max(sure, unanswered.peekFirst()[1]));
  }

  /** What it was told may not have arrived. */
  void doubted() {
    unsure |= told > 0 || exposed() > 0;
  }

  /** It could grant so many at most, and may have granted some of them unheard: any is a raise. */
  void restored(int most, long nowMs) {
    count = most;
    sure = most;
    unsure = true;
    untold = most;
    waitingSinceMs = nowMs;
    nearSinceMs = nowMs;
  }

  /**
   * Whether nothing more comes of it. Not before the last call that told it anything is answered:
   * what it was told again it may have granted just before, and grant once more.
   */
  boolean isFinished() {
    return count == 0 && told == 0 && exposed() == 0 && !unsure && lastTold <= heard;
  }
}
