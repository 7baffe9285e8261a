// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.requests;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * One scheduler's share of the requests of one key, and the part of it that the scheduler is
 * believed to know. Calls are asynchronous: a call is sent, and a later answer shows that the
 * scheduler has read it. Not thread-safe.
 */
public final class SchedulerReplica {
  /** Knowledge about the scheduler's own count. */
  public enum State {
    /** The scheduler has no request, and no call on its way can give it one. */
    EMPTY,
    /** The scheduler has, or will have, the last total less the containers granted since. */
    KNOWN,
    /** A call may have been lost: the scheduler must be sent everything again. */
    UNKNOWN
  }

  private final String name;

  /** See {@link OutstandingRequests#OutstandingRequests(Collection, boolean)}. */
  private final boolean dropsKeys;

  /** Number of containers that the scheduler is to provide; set by the policy. */
  private int share;

  /** The share at the end of the previous call, or at the start of the current one. */
  int shareBefore;

  /** Maximum part of its share that the scheduler is sent; set by the policy. */
  private int limit = Integer.MAX_VALUE;

  /** Number of containers that the scheduler is believed to have outstanding. */
  private int known;

  private boolean isUnknown;

  /** The total last sent, regardless of later grants. */
  private int sent;

  /** True if the scheduler must be sent its total although that is known: see {@link #restated}. */
  private boolean isOutdated;

  /** How far from the requested hosts it may allocate; {@code sentLevel} was sent last. */
  private RelaxationLevel level = RelaxationLevel.ANY;

  private RelaxationLevel sentLevel = RelaxationLevel.ANY;

  /** The hosts and racks that the scheduler is sent. */
  final List<LocationReplica> locations = new ArrayList<>();

  /** The hosts and racks that changed since they were sent. */
  final List<LocationReplica> changed = new ArrayList<>();

  /** True if it was sent a location's cancellation, which is repeated after a lost call. */
  boolean hasEnded;

  /** See {@link OutstandingRequest#shareLocations}. */
  boolean sharesLocations;

  /** Number of containers granted in an unknown rack: some rack's count is lower by each. */
  int unlocatedGrants;

  private double hostPreferences;
  private double rackPreferences;

  /** True if the current call can be sent to the scheduler. */
  boolean isReachable;

  /** The totals of calls not yet answered, descending: pairs of call and total. */
  private final Deque<long[]> unanswered = new ArrayDeque<>(2);

  /** The total of the last answered call, less the containers granted since. */
  private long answeredTotal;

  private long lastSent;
  private long lastRaised;
  private long lastAnswered;

  /** Number of the first call since which part of the share has not been sent. */
  private long unsentSince;

  /** The state before the current call; null if the call sends the scheduler nothing. */
  private Knowledge before;

  SchedulerReplica(String name, boolean dropsKeys) {
    this.name = name;
    this.dropsKeys = dropsKeys;
  }

  /** Returns the scheduler's name. */
  public String name() {
    return name;
  }

  /** Returns the number of containers that the scheduler is to provide, 0 or more. */
  public int share() {
    return share;
  }

  /** Returns the part of the share to send, 0 or more; see {@link #setLimit}. */
  public int offer() {
    return Math.min(share, limit);
  }

  /** Returns how many containers the scheduler is believed to have outstanding, 0 or more. */
  public int known() {
    return known;
  }

  /** Returns how many containers prefer its hosts; shared hosts count in fractions. */
  public double hostPreferences() {
    return hostPreferences;
  }

  /** Returns how many containers prefer its racks; shared racks count in fractions. */
  public double rackPreferences() {
    return rackPreferences;
  }

  /** Returns the number of the last call that sent the scheduler anything; 0 if none did. */
  public long lastSent() {
    return lastSent;
  }

  /** Returns the number of the last call that raised the scheduler's total; 0 if none did. */
  public long lastRaised() {
    return lastRaised;
  }

  /** Returns the knowledge about the scheduler's own count. */
  public State state() {
    State believed = known == 0 && exposed() == 0 ? State.EMPTY : State.KNOWN;
    return isUnknown ? State.UNKNOWN : believed;
  }

  /**
   * Returns the maximum number of containers that the scheduler may still grant, by the calls it
   * has not answered and the last one it answered.
   */
  public int exposed() {
    long max = unanswered.isEmpty() ? answeredTotal : unanswered.peekFirst()[1];
    return (int) Math.max(answeredTotal, max);
  }

  /** Sets how far from the requested hosts the scheduler may allocate; sent with the next call. */
  public void setLevel(RelaxationLevel newLevel) {
    level = newLevel;
  }

  /**
   * Limits the part of its share that the scheduler is sent, for instance by a quota; sent with the
   * next call. The remainder of the share is held back.
   *
   * @param max maximum number of containers, 0 or more
   */
  public void setLimit(int max) {
    limit = max;
  }

  /** Returns whether it owns the hosts and racks of another scheduler, too. */
  public boolean sharesLocations() {
    return sharesLocations;
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
   * Records that the application states a total. The scheduler is sent its own total again if most
   * of it is granted; rarely, since containers granted meanwhile come in excess.
   *
   * @param always whether the total is sent again after each grant
   */
  void restated(boolean always) {
    isOutdated |= sent > known && (always || sent >= 2 * known);
  }

  /** As {@link #restated(boolean)}, of a host or rack; null if the scheduler was not sent it. */
  void restated(LocationReplica location) {
    isOutdated |= location != null && location.isDoubtful();
  }

  /** Records that locality relaxation was switched. The total carries it and is sent again. */
  void relaxLocalityChanged() {
    isUnknown |= known > 0;
  }

  /**
   * Returns whether everything must be sent, and not just the changed locations. YARN's
   * AMRMClientRelayer does not count grants: to a ResourceManager that fails over it sends the last
   * total that it was sent itself, and it takes the next one for a raise. So a total that became
   * smaller by grants alone is sent again when the application states one, and at the end.
   *
   * @param count the total to send
   * @param isOver whether the application has nothing outstanding for the key
   */
  boolean mustSendAll(int count, boolean isOver) {
    boolean isRelaxed = count > 0 && level != sentLevel;
    boolean isLeft = isOver && known == 0 && sent > 0;
    return isUnknown || count != known || isRelaxed || isOutdated || isLeft;
  }

  /** Returns whether the relayer would take this total for a raise. */
  boolean isRaise(int count) {
    return isUnknown ? count > 0 : sent > 0 && count > sent;
  }

  /** Begins a call that sends the scheduler its total. */
  void begin() {
    before = new Knowledge();
  }

  /** Records that a host or rack is about to be sent in the current call. */
  void sending(LocationReplica location) {
    before.locationsThen.add(location.undo());
  }

  /** Records that the current call sends this total. */
  void sent(int count, long call) {
    if (count > known) {
      lastRaised = call;
    }
    if (count != known || isUnknown) {
      while (!unanswered.isEmpty() && unanswered.peekLast()[1] <= count) {
        unanswered.removeLast(); // no total between them is larger
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

  /** Ends the current call, which is not undone. */
  void end() {
    before = null;
    shareBefore = share;
  }

  /** Undoes the current call: the scheduler has read nothing of it. */
  void undo() {
    if (before != null) {
      before.restore();
      before = null;
    }
  }

  /** A copy of the scheduler's believed state, including the hosts and racks that are sent. */
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
    private final List<long[]> unansweredThen = new ArrayList<>(unanswered.size());
    private final List<Runnable> locationsThen = new ArrayList<>();

    private Knowledge() {
      unanswered.forEach(each -> unansweredThen.add(each.clone()));
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

  /** Records that the scheduler granted a container and subtracted it itself. */
  void granted() {
    share = Math.max(0, share - 1);
    known = Math.max(0, known - 1);
    answeredTotal = Math.max(0, answeredTotal - 1);
    unanswered.forEach(each -> each[1] = Math.max(0, each[1] - 1));
    if (dropsKeys && known == 0 && !isUnknown) {
      markEmpty();
    }
  }

  /** Records that the scheduler answered this call, and so all calls before it. */
  void answered(long call) {
    lastAnswered = Math.max(lastAnswered, call);
    while (!unanswered.isEmpty() && unanswered.peekFirst()[0] <= call) {
      answeredTotal = unanswered.removeFirst()[1];
    }
  }

  /** Records that earlier calls may be lost. A scheduler that has nothing is sent nothing. */
  void markUnknown() {
    if (state() != State.EMPTY) {
      markLost();
    }
  }

  /**
   * Records that the last call may have been lost, even one that reduced the total after a grant.
   * Until the scheduler answers a later call it may grant as many containers as before.
   */
  void markLost() {
    answeredTotal = exposed();
    unanswered.clear();
    isUnknown = true;
    locations.forEach(LocationReplica::markSent);
  }

  /** Records that the scheduler has nothing of the key any more, nor of its hosts and racks. */
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

  /** Takes over from an earlier process that had sent at most this total. */
  void restore(int max) {
    share = max;
    answeredTotal = max;
    isUnknown = true;
    locations.forEach(LocationReplica::markSent);
  }

  /** Returns whether the scheduler may hold a host or rack. */
  boolean holdsLocations() {
    return locations.stream().anyMatch(LocationReplica::isHeld);
  }

  /**
   * Returns whether no more containers can come from this scheduler. This is false until the
   * scheduler answers the last call that sent it anything: it may have granted containers that the
   * call requests again, and grant them once more.
   */
  boolean isFinished() {
    return share == 0 && sent == 0 && state() == State.EMPTY && lastSent <= lastAnswered;
  }

  /** Returns whether the scheduler is to have this number of containers, and is known to. */
  public boolean isSettledAt(int total) {
    return share == total && known == total && state() == (total == 0 ? State.EMPTY : State.KNOWN);
  }
}
