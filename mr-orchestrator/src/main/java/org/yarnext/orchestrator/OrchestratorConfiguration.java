// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator;

import java.time.Duration;
import java.util.Collections;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.CircuitBreakerKeys;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.conf.PolicyFactory;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.orchestrator.policy.ControlMode;
import org.yarnext.orchestrator.policy.actuation.ActuationPlanner;
import org.yarnext.orchestrator.policy.actuation.MinimumResources;
import org.yarnext.orchestrator.policy.actuation.PlanLimits;
import org.yarnext.orchestrator.policy.balance.AllocationPolicy;
import org.yarnext.orchestrator.policy.balance.BalanceLimits;
import org.yarnext.orchestrator.policy.balance.PerformanceBalancer;
import org.yarnext.orchestrator.policy.contention.ContentionDetector;
import org.yarnext.orchestrator.policy.contention.ContentionLimits;
import org.yarnext.orchestrator.policy.estimate.RecentEstimator;
import org.yarnext.orchestrator.policy.estimate.RegressionEstimator;
import org.yarnext.orchestrator.policy.estimate.UniformEstimator;
import org.yarnext.orchestrator.policy.estimate.UsageEstimator;
import org.yarnext.orchestrator.policy.estimate.UsageHistory;
import org.yarnext.orchestrator.rm.progress.CompositeProgressSource;
import org.yarnext.orchestrator.rm.progress.MapReduceProgressSource;
import org.yarnext.orchestrator.rm.progress.ProgressSource;
import org.yarnext.orchestrator.rm.progress.TezProgressSource;

/**
 * Configuration keys of the orchestrator, including those of {@link BalanceKeys} and {@link
 * ExchangeKeys}, and their checked values. Immutable.
 */
public final class OrchestratorConfiguration {
  public static final String PREFIX = "yarn.mr-orchestrator.";

  public static final ConfigurationKey<FeatureMode> MODE =
      ConfigurationKey.mode(PREFIX + "mode")
          .doc(
              "off: containers run as in stock YARN; shadow: measure containers in groups of "
                  + "LinuxContainerExecutor, decide, count and explain, but change nothing; on: "
                  + "steer running tasks. A change takes effect at once: what was changed is"
                  + " restored, and with DefaultContainerExecutor containers that were launched"
                  + " before on are not steered.")
          .live();

  public static final ConfigurationKey<ControlMode> CONTROL =
      ConfigurationKey.oneOf(PREFIX + "control", ControlMode.class, ControlMode.CPU_AND_MEMORY)
          .doc("Resources that are steered; others are only measured.");

  public static final ConfigurationKey<String> ESTIMATOR =
      ConfigurationKey.text(PREFIX + "estimator", "regression")
          .doc(
              "Estimator of a task's need in the next epoch: regression (a line through its "
                  + "own usage), recent (its latest usage), uniform (the mean of its peers), or the"
                  + " class name of a UsageEstimator.");

  public static final ConfigurationKey<Duration> SAMPLE_INTERVAL =
      ConfigurationKey.duration(PREFIX + "sample-interval", Duration.ofSeconds(5))
          .between(Duration.ofMillis(500), Duration.ofMinutes(1))
          .doc("Interval at which a NodeManager measures its containers.")
          .live();

  public static final ConfigurationKey<Duration> EPOCH =
      ConfigurationKey.duration(PREFIX + "epoch", Duration.ofSeconds(20))
          .between(Duration.ofSeconds(1), Duration.ofMinutes(10))
          .doc(
              "Interval at which NodeManagers report and the ResourceManager decides; at "
                  + "least the sample interval. Tasks younger than this are not compared.");

  public static final ConfigurationKey<Integer> HISTORY =
      ConfigurationKey.integer(PREFIX + "history", 120)
          .between(8, 10_000)
          .unit("samples")
          .doc("Number of latest samples that are kept of each container.");

  public static final ConfigurationKey<String> CGROUP_PARENT =
      ConfigurationKey.text(PREFIX + "cgroup.parent", "yarnext")
          .matching(
              "[A-Za-z0-9_][A-Za-z0-9_.@-]*(/[A-Za-z0-9_][A-Za-z0-9_.@-]*)*",
              "a path below the cgroup mounts without a leading slash")
          .doc(
              "Parent cgroup of containers with DefaultContainerExecutor; with "
                  + "LinuxContainerExecutor set it to its cgroups.hierarchy. The NodeManager's user"
                  + " must be able to write there. NodeManagers on one host need different ones.");

  public static final ConfigurationKey<Duration> GUARD_DEADLINE =
      ConfigurationKey.duration(PREFIX + "guard.deadline", Duration.ofSeconds(1))
          .between(Duration.ofMillis(10), Duration.ofMinutes(1))
          .doc(
              "Time limit of one decision, after which nothing is done instead; for a round "
                  + "of the ResourceManager at least a quarter of the epoch.")
          .live();

  public static final ConfigurationKey<Integer> GUARD_FAILURES_TO_TRIP =
      CircuitBreakerKeys.failuresToTrip(PREFIX, "the orchestrator").live();

  public static final ConfigurationKey<Duration> GUARD_COOL_DOWN =
      CircuitBreakerKeys.coolDown(PREFIX, "the orchestrator").live();

  /** All keys, with the rules between them. */
  public static final ConfigurationSchema KEYS =
      ConfigurationSchema.of(
              "mr-orchestrator",
              PREFIX,
              MODE,
              CONTROL,
              ESTIMATOR,
              SAMPLE_INTERVAL,
              EPOCH,
              HISTORY,
              BalanceKeys.CONTENTION_SIGMAS,
              BalanceKeys.CONTENTION_DIFFERENCE,
              BalanceKeys.BALANCE_GAIN,
              BalanceKeys.STEP,
              BalanceKeys.MIN_CHANGE,
              BalanceKeys.CPU_FLOOR,
              BalanceKeys.CPU_SPARE_TO_TASKS,
              BalanceKeys.MEMORY_MARGIN,
              BalanceKeys.MEMORY_MARGIN_MB,
              BalanceKeys.MEMORY_BEYOND_HEAP,
              CGROUP_PARENT,
              ExchangeKeys.PORT,
              ExchangeKeys.HANDLERS,
              ExchangeKeys.TIMEOUT,
              ExchangeKeys.PROGRESS,
              ExchangeKeys.PROGRESS_MAX_TASKS,
              GUARD_DEADLINE,
              GUARD_FAILURES_TO_TRIP,
              GUARD_COOL_DOWN)
          .rule(OrchestratorConfiguration::shortEpoch)
          .rule(BalanceKeys::largeChange);

  private static final double MB = 1 << 20;

  private static final PolicyFactory<UsageEstimator> ESTIMATORS =
      new PolicyFactory<>(UsageEstimator.class, "NodeManager")
          .named("regression", RegressionEstimator::new)
          .named("recent", RecentEstimator::new)
          .named("uniform", UniformEstimator::new);

  private static final PolicyFactory<ProgressSource> PROGRESS_SOURCES =
      new PolicyFactory<>(ProgressSource.class, "ResourceManager")
          .named("masters", CompositeProgressSource::new)
          .named("mapreduce", MapReduceProgressSource::new)
          .named("tez", TezProgressSource::new)
          .named("none", () -> (phase, running, master) -> Collections.emptyMap());

  private final ConfigurationSnapshot settings;

  private OrchestratorConfiguration(ConfigurationSnapshot settings) {
    this.settings = settings;
  }

  /**
   * Reads and checks the keys.
   *
   * @throws InvalidConfigurationException naming each bad key, its value and the fix
   */
  public static OrchestratorConfiguration read(Configuration conf)
      throws InvalidConfigurationException {
    return of(KEYS.read(conf));
  }

  /** Returns the configuration with values that are checked already. */
  public static OrchestratorConfiguration of(ConfigurationSnapshot settings) {
    return new OrchestratorConfiguration(settings);
  }

  private static String shortEpoch(ConfigurationSnapshot s) {
    return s.get(EPOCH).compareTo(s.get(SAMPLE_INTERVAL)) < 0
        ? String.format(
            Locale.ROOT,
            "%s=%dms is below %s=%dms: raise it to that or more.",
            EPOCH.name(),
            s.get(EPOCH).toMillis(),
            SAMPLE_INTERVAL.name(),
            s.get(SAMPLE_INTERVAL).toMillis())
        : null;
  }

  public FeatureMode mode() {
    return settings.get(MODE);
  }

  public ControlMode control() {
    return settings.get(CONTROL);
  }

  /**
   * Makes the configured estimator of tasks' needs; used on NodeManagers only.
   *
   * @throws InvalidConfigurationException if the class does not exist
   */
  public UsageEstimator newEstimator() throws InvalidConfigurationException {
    return made(ESTIMATORS, ESTIMATOR);
  }

  private <T> T made(PolicyFactory<T> policies, ConfigurationKey<String> key)
      throws InvalidConfigurationException {
    String refusal = policies.refusal(key, settings);
    if (refusal != null) {
      throw new InvalidConfigurationException(
          "mr-orchestrator", Collections.singletonList(refusal));
    }
    return policies.make(settings.get(key));
  }

  public UsageHistory newHistory() {
    return new UsageHistory(sampleIntervalMs(), settings.get(HISTORY));
  }

  /** Makes the policy that decides for the whole cluster once an epoch. */
  public AllocationPolicy newPolicy() {
    return new AllocationPolicy(
        control(),
        new ContentionDetector(
            new ContentionLimits(
                epochMs(),
                settings.get(BalanceKeys.CONTENTION_SIGMAS),
                share(BalanceKeys.CONTENTION_DIFFERENCE))),
        new PerformanceBalancer(
            new BalanceLimits(
                epochMs(), share(BalanceKeys.BALANCE_GAIN), share(BalanceKeys.STEP))));
  }

  /** Returns the port on which the active ResourceManager listens for NodeManagers. */
  public int port() {
    return settings.get(ExchangeKeys.PORT);
  }

  public int handlers() {
    return settings.get(ExchangeKeys.HANDLERS);
  }

  /** Returns the timeout of a call, in ms. */
  public int timeoutMs() {
    return (int) settings.get(ExchangeKeys.TIMEOUT).toMillis();
  }

  /**
   * Makes the configured source of progress; used on the ResourceManager only.
   *
   * @throws InvalidConfigurationException if the class does not exist
   */
  public ProgressSource newProgressSource() throws InvalidConfigurationException {
    return made(PROGRESS_SOURCES, ExchangeKeys.PROGRESS);
  }

  /** Returns the maximum number of tasks of a phase whose progress is requested. */
  public int progressMaxTasks() {
    return settings.get(ExchangeKeys.PROGRESS_MAX_TASKS);
  }

  /** Returns whether CPU that no container has requested goes to tasks. */
  public boolean spareToTasks() {
    return settings.get(BalanceKeys.CPU_SPARE_TO_TASKS);
  }

  public ActuationPlanner newPlanner() {
    return new ActuationPlanner(
        new PlanLimits(share(BalanceKeys.STEP), share(BalanceKeys.MIN_CHANGE)));
  }

  /** Returns the minimum resources that keep tasks alive. */
  public MinimumResources floors() {
    return new MinimumResources(
        settings.get(BalanceKeys.CPU_FLOOR),
        share(BalanceKeys.MEMORY_MARGIN),
        settings.get(BalanceKeys.MEMORY_MARGIN_MB) * MB,
        settings.get(BalanceKeys.MEMORY_BEYOND_HEAP) * MB);
  }

  public long sampleIntervalMs() {
    return settings.get(SAMPLE_INTERVAL).toMillis();
  }

  public long epochMs() {
    return settings.get(EPOCH).toMillis();
  }

  /** Returns the cgroup below the mounts that holds the containers' cgroups. */
  public String cgroupParent() {
    return settings.get(CGROUP_PARENT);
  }

  public GuardSettings guard() {
    return new GuardSettings(
        settings.get(GUARD_DEADLINE),
        settings.get(GUARD_FAILURES_TO_TRIP),
        CircuitBreakerKeys.FAILURES_WITHIN,
        settings.get(GUARD_COOL_DOWN));
  }

  /**
   * Returns the guard of the ResourceManager's rounds, which may take up to a quarter of an epoch
   * because they serve all nodes.
   */
  public GuardSettings roundGuard() {
    GuardSettings guard = guard();
    Duration part = settings.get(EPOCH).dividedBy(4);
    return part.compareTo(guard.deadline()) > 0 ? guard.withDeadline(part) : guard;
  }

  private double share(ConfigurationKey<Integer> percent) {
    return settings.get(percent) / 100.0;
  }
}
