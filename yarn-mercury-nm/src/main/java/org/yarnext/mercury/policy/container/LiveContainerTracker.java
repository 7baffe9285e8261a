// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.container;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yarnext.mercury.policy.snapshot.ContainerIdCodec;
import org.yarnext.mercury.policy.snapshot.SnapshotCodec;

/**
 * Tracks an application's granted containers that have not ended, by execution type, for its quota
 * (Mercury sections 4.1 and 6.3). Each id counts once, even if events are repeated or late: a
 * repeated response cannot revive an ended container. Not thread-safe.
 */
public final class LiveContainerTracker {
  private static final int VERSION = 2;

  private final Map<String, Boolean> opportunisticById = new LinkedHashMap<>();

  /**
   * Containers that ended since the last response; {@code endedBefore} has those between the last
   * two.
   */
  private Set<String> endedLately = new LinkedHashSet<>();

  private Set<String> endedBefore = new LinkedHashSet<>();
  private int opportunistic;

  /** Result of {@link #granted}. */
  public enum Seen {
    NEW,
    KNOWN,
    ENDED_BEFORE
  }

  /** Records a granted container; does nothing unless it is new. */
  public Seen granted(String id, boolean asOpportunistic) {
    if (opportunisticById.containsKey(id)) {
      return Seen.KNOWN;
    }
    if (hasEnded(id)) {
      return Seen.ENDED_BEFORE;
    }
    set(id, asOpportunistic);
    return Seen.NEW;
  }

  /** Records that the container is guaranteed from now on. */
  public void promoted(String id) {
    updated(id, false);
  }

  /** Records that the container is opportunistic from now on. */
  public void demoted(String id) {
    updated(id, true);
  }

  private void updated(String id, boolean asOpportunistic) {
    if (!hasEnded(id)) {
      set(id, asOpportunistic);
    }
  }

  private boolean hasEnded(String id) {
    return endedLately.contains(id) || endedBefore.contains(id);
  }

  /**
   * Records that the application received the whole response. Schedulers repeat no response but the
   * last, so containers that ended before the last but one are forgotten.
   */
  public void answered() {
    endedBefore = endedLately;
    endedLately = new LinkedHashSet<>();
  }

  private void set(String id, boolean asOpportunistic) {
    Boolean before = opportunisticById.put(id, asOpportunistic);
    opportunistic += (asOpportunistic ? 1 : 0) - (Boolean.TRUE.equals(before) ? 1 : 0);
  }

  /** Records that the container completed, was killed, released or lost with its node. */
  public void ended(String id) {
    untold(id);
    endedLately.add(id);
  }

  /**
   * Removes a container that the application never received; if it does later, the container counts
   * then.
   */
  public void untold(String id) {
    if (Boolean.TRUE.equals(opportunisticById.remove(id))) {
      opportunistic--;
    }
  }

  /** Returns whether the container is live and opportunistic. */
  public boolean isOpportunistic(String id) {
    return Boolean.TRUE.equals(opportunisticById.get(id));
  }

  public int opportunistic() {
    return opportunistic;
  }

  public int guaranteed() {
    return opportunisticById.size() - opportunistic;
  }

  /** Returns the state as maps, lists and texts. */
  public Map<String, Object> snapshot() {
    Map<String, Object> s = SnapshotCodec.version(VERSION);
    s.put("guaranteed", ContainerIdCodec.write(ids(false)));
    s.put("opportunistic", ContainerIdCodec.write(ids(true)));
    Set<String> ended = new LinkedHashSet<>(endedBefore);
    ended.addAll(endedLately);
    s.put("ended", ContainerIdCodec.write(ended));
    return s;
  }

  private List<String> ids(boolean ofOpportunistic) {
    List<String> ids = new ArrayList<>();
    opportunisticById.forEach(
        (id, isOpportunistic) -> {
          if (isOpportunistic == ofOpportunistic) {
            ids.add(id);
          }
        });
    return ids;
  }

  /**
   * Restores a tracker from a snapshot.
   *
   * @throws IllegalArgumentException if the snapshot is invalid
   */
  public static LiveContainerTracker restore(Map<String, ?> snapshot) {
    SnapshotCodec.check(snapshot, VERSION);
    LiveContainerTracker live = new LiveContainerTracker();
    live.endedLately.addAll(ContainerIdCodec.read(snapshot.get("ended")));
    ContainerIdCodec.read(snapshot.get("guaranteed")).forEach(id -> live.set(id, false));
    ContainerIdCodec.read(snapshot.get("opportunistic")).forEach(id -> live.set(id, true));
    return live;
  }
}
