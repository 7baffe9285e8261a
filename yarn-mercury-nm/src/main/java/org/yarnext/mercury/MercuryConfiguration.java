// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.conf.reload.ReloadResult;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.common.queue.QueueSettings;
import org.yarnext.mercury.policy.container.OpportunisticQuota;
import org.yarnext.mercury.policy.coordinator.CoordinatorSettings;
import org.yarnext.mercury.policy.estimate.DeclaredRunTimePolicy;
import org.yarnext.mercury.policy.estimate.EstimateTolerance;
import org.yarnext.mercury.policy.estimate.UserRunTimeCache;
import org.yarnext.mercury.policy.placement.DemandTracker;
import org.yarnext.mercury.policy.policing.CeilingPolicy;
import org.yarnext.mercury.policy.policing.DemandHistory;
import org.yarnext.mercury.policy.promotion.PromotionPolicy;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;
import org.yarnext.mercury.policy.queue.QueueOrder;
import org.yarnext.mercury.policy.reclaim.VictimPolicy;
import org.yarnext.mercury.policy.requests.HybridPolicyRegistry;
import org.yarnext.mercury.policy.shedding.SheddingPolicy;

/**
 * All configuration keys of Mercury, declared by area, and their validated values. Thread-safe, and
 * immutable except for {@link #reload}.
 */
public final class MercuryConfiguration
    implements QueueKeys,
        PolicingKeys,
        EstimateKeys,
        PlacementKeys,
        CoordinatorKeys,
        HybridKeys,
        PromotionKeys,
        GuardKeys {
  public static final String PREFIX = "yarn.mercury.";

  private static final int LENGTH_WITHOUT_STOCKS = 100;

  /** All keys, with the rules between them. */
  public static final ConfigurationSchema KEYS =
      HybridKeys.withRules(
              CoordinatorKeys.withRules(ConfigurationSchema.of("mercury", PREFIX, allKeys())))
          .rule(ConfigurationRules::deadlineTooLong);

  /** The keys with the rules of a NodeManager, which needs the named policies on its class path. */
  private static final ConfigurationSchema NODE_KEYS =
      KEYS.rule(s -> MercuryPolicyRegistry.ORDERS.refusal(QUEUE_ORDER, s))
          .rule(s -> MercuryPolicyRegistry.VICTIMS.refusal(RECLAIM_VICTIMS, s))
          .rule(s -> MercuryPolicyRegistry.SHEDDING.refusal(SHEDDING_POLICY, s))
          .rule(s -> MercuryPolicyRegistry.CEILINGS.refusal(POLICING_POLICY, s));

  private static ConfigurationKey<?>[] allKeys() {
    return Stream.of(
            QueueKeys.keys(),
            PolicingKeys.keys(),
            EstimateKeys.keys(),
            PlacementKeys.keys(),
            CoordinatorKeys.keys(),
            HybridKeys.keys(),
            PromotionKeys.keys(),
            GuardKeys.keys())
        .flatMap(List::stream)
        .toArray(ConfigurationKey<?>[]::new);
  }

  private volatile ConfigurationSnapshot settings;
  private final int maxQueueLength;
  private final String shadowOnly;

  private MercuryConfiguration(
      ConfigurationSnapshot settings, int maxQueueLength, String shadowOnly) {
    this.settings = settings;
    this.maxQueueLength = maxQueueLength;
    this.shadowOnly = shadowOnly;
  }

  /**
   * Reads and checks the keys for a NodeManager.
   *
   * @throws InvalidConfigurationException naming each bad key, its value and the fix
   */
  public static MercuryConfiguration read(Configuration conf) throws InvalidConfigurationException {
    int stockLength =
        conf.getInt(
            YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH,
            YarnConfiguration.DEFAULT_NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH);
    String stockPolicy =
        conf.getTrimmed(YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_QUEUE_POLICY, "BY_QUEUE_LEN");
    boolean byResources = stockPolicy.equalsIgnoreCase("BY_RESOURCES");
    ConfigurationSnapshot settings =
        NODE_KEYS
            .rule(s -> ConfigurationRules.stockQueueTooShort(s, stockLength, byResources))
            .rule(s -> ConfigurationRules.stockQueueByResources(s, byResources))
            .rule(s -> ConfigurationRules.federated(s, conf))
            .read(conf);
    int asked = settings.get(QUEUE_MAX_LENGTH);
    // When stock's queue is bounded by resources, its length is usually 0.
    int stockLimit = byResources && stockLength <= 0 ? LENGTH_WITHOUT_STOCKS : stockLength;
    return new MercuryConfiguration(
        settings,
        asked == 0 ? stockLimit : asked,
        ConfigurationRules.shadowOnly(settings, byResources));
  }

  /**
   * Reads and checks the keys for the ResourceManager. Rules about a NodeManager's own settings or
   * class path are not checked, but {@code coordinator.stale-after} must fit the heartbeat
   * interval; with heartbeat scaling, the longest one.
   *
   * @throws InvalidConfigurationException naming each bad key, its value and the fix
   */
  public static MercuryConfiguration readOnResourceManager(Configuration conf)
      throws InvalidConfigurationException {
    boolean scaled =
        conf.getBoolean(
            YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_SCALING_ENABLE,
            YarnConfiguration.DEFAULT_RM_NM_HEARTBEAT_INTERVAL_SCALING_ENABLE);
    // With scaling, the busiest nodes report at the maximum interval.
    String heartbeat =
        scaled
            ? YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MAX_MS
            : YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS;
    long heartbeatMs =
        conf.getLong(heartbeat, YarnConfiguration.DEFAULT_RM_NM_HEARTBEAT_INTERVAL_MS);
    return new MercuryConfiguration(
        KEYS.rule(s -> ConfigurationRules.staleAfterTooShort(s, heartbeat, heartbeatMs))
            .rule(s -> ConfigurationRules.queueWaitTooShort(s, heartbeat, heartbeatMs))
            .read(conf),
        0,
        null);
  }

  /**
   * Reads and checks the keys for hooks that applications' requests pass through, in either daemon.
   * Of the rules about the daemon only federation is checked.
   *
   * @throws InvalidConfigurationException naming each bad key, its value and the fix
   */
  public static MercuryConfiguration readForMasters(Configuration conf)
      throws InvalidConfigurationException {
    return new MercuryConfiguration(
        KEYS.rule(s -> ConfigurationRules.federated(s, conf)).read(conf), 0, null);
  }

  /**
   * Reads and checks the keys for promotion in the ResourceManager.
   *
   * @throws InvalidConfigurationException naming each bad key, its value and the fix
   */
  public static MercuryConfiguration readForPromotion(Configuration conf)
      throws InvalidConfigurationException {
    boolean autoUpdate =
        conf.getBoolean(
            YarnConfiguration.RM_AUTO_UPDATE_CONTAINERS,
            YarnConfiguration.DEFAULT_RM_AUTO_UPDATE_CONTAINERS);
    return new MercuryConfiguration(
        KEYS.rule(s -> ConfigurationRules.promotionWithoutAutoUpdate(s, autoUpdate)).read(conf),
        0,
        null);
  }

  /**
   * Applies the live keys, or nothing if any value is refused.
   *
   * @return the result; a refusal is returned, not thrown
   */
  public synchronized ReloadResult reload(Configuration conf) {
    LiveConfiguration live = new LiveConfiguration(settings);
    ReloadResult reload = live.reload(conf);
    settings = live.current();
    return reload;
  }

  public FeatureMode mode() {
    return settings.get(MODE);
  }

  /** Returns why the queue of this NodeManager can only be in shadow; null if it can be on. */
  public String shadowOnly() {
    return shadowOnly;
  }

  /** Creates a queue order. Policies may keep state, so each node queue has its own. */
  public QueueOrder newQueueOrder() {
    return QueueKeys.newOrder(settings);
  }

  public VictimPolicy newVictimPolicy() {
    return QueueKeys.newVictims(settings);
  }

  public SheddingPolicy newSheddingPolicy() {
    return QueueKeys.newShedding(settings);
  }

  /** Returns whether the policing policy needs the node's history. */
  public boolean needsDemandHistory() {
    return PolicingKeys.needsHistory(settings);
  }

  /**
   * Creates an empty history of this node's guaranteed demand, to be shared by all its ceilings.
   */
  public DemandHistory newDemandHistory() {
    return PolicingKeys.newHistory(settings);
  }

  public long demandWindowMs() {
    return settings.get(POLICING_HISTORY_WINDOW).toMillis();
  }

  public long demandPeriodMs() {
    return settings.get(POLICING_HISTORY_PERIOD).toMillis();
  }

  /** Creates a ceiling that uses the given history. */
  public CeilingPolicy newCeiling(DemandHistory history) {
    return PolicingKeys.newCeiling(settings, history);
  }

  /** Returns the constant ceiling of all nodes, for components that send containers there. */
  public CeilingPolicy fixedCeiling() {
    return PolicingKeys.fixedCeiling(settings);
  }

  public NodeQueueLimits queueLimits() {
    return QueueKeys.limits(settings, maxQueueLength);
  }

  public long reclaimTimeoutMs() {
    return settings.get(RECLAIM_TIMEOUT).toMillis();
  }

  public long defaultEstimateMs() {
    return settings.get(ESTIMATES_DEFAULT).toMillis();
  }

  /** Returns the queues in which declared run times may count. */
  public DeclaredRunTimePolicy claims() {
    return EstimateKeys.claims(settings);
  }

  /** Creates an empty cache of the measured and declared run times of users' containers. */
  public UserRunTimeCache newUserRunTimes() {
    return new UserRunTimeCache(
        estimateTolerance()::wrong, settings.get(CLAIMS_MIN_RUNS), maxApplications());
  }

  public int maxApplications() {
    return settings.get(ESTIMATES_MAX_APPLICATIONS);
  }

  public long tickMs() {
    return settings.get(TICK).toMillis();
  }

  /**
   * Returns the mode of Mercury's placement of opportunistic containers; independent of {@link
   * #mode()}.
   */
  public FeatureMode placementMode() {
    return settings.get(PLACEMENT_MODE);
  }

  public int placementCandidates() {
    return settings.get(PLACEMENT_CANDIDATES);
  }

  public Duration placementExpiry() {
    return settings.get(PLACEMENT_EXPIRY);
  }

  /**
   * Creates the tracker that shares the remaining capacity between applications in the
   * ResourceManager.
   */
  public DemandTracker newDemandTracker() {
    return new DemandTracker(
        settings.get(PLACEMENT_MAX_QUEUE_WAIT).toMillis(),
        settings.get(QUEUE_AGING_LIMIT).toMillis(),
        settings.get(COORDINATOR_STALE_AFTER).toMillis());
  }

  public FeatureMode coordinatorMode() {
    return settings.get(COORDINATOR_MODE);
  }

  public CoordinatorSettings coordinator() {
    return CoordinatorKeys.settings(settings);
  }

  public FeatureMode hybridMode() {
    return settings.get(HYBRID_MODE);
  }

  /** Returns the policies of queues and applications. */
  public HybridPolicyRegistry policyChoice() {
    return HybridKeys.choice(settings);
  }

  /** Returns the application types whose containers are guaranteed by default, in upper case. */
  public Set<String> guaranteedTypes() {
    return HybridKeys.guaranteedTypes(settings);
  }

  /** Returns the tolerance beyond which an application's declared run times are not trusted. */
  public EstimateTolerance estimateTolerance() {
    return HybridKeys.tolerance(settings);
  }

  /** Returns the number of losses after which a task gets a guaranteed container; 0: never. */
  public int guaranteedAfterLosses() {
    return settings.get(HYBRID_GUARANTEED_AFTER_LOSSES);
  }

  /** Returns the quota of queues without one of their own. */
  public OpportunisticQuota quota() {
    return HybridKeys.quota(settings);
  }

  public QueueSettings<OpportunisticQuota> quotas() {
    return HybridKeys.quotas(settings);
  }

  /**
   * Returns a warning, with the fix, about quotas that are set but not enforced; null if there are
   * none.
   */
  public String ineffectiveQuotas() {
    return ConfigurationRules.ineffectiveQuotas(settings);
  }

  public FeatureMode promotionMode() {
    return settings.get(PROMOTION_MODE);
  }

  public PromotionPolicy promotionPolicy() {
    return PromotionKeys.policy(settings);
  }

  public GuardSettings guard() {
    return GuardKeys.settings(settings);
  }
}
