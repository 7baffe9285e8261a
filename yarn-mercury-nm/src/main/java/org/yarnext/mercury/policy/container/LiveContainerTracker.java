// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.container;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.yarnext.mercury.policy.snapshot.ContainerIdCodec;
import org.yarnext.mercury.policy.snapshot.SnapshotCodec;

/**
 * Tracks an application's granted containers that have not ended, by execution type, for its quota
 * (Mercury sections 4.1 and 6.3). Each id counts once, even if events are repeated or late: a
 * repeated response cannot revive an ended container. Not thread-safe.
 *
 * <p>A ResourceManager tracks every container of many applications. Ids are therefore kept as the
 * objects that they are given as, which the ResourceManager keeps anyway.
 *
 * @param <I> a container id
 */
public final class LiveContainerTracker<I> {
  private static final int VERSION = 2;

  private final Map<I, Kind> live = new HashMap<>();

  /** Number of opportunistic ones among the live containers. */
  private int opportunistic;

  /** The last kind of either execution type, which most other containers share. */
  private final Kind[] last = new Kind[2];

  /**
   * Containers that ended since the last response; {@code endedBefore} has those between the last
   * two.
   */
  private Set<I> endedLately = Collections.emptySet();

  private Set<I> endedBefore = Collections.emptySet();

  /** Containers that the current call releases, as they were; empty once it has succeeded. */
  private final Map<I, Kind> releasing = new HashMap<>();

  /** The latest results of {@link #snapshot} and {@link #priorities}; null if out of date. */
  private Map<String, Object> snapshot;

  private Map<String, Object> priorities;

  /** Result of {@link #granted}. */
  public enum Seen {
    NEW,
    KNOWN,
    ENDED_BEFORE
  }

  /** Priority and execution type of a live container. Immutable. */
  public static final class Kind {
    private final Integer priority;
    private final boolean isOpportunistic;

    private Kind(Integer priority, boolean isOpportunistic) {
      this.priority = priority;
      this.isOpportunistic = isOpportunistic;
    }

    /** Returns the priority; null if unknown. */
    public Integer priority() {
      return priority;
    }

    public boolean isOpportunistic() {
      return isOpportunistic;
    }
  }

  private Kind kind(Integer priority, boolean asOpportunistic) {
    int type = asOpportunistic ? 1 : 0;
    if (last[type] == null || !Objects.equals(last[type].priority, priority)) {
      last[type] = new Kind(priority, asOpportunistic);
    }
    return last[type];
  }

  /** Records a granted container; does nothing unless it is new. */
  public Seen granted(I id, int priority, boolean asOpportunistic) {
    if (hasEnded(id)) {
      return Seen.ENDED_BEFORE;
    }
    if (live.putIfAbsent(id, kind(priority, asOpportunistic)) != null) {
      return Seen.KNOWN;
    }
    opportunistic += asOpportunistic ? 1 : 0;
    changed();
    return Seen.NEW;
  }

  /** Records that the container is guaranteed from now on. */
  public void promoted(I id) {
    changeTo(false, id);
  }

  /** Records that the container is opportunistic from now on. */
  public void demoted(I id) {
    changeTo(true, id);
  }

  private void changeTo(boolean asOpportunistic, I id) {
    Kind before = live.get(id);
    boolean isSame = before != null && before.isOpportunistic == asOpportunistic;
    if (!isSame && !hasEnded(id)) {
      remove(id);
      live.put(id, kind(before == null ? null : before.priority, asOpportunistic));
      opportunistic += asOpportunistic ? 1 : 0;
      changed();
    }
  }

  private Kind remove(I id) {
    Kind removed = live.remove(id);
    opportunistic -= removed != null && removed.isOpportunistic ? 1 : 0;
    return removed;
  }

  private void changed() {
    snapshot = null;
    priorities = null;
  }

  private boolean hasEnded(I id) {
    return endedLately.contains(id) || endedBefore.contains(id);
  }

  /**
   * Records that the application received the whole response. Schedulers repeat no response but the
   * last, so containers that ended before the last but one are forgotten.
   */
  public void answered() {
    if (!endedBefore.isEmpty()) {
      changed();
    }
    endedBefore = endedLately;
    endedLately = Collections.emptySet();
    releasing.clear();
  }

  /**
   * Begins a call in which the application releases containers. If the call before has failed, the
   * containers that it was to release run on: YARN refuses a call as a whole. If YARN has released
   * them all the same, it reports their ends.
   */
  public void released(Collection<I> ids) {
    if (!releasing.isEmpty()) {
      endedLately.removeAll(releasing.keySet());
      live.putAll(releasing);
      releasing.values().forEach(kind -> opportunistic += kind.isOpportunistic ? 1 : 0);
      releasing.clear();
      changed();
    }
    for (I id : ids) {
      Kind before = ended(id);
      if (before != null) {
        releasing.put(id, before);
      }
    }
  }

  /**
   * Records that the container completed, was killed, released or lost with its node.
   *
   * @return the container as it was; null if it was not live
   */
  public Kind ended(I id) {
    Kind before = remove(id);
    if (endedLately.isEmpty()) {
      endedLately = new HashSet<>();
    }
    endedLately.add(Objects.requireNonNull(id));
    changed();
    return before;
  }

  /**
   * Removes a container that the application never received; if it does later, the container counts
   * then.
   */
  public void undelivered(I id) {
    remove(id);
    changed();
  }

  /** Returns the priority of a live container; null if unknown. */
  public Integer priority(I id) {
    Kind kind = live.get(id);
    return kind == null ? null : kind.priority;
  }

  /** Returns the number of live opportunistic containers. */
  public int opportunistic() {
    return opportunistic;
  }

  /** Returns the number of live guaranteed containers. */
  public int guaranteed() {
    return live.size() - opportunistic;
  }

  /**
   * Returns the state as maps, lists and texts, without the priorities; the same object until
   * something changes, not to be changed.
   *
   * @param text the same at each call
   */
  public Map<String, Object> snapshot(Function<I, String> text) {
    if (snapshot == null) {
      snapshot = newSnapshot(text);
    }
    return snapshot;
  }

  private Map<String, Object> newSnapshot(Function<I, String> text) {
    Map<String, Object> s = SnapshotCodec.version(VERSION);
    List<I> asOpportunistic = new ArrayList<>(opportunistic);
    List<I> others = new ArrayList<>(guaranteed());
    live.forEach((id, kind) -> (kind.isOpportunistic ? asOpportunistic : others).add(id));
    s.put("guaranteed", ids(others, text));
    s.put("opportunistic", ids(asOpportunistic, text));
    Set<I> ended = new HashSet<>(endedBefore);
    ended.addAll(endedLately);
    s.put("ended", ids(ended, text));
    return s;
  }

  /**
   * Returns the live containers of known priority, by priority; the same object until something
   * changes, not to be changed.
   *
   * @param text the same at each call
   */
  public Map<String, Object> priorities(Function<I, String> text) {
    if (priorities == null) {
      priorities = newPriorities(text);
    }
    return priorities;
  }

  private Map<String, Object> newPriorities(Function<I, String> text) {
    Map<Integer, List<I>> byPriority = new TreeMap<>();
    live.forEach(
        (id, kind) -> {
          if (kind.priority != null) {
            byPriority.computeIfAbsent(kind.priority, p -> new ArrayList<>()).add(id);
          }
        });
    Map<String, Object> texts = new LinkedHashMap<>();
    byPriority.forEach((priority, some) -> texts.put(priority.toString(), ids(some, text)));
    return texts;
  }

  private static <I> List<String> ids(Collection<I> some, Function<I, String> text) {
    return ContainerIdCodec.write(some.stream().map(text).sorted().collect(Collectors.toList()));
  }

  /**
   * Restores a tracker from a snapshot.
   *
   * @param priorities of the containers
   * @throws IllegalArgumentException if the snapshot is invalid
   */
  public static <I> LiveContainerTracker<I> restore(
      Map<String, ?> snapshot, Map<String, ?> priorities, Function<String, I> id) {
    SnapshotCodec.check(snapshot, VERSION);
    LiveContainerTracker<I> live = new LiveContainerTracker<>();
    ContainerIdCodec.read(snapshot.get("ended")).forEach(text -> live.ended(id.apply(text)));
    ContainerIdCodec.read(snapshot.get("guaranteed"))
        .forEach(text -> live.promoted(id.apply(text)));
    ContainerIdCodec.read(snapshot.get("opportunistic"))
        .forEach(text -> live.demoted(id.apply(text)));
    priorities.forEach(
        (priority, ids) ->
            ContainerIdCodec.read(ids)
                .forEach(text -> live.restore(id.apply(text), SnapshotCodec.toInt(priority))));
    return live;
  }

  private void restore(I id, int priority) {
    live.computeIfPresent(id, (any, kind) -> kind(priority, kind.isOpportunistic));
    changed();
  }
}
