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
package org.yarnext.federation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.CircuitBreakerKeys;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.federation.policy.enforce.CapacityUpdateLimits;
import org.yarnext.federation.policy.gang.GangAdmissionPolicy;
import org.yarnext.federation.policy.gang.PendingGangLimits;
import org.yarnext.federation.policy.home.HomeChoiceHistory;
import org.yarnext.federation.policy.home.HomePolicy;
import org.yarnext.federation.policy.home.PowerOfChoicesPolicy;
import org.yarnext.federation.policy.split.AllocateCallLimits;
import org.yarnext.federation.policy.split.SplitSettings;

/** The configuration keys of the federation policies, and a checked, immutable reading of them. */
public final class FederationConfiguration {
  public static final String PREFIX = "yarn.federation.policies.";

  public static final ConfigurationKey<FeatureMode> HOME_MODE =
      ConfigurationKey.mode(PREFIX + "home.mode")
          .doc(
              "Of the Router's choice of a home, off: weighted random, as stock; shadow: decide and"
                  + " count, but go on as stock; on: the home is chosen by load and recent choices.");

  public static final ConfigurationKey<Integer> HOME_CHOICES =
      ConfigurationKey.integer(PREFIX + "home.choices", 3)
          .between(1, 1000)
          .unit("sub-clusters")
          .doc("How many sub-clusters are drawn for an application; the least loaded is its home.");

  public static final ConfigurationKey<Double> HOME_ANTI_AFFINITY =
      ConfigurationKey.decimal(PREFIX + "home.anti-affinity", 0.5)
          .between(0.0, 100.0)
          .doc(
              "How much load it counts as, in parts of a sub-cluster, to have been sent its part of"
                  + " what this Router sent lately.");

  public static final ConfigurationKey<Duration> HOME_HALF_LIFE =
      ConfigurationKey.duration(PREFIX + "home.half-life", Duration.ofSeconds(30))
          .between(Duration.ofSeconds(1), Duration.ofHours(1))
          .doc("After how long something sent lately counts half as much.");

  public static final ConfigurationKey<Duration> HOME_STALE_AFTER =
      ConfigurationKey.duration(PREFIX + "home.stale-after", Duration.ofMinutes(6))
          .between(Duration.ofSeconds(1), Duration.ofDays(1))
          .doc(
              "How old a sub-cluster's report may be; older ones say nothing of its load. Stock"
                  + " reports every yarn.federation.state-store.heartbeat-interval-secs, 5 minutes.");

  public static final ConfigurationKey<FeatureMode> SPLIT_MODE =
      ConfigurationKey.mode(PREFIX + "split.mode")
          .doc(
              "Of the AMRMProxy's division of asks, off: as stock; shadow: divide and count, but go on"
                  + " as stock; on: divided, moved and limited as below.");

  public static final ConfigurationKey<SplitSettings.Relaxation> SPLIT_RELAXATION =
      ConfigurationKey.oneOf(
              PREFIX + "split.relaxation",
              SplitSettings.Relaxation.class,
              SplitSettings.Relaxation.TIME)
          .doc(
              "Where asks that wait move: none (nowhere), time (where there is room, and to less loaded"
                  + " sub-clusters until the waits are equal), load (the same, the sooner the larger the"
                  + " difference in load), weight (where there is room, and by the policy's weights).");

  public static final ConfigurationKey<Duration> SPLIT_RELAX_AFTER =
      ConfigurationKey.duration(PREFIX + "split.relax-after", Duration.ofSeconds(10))
          .between(Duration.ofMillis(100), Duration.ofHours(1))
          .doc(
              "How long asks wait in a sub-cluster before they move to others that serve them"
                  + " earlier; what their own serves within that time stays.");

  public static final ConfigurationKey<Duration> SPLIT_ON_HOST_FOR =
      ConfigurationKey.duration(PREFIX + "split.on-host-for", Duration.ofSeconds(2))
          .between(Duration.ZERO, Duration.ofHours(1))
          .doc(
              "How long asks that all name hosts may be granted on those alone in their sub-cluster,"
                  + " since the last grant on one; 0 for as long as its scheduler sees fit, as stock.");

  public static final ConfigurationKey<Duration> SPLIT_IN_RACK_FOR =
      ConfigurationKey.duration(PREFIX + "split.in-rack-for", Duration.ofSeconds(3))
          .between(Duration.ZERO, Duration.ofHours(1))
          .doc(
              "How long those may be granted in the racks that they name, too, but nowhere else;"
                  + " counted alike.");

  public static final ConfigurationKey<Double> SPLIT_HEADROOM_PART =
      ConfigurationKey.decimal(PREFIX + "split.headroom-part", 0.5)
          .between(0.0, 1.0)
          .doc(
              "How much headroom counts when asks without locality are divided, load and weight"
                  + " counting for the rest; it stands for the policy's headroomAlpha.");

  public static final ConfigurationKey<Double> SPLIT_LEAST_GAP =
      ConfigurationKey.decimal(PREFIX + "split.least-gap", 0.1)
          .between(0.0, 1_000.0)
          .unit("containers a core")
          .doc(
              "How much fewer containers must wait for each core where asks move to while it is full.");

  public static final ConfigurationKey<Integer> SPLIT_LINES_PER_CALL =
      ConfigurationKey.integer(PREFIX + "split.lines-per-call", 50_000)
          .between(1, 10_000_000)
          .unit("requests")
          .doc(
              "How many resource requests, changes of containers and changes of its blacklist one"
                  + " allocate call of an application may have.");

  public static final ConfigurationKey<Integer> SPLIT_CONTAINERS_PER_LINE =
      ConfigurationKey.integer(PREFIX + "split.containers-per-line", 1_000_000)
          .between(1, Integer.MAX_VALUE)
          .unit("containers")
          .doc("How many containers one resource request may ask for.");

  public static final ConfigurationKey<Integer> SPLIT_LINES_PER_SECOND =
      ConfigurationKey.integer(PREFIX + "split.lines-per-second", 10_000)
          .between(1, 10_000_000)
          .unit("requests/s")
          .doc("How many of these an application may send a second on average.");

  public static final ConfigurationKey<Integer> SPLIT_BURST =
      ConfigurationKey.integer(PREFIX + "split.burst", 200_000)
          .between(1, 100_000_000)
          .unit("requests")
          .doc("How many it may send at once after it sent fewer for a while.");

  public static final ConfigurationKey<Duration> SPLIT_POLICY_INTERVAL =
      ConfigurationKey.duration(PREFIX + "split.policy-interval", Duration.ofSeconds(10))
          .between(Duration.ZERO, Duration.ofHours(1))
          .doc(
              "Within which time running applications take over a policy that was published for their"
                  + " queue; five minutes at least without ZooKeeper; 0 for never, as stock.");

  public static final ConfigurationKey<Boolean> SPLIT_STAGING =
      ConfigurationKey.flag(PREFIX + "split.staging", false)
          .doc("Whether a NodeManager looks for policies that are staged in its sub-cluster, too.");

  public static final ConfigurationKey<FeatureMode> GANG_MODE =
      ConfigurationKey.mode(PREFIX + "gang.mode")
          .doc(
              "Of jobs that declare a gang, off: started at once, as stock; shadow: decide and count,"
                  + " but go on as stock; on: they wait at the Routers until all of it fits.");

  public static final ConfigurationKey<Integer> GANG_OVERTAKES =
      ConfigurationKey.integer(PREFIX + "gang.overtakes", 0)
          .between(0, 1_000_000)
          .unit("jobs")
          .doc("How many smaller jobs may overtake one that waits; 0 is strict order.");

  public static final ConfigurationKey<Integer> GANG_MOST_WAITING =
      ConfigurationKey.integer(PREFIX + "gang.most-waiting", 20_000)
          .between(1, 21_000) // of 48 bytes at most, in the 1 MB of one answer of ZooKeeper
          .unit("jobs")
          .doc(
              "How many jobs may wait at all Routers together, those among them that just started;"
                  + " more are refused.");

  public static final ConfigurationKey<Integer> GANG_MOST_PER_USER =
      ConfigurationKey.integer(PREFIX + "gang.most-waiting-per-user", 1_000)
          .between(1, 21_000)
          .unit("jobs")
          .doc("How many of these may be of one user; more are refused.");

  public static final ConfigurationKey<Integer> GANG_MOST_PER_QUEUE =
      ConfigurationKey.integer(PREFIX + "gang.most-waiting-per-queue", 10_000)
          .between(1, 21_000)
          .unit("jobs")
          .doc("How many of these may be of one queue; more are refused.");

  public static final ConfigurationKey<Integer> GANG_MOST_MB =
      ConfigurationKey.integer(PREFIX + "gang.most-mb", 512)
          .between(1, 21_000)
          .unit("MB")
          .doc(
              "How large the submissions of all jobs that wait may be together, which each Router"
                  + " keeps in memory; more are refused.");

  public static final ConfigurationKey<Integer> GANG_MOST_MB_PER_USER =
      ConfigurationKey.integer(PREFIX + "gang.most-mb-per-user", 64)
          .between(1, 21_000)
          .unit("MB")
          .doc("How large those of one user may be together; more are refused.");

  public static final ConfigurationKey<Integer> GANG_MOST_MB_PER_QUEUE =
      ConfigurationKey.integer(PREFIX + "gang.most-mb-per-queue", 256)
          .between(1, 21_000)
          .unit("MB")
          .doc("How large those of one queue may be together; more are refused.");

  public static final ConfigurationKey<Duration> GANG_INTERVAL =
      ConfigurationKey.duration(PREFIX + "gang.interval", Duration.ofSeconds(1))
          .between(Duration.ofMillis(100), Duration.ofMinutes(10))
          .doc("How often a Router looks which jobs may start.");

  public static final ConfigurationKey<Duration> GANG_LEASE =
      ConfigurationKey.duration(PREFIX + "gang.lease", Duration.ofMinutes(1))
          .between(Duration.ofSeconds(1), Duration.ofHours(1))
          .doc(
              "How long a Router may take to start a job that it admitted before another one does.");

  public static final ConfigurationKey<Duration> GANG_KEEP_ENDS =
      ConfigurationKey.duration(PREFIX + "gang.keep-ends", Duration.ofHours(1))
          .between(Duration.ofSeconds(1), Duration.ofDays(7))
          .doc("How long clients are told of jobs that were killed or refused before they ran.");

  public static final ConfigurationKey<FeatureMode> SHARE_MODE =
      ConfigurationKey.mode(PREFIX + "share.mode")
          .doc(
              "Of shares over the whole cluster, off: each sub-cluster's capacities are as configured,"
                  + " as stock; shadow: report, decide and count; on: capacities follow shares.");

  public static final ConfigurationKey<Duration> SHARE_INTERVAL =
      ConfigurationKey.duration(PREFIX + "share.interval", Duration.ofSeconds(10))
          .between(Duration.ofMillis(100), Duration.ofHours(1))
          .doc(
              "How often ResourceManagers report, and the Global Policy Generator determines shares.");

  public static final ConfigurationKey<Duration> SHARE_PAUSE =
      ConfigurationKey.duration(PREFIX + "share.pause", Duration.ofSeconds(30))
          .between(Duration.ZERO, Duration.ofHours(1))
          .doc("How long a ResourceManager leaves capacities as they are after it changed some.");

  public static final ConfigurationKey<Duration> SHARE_STALE_AFTER =
      ConfigurationKey.duration(PREFIX + "share.stale-after", Duration.ofMinutes(5))
          .between(Duration.ofSeconds(1), Duration.ofDays(1))
          .doc(
              "How old reports and shares may be; then configured capacities come back. At least"
                  + " share.interval.");

  public static final ConfigurationKey<Double> SHARE_MAX_STEP =
      ConfigurationKey.decimal(PREFIX + "share.max-step", 10.0)
          .between(0.001, 100.0)
          .unit("% of the parent")
          .doc("By how much one capacity may change at once.");

  public static final ConfigurationKey<Double> SHARE_MIN_CHANGE =
      ConfigurationKey.decimal(PREFIX + "share.min-change", 1.0)
          .between(0.0, 100.0)
          .unit("% of the parent")
          .doc("What is not worth a change.");

  public static final ConfigurationKey<Double> SHARE_FLOOR =
      ConfigurationKey.decimal(PREFIX + "share.floor", 0.05)
          .between(0.0, 1.0)
          .doc(
              "Which part of its configured capacity a queue keeps whatever its share, so that new"
                  + " demand is served at once.");

  public static final ConfigurationKey<String> STORE_PATH =
      ConfigurationKey.text(PREFIX + "store.path", "/yarnext")
          .matching("(/[A-Za-z0-9._-]+)+", "an absolute path in ZooKeeper")
          .doc(
              "Below which path in the ZooKeeper of hadoop.zk.address gangs and shares are kept; the"
                  + " same for all daemons of a federation.");

  public static final ConfigurationKey<Duration> GUARD_DEADLINE =
      ConfigurationKey.duration(PREFIX + "guard.deadline", Duration.ofSeconds(2))
          .between(Duration.ofMillis(10), Duration.ofMinutes(1))
          .doc("How long one decision may take, reading the state store included.");

  public static final ConfigurationKey<Integer> GUARD_FAILURES_TO_TRIP =
      CircuitBreakerKeys.failuresToTrip(PREFIX, "the feature");

  public static final ConfigurationKey<Duration> GUARD_COOL_DOWN =
      CircuitBreakerKeys.coolDown(PREFIX, "the feature");

  /** All keys, with the rules between them. */
  public static final ConfigurationSchema KEYS =
      ConfigurationSchema.of(
              "federation",
              PREFIX,
              HOME_MODE,
              HOME_CHOICES,
              HOME_ANTI_AFFINITY,
              HOME_HALF_LIFE,
              HOME_STALE_AFTER,
              SPLIT_MODE,
              SPLIT_RELAXATION,
              SPLIT_RELAX_AFTER,
              SPLIT_ON_HOST_FOR,
              SPLIT_IN_RACK_FOR,
              SPLIT_HEADROOM_PART,
              SPLIT_LEAST_GAP,
              SPLIT_LINES_PER_CALL,
              SPLIT_CONTAINERS_PER_LINE,
              SPLIT_LINES_PER_SECOND,
              SPLIT_BURST,
              SPLIT_POLICY_INTERVAL,
              SPLIT_STAGING,
              GANG_MODE,
              GANG_OVERTAKES,
              GANG_MOST_WAITING,
              GANG_MOST_PER_USER,
              GANG_MOST_PER_QUEUE,
              GANG_MOST_MB,
              GANG_MOST_MB_PER_USER,
              GANG_MOST_MB_PER_QUEUE,
              GANG_INTERVAL,
              GANG_LEASE,
              GANG_KEEP_ENDS,
              SHARE_MODE,
              SHARE_INTERVAL,
              SHARE_PAUSE,
              SHARE_STALE_AFTER,
              SHARE_MAX_STEP,
              SHARE_MIN_CHANGE,
              SHARE_FLOOR,
              STORE_PATH,
              GUARD_DEADLINE,
              GUARD_FAILURES_TO_TRIP,
              GUARD_COOL_DOWN)
          .rule(FederationConfiguration::smallBurst)
          .rule(FederationConfiguration::staleAtOnce);

  /** What the policy of a queue may say otherwise. */
  private static final ConfigurationSchema SPLIT_RULES =
      ConfigurationSchema.of(
          "federation",
          PREFIX + "split.",
          SPLIT_RELAXATION,
          SPLIT_RELAX_AFTER,
          SPLIT_ON_HOST_FOR,
          SPLIT_IN_RACK_FOR,
          SPLIT_HEADROOM_PART,
          SPLIT_LEAST_GAP);

  private static final String SHARES = "share.";

  /** What the policy of the root queue may say otherwise, to ResourceManagers. */
  private static final ConfigurationSchema SHARE_RULES =
      ConfigurationSchema.of(
          "federation",
          PREFIX + SHARES,
          SHARE_PAUSE,
          SHARE_MAX_STEP,
          SHARE_MIN_CHANGE,
          SHARE_FLOOR);

  private final ConfigurationSnapshot settings;

  private FederationConfiguration(ConfigurationSnapshot settings) {
    this.settings = settings;
  }

  /**
   * Reads and checks the keys.
   *
   * @throws InvalidConfigurationException naming each bad key, its value and the fix
   */
  public static FederationConfiguration read(Configuration conf)
      throws InvalidConfigurationException {
    return new FederationConfiguration(KEYS.read(conf));
  }

  private static String smallBurst(ConfigurationSnapshot s) {
    return s.get(SPLIT_BURST) < s.get(SPLIT_LINES_PER_CALL)
        ? String.format(
            "%s=%d is below %s=%d, so no such call could pass: raise it or remove both.",
            SPLIT_BURST.name(),
            s.get(SPLIT_BURST),
            SPLIT_LINES_PER_CALL.name(),
            s.get(SPLIT_LINES_PER_CALL))
        : null;
  }

  private static String staleAtOnce(ConfigurationSnapshot s) {
    return s.get(SHARE_STALE_AFTER).compareTo(s.get(SHARE_INTERVAL)) < 0
        ? String.format(
            "%s=%dms is below %s=%dms, so every report would be stale before the next: raise it or"
                + " remove both.",
            SHARE_STALE_AFTER.name(),
            s.get(SHARE_STALE_AFTER).toMillis(),
            SHARE_INTERVAL.name(),
            s.get(SHARE_INTERVAL).toMillis())
        : null;
  }

  public FeatureMode homeMode() {
    return settings.get(HOME_MODE);
  }

  public HomePolicy newHomePolicy() {
    return new PowerOfChoicesPolicy(
        settings.get(HOME_CHOICES),
        settings.get(HOME_ANTI_AFFINITY),
        settings.get(HOME_STALE_AFTER).toMillis());
  }

  public HomeChoiceHistory newRecentHomes() {
    return new HomeChoiceHistory(settings.get(HOME_HALF_LIFE).toMillis());
  }

  public FeatureMode splitMode() {
    return settings.get(SPLIT_MODE);
  }

  public SplitSettings splitRules() {
    return splitRules(settings);
  }

  /**
   * The same where a policy has parameters of its own. Unknown ones are ignored with a warning.
   *
   * @param parameters by the names of keys after {@code split.}
   * @throws InvalidConfigurationException naming each that is out of the key's bounds
   */
  public SplitSettings splitRules(Map<String, String> parameters)
      throws InvalidConfigurationException {
    Map<String, String> texts = texts(SPLIT_RULES);
    parameters.forEach((name, value) -> texts.put(SPLIT_RULES.prefix() + name, value));
    return splitRules(SPLIT_RULES.read(texts));
  }

  /** The configured values of these keys. */
  private Map<String, String> texts(ConfigurationSchema keys) {
    Map<String, String> texts = new HashMap<>(settings.asText());
    texts
        .keySet()
        .retainAll(keys.keys().stream().map(ConfigurationKey::name).collect(Collectors.toSet()));
    return texts;
  }

  /**
   * What is wrong with the names of a policy's parameters, for those who publish it.
   *
   * @param parameters of asks by the names of keys after {@code split.}, of shares as {@link
   *     #sharesIn} has them
   * @return a sentence for each that is not known; never null
   */
  public static List<String> unknownParameters(Set<String> parameters) {
    List<String> ofShares = new ArrayList<>();
    List<String> ofAsks = new ArrayList<>();
    for (String name : parameters) {
      if (name.startsWith(SHARES)) {
        ofShares.add(PREFIX + name);
      } else {
        ofAsks.add(SPLIT_RULES.prefix() + name);
      }
    }
    List<String> sentences = SPLIT_RULES.unknown(ofAsks);
    sentences.addAll(SHARE_RULES.unknown(ofShares));
    return sentences;
  }

  private static SplitSettings splitRules(ConfigurationSnapshot from) {
    return new SplitSettings(
            from.get(SPLIT_RELAXATION),
            from.get(SPLIT_RELAX_AFTER).toMillis(),
            from.get(SPLIT_HEADROOM_PART),
            from.get(SPLIT_LEAST_GAP))
        .near(from.get(SPLIT_ON_HOST_FOR).toMillis(), from.get(SPLIT_IN_RACK_FOR).toMillis());
  }

  public AllocateCallLimits askLimits() {
    return new AllocateCallLimits(
        settings.get(SPLIT_LINES_PER_CALL),
        settings.get(SPLIT_CONTAINERS_PER_LINE),
        settings.get(SPLIT_LINES_PER_SECOND),
        settings.get(SPLIT_BURST));
  }

  public Duration policyInterval() {
    return settings.get(SPLIT_POLICY_INTERVAL);
  }

  public boolean isStaging() {
    return settings.get(SPLIT_STAGING);
  }

  public FeatureMode gangMode() {
    return settings.get(GANG_MODE);
  }

  public GangAdmissionPolicy newGangAdmission() {
    return new GangAdmissionPolicy(settings.get(GANG_OVERTAKES));
  }

  public PendingGangLimits waitingLimits() {
    return new PendingGangLimits(
        limit(GANG_MOST_WAITING, GANG_MOST_MB),
        limit(GANG_MOST_PER_QUEUE, GANG_MOST_MB_PER_QUEUE),
        limit(GANG_MOST_PER_USER, GANG_MOST_MB_PER_USER));
  }

  private PendingGangLimits.Limit limit(
      ConfigurationKey<Integer> jobs, ConfigurationKey<Integer> mb) {
    return new PendingGangLimits.Limit(settings.get(jobs), (long) settings.get(mb) << 20);
  }

  public Duration gangInterval() {
    return settings.get(GANG_INTERVAL);
  }

  public Duration gangLease() {
    return settings.get(GANG_LEASE);
  }

  public Duration gangKeepEnds() {
    return settings.get(GANG_KEEP_ENDS);
  }

  public FeatureMode shareMode() {
    return settings.get(SHARE_MODE);
  }

  public Duration shareInterval() {
    return settings.get(SHARE_INTERVAL);
  }

  public Duration sharePause() {
    return settings.get(SHARE_PAUSE);
  }

  public Duration shareStaleAfter() {
    return settings.get(SHARE_STALE_AFTER);
  }

  public CapacityUpdateLimits enforceRules() {
    return new CapacityUpdateLimits(
        settings.get(SHARE_MAX_STEP),
        settings.get(SHARE_MIN_CHANGE),
        settings.get(SHARE_FLOOR),
        settings.get(SHARE_STALE_AFTER).toMillis());
  }

  /**
   * What of a policy's parameters is of shares.
   *
   * @param parameters by the names of keys after the module's prefix
   * @return a new map, of the same names
   */
  public static Map<String, String> sharesIn(Map<String, String> parameters) {
    Map<String, String> shares = new HashMap<>(parameters);
    shares.keySet().removeIf(name -> !name.startsWith(SHARES));
    return shares;
  }

  /**
   * The same where the policy of the root queue has parameters of its own for shares. Unknown ones
   * are ignored with a warning.
   *
   * @param shares as {@link #sharesIn} has them
   * @throws InvalidConfigurationException naming each that is out of the key's bounds
   */
  public FederationConfiguration withShares(Map<String, String> shares)
      throws InvalidConfigurationException {
    Map<String, String> all = new HashMap<>(settings.asText());
    Map<String, String> texts = texts(SHARE_RULES);
    shares.forEach((name, value) -> texts.put(PREFIX + name, value));
    all.putAll(SHARE_RULES.read(texts).asText());
    return new FederationConfiguration(KEYS.read(all));
  }

  public String storePath() {
    return settings.get(STORE_PATH);
  }

  public GuardSettings guard() {
    return guard(settings.get(GUARD_DEADLINE));
  }

  /** The same with another deadline, for what no daemon waits for. */
  public GuardSettings guard(Duration deadline) {
    return new GuardSettings(
        deadline,
        settings.get(GUARD_FAILURES_TO_TRIP),
        CircuitBreakerKeys.FAILURES_WITHIN,
        settings.get(GUARD_COOL_DOWN));
  }
}
