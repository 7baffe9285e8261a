// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.trust;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.yarnext.common.cache.BoundedCache;
import org.yarnext.common.decision.Decision;

/**
 * Judges whether tasks of a class may be under-sized, from how its under-sized tasks ended. The
 * class loses trust if a task ran out of memory, if a heap could not be made smaller, or while run
 * times are persistently longer than the profile says. It then gets full size for a time, in its
 * application and in other runs of the same job.
 *
 * <p>A failure of unknown cause may be the task's own, or caused by its small heap, such as a
 * buffer that does not fit. A few of them end the trust in the application, so that no task fails
 * for good; only persistent ones end the trust in the job. A failure caused by the node does not
 * count against the job.
 *
 * <p>For decisions about other jobs, such as estimates of their ends, a profile that the
 * application claims counts only once its tasks have ended when it says.
 *
 * <p>The number of records is bounded: the least recently used ones are removed. Not thread-safe.
 */
public final class ProfileTrust {
  /** Maximum number of remembered task classes, of applications and jobs together. */
  static final int MAX_REMEMBERED = 10_000;

  private static final String OF_APPLICATION = "application";
  private static final String OF_WHOLE_APPLICATION = "whole application";
  private static final String OF_JOB = "job";

  private final TrustRules rules;
  private long distrustedUntilMs = Long.MIN_VALUE;
  private final RecordTable<TrustRecord> records = new RecordTable<>();
  private final RecordTable<RunRecord> runs = new RecordTable<>();
  private final RecordTable<Long> heapsMb = new RecordTable<>();

  /** Records by key, with an index of those of each application. */
  private static final class RecordTable<V> {
    private final Map<List<String>, V> byKey =
        BoundedCache.inOrderOfUse(MAX_REMEMBERED, this::unlist);
    private final Map<String, Set<List<String>>> ofApplication = new HashMap<>();

    /** Returns a record; null if there is none. */
    V get(List<String> key) {
      return byKey.get(key);
    }

    /** Returns a record; makes and adds it if there is none. */
    V getOrAdd(List<String> key, Supplier<V> newRecord) {
      V known = byKey.get(key);
      if (known == null) {
        known = newRecord.get();
        put(key, known);
      }
      return known;
    }

    void put(List<String> key, V value) {
      byKey.put(key, value);
      if (!isOfJob(key)) {
        ofApplication.computeIfAbsent(key.get(1), a -> new HashSet<>()).add(key);
      }
    }

    private void unlist(List<String> key) {
      Set<List<String>> others = ofApplication.get(key.get(1));
      if (!isOfJob(key) && others != null) {
        others.remove(key);
        if (others.isEmpty()) {
          ofApplication.remove(key.get(1));
        }
      }
    }

    private static boolean isOfJob(List<String> key) {
      return key.get(0).equals(OF_JOB);
    }

    void removeAllOf(String application) {
      Set<List<String>> keys = ofApplication.remove(application);
      (keys == null ? Collections.<List<String>>emptySet() : keys).forEach(byKey::remove);
    }

    int size() {
      return byKey.size();
    }
  }

  /** Creates an object without records: every class is trusted. */
  public ProfileTrust(TrustRules rules) {
    this.rules = rules;
  }

  /**
   * Learns from the duration of any container of the class, by the ResourceManager's own clock.
   *
   * @param undersized whether it had less memory than requested; these and others are judged
   *     separately
   * @param whole whether the task ended by itself; one that was stopped only shows that it ran too
   *     long
   * @param lastedMs duration, in ms
   * @param profileMs run time by the profile with its granted memory, in ms; above 0
   * @param nowMs milliseconds of one clock
   */
  public void lasted(
      TaskClass task,
      boolean undersized,
      boolean whole,
      long lastedMs,
      double profileMs,
      long nowMs) {
    boolean tooLong = rules.isTooLong(lastedMs, profileMs);
    if (!whole && !tooLong) {
      return;
    }
    runs.getOrAdd(runs(task, undersized), () -> new RunRecord(rules)).add(lastedMs, profileMs);
    if (!undersized) { // otherwise its node reports more precisely
      ran(application(task), tooLong, nowMs);
      if (task.job() != null) {
        ran(job(task), tooLong, nowMs);
      }
    }
  }

  private void ran(List<String> key, boolean tooLong, long nowMs) {
    record(key).ran(tooLong, nowMs);
    noteUntil(key);
  }

  /** Returns the evidence from the run times of the last tasks of the class; never null. */
  public RunEvidence evidence(TaskClass task, boolean undersized) {
    RunRecord record = runs.get(runs(task, undersized));
    return record == null ? RunEvidence.NONE : record.evidence();
  }

  /**
   * Returns the largest heap that nodes have found in tasks of the class in this application, in
   * MB; -1 if unknown.
   */
  public long heapMb(TaskClass task) {
    Long largestMb = heapsMb.get(application(task));
    return largestMb == null ? -1 : largestMb;
  }

  /**
   * Learns from an under-sized container.
   *
   * @param expectedMs run time by the profile with its granted memory, in ms; 0 or less if it is
   *     not to be judged by that, as for a container that runs several tasks
   * @param nowMs milliseconds of one clock
   */
  public void ended(TaskClass task, UndersizedEnd end, double expectedMs, long nowMs) {
    if (end.heapMb() > 0) {
      heapsMb.put(application(task), Math.max(heapMb(task), end.heapMb()));
    }
    learn(application(task), true, end, expectedMs, nowMs);
    if (task.job() != null && !end.leftByNode()) {
      learn(job(task), false, end, expectedMs, nowMs);
    }
  }

  private void learn(
      List<String> key, boolean alone, UndersizedEnd end, double expectedMs, long nowMs) {
    TrustReason lost = lost(end);
    if (lost != null) {
      distrust(key, lost, nowMs);
    } else if (end.outcome() == UndersizedEnd.Outcome.FAILED) {
      record(key).failed(alone, nowMs);
    } else if (end.outcome() == UndersizedEnd.Outcome.WELL && !end.leftByNode()) {
      endedWell(key, end, expectedMs, nowMs);
    }
    noteUntil(key);
  }

  private void endedWell(List<String> key, UndersizedEnd end, double expectedMs, long nowMs) {
    boolean judged = end.ranMs() >= 0 && expectedMs > 0;
    TrustRecord record = judged ? record(key) : records.get(key);
    if (record != null) {
      record.endedWell();
    }
    if (judged) {
      record.ran(end.ranMs() > rules.tolerance() * expectedMs, nowMs);
    }
  }

  /**
   * Records that a container ran out of memory in which tasks of any class of its application may
   * run. Neither the task's class nor the containers of its later tasks are known, so all classes
   * are distrusted.
   */
  public void ranOutInShared(String application, long nowMs) {
    distrust(whole(application), TrustReason.TRUST_LOST_MEMORY, nowMs);
    noteUntil(whole(application));
  }

  private static TrustReason lost(UndersizedEnd end) {
    if (end.outcome() == UndersizedEnd.Outcome.OUT_OF_MEMORY) {
      return TrustReason.TRUST_LOST_MEMORY;
    }
    return end.smallerHeap() || end.heapFits() || end.leftByNode()
        ? null
        : TrustReason.TRUST_LOST_HEAP_LEFT;
  }

  private TrustRecord record(List<String> key) {
    return records.getOrAdd(key, () -> new TrustRecord(rules));
  }

  private void distrust(List<String> key, TrustReason why, long nowMs) {
    record(key).distrust(why, nowMs);
  }

  private void noteUntil(List<String> key) {
    TrustRecord record = records.get(key);
    if (record != null) {
      distrustedUntilMs = Math.max(distrustedUntilMs, record.untilMs());
    }
  }

  /** Returns the time from which every class is trusted, unless another task ends badly before. */
  public long distrustedUntilMs() {
    return distrustedUntilMs;
  }

  /** Decides whether tasks of the class may be under-sized now. */
  public Decision<Boolean> trusted(TaskClass task, long nowMs) {
    TrustRecord record = distrusted(application(task), nowMs);
    if (record == null) {
      record = distrusted(whole(task.application()), nowMs);
    }
    if (record == null && task.job() != null) {
      record = distrusted(job(task), nowMs);
    }
    return record == null
        ? Decision.of(true, TrustReason.TRUST_KEPT)
        : Decision.of(false, record.reason()).with("forMs", record.untilMs() - nowMs);
  }

  /** Returns the record of a distrusted class; null if there is none or it is trusted again. */
  private TrustRecord distrusted(List<String> key, long nowMs) {
    TrustRecord record = records.get(key);
    return record != null && record.isDistrusted(nowMs) ? record : null;
  }

  /** Removes all records of an application that has ended. Takes time for these records only. */
  public void applicationEnded(String application) {
    records.removeAllOf(application);
    runs.removeAllOf(application);
    heapsMb.removeAllOf(application);
  }

  int remembered() {
    return records.size() + runs.size();
  }

  /** Returns the key shared by all applications that run the same job with the same profile. */
  private static List<String> runs(TaskClass task, boolean undersized) {
    List<String> key = new ArrayList<>(task.job() == null ? application(task) : job(task));
    key.add(task.profile());
    key.add(undersized ? "less" : "all");
    return key;
  }

  private static List<String> application(TaskClass task) {
    return Arrays.asList(OF_APPLICATION, task.application(), task.name());
  }

  private static List<String> whole(String application) {
    return Arrays.asList(OF_WHOLE_APPLICATION, application);
  }

  private static List<String> job(TaskClass task) {
    return Arrays.asList(OF_JOB, task.job(), task.name());
  }
}
