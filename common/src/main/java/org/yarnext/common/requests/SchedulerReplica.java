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
package org.yarnext.common.requests;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/**
 * One scheduler's share of the requests of one key, and what the scheduler is believed to know of
 * them. Calls are asynchronous: a call is sent, and some later answer tells that the scheduler has
 * read it. Not thread-safe.
 */
public final class SchedulerReplica {
  /** What is known about the scheduler's own count. */
  public enum State {
    /** The scheduler has no request, and cannot get one by a call that is on its way. */
    EMPTY,
    /** The scheduler has, or will have, what it was sent less what it granted. */
    KNOWN,
    /** A call may have been lost: the scheduler must be sent everything again. */
    UNKNOWN
  }

  private final String name;

  /** See {@link OutstandingRequests#OutstandingRequests(Collection, boolean)}. */
  private final boolean dropsKeys;

  /** How many containers it is to provide; decided by the policy. */
  private int share;

  /** The most that it is sent of its share; decided by the policy. */
  private int limit = Integer.MAX_VALUE;

  /** How many containers it is believed to have outstanding. */
  private int known;

  private boolean isUnknown;

  /** The total it was sent last, whatever it granted since. */
  private int sent;

  /** Whether it must be sent its total although that is known: see {@link #restated}. */
  private boolean isOutdated;

  /** How far from the requested hosts it may allocate, and the level it was sent. */
  private RelaxationLevel level = RelaxationLevel.ANY;

  private RelaxationLevel sentLevel = RelaxationLevel.ANY;

  /** The hosts and racks that it is sent. */
  final List<LocationReplica> locations = new ArrayList<>();

  /** Those that changed since they were sent. */
  final List<LocationReplica> changed = new ArrayList<>();

  /** Whether it was sent the end of a location, which a lost call makes it be sent again. */
  boolean hasEnded;

  /** Containers granted in a rack that is not known: some rack counts less for each. */
  long unlocatedGrants;

  private double hostPreferences;
  private double rackPreferences;

  /** Whether the present call can be sent to it. */
  boolean isReachable;

  /** The totals of calls it has not answered, falling: pairs of call and total. */
  private final Deque<long[]> unanswered = new ArrayDeque<>();

  /** The total of the last call it answered, less what it granted since. */
  private long answeredTotal;

  private long lastSent;
  private long lastRaised;
  private long lastAnswered;

  /** The call since which part of the share has not been sent. */
  private long unsentSince;

  /** Its state before the present call; null if the call sends it nothing. */
  private Knowledge before;

  SchedulerReplica(String name, boolean dropsKeys) {
    this.name = name;
    this.dropsKeys = dropsKeys;
  }

  /** The scheduler's name. */
  public String name() {
    return name;
  }

  /** How many containers it is to provide, 0 or more. */
  public int share() {
    return share;
  }

  /** The part of its share that it is to be sent, 0 or more; see {@link #setLimit}. */
  public int offer() {
    return Math.min(share, limit);
  }

  /** How many containers the scheduler is believed to have outstanding, 0 or more. */
  public int known() {
    return known;
  }

  /** How many containers prefer its hosts; a host of several schedulers counts in fractions. */
  public double hostPreferences() {
    return hostPreferences;
  }

  /** How many containers prefer its racks; a rack of several schedulers counts in fractions. */
  public double rackPreferences() {
    return rackPreferences;
  }

  /** The number of the last call that sent it anything; 0 if none did. */
  public long lastSent() {
    return lastSent;
  }

  /** The number of the last call that sent it more than it knew of; 0 if none did. */
  public long lastRaised() {
    return lastRaised;
  }

  /** What is known about the scheduler's own count. */
  public State state() {
    if (isUnknown) {
      return State.UNKNOWN;
    }
    return known == 0 && exposed() == 0 ? State.EMPTY : State.KNOWN;
  }

  /**
   * The most containers it may still grant, by all that it was sent and has not answered, or
   * answered last.
   */
  public int exposed() {
    long most = unanswered.isEmpty() ? answeredTotal : unanswered.peekFirst()[1];
    return (int) Math.max(answeredTotal, most);
  }

  /**
   * Changes how far from the requested hosts the scheduler may allocate; sent with the next call.
   */
  public void setLevel(RelaxationLevel newLevel) {
    level = newLevel;
  }

  /**
   * Changes how many containers of its share the scheduler is sent at most, for instance by a
   * quota; sent with the next call. The remainder of its share is held back.
   *
   * @param most 0 or more
   */
  public void setLimit(int most) {
    limit = most;
  }

  boolean dropsKeys() {
    return dropsKeys;
  }

  void changeShare(int more, long call) {
    if (more > 0 && share <= known) {
      unsentSince = call;
    }
    share += more;
  }

  void prefer(double more, boolean isRack) {
    if (isRack) {
      rackPreferences += more;
    } else {
      hostPreferences += more;
    }
  }

  long unsentSince() {
    return unsentSince;
  }

  boolean isUnknown() {
    return isUnknown;
  }

  boolean isStrict() {
    return level != RelaxationLevel.ANY;
  }

  boolean isStrict(LocationReplica location) {
    return location.location.isRack && level == RelaxationLevel.HOST;
  }

  /**
   * The application states a total. The scheduler is sent its own again if most of what it was sent
   * is granted; rarely, since what is granted meanwhile comes in excess.
   *
   * @param always whether it is sent its own again after each grant
   */
  void restated(boolean always) {
    isOutdated = sent > known && (always || sent >= 2 * known);
  }

  /**
   * The application changed whether locality is relaxed. The total carries that, so it must be sent
   * again.
   */
  void relaxLocalityChanged() {
    isUnknown |= known > 0;
  }

  /**
   * Whether everything must be sent, and not just the locations that changed. YARN's
   * AMRMClientRelayer does not count grants: to a ResourceManager that fails over it sends the last
   * total that it was sent itself, and it takes the next one for a raise. So a total that only
   * grants made smaller is sent again when the application states one, and at the end.
   *
   * @param count the total to send
   * @param isOver whether the application has nothing outstanding of the key
   */
  boolean mustSendAll(int count, boolean isOver) {
    boolean isRelaxed = count > 0 && level != sentLevel;
    boolean isLeft = isOver && known == 0 && sent > 0;
    return isUnknown || count != known || isRelaxed || isOutdated || isLeft;
  }

  /** Whether the relayer on the way would take this total for a raise. */
  boolean isRaise(int count) {
    return isUnknown ? count > 0 : sent > 0 && count > sent;
  }

  /** The present call sends the scheduler something, of these hosts and racks. */
  void begin(Collection<LocationReplica> some) {
    before = new Knowledge(some);
  }

  /** The present call sends this total. */
  void sent(int count, long call) {
    if (count > known) {
      lastRaised = call;
    }
    if (count != known || isUnknown) {
      while (!unanswered.isEmpty() && unanswered.peekLast()[1] <= count) {
        unanswered.removeLast(); // no total between the two is larger
      }
      unanswered.addLast(new long[] {call, count});
    }
    known = count;
    sent = count;
    sentLevel = level;
    isOutdated = false;
    isUnknown = false;
    lastSent = call;
  }

  /** The present call has ended, and its sending is not undone. */
  void end() {
    before = null;
  }

  /** The scheduler has read nothing of what the present call sent it. */
  void undo() {
    if (before != null) {
      before.restore();
      before = null;
    }
  }

  /** A copy of the scheduler's believed state, some hosts and racks included. */
  private final class Knowledge {
    private final int knownThen = known;
    private final int sentThen = sent;
    private final boolean wasUnknown = isUnknown;
    private final boolean wasOutdated = isOutdated;
    private final boolean hadEnded = hasEnded;
    private final RelaxationLevel sentLevelThen = sentLevel;
    private final long answeredThen = answeredTotal;
    private final long lastSentThen = lastSent;
    private final long lastRaisedThen = lastRaised;
    private final List<long[]> unansweredThen = new ArrayList<>();
    private final List<Runnable> locationsThen = new ArrayList<>();

    private Knowledge(Collection<LocationReplica> some) {
      unanswered.forEach(each -> unansweredThen.add(each.clone()));
      some.forEach(each -> locationsThen.add(each.undo()));
    }

    private void restore() {
      known = knownThen;
      sent = sentThen;
      isUnknown = wasUnknown;
      isOutdated = wasOutdated;
      hasEnded = hadEnded;
      sentLevel = sentLevelThen;
      answeredTotal = answeredThen;
      lastSent = lastSentThen;
      lastRaised = lastRaisedThen;
      unanswered.clear();
      unanswered.addAll(unansweredThen);
      locationsThen.forEach(Runnable::run);
    }
  }

  /** The scheduler granted a container, and counts one less itself. */
  void granted() {
    share = Math.max(0, share - 1);
    known = Math.max(0, known - 1);
    answeredTotal = Math.max(0, answeredTotal - 1);
    unanswered.forEach(each -> each[1] = Math.max(0, each[1] - 1));
    if (dropsKeys && known == 0 && !isUnknown) {
      markEmpty();
    }
  }

  /** The scheduler answered this call, and so all calls before it. */
  void answered(long call) {
    lastAnswered = Math.max(lastAnswered, call);
    while (!unanswered.isEmpty() && unanswered.peekFirst()[0] <= call) {
      answeredTotal = unanswered.removeFirst()[1];
    }
  }

  /** Earlier calls may have been lost. A scheduler that has nothing needs to be sent nothing. */
  void markUnknown() {
    if (state() != State.EMPTY) {
      markLost();
    }
  }

  /**
   * The last call may have been lost, and with it even the end of what the scheduler granted. Until
   * it answers a later one it may grant as many as before.
   */
  void markLost() {
    answeredTotal = exposed();
    unanswered.clear();
    isUnknown = true;
    locations.forEach(LocationReplica::markSent);
  }

  /** The scheduler has nothing of the key any more, and knows none of its hosts and racks. */
  void markEmpty() {
    known = 0;
    sent = 0;
    isUnknown = false;
    isOutdated = false;
    hasEnded = false;
    answeredTotal = 0;
    unanswered.clear();
    locations.forEach(LocationReplica::markEmpty);
  }

  /** Goes on where an earlier process stopped, which had sent at most so many. */
  void restore(int most) {
    share = most;
    answeredTotal = most;
    isUnknown = true;
    locations.forEach(LocationReplica::markSent);
  }

  /** Whether the scheduler may hold a host or rack. */
  boolean holdsLocations() {
    return locations.stream().anyMatch(LocationReplica::isHeld);
  }

  /**
   * Whether nothing more comes of it. Not before the last call that sent it anything is answered:
   * it may have granted what that call sends again, and grant it once more.
   */
  boolean isFinished() {
    return share == 0 && sent == 0 && state() == State.EMPTY && lastSent <= lastAnswered;
  }
}
