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

/**
 * Holds what one scheduler is believed to know of one host or rack, until the scheduler knows that
 * nothing is wanted there any more. Not thread-safe.
 */
final class LocationReplica {
  final SchedulerReplica scheduler;
  final RequestedLocation location;

  /** Whether the host or rack belongs to this scheduler, as far as known. */
  boolean isOwner = true;

  /** How many containers the scheduler is believed to want there. */
  int known;

  /** Whether it was sent with relaxed locality off, so that only hosts of the rack will do. */
  boolean strict;

  /** {@link SchedulerReplica#unlocatedGrants} when the location was last sent. */
  private long sentAfter;

  private boolean isLessMaybe;

  /** Whether the scheduler may ever have been sent it. */
  private boolean wasSent;

  /** How many containers prefer it here; a rack of several schedulers counts in fractions. */
  private double preferred;

  private boolean isChanged;
  private boolean isListed;

  LocationReplica(SchedulerReplica scheduler, RequestedLocation location) {
    this.scheduler = scheduler;
    this.location = location;
  }

  int wanted() {
    return isOwner ? location.entry.count() : 0;
  }

  /** The number of containers wanted here changed. */
  void changed(double newPreferred) {
    scheduler.prefer(newPreferred - preferred, location.isRack);
    preferred = newPreferred;
    if (!isListed) {
      isListed = true;
      location.listed++;
      scheduler.locations.add(this);
    }
    if (!isChanged) {
      isChanged = true;
      scheduler.changed.add(this);
    }
  }

  /** The present call sends this count. */
  void sent(int count, boolean newStrict) {
    known = count;
    strict = newStrict;
    sentAfter = scheduler.unlocatedGrants;
    isLessMaybe = false;
    isChanged = false;
    wasSent = true;
  }

  /**
   * The scheduler granted a container here.
   *
   * @param maybe true if it is unknown whether the scheduler counted it here
   */
  void less(boolean maybe) {
    isLessMaybe |= maybe && known > 0;
    known = Math.max(0, known - 1);
  }

  /** The scheduler knows nothing of it. */
  void markEmpty() {
    known = 0;
    strict = false;
    isLessMaybe = false;
    sentAfter = scheduler.unlocatedGrants;
  }

  /** An earlier process may have sent it. */
  void markSent() {
    wasSent = true;
  }

  /** Restores what the scheduler is believed to know now. */
  Runnable undo() {
    int knownNow = known;
    boolean strictNow = strict;
    long sentAfterNow = sentAfter;
    boolean isLessMaybeNow = isLessMaybe;
    boolean wasSentNow = wasSent;
    return () -> {
      known = knownNow;
      strict = strictNow;
      sentAfter = sentAfterNow;
      isLessMaybe = isLessMaybeNow;
      wasSent = wasSentNow;
      changed(preferred);
    };
  }

  /** Whether the scheduler's count is unknown since a grant. */
  boolean isDoubtful() {
    return isLessMaybe || location.isRack && known > 0 && sentAfter < scheduler.unlocatedGrants;
  }

  /** Whether the scheduler may hold anything here. */
  boolean isHeld() {
    return known > 0 || isDoubtful();
  }

  /** Whether the scheduler knows nothing of it, and is to know nothing. */
  boolean isUnheard() {
    return wanted() == 0 && !isHeld() && !(wasSent && scheduler.isUnknown());
  }

  /** Takes it off the changed ones, unless it is in doubt; returns whether it did. */
  boolean settle() {
    isChanged = isDoubtful();
    return !isChanged;
  }

  /** Takes it off the listed ones if nothing is left to send; returns whether it did. */
  boolean unlist() {
    if (isChanged || isLessMaybe || known > 0 || wanted() > 0) {
      return false;
    }
    isListed = false;
    location.listed--;
    return true;
  }
}
