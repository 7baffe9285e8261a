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
    count += more;
  }

  void tell(int newTold, long call) {
    if (newTold != told || unsure) {
      while (!unanswered.isEmpty() && unanswered.peekLast()[1] <= newTold) {
        unanswered.removeLast(); // nothing between the two could be granted more
      }
      unanswered.addLast(new long[] {call, newTold});
    }
    told = newTold;
    unsure = false;
    lastTold = call;
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
