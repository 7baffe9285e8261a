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
import java.util.function.BiConsumer;
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

  /** Priorities by container; null if unknown. */
  private final Map<I, Integer> guaranteed = new HashMap<>();

  private final Map<I, Integer> opportunistic = new HashMap<>();

  /**
   * Containers that ended since the last response; {@code endedBefore} has those between the last
   * two.
   */
  private Set<I> endedLately = Collections.emptySet();

  private Set<I> endedBefore = Collections.emptySet();

  /** The latest results of {@link #snapshot} and {@link #priorities}; null if out of date. */
  private Map<String, Object> snapshot;

  private Map<String, Object> priorities;

  /** Result of {@link #granted}. */
  public enum Seen {
    NEW,
    KNOWN,
    ENDED_BEFORE
  }

  /** Records a granted container; does nothing unless it is new. */
  public Seen granted(I id, int priority, boolean asOpportunistic) {
    if (guaranteed.containsKey(id) || opportunistic.containsKey(id)) {
      return Seen.KNOWN;
    }
    if (hasEnded(id)) {
      return Seen.ENDED_BEFORE;
    }
    (asOpportunistic ? opportunistic : guaranteed).put(id, priority);
    changed();
    return Seen.NEW;
  }

  /** Records that the container is guaranteed from now on. */
  public void promoted(I id) {
    move(id, opportunistic, guaranteed);
  }

  /** Records that the container is opportunistic from now on. */
  public void demoted(I id) {
    move(id, guaranteed, opportunistic);
  }

  private void move(I id, Map<I, Integer> from, Map<I, Integer> to) {
    if (!hasEnded(id) && !to.containsKey(id)) {
      to.put(id, from.remove(id));
      changed();
    }
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
  }

  /** Records that the container completed, was killed, released or lost with its node. */
  public void ended(I id) {
    undelivered(id);
    if (endedLately.isEmpty()) {
      endedLately = new HashSet<>();
    }
    endedLately.add(Objects.requireNonNull(id));
    changed();
  }

  /**
   * Removes a container that the application never received; if it does later, the container counts
   * then.
   */
  public void undelivered(I id) {
    guaranteed.remove(id);
    opportunistic.remove(id);
    changed();
  }

  /** Returns whether the container is live and opportunistic. */
  public boolean isOpportunistic(I id) {
    return opportunistic.containsKey(id);
  }

  /** Returns the priority of a live container; null if unknown. */
  public Integer priority(I id) {
    Integer priority = opportunistic.get(id);
    return priority == null ? guaranteed.get(id) : priority;
  }

  /** Returns the number of live opportunistic containers. */
  public int opportunistic() {
    return opportunistic.size();
  }

  /** Returns the number of live guaranteed containers. */
  public int guaranteed() {
    return guaranteed.size();
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
    s.put("guaranteed", ids(guaranteed.keySet(), text));
    s.put("opportunistic", ids(opportunistic.keySet(), text));
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
    BiConsumer<I, Integer> add =
        (id, priority) -> {
          if (priority != null) {
            byPriority.computeIfAbsent(priority, p -> new ArrayList<>()).add(id);
          }
        };
    guaranteed.forEach(add);
    opportunistic.forEach(add);
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
    guaranteed.replace(id, priority);
    opportunistic.replace(id, priority);
    changed();
  }
}
