// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.cache.BoundedCache;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.conf.reload.ReloadResult;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.mercury.ConfigurationRegistry;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.application.ApplicationPolicyRegistry.QueueRules;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.promotion.PendingPromotionTable;

/**
 * Registry of the application attempts whose requests pass through one daemon, with the policies,
 * the guard and the metrics that its hooks share. Thread-safe.
 */
public final class AttemptRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptRegistry.class);

  private static final int MAX_CLOSED = 100;

  /** Time within which nodes report containers that ended with their application. */
  private static final long CLOSED_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** YARN creates the hooks of a daemon one by one; the context is all they share. */
  private static final Map<Object, AttemptRegistry> BY_DAEMON = new WeakHashMap<>();

  private final Supplier<FeatureMode> mode;
  private final BooleanSupplier watches;
  private final ApplicationPolicyRegistry policies;
  private final Guard guard;
  private final HybridMetrics metrics;

  /** Null if the configuration was refused. */
  private final MercuryConfiguration configuration;

  /** Follows the configuration. */
  private LiveConfiguration.Listener follower;

  private final Map<ApplicationAttemptId, ApplicationAttemptRecord> records =
      new ConcurrentHashMap<>();

  /** Closed records of recurring jobs some of whose containers no node has reported as ended. */
  private final Map<ApplicationAttemptId, ApplicationAttemptRecord> closed =
      Collections.synchronizedMap(BoundedCache.inOrderOfInsertion(MAX_CLOSED));

  private volatile long lastClosedNanos;

  private final PendingPromotionTable<ApplicationAttemptId> promotions =
      new PendingPromotionTable<>();

  /**
   * Creates a registry whose modes never change.
   *
   * @param mode whether policies and quotas are evaluated, and applied
   * @param watches whether any component needs records, with or without policies
   * @param policies null passes every application's requests unchanged
   */
  AttemptRegistry(
      String daemon,
      FeatureMode mode,
      boolean watches,
      ApplicationPolicyRegistry policies,
      GuardSettings guardSettings) {
    this(daemon, () -> mode, () -> watches, policies, guardSettings, null);
    if (!mode.acts() && policies != null) {
      policies.replace(policies.rules().inShadow());
    }
  }

  private AttemptRegistry(
      String daemon,
      Supplier<FeatureMode> mode,
      BooleanSupplier watches,
      ApplicationPolicyRegistry policies,
      GuardSettings guardSettings,
      MercuryConfiguration configuration) {
    this.mode = mode;
    this.watches = watches;
    this.policies = policies;
    this.configuration = configuration;
    // A skipped call would corrupt the record of its application, and of that one alone, so this
    // guard never trips.
    this.guard = new Guard("mercury-hybrid", guardSettings.withoutTripping(), System::nanoTime);
    this.metrics = new HybridMetrics(daemon, mode, guard);
  }

  /**
   * Returns the registry of a daemon, created at the first call. If the configuration is refused,
   * the feature stays off and one line is logged.
   *
   * @param context the daemon's own context object
   * @param daemon its name, for the decisions' bean
   * @param configuration reads the configuration that the daemon's hooks share
   */
  public static AttemptRegistry of(
      Object context,
      Configuration conf,
      String daemon,
      ConfigurationRegistry.Reader configuration) {
    synchronized (BY_DAEMON) {
      return BY_DAEMON.computeIfAbsent(context, c -> make(conf, daemon, configuration));
    }
  }

  /** Returns the registry of a daemon, which is a NodeManager if the registry is to be created. */
  public static AttemptRegistry of(Object context, Configuration conf, String daemon) {
    return of(
        context,
        conf,
        daemon,
        c -> ConfigurationRegistry.ofNodeManager(context, c, ConfigurationRegistry.Part.MASTERS));
  }

  private static AttemptRegistry make(
      Configuration conf, String daemon, ConfigurationRegistry.Reader reader) {
    try {
      MercuryConfiguration c = reader.read(conf);
      AttemptRegistry made =
          new AttemptRegistry(
              daemon,
              c::hybridMode,
              () -> c.hybridMode().decides() || c.placementMode().decides(),
              new ApplicationPolicyRegistry(
                  QueueRules.of(c), c.estimateTolerance(), c.claims(), c.overallocationQueues()),
              c.guard(),
              c);
      made.follow(conf);
      return made;
    } catch (InvalidConfigurationException e) {
      LOG.error("{} Applications' requests pass unchanged.", e.getMessage());
    } catch (RuntimeException | LinkageError e) {
      // There is no guard yet, and an exception would make the daemon refuse every application.
      LOG.error("Applications' requests pass unchanged", e);
    }
    return new AttemptRegistry(daemon, FeatureMode.OFF, false, null, GuardSettings.defaults());
  }

  private void follow(Configuration conf) {
    follower =
        (old, now) -> {
          policies.replace(QueueRules.of(configuration));
          announce(conf);
        };
    configuration.live().addListener(follower);
    announce(conf);
  }

  private void announce(Configuration conf) {
    if (configuration.ineffectiveQuotas() != null) {
      LOG.warn(configuration.ineffectiveQuotas());
    }
    if (watches()) {
      metrics.register(conf);
      LOG.info("Feature mercury's policies for applications are {}", mode());
    }
  }

  /**
   * Applies the live keys of a new configuration, or nothing if any value is refused. Each
   * application follows with its next call.
   */
  public void refresh(Configuration conf) {
    if (configuration == null) {
      return;
    }
    ReloadResult reload = configuration.live().reload(conf);
    if (reload.outcome() == ReloadResult.Outcome.REFUSED) {
      LOG.warn("Configuration of mercury: {}", reload);
    } else if (reload.outcome() == ReloadResult.Outcome.APPLIED) {
      LOG.info("Configuration of mercury: {}", reload);
    }
  }

  /**
   * Returns the rules of queues, a different object after each {@link #refresh} that changed them;
   * null without policies.
   */
  public Object queueRules() {
    return policies == null ? null : policies.rules();
  }

  /** Returns the daemon's configuration; null if it was refused. */
  public MercuryConfiguration configuration() {
    return configuration;
  }

  /** Returns the pending promotions of all applications. */
  public PendingPromotionTable<ApplicationAttemptId> promotions() {
    return promotions;
  }

  /** Returns the mode in which policies and quotas are evaluated and applied. */
  public FeatureMode mode() {
    return mode.get();
  }

  /**
   * Returns whether requests are tracked, for the policies or for the component that places
   * opportunistic containers. False if all features are off or refused.
   */
  public boolean watches() {
    return watches.getAsBoolean();
  }

  /**
   * Returns whether an application need not be tracked as long as it has and requests no
   * opportunistic containers itself, since its policy keeps everything guaranteed.
   */
  public boolean dividesNothing(Collection<String> tags, String queue) {
    return policies == null || policies.dividesNothing(tags, queue);
  }

  /** Logs the policy decision of an application that is not tracked. */
  public void explainPolicy(ApplicationAttemptId attempt, Collection<String> tags, String queue) {
    if (mode().decides() && policies != null) {
      metrics.explain(attempt.toString(), policies.policy(tags, queue));
    }
  }

  void explainPolicy(ApplicationAttemptId attempt, ApplicationAttemptRecord record) {
    if (mode().decides()) {
      metrics.explain(attempt.toString(), record.choice());
    }
  }

  /**
   * Returns the policies, quotas and run times of applications; null if the configuration was
   * refused.
   */
  public ApplicationPolicyRegistry policies() {
    return policies;
  }

  public Guard guard() {
    return guard;
  }

  public HybridMetrics metrics() {
    return metrics;
  }

  /**
   * Returns the record of a registering attempt, created if absent.
   *
   * @param tags the application's, or none if unknown
   * @param queue the application's
   */
  public ApplicationAttemptRecord open(
      ApplicationAttemptId attempt, Collection<String> tags, String queue) {
    return records.computeIfAbsent(
        attempt, a -> new ApplicationAttemptRecord(policies, tags, queue));
  }

  /**
   * Returns the record of an attempt whose queue and size limits are known, and logs its policy.
   *
   * @param defaultLabel see {@link AttemptRequestInterceptor#registered}
   * @param maxSize see there
   */
  ApplicationAttemptRecord open(
      ApplicationAttemptId attempt,
      Collection<String> tags,
      String queue,
      String defaultLabel,
      ResourceVector maxSize) {
    ApplicationAttemptRecord record = open(attempt, tags, queue);
    record.limits(defaultLabel, maxSize);
    explainPolicy(attempt, record);
    return record;
  }

  /** Restores the record of an attempt from a snapshot of an earlier run of the daemon. */
  ApplicationAttemptRecord reopen(ApplicationAttemptId attempt, Map<String, ?> snapshot) {
    ApplicationAttemptRecord restored = ApplicationAttemptRecord.restore(policies, snapshot);
    records.put(attempt, restored);
    return restored;
  }

  /** Returns the record of an attempt; null if it is unknown. */
  public ApplicationAttemptRecord find(ApplicationAttemptId attempt) {
    return records.get(attempt);
  }

  /** Removes an attempt that has ended or is no longer tracked. */
  public void close(ApplicationAttemptId attempt) {
    ApplicationAttemptRecord record = records.get(attempt);
    if (record != null && record.awaitsReports()) {
      lastClosedNanos = System.nanoTime();
      closed.put(attempt, record);
    }
    records.remove(attempt);
  }

  /**
   * Learns from a container whose node reported its end, before its master hears of it or after the
   * attempt was closed. A repeated report does nothing.
   *
   * @param current the current attempt of the container's application
   */
  public void reported(ApplicationAttemptId current, ContainerStatus status) {
    ApplicationAttemptRecord record = records.get(current);
    if (record != null && record.reported(status)) {
      return;
    }
    ApplicationAttemptId owner = status.getContainerId().getApplicationAttemptId();
    ApplicationAttemptRecord last = closed.get(owner);
    if (last != null && last.reported(status) && !last.awaitsReports()) {
      closed.remove(owner);
    }
  }

  /** Returns whether nodes may still report containers of closed attempts. */
  public boolean awaitsReports() {
    return !closed.isEmpty();
  }

  /** Forgets closed attempts, unless one was closed just now: no more reports are expected. */
  public void forgetClosed() {
    if (System.nanoTime() - lastClosedNanos > CLOSED_NANOS) {
      closed.clear();
    }
  }

  /** Closes the registry of a daemon that stops. */
  public static void forget(Object context) {
    AttemptRegistry removed;
    synchronized (BY_DAEMON) {
      removed = BY_DAEMON.remove(context);
    }
    if (removed != null) {
      if (removed.follower != null) {
        removed.configuration.live().removeListener(removed.follower);
      }
      removed.metrics.close();
      removed.guard.close();
    }
  }
}
