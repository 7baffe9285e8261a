// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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
 * Finds the model for the requests of a job, and caches it for some seconds: each turn of each node
 * needs it, and a search among profiles may match many patterns. Bounded for each application,
 * since a search may run under the scheduler's lock; requests beyond the bound have no model.
 * Thread-safe.
 */
public final class ProfileResolver {
  /** Time for which a result is kept, in ms, unless the profiles are read again. */
  public static final long KEPT_MS = 10_000;

  /** Time after the last model was found for which profiles count as in use, in ms. */
  static final long IN_USE_MS = 60_000;

  /**
   * Maximum number of kinds of requests of one application that may have a model. An application
   * can have any number of kinds, and each costs a search; real ones have few.
   */
  static final int MAX_KINDS = 1_000;

  private static final int MAX_APPLICATIONS = 20_000;

  /** Number of sizes examined for the longest run time. */
  private static final int SIZES = 20;

  /** Maximum run time, in ms: ten years; a longer one is taken for a mistake. */
  private static final double LONGEST_MS = 10.0 * 365 * 24 * 60 * 60 * 1_000;

  private final ProfileSource profiles;
  private final LongSupplier clockMs;
  private final ProfileTrustRegistry trust;
  private final LongSupplier maxUnprovedMs;
  private final Map<ApplicationId, ApplicationProfiles> found = new ConcurrentHashMap<>();
  private final AtomicInteger reloads = new AtomicInteger();
  private volatile long purgedMs = Long.MIN_VALUE / 2;
  private volatile long usedMs = Long.MIN_VALUE / 2;

  /**
   * Creates a resolver.
   *
   * @param clockMs a monotonic clock, in ms
   * @param trust in the profiles; not null
   * @param maxUnprovedMs maximum time for which a task with an unproved claimed profile counts as
   *     running, in ms
   */
  public ProfileResolver(
      ProfileSource profiles,
      LongSupplier clockMs,
      ProfileTrustRegistry trust,
      LongSupplier maxUnprovedMs) {
    this.profiles = profiles;
    this.clockMs = clockMs;
    this.trust = trust;
    this.maxUnprovedMs = maxUnprovedMs;
  }

  /** The results for the requests of one application, by priority. */
  private static final class ApplicationProfiles {
    final Map<Integer, ResolvedProfile> byPriority = new ConcurrentHashMap<>();
    volatile long searchedMs = Long.MIN_VALUE / 2;
    private volatile long purgedMs = Long.MIN_VALUE / 2;

    /** Returns whether one more kind may be searched for. */
    boolean hasRoom(long now) {
      if (byPriority.size() >= MAX_KINDS && isOld(purgedMs, now)) {
        purgedMs = now;
        byPriority.values().removeIf(old -> isOld(old.atMs, now));
      }
      return byPriority.size() < MAX_KINDS;
    }
  }

  /** The result for a job's requests of one priority. Immutable. */
  public static final class ResolvedProfile {
    /** Result for requests without a model. */
    private static final ResolvedProfile NOTHING =
        new ResolvedProfile(null, null, false, 0, Long.MIN_VALUE, 0, Long.MIN_VALUE);

    /** Null if there is none. */
    public final ElasticityModel model;

    /** Key of the trust in the model; null if there is no model. */
    public final TaskClass taskClass;

    /** True if the application claims the model itself. */
    final boolean claimed;

    /** Time when this model was found, in ms; the minimum value if no other one is known. */
    public final long sinceMs;

    private final long longestMs;
    private final long atMs;

    /** Number of reloads of the profiles before this result. */
    private final int reloads;

    private ResolvedProfile(
        ElasticityModel model,
        TaskClass taskClass,
        boolean claimed,
        long longestMs,
        long atMs,
        int reloads,
        long sinceMs) {
      this.model = model;
      this.taskClass = taskClass;
      this.claimed = claimed;
      this.longestMs = longestMs;
      this.atMs = atMs;
      this.reloads = reloads;
      this.sinceMs = sinceMs;
    }
  }

  /** Returns the model; null if there is none. */
  public ElasticityModel of(JobDescriptor job, int priority) {
    return find(job, priority).model;
  }

  /**
   * Returns approximately the longest run time of such tasks, in ms: the maximum over some sizes
   * from the ideal memory down with which they can run; 0 if there is no model. Bounded as long as
   * it is not proved.
   */
  public long longestMs(JobDescriptor job, int priority) {
    ResolvedProfile found = find(job, priority);
    return Math.round(countedMs(found, found.longestMs, true));
  }

  private static long longestMs(ElasticityModel model) {
    double longest = 0;
    for (int part = 1; model != null && part <= SIZES; part++) {
      double ms = model.runTimeMs(Math.max(1, model.idealMemoryMb() * part / SIZES));
      longest = ms < LONGEST_MS ? Math.max(longest, ms) : longest;
    }
    return Math.round(longest);
  }

  /** Returns the result for such tasks; never null. */
  public ResolvedProfile find(JobDescriptor job, int priority) {
    long now = clockMs.getAsLong();
    ApplicationProfiles kinds = kinds(job.id(), now);
    if (kinds == null) {
      return ResolvedProfile.NOTHING;
    }
    ResolvedProfile kept = kinds.byPriority.get(priority);
    if (kept == null || isOld(kept.atMs, now) || kept.reloads != reloads.get()) {
      kept = search(kinds, kept, job, priority, now);
    }
    if (kept.model != null && kept.atMs > usedMs) {
      usedMs = kept.atMs;
    }
    return kept;
  }

  private static boolean isOld(long atMs, long now) {
    return now - atMs >= KEPT_MS;
  }

  /** Returns whether a model was found recently: if not, no job has any. */
  public boolean isInUse(long nowMs) {
    return nowMs - usedMs < IN_USE_MS;
  }

  /** Returns a number that changes whenever the profiles are read again. */
  public int version() {
    return reloads.get();
  }

  /** Records that the profiles have changed. */
  public void reloaded() {
    reloads.incrementAndGet();
  }

  /** Removes an application that has ended. */
  public void applicationEnded(ApplicationId id) {
    found.remove(id);
  }

  /** Returns the results of an application; null if there are too many applications. */
  private ApplicationProfiles kinds(ApplicationId id, long now) {
    ApplicationProfiles kinds = found.get(id);
    if (kinds != null) {
      return kinds;
    }
    if (found.size() >= MAX_APPLICATIONS && isOld(purgedMs, now)) {
      purgedMs = now;
      found.values().removeIf(old -> isOld(old.searchedMs, now));
    }
    return found.size() < MAX_APPLICATIONS
        ? found.computeIfAbsent(id, i -> new ApplicationProfiles())
        : null;
  }

  /**
   * Searches for the model.
   *
   * @param before the last result; null if none is remembered
   */
  private ResolvedProfile search(
      ApplicationProfiles kinds,
      ResolvedProfile before,
      JobDescriptor job,
      int priority,
      long now) {
    if (before == null && !kinds.hasRoom(now)) {
      return ResolvedProfile.NOTHING;
    }
    int after = reloads.get();
    ElasticityModel model = profiles.find(job, priority);
    TaskClass taskClass = model == null ? null : profiles.taskClass(job, priority);
    long sinceMs = Long.MIN_VALUE;
    if (before != null) {
      boolean another = before.taskClass != null && !before.taskClass.equals(taskClass);
      sinceMs = another ? now : before.sinceMs;
    }
    boolean claimed = model != null && profiles.isClaimed(job, priority);
    long longestMs = before != null && before.model == model ? before.longestMs : longestMs(model);
    ResolvedProfile searched =
        new ResolvedProfile(model, taskClass, claimed, longestMs, now, after, sinceMs);
    kinds.searchedMs = now;
    kinds.byPriority.put(priority, searched);
    return searched;
  }

  /**
   * Returns the run time of such a task in a container of this size, in ms, bounded as long as it
   * is not proved; {@link Timeline#UNKNOWN} without a model, or if the task would not end.
   */
  public long runMs(JobDescriptor job, int priority, long requestedMb, long grantedMb) {
    ResolvedProfile found = find(job, priority);
    return known(
        countedMs(found, profileMs(found, requestedMb, grantedMb), grantedMb < requestedMb));
  }

  /** Returns whether the model's predictions for such containers are either no claim or proved. */
  public boolean isReliable(JobDescriptor job, int priority, boolean undersized) {
    ResolvedProfile found = find(job, priority);
    return !found.claimed || trust.evidence(found.taskClass, undersized).isProved();
  }

  /**
   * Returns whether such tasks have a model that did not prove wrong recently, and that is either
   * no claim or proved.
   */
  public boolean isTrusted(JobDescriptor job, int priority) {
    ResolvedProfile found = find(job, priority);
    return found.model != null && isReliable(job, priority, false) && trusted(found).value();
  }

  private static double profileMs(ResolvedProfile found, long requestedMb, long grantedMb) {
    return found.model == null
        ? -1
        : found.model.runTimeMs(modelMb(found.model, requestedMb, grantedMb));
  }

  private double countedMs(ResolvedProfile found, double profileMs, boolean undersized) {
    return found.claimed && profileMs >= 0
        ? trust.evidence(found.taskClass, undersized).runMs(profileMs, maxUnprovedMs.getAsLong())
        : profileMs;
  }

  /**
   * Decides whether tasks with this profile may be under-sized now; they may not if it proved wrong
   * recently.
   */
  public Decision<Boolean> trusted(ResolvedProfile found) {
    return trust.of(found.taskClass);
  }

  /** Returns the largest heap that nodes have found in such tasks, in MB; -1 if unknown. */
  public long heapMb(ResolvedProfile found) {
    return trust.heapMb(found.taskClass);
  }

  /**
   * Returns the disk bandwidth that a container of this size uses on its node, in MB per second;
   * positive infinity if unknown, so that no other spilling task runs beside it.
   */
  public double diskMbPerSecond(JobDescriptor job, int priority, long requestedMb, long grantedMb) {
    ElasticityModel model = of(job, priority);
    if (model == null) {
      return 0;
    }
    long modelMb = modelMb(model, requestedMb, grantedMb);
    return model.knowsDiskUse() || modelMb >= model.idealMemoryMb()
        ? model.diskMbPerSecond(modelMb)
        : Double.POSITIVE_INFINITY;
  }

  private static long known(double ms) {
    return ms >= 0 && ms < Long.MAX_VALUE / 4 ? Math.round(ms) : Timeline.UNKNOWN;
  }

  /**
   * Returns the memory to use in the model, in MB: the task loses as much memory as the container,
   * so memory requested beyond the ideal does not count.
   */
  public static long modelMb(ElasticityModel model, long requestedMb, long grantedMb) {
    long usefulMb = Math.min(requestedMb, model.idealMemoryMb());
    return Math.max(1, usefulMb - (requestedMb - grantedMb));
  }
}
