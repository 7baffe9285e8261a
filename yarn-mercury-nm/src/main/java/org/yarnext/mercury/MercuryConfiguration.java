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
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.common.queue.QueueSettings;
import org.yarnext.mercury.policy.QueuePermissionPolicy;
import org.yarnext.mercury.policy.container.OpportunisticQuota;
import org.yarnext.mercury.policy.coordinator.CoordinatorSettings;
import org.yarnext.mercury.policy.estimate.EstimateTolerance;
import org.yarnext.mercury.policy.estimate.UserRunTimeCache;
import org.yarnext.mercury.policy.overallocation.OverallocationSettings;
import org.yarnext.mercury.policy.placement.UnmetDemandTracker;
import org.yarnext.mercury.policy.policing.CeilingPolicy;
import org.yarnext.mercury.policy.policing.DemandHistory;
import org.yarnext.mercury.policy.promotion.PromotionPolicy;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;
import org.yarnext.mercury.policy.queue.QueueOrder;
import org.yarnext.mercury.policy.reclaim.VictimPolicy;
import org.yarnext.mercury.policy.requests.HybridPolicyRegistry;
import org.yarnext.mercury.policy.requests.WaitingDemandPolicy;
import org.yarnext.mercury.policy.shedding.SheddingPolicy;

/**
 * All configuration keys of Mercury, declared by area, and their validated values. Thread-safe. The
 * values of live keys change with {@link #live}: read a mode once per decision.
 */
public final class MercuryConfiguration
    implements QueueKeys,
        PolicingKeys,
        EstimateKeys,
        PlacementKeys,
        CoordinatorKeys,
        HybridKeys,
        PromotionKeys,
        OverallocationKeys,
        GuardKeys {
  public static final String PREFIX = "yarn.mercury.";

  private static final int LENGTH_WITHOUT_STOCKS = 100;

  /** All keys, with the rules between them. */
  public static final ConfigurationSchema KEYS =
      HybridKeys.withRules(
              CoordinatorKeys.withRules(ConfigurationSchema.of("mercury", PREFIX, allKeys())))
          .rule(OverallocationKeys::stopNotBelowStart)
          .rule(OverallocationKeys::stopPressureBelowStart)
          .rule(OverallocationKeys::queuesUnreadable)
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
            OverallocationKeys.keys(),
            GuardKeys.keys())
        .flatMap(List::stream)
        .toArray(ConfigurationKey<?>[]::new);
  }

  private final LiveConfiguration live;
  private final HookRegistry hooks;
  private final int stockQueueLength;
  private final boolean stockByResources;

  private MercuryConfiguration(
      ConfigurationSchema keys,
      Configuration conf,
      HookRegistry hooks,
      int stockQueueLength,
      boolean stockByResources)
      throws InvalidConfigurationException {
    this.live = LiveConfiguration.read(keys.rule(hooks::violation), conf);
    this.hooks = hooks.since(live.current());
    this.stockQueueLength = stockQueueLength;
    this.stockByResources = stockByResources;
  }

  private static MercuryConfiguration read(ConfigurationSchema keys, Configuration conf)
      throws InvalidConfigurationException {
    return new MercuryConfiguration(keys, conf, new HookRegistry(), 0, false);
  }

  /**
   * Reads and checks the keys for all hooks of a ResourceManager.
   *
   * @throws InvalidConfigurationException naming each bad key, its value and the fix
   */
  static MercuryConfiguration readForAll(Configuration conf) throws InvalidConfigurationException {
    return new MercuryConfiguration(
        ConfigurationRules.ofPromotion(ConfigurationRules.ofCoordinator(KEYS, conf), conf)
            .rule(s -> ConfigurationRules.federated(s, conf)),
        conf,
        HookRegistry.ofResourceManager(),
        0,
        false);
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
    return new MercuryConfiguration(
        OverallocationKeys.withRules(NODE_KEYS, conf)
            .rule(s -> ConfigurationRules.stockQueueTooShort(s, stockLength, byResources))
            .rule(s -> ConfigurationRules.stockQueueByResources(s, byResources))
            .rule(s -> ConfigurationRules.federated(s, conf)),
        conf,
        HookRegistry.ofNodeManager(),
        // When stock's queue is bounded by resources, its length is usually 0.
        byResources && stockLength <= 0 ? LENGTH_WITHOUT_STOCKS : stockLength,
        byResources);
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
    return read(ConfigurationRules.ofCoordinator(KEYS, conf), conf);
  }

  /**
   * Reads and checks the keys for hooks that applications' requests pass through, in either daemon.
   * Of the rules about the daemon only federation is checked.
   *
   * @throws InvalidConfigurationException naming each bad key, its value and the fix
   */
  public static MercuryConfiguration readForMasters(Configuration conf)
      throws InvalidConfigurationException {
    return read(KEYS.rule(s -> ConfigurationRules.federated(s, conf)), conf);
  }

  /**
   * Reads and checks the keys for promotion in the ResourceManager.
   *
   * @throws InvalidConfigurationException naming each bad key, its value and the fix
   */
  public static MercuryConfiguration readForPromotion(Configuration conf)
      throws InvalidConfigurationException {
    return read(ConfigurationRules.ofPromotion(KEYS, conf), conf);
  }

  /** Returns the live settings, which notify listeners of changes. */
  public LiveConfiguration live() {
    return live;
  }

  /** Records that a hook follows a mode, which can be raised at any time from now on. */
  public void installed(ConfigurationKey<FeatureMode> mode) {
    hooks.installed(mode);
  }

  /**
   * Records that no hook follows a mode, which cannot be raised until a restart.
   *
   * @param why completes the sentence "It needs a restart: "
   */
  public void unavailable(ConfigurationKey<FeatureMode> mode, String why) {
    hooks.unavailable(mode, why);
  }

  private <T> T get(ConfigurationKey<T> key) {
    return live.current().get(key);
  }

  public FeatureMode mode() {
    return get(MODE);
  }

  /** Returns why the queue of this NodeManager can only be in shadow; null if it can be on. */
  public String shadowOnly() {
    return ConfigurationRules.shadowOnly(live.current(), stockByResources);
  }

  /** Creates a queue order. Policies may keep state, so each node queue has its own. */
  public QueueOrder newQueueOrder() {
    return QueueKeys.newOrder(live.current());
  }

  public VictimPolicy newVictimPolicy() {
    return QueueKeys.newVictims(live.current());
  }

  public SheddingPolicy newSheddingPolicy() {
    return QueueKeys.newShedding(live.current());
  }

  /** Returns whether the policing policy needs the node's history. */
  public boolean needsDemandHistory() {
    return PolicingKeys.needsHistory(live.current());
  }

  /**
   * Creates an empty history of this node's guaranteed demand, to be shared by all its ceilings.
   */
  public DemandHistory newDemandHistory() {
    return PolicingKeys.newHistory(live.current());
  }

  public long demandWindowMs() {
    return get(POLICING_HISTORY_WINDOW).toMillis();
  }

  public long demandPeriodMs() {
    return get(POLICING_HISTORY_PERIOD).toMillis();
  }

  /** Creates a ceiling that uses the given history. */
  public CeilingPolicy newCeiling(DemandHistory history) {
    return PolicingKeys.newCeiling(live.current(), history);
  }

  /** Returns the constant ceiling of all nodes, for components that send containers there. */
  public CeilingPolicy fixedCeiling() {
    return PolicingKeys.fixedCeiling(live.current());
  }

  public NodeQueueLimits queueLimits() {
    return QueueKeys.limits(live.current(), maxQueueLength());
  }

  private int maxQueueLength() {
    int asked = get(QUEUE_MAX_LENGTH);
    return asked == 0 ? stockQueueLength : asked;
  }

  public long reclaimTimeoutMs() {
    return get(RECLAIM_TIMEOUT).toMillis();
  }

  public long defaultEstimateMs() {
    return get(ESTIMATES_DEFAULT).toMillis();
  }

  /** Returns the queues in which declared run times may count. */
  public QueuePermissionPolicy claims() {
    return EstimateKeys.claims(live.current());
  }

  /** Creates an empty cache of the measured and declared run times of users' containers. */
  public UserRunTimeCache newUserRunTimes() {
    return new UserRunTimeCache(
        estimateTolerance()::wrong, get(CLAIMS_MIN_RUNS), maxApplications());
  }

  public int maxApplications() {
    return get(ESTIMATES_MAX_APPLICATIONS);
  }

  public long tickMs() {
    return get(TICK).toMillis();
  }

  /**
   * Returns the mode of Mercury's placement of opportunistic containers; independent of {@link
   * #mode()}.
   */
  public FeatureMode placementMode() {
    return get(PLACEMENT_MODE);
  }

  public int placementCandidates() {
    return get(PLACEMENT_CANDIDATES);
  }

  public Duration placementExpiry() {
    return get(PLACEMENT_EXPIRY);
  }

  /**
   * Creates the tracker that shares the remaining capacity between applications in the
   * ResourceManager.
   */
  public UnmetDemandTracker newDemandTracker() {
    return new UnmetDemandTracker(
        get(PLACEMENT_MAX_QUEUE_WAIT).toMillis(),
        get(QUEUE_AGING_LIMIT).toMillis(),
        get(COORDINATOR_STALE_AFTER).toMillis());
  }

  public FeatureMode coordinatorMode() {
    return get(COORDINATOR_MODE);
  }

  public CoordinatorSettings coordinator() {
    return CoordinatorKeys.settings(live.current());
  }

  public FeatureMode hybridMode() {
    return get(HYBRID_MODE);
  }

  /** Returns the policies of queues and applications. */
  public HybridPolicyRegistry policyChoice() {
    return HybridKeys.choice(live.current());
  }

  /** Returns the application types whose containers are guaranteed by default, in upper case. */
  public Set<String> guaranteedTypes() {
    return HybridKeys.guaranteedTypes(live.current());
  }

  /** Returns the tolerance beyond which an application's declared run times are not trusted. */
  public EstimateTolerance estimateTolerance() {
    return HybridKeys.tolerance(live.current());
  }

  /** Returns the number of losses after which a task gets a guaranteed container; 0: never. */
  public int guaranteedAfterLosses() {
    return get(HYBRID_GUARANTEED_AFTER_LOSSES);
  }

  /** Returns the run time that policies assume where nothing is known, in ms; 0: none. */
  public long assumedRunTimeMs() {
    return get(HYBRID_ASSUMED_RUN_TIME).toMillis();
  }

  /** Returns the policy that keeps requests guaranteed while others wait. */
  public WaitingDemandPolicy waitingDemand() {
    return HybridKeys.waitingDemand(live.current());
  }

  /** Returns the quota of queues without one of their own. */
  public OpportunisticQuota quota() {
    return HybridKeys.quota(live.current());
  }

  public QueueSettings<OpportunisticQuota> quotas() {
    return HybridKeys.quotas(live.current());
  }

  /**
   * Returns a warning, with the fix, about quotas that are set but not enforced; null if there are
   * none.
   */
  public String ineffectiveQuotas() {
    return ConfigurationRules.ineffectiveQuotas(live.current());
  }

  public FeatureMode promotionMode() {
    return get(PROMOTION_MODE);
  }

  public PromotionPolicy promotionPolicy() {
    return PromotionKeys.policy(live.current());
  }

  /** Returns the queues whose containers may start beyond a node's allocation. */
  public QueuePermissionPolicy overallocationQueues() {
    return OverallocationKeys.queues(get(OVERALLOCATION_QUEUES));
  }

  public OverallocationSettings overallocation() {
    return OverallocationKeys.settings(live.current());
  }

  public GuardSettings guard() {
    return GuardKeys.settings(live.current());
  }
}
