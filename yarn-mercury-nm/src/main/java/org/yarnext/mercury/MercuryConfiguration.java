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
import org.yarnext.mercury.policy.NodeQueueLimits;
import org.yarnext.mercury.policy.QueueOrder;
import org.yarnext.mercury.policy.SheddingPolicy;
import org.yarnext.mercury.policy.UserRunTimeCache;
import org.yarnext.mercury.policy.VictimPolicy;
import org.yarnext.mercury.policy.coordinator.CoordinatorSettings;
import org.yarnext.mercury.policy.placement.DemandTracker;
import org.yarnext.mercury.policy.policing.CeilingPolicy;
import org.yarnext.mercury.policy.policing.DemandHistory;
import org.yarnext.mercury.policy.requests.DeclaredRunTimePolicy;
import org.yarnext.mercury.policy.requests.EstimateTolerance;
import org.yarnext.mercury.policy.requests.HybridPolicyRegistry;
import org.yarnext.mercury.policy.requests.OpportunisticQuota;
import org.yarnext.mercury.policy.requests.PromotionPolicy;

/**
 * Every configuration key of Mercury, each declared with those of its area, and a checked reading
 * of them. Thread-safe, and immutable but for {@link #reload}.
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

  /** The same on a NodeManager, where the policies named must be on the class path. */
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
   * Reads and checks the keys as a NodeManager needs them.
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
    // By resources stock needs no length, which is then 0 as a rule.
    int stocks = byResources && stockLength <= 0 ? LENGTH_WITHOUT_STOCKS : stockLength;
    return new MercuryConfiguration(
        settings,
        asked == 0 ? stocks : asked,
        ConfigurationRules.shadowOnly(settings, byResources));
  }

  /**
   * Reads and checks the keys as the ResourceManager needs them: what must fit a NodeManager's own
   * settings or its class path is not looked at, but {@code coordinator.stale-after} must fit the
   * heartbeats, and with heartbeat scaling the rarest of them.
   *
   * @throws InvalidConfigurationException naming each bad key, its value and the fix
   */
  public static MercuryConfiguration readOnResourceManager(Configuration conf)
      throws InvalidConfigurationException {
    boolean scaled =
        conf.getBoolean(
            YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_SCALING_ENABLE,
            YarnConfiguration.DEFAULT_RM_NM_HEARTBEAT_INTERVAL_SCALING_ENABLE);
    // Scaled, the nodes that work hardest report this seldom.
    String heartbeat =
        scaled
            ? YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MAX_MS
            : YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS;
    long heartbeatMs =
        conf.getLong(heartbeat, YarnConfiguration.DEFAULT_RM_NM_HEARTBEAT_INTERVAL_MS);
    return new MercuryConfiguration(
        KEYS.rule(s -> ConfigurationRules.alwaysStale(s, heartbeat, heartbeatMs))
            .rule(s -> ConfigurationRules.runsDry(s, heartbeat, heartbeatMs))
            .read(conf),
        0,
        null);
  }

  /**
   * Reads and checks the keys as those need them that applications' asks pass through, in either
   * daemon: of what else must fit the daemon only federation is looked at.
   *
   * @throws InvalidConfigurationException naming each bad key, its value and the fix
   */
  public static MercuryConfiguration readForMasters(Configuration conf)
      throws InvalidConfigurationException {
    return new MercuryConfiguration(
        KEYS.rule(s -> ConfigurationRules.federated(s, conf)).read(conf), 0, null);
  }

  /**
   * Reads and checks the keys as promotion in the ResourceManager needs them.
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
        KEYS.rule(s -> ConfigurationRules.promotionUnheard(s, autoUpdate)).read(conf), 0, null);
  }

  /**
   * Takes over what takes effect on refresh, or nothing if anything is refused.
   *
   * @return what happened; a refusal is returned, not thrown
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

  /** What keeps the queue of this NodeManager from more than shadow; null if nothing does. */
  public String shadowOnly() {
    return shadowOnly;
  }

  /** A new queue order; policies may keep state, so each node queue has its own. */
  public QueueOrder newQueueOrder() {
    return QueueKeys.newOrder(settings);
  }

  public VictimPolicy newVictimPolicy() {
    return QueueKeys.newVictims(settings);
  }

  public SheddingPolicy newSheddingPolicy() {
    return QueueKeys.newShedding(settings);
  }

  /** Whether the policing policy needs the node's history. */
  public boolean needsDemandHistory() {
    return PolicingKeys.needsHistory(settings);
  }

  /** An empty history of this node's guaranteed demand, to be shared by all its ceilings. */
  public DemandHistory newDemandHistory() {
    return PolicingKeys.newHistory(settings);
  }

  public long demandWindowMs() {
    return settings.get(POLICING_HISTORY_WINDOW).toMillis();
  }

  public long demandPeriodMs() {
    return settings.get(POLICING_HISTORY_PERIOD).toMillis();
  }

  /** A new ceiling that knows the given history. */
  public CeilingPolicy newCeiling(DemandHistory history) {
    return PolicingKeys.newCeiling(settings, history);
  }

  /** What nodes never let opportunistic containers have, for those that send them there. */
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

  /** In which queues declared run times may count. */
  public DeclaredRunTimePolicy claims() {
    return EstimateKeys.claims(settings);
  }

  /** What users' containers ran and declared, none of it known yet. */
  public UserRunTimeCache newUserRunTimes() {
    return new UserRunTimeCache(
        estimateTolerance()::wrong, settings.get(CLAIMS_LEAST_RUNS), maxApplications());
  }

  public int maxApplications() {
    return settings.get(ESTIMATES_MAX_APPLICATIONS);
  }

  public long tickMs() {
    return settings.get(TICK).toMillis();
  }

  /** Whether Mercury places opportunistic containers; independent of {@link #mode()}. */
  public FeatureMode placementMode() {
    return settings.get(PLACEMENT_MODE);
  }

  public int placementCandidates() {
    return settings.get(PLACEMENT_CANDIDATES);
  }

  public Duration placementMemory() {
    return settings.get(PLACEMENT_MEMORY);
  }

  /** Whose turn it is in the ResourceManager to have the room that is left. */
  public DemandTracker newDemandTracker() {
    return new DemandTracker(
        settings.get(PLACEMENT_AHEAD).toMillis(),
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

  /** Which policy an application has. */
  public HybridPolicyRegistry policyChoice() {
    return HybridKeys.choice(settings);
  }

  /** Of which types applications get guaranteed containers unless they say otherwise. */
  public Set<String> guaranteedTypes() {
    return HybridKeys.guaranteedTypes(settings);
  }

  /** When an application's declared run times are not trusted. */
  public EstimateTolerance estimateTolerance() {
    return HybridKeys.tolerance(settings);
  }

  /** After how many losses a task's container is guaranteed; 0: never. */
  public int guaranteedAfterLosses() {
    return settings.get(HYBRID_GUARANTEED_AFTER_LOSSES);
  }

  /** Of queues that have none of their own. */
  public OpportunisticQuota quota() {
    return HybridKeys.quota(settings);
  }

  public QueueSettings<OpportunisticQuota> quotas() {
    return HybridKeys.quotas(settings);
  }

  /** That quotas are set which bind nobody, and how to mend that; null if it is not so. */
  public String idleQuotas() {
    return ConfigurationRules.idleQuotas(settings);
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
