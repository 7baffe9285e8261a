// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.decision;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Keeps the decisions of one daemon by the applications that they name, bounded in bytes.
 *
 * <p>An application has at most a share of the bytes: above it, its own oldest decisions are
 * dropped. If all together exceed the bound, the oldest decisions of large applications are dropped
 * until a part of the bound is free. An application is large if it has more than half as many bytes
 * as the largest one. Decisions that name no application have a share of their own. A decision that
 * names several applications counts for each of them, up to {@value #MAX_NAMED}. What is dropped
 * for lack of room passes to an {@link Overflow} if there is one, except for decisions that name no
 * application.
 *
 * <p>Thread-safe. Recording takes the lock of each named application, and no lock that threads
 * which record for other applications take. It is O(1), but for the one thread that frees a part of
 * the bound. Sizes are upper estimates.
 */
public final class DecisionStore {
  /** The bound of a new store, in bytes. */
  public static final long DEFAULT_MAX_BYTES = 16L << 20;

  /** Number of equal parts into which the bytes are divided; one application may use one part. */
  static final int SHARES = 8;

  /** Maximum number of applications by which one decision is found. */
  static final int MAX_NAMED = 4;

  /** One part in so many of the bound is freed at once. */
  private static final int FREED_PART = 32;

  private static final ApplicationKey NO_APPLICATION = new ApplicationKey(-1, -1);
  private static final int BUCKET_BYTES = 320;
  private static final int OVERFLOW_BYTES = 64;

  private final AtomicLong numbers = new AtomicLong();
  private final Map<ApplicationKey, Bucket> buckets = new ConcurrentHashMap<>();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicBoolean isCutting = new AtomicBoolean();
  private volatile long maxBytes = DEFAULT_MAX_BYTES;
  private final LongAdder dropped = new LongAdder();
  private volatile Function<ApplicationKey, String> owners = application -> null;
  private volatile Supplier<Overflow> overflows = () -> null;

  /** Keeps decisions of one application that have no room in memory. Thread-safe. */
  public interface Overflow {
    /**
     * Adds a decision. Called by threads that record, with locks held: must do no I/O.
     *
     * @return false if it is not kept
     */
    boolean add(DecisionRecorder.Entry decision);

    /**
     * Passes the decisions that are still kept to a visitor, newest first, until that returns
     * false. May do I/O; may pass one twice.
     */
    void visit(Predicate<DecisionRecorder.Entry> visitor);
  }

  /** The decisions that name one application; guarded by itself. */
  private final class Bucket {
    final ApplicationKey application;
    private final ArrayDeque<DecisionRecorder.Entry> entries = new ArrayDeque<>(4);
    private long ownBytes;
    private String owner;
    private boolean isNew = true;
    private long neededMs = Long.MIN_VALUE;

    /** Null until a decision is dropped. */
    private Overflow overflow;

    /** True once it is no longer among {@link #buckets}; it is not used again. */
    private boolean isRemoved;

    Bucket(ApplicationKey application) {
      this.application = application;
    }

    private void resize(int more) {
      ownBytes += more;
      bytes.addAndGet(more);
    }

    /** Adds a decision; returns false if this bucket was removed. */
    synchronized boolean add(DecisionRecorder.Entry entry, boolean isShared) {
      if (isRemoved) {
        return false;
      }
      if (ownBytes == 0) {
        resize(BUCKET_BYTES);
      }
      if (!isShared && !entries.isEmpty()) {
        entry.shareWith(entries.getLast());
      }
      entries.addLast(entry);
      isNew = true;
      resize(entry.bytes());
      cut(maxBytes / SHARES);
      return true;
    }

    /**
     * Drops the oldest decisions down to a size. Removes this bucket if that is not enough, and if
     * it has no decisions then, here or elsewhere.
     */
    synchronized void cut(long max) {
      while (ownBytes > max && !entries.isEmpty()) {
        DecisionRecorder.Entry oldest = entries.removeFirst();
        resize(-oldest.bytes());
        drop(oldest);
      }
      if (entries.isEmpty() && (overflow == null || ownBytes > max)) {
        remove();
      }
    }

    private void drop(DecisionRecorder.Entry entry) {
      if (application == NO_APPLICATION) {
        return;
      }
      if (overflow == null) {
        overflow = overflows.get();
        resize(overflow == null ? 0 : OVERFLOW_BYTES);
      }
      if (overflow == null || !overflow.add(entry)) {
        dropped.increment();
      }
    }

    synchronized Overflow overflow() {
      return overflow;
    }

    synchronized void remove() {
      if (!isRemoved) {
        isRemoved = true;
        buckets.remove(application, this);
        bytes.addAndGet(-ownBytes);
        ownBytes = 0;
        entries.clear(); // another thread may be about to cut this
      }
    }

    synchronized long size() {
      return ownBytes;
    }

    synchronized boolean mustQueryOwner() {
      return owner == null && isNew && entries.size() == 1 && !isRemoved;
    }

    /** Asks for the owner, outside of the lock, if it is not known. */
    String queryOwner() {
      String known = owner();
      if (known == null && application != NO_APPLICATION) {
        known = owners.apply(application);
        synchronized (this) {
          owner = known;
        }
      }
      return known;
    }

    private synchronized String owner() {
      return owner;
    }

    synchronized void expire(long nowMs, long keepMs, boolean runs) {
      if (runs || isNew) {
        isNew = false;
        neededMs = nowMs;
      } else if (nowMs - neededMs > keepMs) {
        remove();
      }
    }

    synchronized List<DecisionRecorder.Entry> newestFirst() {
      List<DecisionRecorder.Entry> newest = new ArrayList<>(entries.size());
      entries.descendingIterator().forEachRemaining(newest::add);
      return newest;
    }
  }

  /**
   * Sets the bound.
   *
   * @param max maximum size of all decisions, in bytes; 0 or more
   */
  public void limit(long max) {
    maxBytes = max;
    buckets.values().forEach(bucket -> bucket.cut(max / SHARES));
    cutLarge();
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

  /**
   * Sets the storage for decisions that do not fit in memory.
   *
   * @param source returns a new one for an application, or null if such decisions are lost; must
   *     not block
   */
  public void overflowTo(Supplier<Overflow> source) {
    overflows = source;
  }

  long nextNumber() {
    return numbers.incrementAndGet();
  }

  void record(DecisionRecorder.Entry entry) {
    Set<ApplicationKey> named = entry.applications();
    int count = 0;
    for (ApplicationKey key : named.isEmpty() ? Collections.singleton(NO_APPLICATION) : named) {
      if (count == MAX_NAMED) {
        break;
      }
      Bucket bucket = add(key, entry, count > 0);
      if (bucket.mustQueryOwner()) {
        bucket.queryOwner();
      }
      count++;
    }
    cutLarge();
  }

  private Bucket add(ApplicationKey key, DecisionRecorder.Entry entry, boolean isShared) {
    while (true) {
      Bucket known = buckets.get(key);
      Bucket bucket = known == null ? buckets.computeIfAbsent(key, Bucket::new) : known;
      if (bucket.add(entry, isShared)) {
        return bucket;
      }
    }
  }

  /** Frees a part of the bound if it is exceeded, unless another thread does. */
  private void cutLarge() {
    while (bytes.get() > maxBytes && isCutting.compareAndSet(false, true)) {
      try {
        long max = maxBytes;
        cutLarge(max - max / FREED_PART);
      } finally {
        isCutting.set(false);
      }
    }
  }

  private void cutLarge(long max) {
    List<Bucket> all = new ArrayList<>();
    while (bytes.get() > max) {
      all.clear();
      all.addAll(buckets.values());
      long largest = 0;
      for (Bucket bucket : all) {
        largest = Math.max(largest, bucket.size());
      }
      // A bucket of this size has no decisions, but its overflow may: it is removed last.
      long empty = BUCKET_BYTES + OVERFLOW_BYTES;
      long min = largest > empty ? Math.max(empty, largest / 2) : largest / 2;
      for (Bucket bucket : all) {
        long excess = bytes.get() - max;
        if (excess <= 0) {
          return;
        }
        long size = bucket.size();
        if (size > min) {
          bucket.cut(Math.max(min, size - excess));
        }
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
    for (Bucket bucket : buckets.values()) {
      if (bucket.application != NO_APPLICATION) {
        boolean runs = isRunning.test(bucket.application);
        bucket.queryOwner();
        bucket.expire(nowMs, keepMs, runs);
      }
    }
  }

  /** Returns the user who owns the application; null if not known or no decision names it. */
  public String owner(ApplicationKey application) {
    Bucket bucket = buckets.get(application);
    return bucket == null ? null : bucket.queryOwner();
  }

  /**
   * Returns the decisions in memory that name the application, newest first; a new list, may be
   * empty.
   */
  public List<DecisionRecorder.Entry> of(ApplicationKey application) {
    Bucket bucket = buckets.get(application);
    return bucket == null ? new ArrayList<>() : bucket.newestFirst();
  }

  /**
   * Passes the decisions that name an application to a visitor, newest first, until that returns
   * false: those in memory, then those that had no room there. May do I/O.
   */
  public void visit(ApplicationKey application, Predicate<DecisionRecorder.Entry> visitor) {
    Bucket bucket = buckets.get(application);
    if (bucket == null) {
      return;
    }
    Set<Long> visited = new HashSet<>(); // one may be on its way from here to there
    Predicate<DecisionRecorder.Entry> once =
        decision -> !visited.add(decision.number()) || visitor.test(decision);
    Overflow overflow = bucket.newestFirst().stream().allMatch(once) ? bucket.overflow() : null;
    if (overflow != null) {
      overflow.visit(once);
    }
  }

  /**
   * Returns all decisions in memory, newest first; a new list. Takes the lock of each application
   * in turn.
   */
  public List<DecisionRecorder.Entry> all() {
    Set<DecisionRecorder.Entry> entries = new LinkedHashSet<>();
    buckets.values().forEach(bucket -> entries.addAll(bucket.newestFirst()));
    List<DecisionRecorder.Entry> sorted = new ArrayList<>(entries);
    sorted.sort(Comparator.comparingLong(DecisionRecorder.Entry::number).reversed());
    return sorted;
  }

  /** Drops all decisions. */
  public void clear() {
    buckets.values().forEach(Bucket::remove);
  }

  /**
   * Returns the number of decisions about applications that had no room here nor in an overflow.
   */
  public long dropped() {
    return dropped.sum();
  }

  /** Returns the estimated size of all decisions in memory, in bytes. */
  public long bytes() {
    return bytes.get();
  }
}
