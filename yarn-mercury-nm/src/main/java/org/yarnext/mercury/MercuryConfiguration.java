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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.common.Mode;
import org.yarnext.common.conf.Key;
import org.yarnext.common.conf.KeySet;
import org.yarnext.common.conf.RefusedConfigurationException;
import org.yarnext.common.conf.Settings;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.mercury.policy.NodeQueueLimits;
import org.yarnext.mercury.policy.QueueOrder;
import org.yarnext.mercury.policy.SheddingPolicy;
import org.yarnext.mercury.policy.VictimPolicy;
import org.yarnext.mercury.policy.asks.EstimateTolerance;
import org.yarnext.mercury.policy.asks.HybridPolicy;
import org.yarnext.mercury.policy.asks.OpportunisticQuota;
import org.yarnext.mercury.policy.asks.PerQueue;
import org.yarnext.mercury.policy.asks.PolicyChoice;
import org.yarnext.mercury.policy.asks.PromotionPolicy;
import org.yarnext.mercury.policy.coordinator.CoordinatorSettings;
import org.yarnext.mercury.policy.policing.Ceiling;
import org.yarnext.mercury.policy.policing.DemandHistory;
import org.yarnext.mercury.policy.policing.HistoryCeiling;
import org.yarnext.mercury.policy.policing.StaticCeiling;

/** Every configuration key of Mercury, and a checked, immutable reading of them. */
public final class MercuryConfiguration {
  public static final String PREFIX = "yarn.mercury.";

  /** Starting a container takes about this long, which no declared run time contains. */
  private static final long START_UP_MS = 1_000;

  public static final Key<Mode> MODE =
      Key.mode(PREFIX + "mode")
          .doc(
              "off: the NodeManager is stock; shadow: decide, count and explain, but act on nothing;"
                  + " on: Mercury runs the opportunistic queue.");

  public static final Key<String> QUEUE_ORDER =
      Key.text(PREFIX + "queue.order", "job-submission")
          .doc(
              "Which waiting opportunistic container runs first: job-submission, fifo (stock),"
                  + " shortest-first, or the class name of a QueueOrder.");

  public static final Key<Integer> QUEUE_MAX_LENGTH =
      Key.integer(PREFIX + "queue.max-length", 0)
          .between(0, 100_000)
          .unit("containers")
          .doc(
              "How many opportunistic containers may wait on a node; 0 takes"
                  + " yarn.nodemanager.opportunistic-containers-max-queue-length, which it may not"
                  + " exceed.");

  public static final Key<Duration> QUEUE_AGING_LIMIT =
      Key.duration(PREFIX + "queue.aging-limit", Duration.ofMinutes(2))
          .between(Duration.ofSeconds(1), Duration.ofDays(1))
          .doc(
              "How long a waiting container may be overtaken; after that it goes first, by"
                  + " arrival.");

  public static final Key<String> RECLAIM_VICTIMS =
      Key.text(PREFIX + "reclaim.victims", "least-work-lost")
          .doc(
              "Which running opportunistic containers yield to a guaranteed one: least-work-lost,"
                  + " newest-first (stock), or the class name of a VictimPolicy.");

  public static final Key<Duration> RECLAIM_TIMEOUT =
      Key.duration(PREFIX + "reclaim.timeout", Duration.ofSeconds(10))
          .between(Duration.ofMillis(100), Duration.ofMinutes(5))
          .doc(
              "How long a guaranteed container may wait for its victims to go before the stock"
                  + " scheduler is asked to make room.");

  public static final Key<String> SHEDDING_POLICY =
      Key.text(PREFIX + "shedding.policy", "last-to-run")
          .doc(
              "Which waiting containers leave an overloaded node: last-to-run, or the class name of"
                  + " a SheddingPolicy.");

  public static final Key<Double> SHEDDING_MAX_SHARE =
      Key.decimal(PREFIX + "shedding.max-share", 0.5)
          .between(0.01, 1.0)
          .doc(
              "The largest part of a node's queue that may be shed at one heartbeat of the"
                  + " ResourceManager; one container may always be.");

  public static final Key<Duration> SHEDDING_PATIENCE =
      Key.duration(PREFIX + "shedding.patience", Duration.ofSeconds(10))
          .between(Duration.ZERO, Duration.ofHours(1))
          .doc(
              "How long the limits must be exceeded without a break before anything is shed, since the"
                  + " ResourceManager computes them from older heartbeats.");

  public static final Key<Duration> SHEDDING_LEAST_WAIT_LIMIT =
      Key.duration(PREFIX + "shedding.least-wait-limit", Duration.ofSeconds(2))
          .between(Duration.ZERO, Duration.ofHours(1))
          .doc(
              "A wait limit from the ResourceManager below this is raised to it: stock sends at most"
                  + " 100 ms unless told otherwise, which would empty every queue.");

  public static final Key<String> POLICING_POLICY =
      Key.text(PREFIX + "policing.policy", "none")
          .doc(
              "How much of a node opportunistic containers may occupy together: none (all), static (the"
                  + " percentages below), history (what guaranteed containers are not expected to ask"
                  + " for), or the class name of a Ceiling.");

  public static final Key<Integer> POLICING_MAX_MEMORY_PERCENT =
      Key.integer(PREFIX + "policing.max-memory-percent", 100)
          .between(1, 100)
          .unit("percent")
          .doc("static: the part of a node's memory that opportunistic containers may occupy.");

  public static final Key<Integer> POLICING_MAX_VCORES_PERCENT =
      Key.integer(PREFIX + "policing.max-vcores-percent", 100)
          .between(1, 100)
          .unit("percent")
          .doc("static: the part of a node's cores that opportunistic containers may occupy.");

  public static final Key<Duration> POLICING_HISTORY_WINDOW =
      Key.duration(PREFIX + "policing.history.window", Duration.ofMinutes(10))
          .between(Duration.ofSeconds(10), Duration.ofDays(1))
          .doc(
              "history: how much of the recent past is searched for moments like the present one; take"
                  + " ten times the interval at which bursts come.");

  public static final Key<Duration> POLICING_HISTORY_PERIOD =
      Key.duration(PREFIX + "policing.history.period", Duration.ofDays(1))
          .between(Duration.ofMinutes(1), Duration.ofDays(28))
          .doc(
              "history: after how long guaranteed demand is expected to repeat itself, a day or a"
                  + " week; it is remembered in 288 slots.");

  public static final Key<Double> POLICING_HISTORY_QUANTILE =
      Key.decimal(PREFIX + "policing.history.quantile", 0.6)
          .between(0.01, 1.0)
          .doc(
              "history: how sure to be that demand does not rise above what is expected of it; more"
                  + " spares containers, less uses more of the node.");

  public static final Key<Duration> POLICING_HOLD_LIMIT =
      Key.duration(PREFIX + "policing.hold-limit", Duration.ofMinutes(10))
          .between(Duration.ofSeconds(1), Duration.ofDays(1))
          .doc(
              "How long a container may wait before it is no longer held by what is merely expected of"
                  + " guaranteed ones, nor passed by shorter ones for it.");

  public static final Key<Duration> ESTIMATES_DEFAULT =
      Key.duration(PREFIX + "estimates.default", Duration.ofSeconds(10))
          .between(Duration.ofMillis(1), Duration.ofDays(7))
          .doc(
              "The run time assumed for a container whose application declared none and of whose kind"
                  + " none has finished.");

  public static final Key<Integer> ESTIMATES_MAX_APPLICATIONS =
      Key.integer(PREFIX + "estimates.max-applications", 1000)
          .between(1, 100_000)
          .unit("applications")
          .doc(
              "How many applications' run times a node remembers; the least recently used go first.");

  public static final Key<Duration> TICK =
      Key.duration(PREFIX + "tick", Duration.ofSeconds(1))
          .between(Duration.ofMillis(50), Duration.ofMinutes(1))
          .doc(
              "How often a node looks at its queue when nothing happens, and saves what it learnt.");

  public static final Key<Mode> PLACEMENT_MODE =
      Key.mode(PREFIX + "placement.mode")
          .doc(
              "Who places opportunistic containers, in the ResourceManager or with distributed"
                  + " scheduling in the NodeManagers: off: stock; shadow: stock, with Mercury's"
                  + " decisions counted and explained; on: Mercury.");

  public static final Key<Integer> PLACEMENT_CANDIDATES =
      Key.integer(PREFIX + "placement.candidates", 50)
          .between(1, 100_000)
          .unit("nodes")
          .doc(
              "Among how many of the least loaded nodes a container without a local node is placed;"
                  + " no more than"
                  + " yarn.resourcemanager.opportunistic-container-allocation.nodes-used are known.");

  public static final Key<Duration> PLACEMENT_MEMORY =
      Key.duration(PREFIX + "placement.memory", Duration.ofSeconds(3))
          .between(Duration.ZERO, Duration.ofMinutes(10))
          .doc(
              "How long a NodeManager counts a container it placed as load of its node: until the"
                  + " node's heartbeat and the ResourceManager's sorting interval will have shown"
                  + " it.");

  public static final Key<Mode> COORDINATOR_MODE =
      Key.mode(PREFIX + "coordinator.mode")
          .doc(
              "On the ResourceManager. off: NodeManagers are sent stock's limits; shadow: decide,"
                  + " count and explain, but send stock's; on: send the coordinator's wait limit.");

  public static final Key<Double> COORDINATOR_SIGMA =
      Key.decimal(PREFIX + "coordinator.sigma", 2.0)
          .between(0.0, 10.0)
          .doc(
              "k of the wait limit mean + k standard deviations of the nodes' waits; in clusters"
                  + " too small for it, less.");

  public static final Key<Duration> COORDINATOR_MIN_WAIT =
      Key.duration(PREFIX + "coordinator.min-wait", Duration.ofSeconds(30))
          .between(Duration.ZERO, Duration.ofDays(1))
          .doc(
              "The least wait limit: a shed container waits for its application and the next"
                  + " heartbeats, which a wait shorter than this is not worth.");

  public static final Key<Duration> COORDINATOR_MAX_WAIT =
      Key.duration(PREFIX + "coordinator.max-wait", Duration.ofMinutes(10))
          .between(Duration.ofSeconds(1), Duration.ofDays(7))
          .doc(
              "The largest wait limit; while even the mean wait is above it, nothing is shed, since"
                  + " no node is better.");

  public static final Key<Duration> COORDINATOR_STALE_AFTER =
      Key.duration(PREFIX + "coordinator.stale-after", Duration.ofSeconds(10))
          .between(Duration.ofMillis(200), Duration.ofMinutes(10))
          .doc(
              "How old a node's report may be to count, how long the last limit stands without a new"
                  + " decision, and the time constant with which the limit falls.");

  public static final Key<Duration> COORDINATOR_INTERVAL =
      Key.duration(PREFIX + "coordinator.interval", Duration.ofSeconds(1))
          .between(Duration.ofMillis(50), Duration.ofMinutes(1))
          .doc("How often the coordinator looks at the nodes' reports and decides.");

  public static final Key<Mode> HYBRID_MODE =
      Key.mode(PREFIX + "hybrid.mode")
          .doc(
              "Where applications' asks pass, the ResourceManager or with distributed scheduling the"
                  + " NodeManager. off: asks pass as they are; shadow: decide, count and explain; on:"
                  + " policies and quotas decide which containers are opportunistic.");

  public static final Key<String> HYBRID_POLICY =
      Key.text(PREFIX + "hybrid.policy", "only-G")
          .doc(
              "Of an application's guaranteed asks, which become opportunistic: only-G (none), only-Q"
                  + " (all), 80%-Q, shorter-than(10s), or hybrid-GQ(10s, 80%): of the tasks expected"
                  + " to take less than 10 s, 80 %. The application tag"
                  + " yarnext.mercury.policy=hybrid-GQ(10s/80%) goes before.");

  public static final Key<String> HYBRID_QUEUES =
      Key.text(PREFIX + "hybrid.queues", "")
          .doc(
              "Policies of queues, such as root.adhoc:only-Q;root.etl:shorter-than(10s); a queue"
                  + " without one has its parent's.");

  public static final Key<Double> HYBRID_ESTIMATE_TOLERANCE =
      Key.decimal(PREFIX + "hybrid.estimate-tolerance", 3.0)
          .between(1.0, 1000.0)
          .doc(
              "How many times longer or shorter than declared a container may run; an application"
                  + " whose declared run times are persistently further off gets guaranteed containers"
                  + " only.");

  public static final Key<Integer> HYBRID_ESTIMATE_WINDOW =
      Key.integer(PREFIX + "hybrid.estimate-window", 20)
          .between(5, 1000)
          .unit("containers")
          .doc(
              "How many of an application's last containers that judgement looks at: it falls when"
                  + " three in five are wrong and is lifted when one in five is.");

  public static final Key<Integer> HYBRID_GUARANTEED_AFTER_LOSSES =
      Key.integer(PREFIX + "hybrid.guaranteed-after-losses", 0)
          .between(0, 1000)
          .unit("containers")
          .doc(
              "How many opportunistic containers a task may lose, shed or stopped for guaranteed"
                  + " ones, before its next one is guaranteed; 0 is no such bound.");

  public static final Key<String> QUOTA_DEFAULT =
      Key.text(PREFIX + "quota.default", "max=0")
          .doc(
              "How many opportunistic containers an application may have at a time: max=100, or"
                  + " relative=2.0 times its guaranteed ones, or both with a comma between; 0 is no"
                  + " bound.");

  public static final Key<String> QUOTA_QUEUES =
      Key.text(PREFIX + "quota.queues", "")
          .doc(
              "Quotas of queues, such as root.adhoc:max=100;root.etl:relative=2.0; a queue without"
                  + " one has its parent's.");

  public static final Key<Mode> PROMOTION_MODE =
      Key.mode(PREFIX + "promotion.mode")
          .doc(
              "On the ResourceManager, with yarn.resourcemanager.auto-update.containers. off: only"
                  + " applications ask for promotions; shadow: decide, count and explain; on: while"
                  + " nobody in the queue waits for a guaranteed container, those opportunistic ones"
                  + " that have run longest are made guaranteed.");

  public static final Key<Integer> PROMOTION_AT_MOST =
      Key.integer(PREFIX + "promotion.at-most", 5)
          .between(1, 1000)
          .unit("containers")
          .doc("How many of an application's containers are promoted at one of its heartbeats.");

  public static final Key<Duration> PROMOTION_LEAST_RUN =
      Key.duration(PREFIX + "promotion.least-run", Duration.ofSeconds(30))
          .between(Duration.ZERO, Duration.ofDays(1))
          .doc("How long a container must have run to be worth a promotion.");

  public static final Key<Duration> PROMOTION_LEAST_REMAINING =
      Key.duration(PREFIX + "promotion.least-remaining", Duration.ofSeconds(10))
          .between(Duration.ZERO, Duration.ofDays(1))
          .doc("A container expected to end sooner than this is let be.");

  public static final Key<Duration> GUARD_DEADLINE =
      Key.duration(PREFIX + "guard.deadline", Duration.ofSeconds(1))
          .between(Duration.ofMillis(10), Duration.ofSeconds(10))
          .doc("How long one decision may take before stock behaviour is used instead.");

  public static final Key<Integer> GUARD_FAILURES_TO_TRIP =
      Key.integer(PREFIX + "guard.failures-to-trip", 5)
          .between(1, 1000)
          .unit("failures")
          .doc(
              "How many failures within a minute switch Mercury to stock behaviour for the cool-down.");

  public static final Key<Duration> GUARD_COOL_DOWN =
      Key.duration(PREFIX + "guard.cool-down", Duration.ofMinutes(1))
          .between(Duration.ofMillis(100), Duration.ofDays(1))
          .doc(
              "How long Mercury stays with stock behaviour after repeated failure before it is tried again.");

  /** All keys, with the rules between them. */
  public static final KeySet KEYS =
      KeySet.of(
              "mercury",
              PREFIX,
              MODE,
              QUEUE_ORDER,
              QUEUE_MAX_LENGTH,
              QUEUE_AGING_LIMIT,
              RECLAIM_VICTIMS,
              RECLAIM_TIMEOUT,
              SHEDDING_POLICY,
              SHEDDING_MAX_SHARE,
              SHEDDING_PATIENCE,
              SHEDDING_LEAST_WAIT_LIMIT,
              POLICING_POLICY,
              POLICING_MAX_MEMORY_PERCENT,
              POLICING_MAX_VCORES_PERCENT,
              POLICING_HISTORY_WINDOW,
              POLICING_HISTORY_PERIOD,
              POLICING_HISTORY_QUANTILE,
              POLICING_HOLD_LIMIT,
              ESTIMATES_DEFAULT,
              ESTIMATES_MAX_APPLICATIONS,
              TICK,
              PLACEMENT_MODE,
              PLACEMENT_CANDIDATES,
              PLACEMENT_MEMORY,
              COORDINATOR_MODE,
              COORDINATOR_SIGMA,
              COORDINATOR_MIN_WAIT,
              COORDINATOR_MAX_WAIT,
              COORDINATOR_STALE_AFTER,
              COORDINATOR_INTERVAL,
              HYBRID_MODE,
              HYBRID_POLICY,
              HYBRID_QUEUES,
              HYBRID_ESTIMATE_TOLERANCE,
              HYBRID_ESTIMATE_WINDOW,
              HYBRID_GUARANTEED_AFTER_LOSSES,
              QUOTA_DEFAULT,
              QUOTA_QUEUES,
              PROMOTION_MODE,
              PROMOTION_AT_MOST,
              PROMOTION_LEAST_RUN,
              PROMOTION_LEAST_REMAINING,
              GUARD_DEADLINE,
              GUARD_FAILURES_TO_TRIP,
              GUARD_COOL_DOWN)
          .rule(s -> ConfigurationRules.notBelow(s, COORDINATOR_MAX_WAIT, COORDINATOR_MIN_WAIT, 1))
          // Fewer than two rounds a report would make every limit run out.
          .rule(
              s -> ConfigurationRules.notBelow(s, COORDINATOR_STALE_AFTER, COORDINATOR_INTERVAL, 2))
          .rule(s -> ConfigurationRules.readable(HYBRID_POLICY, s, HybridPolicy::parse))
          .rule(
              s ->
                  ConfigurationRules.readable(
                      HYBRID_QUEUES, s, text -> PerQueue.parse(text, HybridPolicy::parse)))
          .rule(s -> ConfigurationRules.readable(QUOTA_DEFAULT, s, OpportunisticQuota::parse))
          .rule(
              s ->
                  ConfigurationRules.readable(
                      QUOTA_QUEUES, s, text -> PerQueue.parse(text, OpportunisticQuota::parse)))
          .rule(ConfigurationRules::deadlineTooLong);

  /** The same on a NodeManager, where the policies named must be on the class path. */
  private static final KeySet NODE_KEYS =
      KEYS.rule(s -> ConfigurationRules.usable(QUEUE_ORDER, s, Policies.ORDERS))
          .rule(s -> ConfigurationRules.usable(RECLAIM_VICTIMS, s, Policies.VICTIMS))
          .rule(s -> ConfigurationRules.usable(SHEDDING_POLICY, s, Policies.SHEDDING))
          .rule(s -> ConfigurationRules.usable(POLICING_POLICY, s, Policies.CEILINGS));

  private final Settings settings;
  private final int maxQueueLength;

  private MercuryConfiguration(Settings settings, int maxQueueLength) {
    this.settings = settings;
    this.maxQueueLength = maxQueueLength;
  }

  /**
   * Reads and checks the keys as a NodeManager needs them.
   *
   * @throws RefusedConfigurationException naming each bad key, its value and the fix
   */
  public static MercuryConfiguration read(Configuration conf) throws RefusedConfigurationException {
    int stockLength =
        conf.getInt(
            YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH,
            YarnConfiguration.DEFAULT_NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH);
    String stockPolicy =
        conf.getTrimmed(YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_QUEUE_POLICY, "BY_QUEUE_LEN");
    Settings settings =
        NODE_KEYS
            .rule(s -> ConfigurationRules.stockQueueTooShort(s, stockLength))
            .rule(s -> ConfigurationRules.stockQueueByResources(s, stockPolicy))
            .read(conf);
    int asked = settings.get(QUEUE_MAX_LENGTH);
    return new MercuryConfiguration(settings, asked == 0 ? stockLength : asked);
  }

  /**
   * Reads and checks the keys as the ResourceManager needs them: what must fit a NodeManager's own
   * settings or its class path is not looked at, but {@code coordinator.stale-after} must fit the
   * heartbeats.
   *
   * @throws RefusedConfigurationException naming each bad key, its value and the fix
   */
  public static MercuryConfiguration readOnResourceManager(Configuration conf)
      throws RefusedConfigurationException {
    long heartbeatMs =
        conf.getLong(
            YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS,
            YarnConfiguration.DEFAULT_RM_NM_HEARTBEAT_INTERVAL_MS);
    return new MercuryConfiguration(
        KEYS.rule(s -> ConfigurationRules.alwaysStale(s, heartbeatMs)).read(conf), 0);
  }

  /**
   * Reads and checks the keys as those need them that applications' asks pass through, in either
   * daemon: what else must fit the daemon is not looked at.
   *
   * @throws RefusedConfigurationException naming each bad key, its value and the fix
   */
  public static MercuryConfiguration readForMasters(Configuration conf)
      throws RefusedConfigurationException {
    return new MercuryConfiguration(KEYS.read(conf), 0);
  }

  /**
   * Reads and checks the keys as promotion in the ResourceManager needs them.
   *
   * @throws RefusedConfigurationException naming each bad key, its value and the fix
   */
  public static MercuryConfiguration readForPromotion(Configuration conf)
      throws RefusedConfigurationException {
    boolean autoUpdate =
        conf.getBoolean(
            YarnConfiguration.RM_AUTO_UPDATE_CONTAINERS,
            YarnConfiguration.DEFAULT_RM_AUTO_UPDATE_CONTAINERS);
    return new MercuryConfiguration(
        KEYS.rule(s -> ConfigurationRules.promotionUnheard(s, autoUpdate)).read(conf), 0);
  }

  public Mode mode() {
    return settings.get(MODE);
  }

  /** A new queue order; policies may keep state, so each node queue has its own. */
  public QueueOrder newQueueOrder() {
    return Policies.ORDERS.make(settings.get(QUEUE_ORDER));
  }

  public VictimPolicy newVictimPolicy() {
    return Policies.VICTIMS.make(settings.get(RECLAIM_VICTIMS));
  }

  public SheddingPolicy newSheddingPolicy() {
    return Policies.SHEDDING.make(settings.get(SHEDDING_POLICY));
  }

  /** Whether the policing policy needs the node's history. */
  public boolean needsDemandHistory() {
    return settings.get(POLICING_POLICY).equals("history");
  }

  /** An empty history of this node's guaranteed demand, to be shared by all its ceilings. */
  public DemandHistory newDemandHistory() {
    return new DemandHistory(
        demandWindowMs(), demandPeriodMs(), settings.get(POLICING_HISTORY_QUANTILE));
  }

  public long demandWindowMs() {
    return settings.get(POLICING_HISTORY_WINDOW).toMillis();
  }

  public long demandPeriodMs() {
    return settings.get(POLICING_HISTORY_PERIOD).toMillis();
  }

  /** A new ceiling that knows the given history. */
  public Ceiling newCeiling(DemandHistory history) {
    switch (settings.get(POLICING_POLICY)) {
      case "static":
        return new StaticCeiling(
            settings.get(POLICING_MAX_MEMORY_PERCENT), settings.get(POLICING_MAX_VCORES_PERCENT));
      case "history":
        return new HistoryCeiling(history);
      default:
        return Policies.CEILINGS.make(settings.get(POLICING_POLICY));
    }
  }

  public NodeQueueLimits queueLimits() {
    return new NodeQueueLimits(
            maxQueueLength,
            settings.get(QUEUE_AGING_LIMIT).toMillis(),
            settings.get(SHEDDING_MAX_SHARE),
            settings.get(SHEDDING_LEAST_WAIT_LIMIT).toMillis())
        .withShedPatience(settings.get(SHEDDING_PATIENCE).toMillis())
        .withHold(settings.get(POLICING_HOLD_LIMIT).toMillis());
  }

  public long reclaimTimeoutMs() {
    return settings.get(RECLAIM_TIMEOUT).toMillis();
  }

  public long defaultEstimateMs() {
    return settings.get(ESTIMATES_DEFAULT).toMillis();
  }

  public int maxApplications() {
    return settings.get(ESTIMATES_MAX_APPLICATIONS);
  }

  public long tickMs() {
    return settings.get(TICK).toMillis();
  }

  /** Whether Mercury places opportunistic containers; independent of {@link #mode()}. */
  public Mode placementMode() {
    return settings.get(PLACEMENT_MODE);
  }

  public int placementCandidates() {
    return settings.get(PLACEMENT_CANDIDATES);
  }

  public Duration placementMemory() {
    return settings.get(PLACEMENT_MEMORY);
  }

  public Mode coordinatorMode() {
    return settings.get(COORDINATOR_MODE);
  }

  public CoordinatorSettings coordinator() {
    return new CoordinatorSettings(
        settings.get(COORDINATOR_SIGMA),
        settings.get(COORDINATOR_MIN_WAIT).toMillis(),
        settings.get(COORDINATOR_MAX_WAIT).toMillis(),
        settings.get(COORDINATOR_STALE_AFTER).toMillis(),
        settings.get(COORDINATOR_INTERVAL).toMillis());
  }

  public Mode hybridMode() {
    return settings.get(HYBRID_MODE);
  }

  /** Which policy an application has. */
  public PolicyChoice policyChoice() {
    return new PolicyChoice(
        HybridPolicy.parse(settings.get(HYBRID_POLICY)),
        PerQueue.parse(settings.get(HYBRID_QUEUES), HybridPolicy::parse));
  }

  /** When an application's declared run times are not trusted. */
  public EstimateTolerance estimateTolerance() {
    int window = settings.get(HYBRID_ESTIMATE_WINDOW);
    return new EstimateTolerance(
        settings.get(HYBRID_ESTIMATE_TOLERANCE),
        START_UP_MS,
        window,
        (3 * window + 4) / 5,
        window / 5);
  }

  /** After how many losses a task's container is guaranteed; 0: never. */
  public int guaranteedAfterLosses() {
    return settings.get(HYBRID_GUARANTEED_AFTER_LOSSES);
  }

  /** Of queues that have none of their own. */
  public OpportunisticQuota quota() {
    return OpportunisticQuota.parse(settings.get(QUOTA_DEFAULT));
  }

  public PerQueue<OpportunisticQuota> quotas() {
    return PerQueue.parse(settings.get(QUOTA_QUEUES), OpportunisticQuota::parse);
  }

  public Mode promotionMode() {
    return settings.get(PROMOTION_MODE);
  }

  public PromotionPolicy promotionPolicy() {
    return new PromotionPolicy(
        settings.get(PROMOTION_AT_MOST),
        settings.get(PROMOTION_LEAST_RUN).toMillis(),
        settings.get(PROMOTION_LEAST_REMAINING).toMillis());
  }

  public GuardSettings guard() {
    return new GuardSettings(
        settings.get(GUARD_DEADLINE),
        settings.get(GUARD_FAILURES_TO_TRIP),
        Duration.ofMinutes(1),
        settings.get(GUARD_COOL_DOWN));
  }
}
