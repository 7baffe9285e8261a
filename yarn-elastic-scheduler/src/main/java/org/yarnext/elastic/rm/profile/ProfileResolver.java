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
package org.yarnext.elastic.rm.profile;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.timeline.Timeline;
import org.yarnext.elastic.policy.trust.TaskClass;
import org.yarnext.elastic.rm.host.ProfileSource;
import org.yarnext.elastic.rm.job.JobDescriptor;

/**
 * Remembers for some seconds which model belongs to which asks, since they are looked at at every
 * node's every turn, and a search among profiles may match many patterns. Bounded for each
 * application, since a search may be made under the scheduler's lock; of asks beyond, nothing is
 * known. Thread-safe.
 */
public final class ProfileResolver {
  /** How long an answer is kept, in ms, unless the profiles are read anew. */
  public static final long KEPT_MS = 10_000;

  /** For how long after the last model was found jobs count as having some, in ms. */
  static final long IN_USE_MS = 60_000;

  /**
   * How many kinds of asks of one application may have a model. An application can have as many
   * kinds as it likes, and each costs a search; real ones have few.
   */
  static final int MOST_KINDS = 1_000;

  private static final int MOST_APPLICATIONS = 20_000;

  /** How many sizes are looked at for the longest run time. */
  private static final int SIZES = 20;

  /** What runs longer is taken for a mistake: ten years. */
  private static final double LONGEST_MS = 10.0 * 365 * 24 * 60 * 60 * 1_000;

  private final ProfileSource profiles;
  private final LongSupplier clockMs;
  private final ProfileTrustRegistry trust;
  private final LongSupplier mostUnprovedMs;
  private final Map<ApplicationId, Kinds> found = new ConcurrentHashMap<>();
  private final AtomicInteger reloads = new AtomicInteger();
  private volatile long purgedMs = Long.MIN_VALUE / 2;
  private volatile long usedMs = Long.MIN_VALUE / 2;

  /** Of profiles that nobody claims. */
  public ProfileResolver(ProfileSource profiles, LongSupplier clockMs) {
    this(profiles, clockMs, null, () -> Long.MAX_VALUE);
  }

  /**
   * @param trust what is known of claimed profiles; null if none is claimed
   * @param mostUnprovedMs for how long a task counts as running at most, in ms, of whose claimed
   *     profile nothing is known
   */
  public ProfileResolver(
      ProfileSource profiles,
      LongSupplier clockMs,
      ProfileTrustRegistry trust,
      LongSupplier mostUnprovedMs) {
    this.profiles = profiles;
    this.clockMs = clockMs;
    this.trust = trust;
    this.mostUnprovedMs = mostUnprovedMs;
  }

  /** What was found for the asks of one application, by their priority. */
  private static final class Kinds {
    final Map<Integer, Found> byPriority = new ConcurrentHashMap<>();
    volatile long searchedMs = Long.MIN_VALUE / 2;
    private volatile long purgedMs = Long.MIN_VALUE / 2;

    /** Whether one more may be searched for. */
    boolean hasRoom(long now) {
      if (byPriority.size() >= MOST_KINDS && now - purgedMs >= KEPT_MS) {
        purgedMs = now;
        byPriority.values().removeIf(old -> now - old.atMs >= KEPT_MS);
      }
      return byPriority.size() < MOST_KINDS;
    }
  }

  /** What was found for the asks of one job with one priority. Immutable. */
  public static final class Found {
    /** For asks of which nothing is known. */
    private static final Found NOTHING =
        new Found(null, null, false, Long.MIN_VALUE, 0, Long.MIN_VALUE);

    /** Null if there is none. */
    public final ElasticityModel model;

    /** What trust in the model is filed under; null if there is no model. */
    public final TaskClass taskClass;

    /** Whether the application says so itself. */
    final boolean claimed;

    /** From when on it was this one, in ms; the least value if no other is known. */
    public final long sinceMs;

    private final long longestMs;
    private final long atMs;

    /** After how many reloads of the profiles. */
    private final int reloads;

    private Found(
        ElasticityModel model,
        TaskClass taskClass,
        boolean claimed,
        long atMs,
        int reloads,
        long sinceMs) {
      this.model = model;
      this.taskClass = taskClass;
      this.claimed = claimed;
      this.longestMs = model == null ? 0 : longestMs(model);
      this.atMs = atMs;
      this.reloads = reloads;
      this.sinceMs = sinceMs;
    }
  }

  /** The model; null if there is none. */
  public ElasticityModel of(JobDescriptor job, int priority) {
    return find(job, priority).model;
  }

  /**
   * About how long such tasks run at most, in ms: the longest of some sizes from the ideal memory
   * down, with which they can run; 0 if there is no model. As far as that is proved.
   */
  public long longestMs(JobDescriptor job, int priority) {
    Found found = find(job, priority);
    return Math.round(countedMs(found, found.longestMs, true));
  }

  private static long longestMs(ElasticityModel model) {
    double longest = 0;
    for (int part = 1; part <= SIZES; part++) {
      double ms = model.runTimeMs(Math.max(1, model.idealMemoryMb() * part / SIZES));
      longest = ms < LONGEST_MS ? Math.max(longest, ms) : longest;
    }
    return Math.round(longest);
  }

  /** All that is known of such tasks; never null. */
  public Found find(JobDescriptor job, int priority) {
    long now = clockMs.getAsLong();
    Kinds kinds = kinds(job.id(), now);
    if (kinds == null) {
      return Found.NOTHING;
    }
    Found kept = kinds.byPriority.get(priority);
    if (kept == null || now - kept.atMs >= KEPT_MS || kept.reloads != reloads.get()) {
      kept = search(kinds, kept, job, priority, now);
    }
    if (kept.model != null && kept.atMs > usedMs) {
      usedMs = kept.atMs;
    }
    return kept;
  }

  /** Whether a model was found lately: if not, no job has any. */
  public boolean inUse(long nowMs) {
    return nowMs - usedMs < IN_USE_MS;
  }

  /** Another number whenever the profiles were read anew. */
  public int version() {
    return reloads.get();
  }

  /** The profiles have changed. */
  public void reloaded() {
    reloads.incrementAndGet();
  }

  /** Nothing more will be asked about it. */
  public void applicationEnded(ApplicationId id) {
    found.remove(id);
  }

  /** Null if there are too many applications. */
  private Kinds kinds(ApplicationId id, long now) {
    Kinds kinds = found.get(id);
    if (kinds != null) {
      return kinds;
    }
    if (found.size() >= MOST_APPLICATIONS && now - purgedMs >= KEPT_MS) {
      purgedMs = now;
      found.values().removeIf(old -> now - old.searchedMs >= KEPT_MS);
    }
    return found.size() < MOST_APPLICATIONS ? found.computeIfAbsent(id, i -> new Kinds()) : null;
  }

  /**
   * @param before what was found last time; null if nothing is remembered
   */
  private Found search(Kinds kinds, Found before, JobDescriptor job, int priority, long now) {
    if (before == null && !kinds.hasRoom(now)) {
      return Found.NOTHING;
    }
    int after = reloads.get();
    ElasticityModel model = profiles.find(job, priority);
    TaskClass taskClass = model == null ? null : profiles.taskClass(job, priority);
    long sinceMs = Long.MIN_VALUE;
    if (before != null) {
      boolean another = before.taskClass != null && !before.taskClass.equals(taskClass);
      sinceMs = another ? now : before.sinceMs;
    }
    boolean claimed = model != null && trust != null && profiles.isClaimed(job, priority);
    Found searched = new Found(model, taskClass, claimed, now, after, sinceMs);
    kinds.searchedMs = now;
    kinds.byPriority.put(priority, searched);
    return searched;
  }

  /**
   * How long such a task runs in a container of this size, as far as that is proved, in ms; {@link
   * Timeline#UNKNOWN} without a model, or if the task would not end.
   */
  public long runMs(JobDescriptor job, int priority, long askedMb, long grantedMb) {
    Found found = find(job, priority);
    return known(countedMs(found, profileMs(found, askedMb, grantedMb), grantedMb < askedMb));
  }

  /** Whether what the model says of tasks in such containers is no claim, or proved. */
  public boolean isReliable(JobDescriptor job, int priority, boolean undersized) {
    Found found = find(job, priority);
    return !found.claimed || trust.evidence(found.taskClass, undersized).proved();
  }

  private static double profileMs(Found found, long askedMb, long grantedMb) {
    return found.model == null
        ? -1
        : found.model.runTimeMs(modelMb(found.model, askedMb, grantedMb));
  }

  private double countedMs(Found found, double profileMs, boolean undersized) {
    return found.claimed && profileMs >= 0
        ? trust.evidence(found.taskClass, undersized).runMs(profileMs, mostUnprovedMs.getAsLong())
        : profileMs;
  }

  /** Whether tasks with this profile may be under-sized now; not if it proved wrong lately. */
  public Decision<Boolean> trusted(Found found) {
    return trust.of(found.taskClass);
  }

  /** The largest heap that nodes have found such tasks to have, in MB; -1 if none has. */
  public long heapMb(Found found) {
    return trust.heapMb(found.taskClass);
  }

  /**
   * What a container of this size takes of its node's disks, in MB per second; positive infinity if
   * that is not known, so that nothing else that spills runs beside it.
   */
  public double diskMbPerSecond(JobDescriptor job, int priority, long askedMb, long grantedMb) {
    ElasticityModel model = of(job, priority);
    if (model == null) {
      return 0;
    }
    long modelMb = modelMb(model, askedMb, grantedMb);
    return model.knowsDiskUse() || modelMb >= model.idealMemoryMb()
        ? model.diskMbPerSecond(modelMb)
        : Double.POSITIVE_INFINITY;
  }

  private static long known(double ms) {
    return ms >= 0 && ms < Long.MAX_VALUE / 4 ? Math.round(ms) : Timeline.UNKNOWN;
  }

  /**
   * What of a container counts for its model, in MB: what the container loses, the task's memory
   * loses, so that what was asked for beyond the ideal does not count.
   */
  public static long modelMb(ElasticityModel model, long askedMb, long grantedMb) {
    long usefulMb = Math.min(askedMb, model.idealMemoryMb());
    return Math.max(1, usefulMb - (askedMb - grantedMb));
  }
}
