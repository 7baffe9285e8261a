// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.yarnext.common.cache.BoundedCache;

/**
 * Estimates how long a container will run: the mean of the last finished containers of the same
 * application and priority, else of any application, else a default (Mercury section 6.3: estimates
 * are refined at run time from completed containers).
 *
 * <p>When containers start together, the shortest finish first. The typical run time of all
 * applications is therefore averaged with the first ones of a kind, with less weight the more have
 * finished: otherwise every application's second wave would be placed by run times that are far too
 * short.
 *
 * <p>The mean, not the median, because estimates are summed into queue waits. Bounded: the least
 * recently used application is forgotten first. Not thread-safe.
 */
public final class RunTimeEstimates {
  /** Maximum number of remembered finished containers per application and priority. */
  public static final int WINDOW = 32;

  /** Weight of the typical run time, in finished containers. */
  private static final int PRIOR = 16;

  private static final int MAX_KINDS_PER_APPLICATION = 64;

  private final long defaultMs;
  private final LinkedHashMap<String, Map<Integer, DescriptiveStatistics>> byApplication;
  private final DefaultRunTimeEstimator typical;

  /**
   * Creates estimates.
   *
   * @param defaultMs estimate for a container about which nothing is known, in ms
   * @param maxApplications maximum number of remembered applications
   * @param typical is updated too, and may be shared
   */
  public RunTimeEstimates(long defaultMs, int maxApplications, DefaultRunTimeEstimator typical) {
    this.typical = typical;
    this.defaultMs = defaultMs;
    this.byApplication = BoundedCache.inOrderOfUse(maxApplications);
  }

  /** Source of an estimate. */
  public enum Source {
    LEARNT,
    TYPICAL,
    DEFAULT
  }

  /** An estimate and its source. Immutable. */
  public static final class Estimate {
    private final long runMs;
    private final Source source;

    Estimate(long runMs, Source source) {
      this.runMs = runMs;
      this.source = source;
    }

    /** Returns the expected run time in ms. */
    public long runMs() {
      return runMs;
    }

    public Source source() {
      return source;
    }
  }

  /**
   * Returns the estimate for a container.
   *
   * @param application the application's id
   * @param priority the container's request priority
   */
  public Estimate estimate(String application, int priority) {
    Map<Integer, DescriptiveStatistics> kinds = byApplication.get(application);
    DescriptiveStatistics seen = kinds == null ? null : kinds.get(priority);
    double typicalMs = typical.meanMs();
    if (seen != null && seen.getN() > 0) {
      return new Estimate(Math.round(learntMs(seen, typicalMs)), Source.LEARNT);
    }
    return Double.isNaN(typicalMs)
        ? new Estimate(defaultMs, Source.DEFAULT)
        : new Estimate(Math.round(typicalMs), Source.TYPICAL);
  }

  private static double learntMs(DescriptiveStatistics seen, double typicalMs) {
    if (Double.isNaN(typicalMs)) {
      return seen.getMean();
    }
    double prior = PRIOR * (1 - seen.getN() / (double) WINDOW);
    return (prior * typicalMs + seen.getN() * seen.getMean()) / (prior + seen.getN());
  }

  /**
   * Returns the statistics of an application's own containers of a priority, without any of others.
   *
   * @return null if none has ended
   */
  public RunTimeStatistics statistics(String application, int priority) {
    Map<Integer, DescriptiveStatistics> kinds = byApplication.get(application);
    DescriptiveStatistics seen = kinds == null ? null : kinds.get(priority);
    return seen == null ? null : RunTimeStatistics.of(seen.getValues());
  }

  /** Records a container that ran to its end; a negative run time is ignored. */
  public void observe(String application, int priority, long runMs) {
    if (runMs < 0) {
      return;
    }
    typical.observe(runMs);
    Map<Integer, DescriptiveStatistics> kinds =
        byApplication.computeIfAbsent(
            Objects.requireNonNull(application), a -> new LinkedHashMap<>());
    DescriptiveStatistics seen = kinds.get(priority);
    if (seen == null && kinds.size() < MAX_KINDS_PER_APPLICATION) {
      seen = new DescriptiveStatistics(WINDOW);
      kinds.put(priority, seen);
    }
    if (seen != null) {
      seen.addValue(runMs);
    }
  }

  /** Forgets an application that ended. */
  public void forget(String application) {
    byApplication.remove(application);
  }

  public int applications() {
    return byApplication.size();
  }

  /** Returns the learnt run times in ms, oldest first, by application and priority; a copy. */
  public Map<String, Map<Integer, double[]>> learnt() {
    Map<String, Map<Integer, double[]>> copy = new LinkedHashMap<>();
    for (Map.Entry<String, Map<Integer, DescriptiveStatistics>> app : byApplication.entrySet()) {
      Map<Integer, double[]> kinds = new LinkedHashMap<>();
      app.getValue().forEach((priority, seen) -> kinds.put(priority, seen.getValues()));
      copy.put(app.getKey(), kinds);
    }
    return Collections.unmodifiableMap(copy);
  }
}
