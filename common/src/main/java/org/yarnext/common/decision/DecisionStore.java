// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.decision;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Keeps the decisions of one daemon by the applications that they name, bounded in bytes.
 *
 * <p>An application has at most a share of the bytes: above it, its own oldest decisions are
 * dropped. If all together exceed the bound, the oldest decisions of a large application are
 * dropped, one with more than half as many bytes as the largest. Decisions that name no application
 * have a share of their own. A decision that names several applications counts for each of them, up
 * to {@value #MAX_NAMED}.
 *
 * <p>Thread-safe. Recording is O(1) and takes one lock briefly. Sizes are upper estimates.
 */
public final class DecisionStore {
  /** The bound of a new store, in bytes. */
  public static final long DEFAULT_MAX_BYTES = 16L << 20;

  /** Number of equal parts into which the bytes are divided; one application may use one part. */
  static final int SHARES = 8;

  /** Maximum number of applications by which one decision is found. */
  static final int MAX_NAMED = 4;

  private static final ApplicationKey NO_APPLICATION = new ApplicationKey(-1, -1);
  private static final int BUCKET_BYTES = 320;
  private static final int CLASSES = Long.SIZE;

  private final AtomicLong numbers = new AtomicLong();
  private final Map<ApplicationKey, Bucket> buckets = new HashMap<>();

  /** The buckets by the logarithm of their bytes, to find a large one at once. */
  private final List<Set<Bucket>> bySize = new ArrayList<>(CLASSES);

  private long maxBytes = DEFAULT_MAX_BYTES;
  private long bytes;
  private volatile Function<ApplicationKey, String> owners = application -> null;

  /** The decisions that name one application. */
  private static final class Bucket {
    final ApplicationKey application;
    final ArrayDeque<DecisionRecorder.Entry> entries = new ArrayDeque<>(4);
    long bytes = BUCKET_BYTES;
    int sizeClass = -1;
    String owner;
    boolean isNew = true;
    long neededMs = Long.MIN_VALUE;

    Bucket(ApplicationKey application) {
      this.application = application;
    }
  }

  /** Creates an empty store with the default bound. */
  public DecisionStore() {
    for (int i = 0; i < CLASSES; i++) {
      bySize.add(new LinkedHashSet<>(0));
    }
  }

  /**
   * Sets the bound.
   *
   * @param max maximum size of all decisions, in bytes; 0 or more
   */
  public void limit(long max) {
    synchronized (buckets) {
      maxBytes = max;
      new ArrayList<>(buckets.values()).forEach(this::cut);
      cutLargest();
    }
  }

  /**
   * Sets who knows the owners of applications. The store remembers an owner as long as it keeps
   * decisions.
   *
   * @param source returns the user, or null if the application is not known; must not block, since
   *     it is called by threads that record
   */
  public void ownersFrom(Function<ApplicationKey, String> source) {
    owners = source;
  }

  long nextNumber() {
    return numbers.incrementAndGet();
  }

  void record(DecisionRecorder.Entry entry) {
    Set<ApplicationKey> named = entry.applications();
    Collection<ApplicationKey> keys =
        named.isEmpty() ? Collections.singleton(NO_APPLICATION) : named;
    int size = entry.bytes();
    List<Bucket> unknown = null;
    synchronized (buckets) {
      int count = 0;
      for (ApplicationKey key : keys) {
        if (count++ == MAX_NAMED) {
          break;
        }
        Bucket bucket = add(key, entry, size);
        if (bucket.owner == null && bucket.isNew && bucket.entries.size() == 1) {
          unknown = unknown == null ? new ArrayList<>(1) : unknown;
          unknown.add(bucket);
        }
      }
      cutLargest();
    }
    if (unknown != null) {
      unknown.forEach(this::queryOwner);
    }
  }

  private Bucket add(ApplicationKey key, DecisionRecorder.Entry entry, int size) {
    Bucket bucket = buckets.get(key);
    if (bucket == null) {
      bucket = new Bucket(key);
      buckets.put(key, bucket);
      bytes += BUCKET_BYTES;
    }
    DecisionRecorder.Entry last = bucket.entries.peekLast();
    if (last != null) {
      entry.shareWith(last);
    }
    bucket.entries.addLast(entry);
    bucket.isNew = true;
    bucket.bytes += size;
    bytes += size;
    cut(bucket);
    return bucket;
  }

  /** Drops what exceeds an application's share. */
  private void cut(Bucket bucket) {
    while (bucket.bytes > maxBytes / SHARES && !bucket.entries.isEmpty()) {
      dropOldest(bucket);
    }
    sort(bucket);
  }

  private void cutLargest() {
    while (bytes > maxBytes && !buckets.isEmpty()) {
      Bucket large = largest();
      dropOldest(large);
      sort(large);
    }
  }

  private Bucket largest() {
    for (int i = CLASSES - 1; i >= 0; i--) {
      if (!bySize.get(i).isEmpty()) {
        return bySize.get(i).iterator().next();
      }
    }
    throw new IllegalStateException("no application has decisions");
  }

  private void dropOldest(Bucket bucket) {
    int size = bucket.entries.removeFirst().bytes();
    bucket.bytes -= size;
    bytes -= size;
  }

  /** Moves a bucket to where its size belongs; removes it if it is empty. */
  private void sort(Bucket bucket) {
    if (bucket.entries.isEmpty()) {
      remove(bucket);
      return;
    }
    int now = CLASSES - 1 - Long.numberOfLeadingZeros(bucket.bytes);
    if (now != bucket.sizeClass) {
      if (bucket.sizeClass >= 0) {
        bySize.get(bucket.sizeClass).remove(bucket);
      }
      bucket.sizeClass = now;
      bySize.get(now).add(bucket);
    }
  }

  private void remove(Bucket bucket) {
    if (buckets.remove(bucket.application, bucket)) {
      bytes -= bucket.bytes;
      if (bucket.sizeClass >= 0) {
        bySize.get(bucket.sizeClass).remove(bucket);
      }
    }
  }

  private void queryOwner(Bucket bucket) {
    if (bucket.application != NO_APPLICATION) {
      String owner = owners.apply(bucket.application);
      synchronized (buckets) {
        bucket.owner = owner;
      }
    }
  }

  /**
   * Drops the decisions of applications that ended too long ago. Decisions that name no application
   * stay.
   *
   * @param nowMs the current time, in ms of any clock that is the same at each call
   * @param keepMs how long decisions are kept after the end of the application, or after the last
   *     one if the application is not known
   * @param isRunning returns whether the application runs
   */
  public void expire(long nowMs, long keepMs, Predicate<ApplicationKey> isRunning) {
    List<Bucket> all;
    synchronized (buckets) {
      all = new ArrayList<>(buckets.values());
    }
    for (Bucket bucket : all) {
      if (bucket.application == NO_APPLICATION) {
        continue;
      }
      boolean runs = isRunning.test(bucket.application);
      if (bucket.owner == null) {
        queryOwner(bucket);
      }
      synchronized (buckets) {
        if (runs || bucket.isNew) {
          bucket.isNew = false;
          bucket.neededMs = nowMs;
        } else if (nowMs - bucket.neededMs > keepMs) {
          remove(bucket);
        }
      }
    }
  }

  /** Returns the user who owns the application; null if not known or no decision names it. */
  public String owner(ApplicationKey application) {
    Bucket bucket;
    synchronized (buckets) {
      bucket = buckets.get(application);
      if (bucket == null || bucket.owner != null) {
        return bucket == null ? null : bucket.owner;
      }
    }
    queryOwner(bucket);
    synchronized (buckets) {
      return bucket.owner;
    }
  }

  /** Returns the decisions that name the application, newest first; a new list, may be empty. */
  public List<DecisionRecorder.Entry> of(ApplicationKey application) {
    synchronized (buckets) {
      return newestFirst(buckets.get(application));
    }
  }

  /** Returns all decisions, newest first; a new list. Takes the lock for each application. */
  public List<DecisionRecorder.Entry> all() {
    List<ApplicationKey> keys;
    synchronized (buckets) {
      keys = new ArrayList<>(buckets.keySet());
    }
    Set<DecisionRecorder.Entry> entries = new LinkedHashSet<>();
    keys.forEach(key -> entries.addAll(of(key)));
    List<DecisionRecorder.Entry> sorted = new ArrayList<>(entries);
    sorted.sort(Comparator.comparingLong(DecisionRecorder.Entry::number).reversed());
    return sorted;
  }

  private static List<DecisionRecorder.Entry> newestFirst(Bucket bucket) {
    List<DecisionRecorder.Entry> entries = new ArrayList<>();
    if (bucket != null) {
      bucket.entries.descendingIterator().forEachRemaining(entries::add);
    }
    return entries;
  }

  /** Drops all decisions. */
  public void clear() {
    synchronized (buckets) {
      new ArrayList<>(buckets.values()).forEach(this::remove);
    }
  }

  /** Returns the estimated size of all decisions, in bytes. */
  public long bytes() {
    synchronized (buckets) {
      return bytes;
    }
  }
}
