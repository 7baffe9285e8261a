// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez;

import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.GlobPattern;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.CircuitBreakerKeys;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.tez.policy.opportunistic.ExecutionTypePolicy;

/**
 * Configuration keys of the Tez estimator, and their checked values. The Tez Application Master
 * reads them, so an application may set them for itself. Immutable.
 */
public final class TezEstimatorConfiguration {
  public static final String PREFIX = "tez.estimator.";

  public static final ConfigurationKey<FeatureMode> MODE =
      ConfigurationKey.mode(PREFIX + "mode")
          .doc(
              "off: Tez is stock; shadow: estimate, count and explain, but act on nothing; on: Tez's"
                  + " speculator uses the estimates, containers declare them, and short tasks may be"
                  + " opportunistic.");

  /** Tez's own estimators. */
  public enum Stock {
    LEGACY,
    EXPONENTIAL
  }

  public static final ConfigurationKey<Stock> STOCK =
      ConfigurationKey.oneOf(PREFIX + "stock", Stock.class, Stock.LEGACY)
          .doc(
              "Tez's own estimator that the speculator uses while the mode is not on, and"
                  + " when the learning estimator fails.");

  public static final ConfigurationKey<Duration> DEFAULT_RUN_TIME =
      ConfigurationKey.duration(PREFIX + "default-run-time", Duration.ofSeconds(10))
          .between(Duration.ofMillis(1), Duration.ofDays(7))
          .doc("Run time of a task about which nothing is known.");

  public static final ConfigurationKey<Duration> CONTAINER_START =
      ConfigurationKey.duration(PREFIX + "container-start", Duration.ofSeconds(2))
          .between(Duration.ZERO, Duration.ofMinutes(10))
          .doc(
              "Time that a container takes until its first task runs; it is part of the run"
                  + " time that the container declares.");

  public static final ConfigurationKey<String> HISTORY_DIR =
      ConfigurationKey.text(PREFIX + "history.dir", "")
          .doc(
              "Directory in Hadoop's file system for the history of recurring DAGs, as a path"
                  + " or URI, with one subdirectory per user; if empty, each application starts"
                  + " without a history.");

  public static final ConfigurationKey<Integer> HISTORY_MAX_DAGS =
      ConfigurationKey.integer(PREFIX + "history.max-dags", 1000)
          .between(1, 100_000)
          .unit("DAGs")
          .doc(
              "Maximum number of DAGs of a user in that directory; those that have not run"
                  + " for longest are removed first.");

  public static final ConfigurationKey<Duration> HYBRID_THRESHOLD =
      ConfigurationKey.duration(PREFIX + "hybrid.threshold", Duration.ZERO)
          .between(Duration.ZERO, Duration.ofDays(7))
          .doc(
              "Expected run time below which a task that would otherwise wait requests an"
                  + " opportunistic container; 0 is none of them. It needs opportunistic containers"
                  + " on the ResourceManager.");

  public static final ConfigurationKey<Integer> HYBRID_PERCENT =
      ConfigurationKey.integer(PREFIX + "hybrid.percent", 80)
          .between(0, 100)
          .unit("percent")
          .doc(
              "Share of those tasks that request opportunistic containers; the others stay"
                  + " guaranteed.");

  public static final ConfigurationKey<Double> HYBRID_LATE_PROGRESS =
      ConfigurationKey.decimal(PREFIX + "hybrid.late-progress", 1.0)
          .between(0.0, 1.0)
          .doc(
              "Progress of the DAG from which all its tasks are guaranteed, so that its end"
                  + " does not wait in a queue; 1 is never.");

  public static final ConfigurationKey<Duration> HYBRID_MAX_WAIT =
      ConfigurationKey.duration(PREFIX + "hybrid.max-wait", Duration.ofSeconds(30))
          .between(Duration.ZERO, Duration.ofDays(1))
          .doc(
              "Maximum time that an opportunistic container waits in a node's queue, and that"
                  + " a task waits for such a container to be granted. After that the container is"
                  + " released and the task requests a guaranteed one; 0 means no limit.");

  public static final ConfigurationKey<String> HYBRID_PRODUCTION_DAGS =
      ConfigurationKey.text(PREFIX + "hybrid.production-dags", "")
          .doc(
              "Names of production DAGs, whose tasks all get guaranteed containers, as a"
                  + " pattern with *, ?, [...] and {...,...} as in file names; if empty, all DAGs"
                  + " are best effort.");

  public static final ConfigurationKey<Duration> GUARD_DEADLINE =
      ConfigurationKey.duration(PREFIX + "guard.deadline", Duration.ofSeconds(1))
          .between(Duration.ofMillis(10), Duration.ofSeconds(10))
          .doc("Time limit of one decision; half of it limits the reading of a DAG's history.");

  public static final ConfigurationKey<Integer> GUARD_FAILURES_TO_TRIP =
      CircuitBreakerKeys.failuresToTrip(PREFIX, "the feature");

  public static final ConfigurationKey<Duration> GUARD_COOL_DOWN =
      CircuitBreakerKeys.coolDown(PREFIX, "the feature");

  /** All keys. */
  public static final ConfigurationSchema KEYS =
      ConfigurationSchema.of(
          "tez estimator",
          PREFIX,
          MODE,
          STOCK,
          DEFAULT_RUN_TIME,
          CONTAINER_START,
          HISTORY_DIR,
          HISTORY_MAX_DAGS,
          HYBRID_THRESHOLD,
          HYBRID_PERCENT,
          HYBRID_LATE_PROGRESS,
          HYBRID_MAX_WAIT,
          HYBRID_PRODUCTION_DAGS,
          GUARD_DEADLINE,
          GUARD_FAILURES_TO_TRIP,
          GUARD_COOL_DOWN);

  private final ConfigurationSnapshot settings;

  private TezEstimatorConfiguration(ConfigurationSnapshot settings) {
    this.settings = settings;
  }

  /**
   * Reads and checks the keys.
   *
   * @throws InvalidConfigurationException naming each bad key, its value and the fix
   */
  public static TezEstimatorConfiguration read(Configuration conf)
      throws InvalidConfigurationException {
    return new TezEstimatorConfiguration(
        KEYS.rule(s -> opportunisticDisabled(s, conf))
            .rule(TezEstimatorConfiguration::invalidPattern)
            .read(conf));
  }

  private static String opportunisticDisabled(ConfigurationSnapshot s, Configuration conf) {
    String key = YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED;
    return !s.get(HYBRID_THRESHOLD).isZero() && !conf.getBoolean(key, false)
        ? HYBRID_THRESHOLD.name()
            + "="
            + s.asText().get(HYBRID_THRESHOLD.name())
            + " needs "
            + key
            + "=true, on the ResourceManager and in the yarn-site.xml of its clients: set it there,"
            + " or remove the threshold."
        : null;
  }

  private static String invalidPattern(ConfigurationSnapshot s) {
    try {
      new GlobPattern(s.get(HYBRID_PRODUCTION_DAGS));
      return null;
    } catch (RuntimeException e) { // thrown by a library of Hadoop
      return HYBRID_PRODUCTION_DAGS.name()
          + "="
          + s.get(HYBRID_PRODUCTION_DAGS)
          + " is not a valid pattern ("
          + e.getMessage()
          + "): close its brackets, or escape literal brackets with a backslash.";
    }
  }

  public FeatureMode mode() {
    return settings.get(MODE);
  }

  public Stock stock() {
    return settings.get(STOCK);
  }

  /** Returns the default run time, in ms; 1 or more. */
  public long defaultRunMs() {
    return settings.get(DEFAULT_RUN_TIME).toMillis();
  }

  /** Returns the start time of a container, in ms; 0 or more. */
  public long containerStartMs() {
    return settings.get(CONTAINER_START).toMillis();
  }

  /** Returns the directory of the histories; empty if none are kept. */
  public String historyDir() {
    return settings.get(HISTORY_DIR);
  }

  public int historyMaxDags() {
    return settings.get(HISTORY_MAX_DAGS);
  }

  /**
   * Returns the policy that chooses the opportunistic tasks of a DAG.
   *
   * @param dag its name; not null
   */
  public ExecutionTypePolicy executionTypePolicy(String dag) {
    ExecutionTypePolicy choice =
        new ExecutionTypePolicy(
            settings.get(HYBRID_THRESHOLD).toMillis(),
            settings.get(HYBRID_PERCENT),
            settings.get(HYBRID_LATE_PROGRESS));
    return new GlobPattern(settings.get(HYBRID_PRODUCTION_DAGS)).matches(dag)
        ? choice.production()
        : choice;
  }

  /** Returns the maximum time for an opportunistic container to start, in ms; 0 for no limit. */
  public long hybridMaxWaitMs() {
    return settings.get(HYBRID_MAX_WAIT).toMillis();
  }

  public GuardSettings guard() {
    return new GuardSettings(
        settings.get(GUARD_DEADLINE),
        settings.get(GUARD_FAILURES_TO_TRIP),
        CircuitBreakerKeys.FAILURES_WITHIN,
        settings.get(GUARD_COOL_DOWN));
  }
}
