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
package org.yarnext.elastic.rm;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.trust.TaskClass;

/**
 * Remembers for some seconds which model belongs to which asks, since they are looked at at every
 * node's every turn, and a search among profiles may match many patterns. Thread-safe.
 */
final class Models {
  /** How long an answer is kept, in ms; a reloaded profile counts after this time. */
  static final long KEPT_MS = 10_000;

  /** For how long after the last model was found jobs count as having some, in ms. */
  static final long IN_USE_MS = 60_000;

  private static final int MOST_KEPT = 20_000;

  /** How many sizes are looked at for the longest run time. */
  private static final int SIZES = 20;

  /** What runs longer is taken for a mistake: ten years. */
  private static final double LONGEST_MS = 10.0 * 365 * 24 * 60 * 60 * 1_000;

  private final ProfileSource profiles;
  private final LongSupplier clockMs;
  private final Map<Kind, Found> found = new ConcurrentHashMap<>();
  private volatile long usedMs = Long.MIN_VALUE / 2;

  Models(ProfileSource profiles, LongSupplier clockMs) {
    this.profiles = profiles;
    this.clockMs = clockMs;
  }

  /** The asks of one job with one priority. */
  private static final class Kind {
    final ApplicationId job;
    final int priority;

    Kind(ApplicationId job, int priority) {
      this.job = job;
      this.priority = priority;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Kind
          && ((Kind) other).priority == priority
          && ((Kind) other).job.equals(job);
    }

    @Override
    public int hashCode() {
      return 31 * job.hashCode() + priority;
    }
  }

  /** What was found for them. Immutable. */
  static final class Found {
    /** Null if there is none. */
    final ElasticityModel model;

    /** What trust in the model is filed under; null if there is no model. */
    final TaskClass taskClass;

    private final long longestMs;
    private final long atMs;

    private Found(ElasticityModel model, TaskClass taskClass, long atMs) {
      this.model = model;
      this.taskClass = taskClass;
      this.longestMs = model == null ? 0 : longestMs(model);
      this.atMs = atMs;
    }
  }

  /** The model; null if there is none. */
  ElasticityModel of(AskedJob job, int priority) {
    return find(job, priority).model;
  }

  /**
   * About how long such tasks run at most, in ms: the longest of some sizes from the ideal memory
   * down, with which they can run; 0 if there is no model.
   */
  long longestMs(AskedJob job, int priority) {
    return find(job, priority).longestMs;
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
  Found find(AskedJob job, int priority) {
    Kind kind = new Kind(job.id(), priority);
    long now = clockMs.getAsLong();
    Found kept = found.get(kind);
    if (kept == null || now - kept.atMs >= KEPT_MS) {
      kept = search(kind, job, now);
    }
    if (kept.model != null && kept.atMs > usedMs) {
      usedMs = kept.atMs;
    }
    return kept;
  }

  /** Whether a model was found lately: if not, no job has any. */
  boolean inUse(long nowMs) {
    return nowMs - usedMs < IN_USE_MS;
  }

  private Found search(Kind kind, AskedJob job, long now) {
    if (found.size() >= MOST_KEPT) {
      found.values().removeIf(old -> now - old.atMs >= KEPT_MS);
    }
    ElasticityModel model = profiles.find(job, kind.priority);
    Found searched =
        new Found(model, model == null ? null : profiles.taskClass(job, kind.priority), now);
    if (found.size() < MOST_KEPT) {
      found.put(kind, searched);
    }
    return searched;
  }

  /**
   * How long such a task runs in a container of this size, in ms; {@link ClusterSnapshot#UNKNOWN}
   * without a model, or if the task would not end.
   */
  long runMs(AskedJob job, int priority, long askedMb, long grantedMb) {
    ElasticityModel model = of(job, priority);
    double ms = model == null ? -1 : model.runTimeMs(modelMb(model, askedMb, grantedMb));
    return ms >= 0 && ms < Long.MAX_VALUE / 4 ? Math.round(ms) : ClusterSnapshot.UNKNOWN;
  }

  /**
   * What of a container counts for its model, in MB: what the container loses, the task's memory
   * loses, so that what was asked for beyond the ideal does not count.
   */
  static long modelMb(ElasticityModel model, long askedMb, long grantedMb) {
    long usefulMb = Math.min(askedMb, model.idealMemoryMb());
    return Math.max(1, usefulMb - (askedMb - grantedMb));
  }
}
