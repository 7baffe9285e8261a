// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.requests;

/**
 * The requests for one host or rack as one scheduler is believed to know them, kept until the
 * scheduler knows that nothing is requested there. Not thread-safe.
 */
final class LocationReplica {
  final SchedulerReplica scheduler;
  final RequestedLocation location;

  /** The location's next replica; null if this is the last one. */
  final LocationReplica next;

  /** True if the host or rack belongs to this scheduler, as far as known. */
  boolean isOwner = true;

  /** Number of containers that the scheduler is believed to have outstanding here. */
  int known;

  /** True if it was sent with relaxed locality off, so that only hosts of the rack qualify. */
  boolean strict;

  /** Value of {@link SchedulerReplica#unlocatedGrants} when the location was last sent. */
  private int sentAfter;

  private boolean isLessMaybe;

  /** True if the scheduler may ever have been sent this location. */
  private boolean wasSent;

  /**
   * Number of containers that prefer this location; a rack of several schedulers counts in
   * fractions.
   */
  private double preferred;

  private boolean isChanged;
  private boolean isListed;

  LocationReplica(SchedulerReplica scheduler, RequestedLocation location, LocationReplica next) {
    this.scheduler = scheduler;
    this.location = location;
    this.next = next;
  }

  int wanted() {
    return isOwner ? location.entry.count() : 0;
  }

  /** Changes the number of containers wanted here. */
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

  /** Records that the current call sends this count. */
  void sent(int count, boolean newStrict) {
    if (known == count
        && strict == newStrict
        && sentAfter == scheduler.unlocatedGrants
        && wasSent
        && !isLessMaybe
        && !isChanged) {
      return; // as most others of a large request
    }
    scheduler.sending(this);
    known = count;
    strict = newStrict;
    sentAfter = scheduler.unlocatedGrants;
    isLessMaybe = false;
    isChanged = false;
    wasSent = true;
  }

  /**
   * Records that the scheduler granted a container here.
   *
   * @param maybe true if it is unknown whether the scheduler counted it here
   */
  void less(boolean maybe) {
    isLessMaybe |= maybe && known > 0;
    known = Math.max(0, known - 1);
  }

  /** Records that the scheduler may have granted a container here and counted it. */
  void maybeLess() {
    if (known > 0) {
      isLessMaybe = true;
      changed(preferred);
    }
  }

  /** Records that the scheduler knows nothing of this location. */
  void markEmpty() {
    known = 0;
    strict = false;
    isLessMaybe = false;
    sentAfter = scheduler.unlocatedGrants;
  }

  /** Records that an earlier process may have sent this location. */
  void markSent() {
    wasSent = true;
  }

  /** Returns an action that restores the scheduler's believed state of now. */
  Runnable undo() {
    return new Restoration();
  }

  /** Restores the scheduler's believed state of when it was created. */
  private final class Restoration implements Runnable {
    private final int knownThen = known;
    private final boolean strictThen = strict;
    private final int sentAfterThen = sentAfter;
    private final boolean wasLessMaybe = isLessMaybe;
    private final boolean hadBeenSent = wasSent;

    @Override
    public void run() {
      known = knownThen;
      strict = strictThen;
      sentAfter = sentAfterThen;
      isLessMaybe = wasLessMaybe;
      wasSent = hadBeenSent;
      changed(preferred);
    }
  }

  /** Returns whether the scheduler's count is uncertain since a grant. */
  boolean isDoubtful() {
    return isLessMaybe || location.isRack && known > 0 && sentAfter < scheduler.unlocatedGrants;
  }

  /** Returns whether the scheduler may have anything outstanding here. */
  boolean isHeld() {
    return known > 0 || isDoubtful();
  }

  /** Returns whether the scheduler knows nothing of this location and need not know it. */
  boolean isAbsent() {
    return wanted() == 0 && !isHeld() && !(wasSent && scheduler.isUnknown());
  }

  /** Returns whether the location is among the scheduler's changed ones. */
  boolean isChanged() {
    return isChanged;
  }

  /** Marks the location unchanged unless its count is uncertain; returns whether it did. */
  boolean settle() {
    isChanged = isDoubtful();
    return !isChanged;
  }

  /** Removes the location from the list if nothing is left to send; returns whether it did. */
  boolean unlist() {
    if (isChanged || isLessMaybe || known > 0 || wanted() > 0) {
      return false;
    }
    isListed = false;
    location.listed--;
    return true;
  }
}
