// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.CircuitBreakerKeys;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.federation.policy.enforce.CapacityUpdateLimits;
import org.yarnext.federation.policy.gang.GangAdmissionPolicy;
import org.yarnext.federation.policy.gang.PendingGangLimits;
import org.yarnext.federation.policy.home.HomeChoiceHistory;
import org.yarnext.federation.policy.home.PowerOfChoicesPolicy;
import org.yarnext.federation.policy.split.AllocateCallLimits;
import org.yarnext.federation.policy.split.SplitSettings;

/**
 * All configuration keys of the federation policies, and their validated values, of which only live
 * keys may change. Declares the keys that all features share; the other keys are declared in an
 * interface for each feature.
 */
public final class FederationConfiguration implements HomeKeys, SplitKeys, GangKeys, ShareKeys {
  public static final String PREFIX = "yarn.federation.policies.";

  public static final ConfigurationKey<String> STORE_PATH =
      ConfigurationKey.text(PREFIX + "store.path", "/yarnext")
          .matching("(/[A-Za-z0-9._-]+)+", "an absolute path in ZooKeeper")
          .doc(
              "Path in the ZooKeeper of hadoop.zk.address under which gangs and shares are"
                  + " stored; the same on all daemons of a federation.");

  public static final ConfigurationKey<Duration> GUARD_DEADLINE =
      ConfigurationKey.duration(PREFIX + "guard.deadline", Duration.ofSeconds(2))
          .between(Duration.ofMillis(10), Duration.ofMinutes(1))
          .doc("Time limit of one decision, including reads of the state store.");

  public static final ConfigurationKey<Integer> GUARD_FAILURES_TO_TRIP =
      CircuitBreakerKeys.failuresToTrip(PREFIX, "the feature");

  public static final ConfigurationKey<Duration> GUARD_COOL_DOWN =
      CircuitBreakerKeys.coolDown(PREFIX, "the feature");

  /** All keys, with the rules between them. */
  public static final ConfigurationSchema KEYS =
      ConfigurationSchema.of("federation", PREFIX, allKeys())
          .rule(SplitKeys::burstProblem)
          .rule(ShareKeys::staleAfterProblem);

  /** Keys that the policy of a queue may override. */
  private static final ConfigurationSchema SPLIT_RULES =
      ConfigurationSchema.of(
          "federation",
          PREFIX + "split.",
          SPLIT_RELAXATION,
          SPLIT_RELAX_AFTER,
          SPLIT_ON_HOST_FOR,
          SPLIT_IN_RACK_FOR,
          SPLIT_HEADROOM_WEIGHT,
          SPLIT_MIN_GAP);

  private static final String SHARES = "share.";

  /** Keys that the policy of the root queue may override; read by ResourceManagers. */
  private static final ConfigurationSchema SHARE_RULES =
      ConfigurationSchema.of(
          "federation",
          PREFIX + SHARES,
          SHARE_PAUSE,
          SHARE_MAX_STEP,
          SHARE_MIN_CHANGE,
          SHARE_FLOOR);

  /** Configurations of the daemons of this JVM, by YARN's. */
  private static final Map<Configuration, FederationConfiguration> DAEMONS = new WeakHashMap<>();

  private final LiveConfiguration live;

  private static ConfigurationKey<?>[] allKeys() {
    return Stream.of(
            HomeKeys.keys(), SplitKeys.keys(), GangKeys.keys(), ShareKeys.keys(), ownKeys())
        .flatMap(List::stream)
        .toArray(ConfigurationKey<?>[]::new);
  }

  private static List<ConfigurationKey<?>> ownKeys() {
    return Arrays.asList(STORE_PATH, GUARD_DEADLINE, GUARD_FAILURES_TO_TRIP, GUARD_COOL_DOWN);
  }

  private FederationConfiguration(ConfigurationSnapshot settings) {
    this.live = new LiveConfiguration(settings);
  }

  /**
   * Returns the configuration that all hooks of one daemon share; read at the first call.
   *
   * @param conf the daemon's, the same object at each call
   * @throws InvalidConfigurationException if a value is invalid
   */
  public static FederationConfiguration of(Configuration conf)
      throws InvalidConfigurationException {
    synchronized (DAEMONS) {
      FederationConfiguration known = DAEMONS.get(conf);
      if (known == null) {
        known = read(conf);
        DAEMONS.put(conf, known);
      }
      return known;
    }
  }

  /**
   * Reads and validates the keys.
   *
   * @throws InvalidConfigurationException if a value is invalid; its message names each bad key,
   *     its value and the fix
   */
  public static FederationConfiguration read(Configuration conf)
      throws InvalidConfigurationException {
    return new FederationConfiguration(KEYS.read(conf));
  }

  /**
   * Reads and validates the keys in a ResourceManager.
   *
   * @param obstacle returns why shares cannot be enforced there in a mode, naming the fix; null if
   *     they can
   * @throws InvalidConfigurationException if a value is invalid, or there is an obstacle
   */
  public static FederationConfiguration readForManager(
      Configuration conf, Function<FeatureMode, String> obstacle)
      throws InvalidConfigurationException {
    return new FederationConfiguration(
        KEYS.rule(settings -> obstacle.apply(settings.get(SHARE_MODE))).read(conf));
  }

  /** Returns the settings, whose live keys may change. */
  public LiveConfiguration live() {
    return live;
  }

  private <T> T get(ConfigurationKey<T> key) {
    return live.current().get(key);
  }

  public FeatureMode homeMode() {
    return get(HOME_MODE);
  }

  public PowerOfChoicesPolicy newHomePolicy() {
    return new PowerOfChoicesPolicy(
        get(HOME_CHOICES), get(HOME_ANTI_AFFINITY), get(HOME_STALE_AFTER).toMillis());
  }

  public HomeChoiceHistory newHomeChoiceHistory() {
    return new HomeChoiceHistory(get(HOME_HALF_LIFE).toMillis());
  }

  public FeatureMode splitMode() {
    return get(SPLIT_MODE);
  }

  public SplitSettings splitSettings() {
    return splitSettings(live.current());
  }

  /**
   * Returns the split settings of a policy: the configured ones, with the policy's own parameters
   * in place of theirs. Unknown parameters are ignored with a warning.
   *
   * @param parameters values by key name without the prefix up to {@code split.}; may be empty
   * @throws InvalidConfigurationException if a value is out of the bounds of its key; its message
   *     names each such parameter
   */
  public SplitSettings splitSettings(Map<String, String> parameters)
      throws InvalidConfigurationException {
    Map<String, String> texts = texts(SPLIT_RULES);
    parameters.forEach((name, value) -> texts.put(SPLIT_RULES.prefix() + name, value));
    return splitSettings(SPLIT_RULES.read(texts));
  }

  /** Returns a new map with the configured values of the given keys, by full key name. */
  private Map<String, String> texts(ConfigurationSchema keys) {
    Map<String, String> texts = new HashMap<>(live.current().asText());
    texts
        .keySet()
        .retainAll(keys.keys().stream().map(ConfigurationKey::name).collect(Collectors.toSet()));
    return texts;
  }

  /**
   * Returns a problem description for each unknown parameter name of a policy that is about to be
   * published.
   *
   * @param parameters names of split keys without the prefix up to {@code split.}, and names of
   *     share keys as in {@link #sharesIn}
   * @return one sentence for each unknown name; empty if all are known, never null
   */
  public static List<String> unknownParameters(Set<String> parameters) {
    List<String> ofShares = new ArrayList<>();
    List<String> splitParameters = new ArrayList<>();
    for (String name : parameters) {
      if (name.startsWith(SHARES)) {
        ofShares.add(PREFIX + name);
      } else {
        splitParameters.add(SPLIT_RULES.prefix() + name);
      }
    }
    List<String> sentences = SPLIT_RULES.unknown(splitParameters);
    sentences.addAll(SHARE_RULES.unknown(ofShares));
    return sentences;
  }

  private static SplitSettings splitSettings(ConfigurationSnapshot from) {
    return new SplitSettings(
            from.get(SPLIT_RELAXATION),
            from.get(SPLIT_RELAX_AFTER).toMillis(),
            from.get(SPLIT_HEADROOM_WEIGHT),
            from.get(SPLIT_MIN_GAP))
        .near(from.get(SPLIT_ON_HOST_FOR).toMillis(), from.get(SPLIT_IN_RACK_FOR).toMillis());
  }

  public AllocateCallLimits callLimits() {
    ConfigurationSnapshot now = live.current();
    return new AllocateCallLimits(
        now.get(SPLIT_REQUESTS_PER_CALL),
        now.get(SPLIT_CONTAINERS_PER_REQUEST),
        now.get(SPLIT_REQUESTS_PER_SECOND),
        now.get(SPLIT_BURST));
  }

  public Duration policyInterval() {
    return get(SPLIT_POLICY_INTERVAL);
  }

  public boolean isStaging() {
    return get(SPLIT_STAGING);
  }

  public FeatureMode gangMode() {
    return get(GANG_MODE);
  }

  public GangAdmissionPolicy newGangAdmissionPolicy() {
    return new GangAdmissionPolicy(get(GANG_OVERTAKES));
  }

  public PendingGangLimits pendingGangLimits() {
    return new PendingGangLimits(
        limit(GANG_MAX_WAITING, GANG_MAX_MB),
        limit(GANG_MAX_WAITING_PER_QUEUE, GANG_MAX_MB_PER_QUEUE),
        limit(GANG_MAX_WAITING_PER_USER, GANG_MAX_MB_PER_USER));
  }

  private PendingGangLimits.Limit limit(
      ConfigurationKey<Integer> jobs, ConfigurationKey<Integer> mb) {
    return new PendingGangLimits.Limit(get(jobs), (long) get(mb) << 20);
  }

  public Duration gangInterval() {
    return get(GANG_INTERVAL);
  }

  public Duration gangLease() {
    return get(GANG_LEASE);
  }

  public Duration gangEndedRetention() {
    return get(GANG_ENDED_RETENTION);
  }

  public Duration gangUnusedAfter() {
    return get(GANG_UNUSED_AFTER);
  }

  public FeatureMode shareMode() {
    return get(SHARE_MODE);
  }

  public Duration shareInterval() {
    return get(SHARE_INTERVAL);
  }

  public Duration sharePause() {
    return get(SHARE_PAUSE);
  }

  public Duration shareStaleAfter() {
    return get(SHARE_STALE_AFTER);
  }

  public CapacityUpdateLimits capacityUpdateLimits() {
    return new CapacityUpdateLimits(
        get(SHARE_MAX_STEP),
        get(SHARE_MIN_CHANGE),
        get(SHARE_FLOOR),
        get(SHARE_STALE_AFTER).toMillis());
  }

  /**
   * Returns those parameters of a policy that are share keys.
   *
   * @param parameters values by key name without the module's prefix
   * @return a new map with the same names
   */
  public static Map<String, String> sharesIn(Map<String, String> parameters) {
    Map<String, String> shares = new HashMap<>(parameters);
    shares.keySet().removeIf(name -> !name.startsWith(SHARES));
    return shares;
  }

  /**
   * Returns this configuration with the share parameters of the root queue's policy in place of the
   * configured ones. Unknown parameters are ignored with a warning.
   *
   * @param shares values by name, as {@link #sharesIn} returns them
   * @throws InvalidConfigurationException if a value is out of the bounds of its key; its message
   *     names each such parameter
   */
  public FederationConfiguration withShares(Map<String, String> shares)
      throws InvalidConfigurationException {
    Map<String, String> all = new HashMap<>(live.current().asText());
    Map<String, String> texts = texts(SHARE_RULES);
    shares.forEach((name, value) -> texts.put(PREFIX + name, value));
    all.putAll(SHARE_RULES.read(texts).asText());
    return new FederationConfiguration(KEYS.read(all));
  }

  public String storePath() {
    return get(STORE_PATH);
  }

  public GuardSettings guard() {
    return guard(get(GUARD_DEADLINE));
  }

  /** Returns the guard settings with another deadline, for work that no daemon thread waits for. */
  public GuardSettings guard(Duration deadline) {
    return new GuardSettings(
        deadline,
        get(GUARD_FAILURES_TO_TRIP),
        CircuitBreakerKeys.FAILURES_WITHIN,
        get(GUARD_COOL_DOWN));
  }
}
