// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.queue.QueueSettings;
import org.yarnext.mercury.policy.QueuePermissionPolicy;
import org.yarnext.mercury.policy.container.OpportunisticQuota;
import org.yarnext.mercury.policy.estimate.EstimateTolerance;
import org.yarnext.mercury.policy.requests.HybridPolicy;
import org.yarnext.mercury.policy.requests.HybridPolicyRegistry;
import org.yarnext.mercury.policy.requests.WaitingDemandPolicy;

/**
 * Configuration keys of the policies and quotas that decide which containers of an application are
 * opportunistic, and how many. The keys are constants of {@link MercuryConfiguration}.
 */
interface HybridKeys {
  ConfigurationKey<FeatureMode> HYBRID_MODE =
      ConfigurationKey.mode(MercuryConfiguration.PREFIX + "hybrid.mode")
          .live()
          .doc(
              "Division of applications' requests, in the ResourceManager or with distributed"
                  + " scheduling in the NodeManager. off: requests pass unchanged; shadow: decide,"
                  + " count and explain; on: policies and quotas decide which containers are"
                  + " opportunistic. Live: a lower mode sends waiting requests as the application"
                  + " stated them; with distributed scheduling, an application that registers while"
                  + " it is off keeps its requests unchanged until it registers again.");

  ConfigurationKey<String> HYBRID_POLICY =
      ConfigurationKey.text(MercuryConfiguration.PREFIX + "hybrid.policy", "only-G")
          .live()
          .doc(
              "Which guaranteed requests of an application become opportunistic: only-G"
                  + " (none), only-Q (all), 80%-Q, beyond(2), which is all but two containers,"
                  + " shorter-than(10s), or hybrid-GQ(10s, 80%), which"
                  + " is 80 % of the tasks expected to take less than 10 s. The application tag"
                  + " yarnext.mercury.policy=hybrid-GQ(10s/80%) takes precedence.");

  ConfigurationKey<String> HYBRID_QUEUES =
      ConfigurationKey.text(MercuryConfiguration.PREFIX + "hybrid.queues", "")
          .live()
          .doc(
              "Policies by queue, such as root.adhoc:only-Q;root.etl:shorter-than(10s); a"
                  + " queue without one inherits its parent's.");

  ConfigurationKey<String> HYBRID_GUARANTEED_TYPES =
      ConfigurationKey.text(
              MercuryConfiguration.PREFIX + "hybrid.guaranteed-types",
              "SPARK;Apache Flink;yarn-service;YARN")
          .live()
          .doc(
              "Application types, separated by semicolons, whose requests stay guaranteed"
                  + " unless a tag names a policy, since their Application Masters count a shed"
                  + " container as a failure, or lose much with it. With a policy by tag they see it"
                  + " as preempted. YARN is the type of applications that name none, such as"
                  + " Distributed Shell. The ResourceManager reads this key, since it alone knows"
                  + " the type.");

  ConfigurationKey<Double> HYBRID_ESTIMATE_TOLERANCE =
      ConfigurationKey.decimal(MercuryConfiguration.PREFIX + "hybrid.estimate-tolerance", 3.0)
          .between(1.0, 1000.0)
          .doc(
              "Factor by which a container may run longer or shorter than declared. An"
                  + " application whose declared run times are persistently further off gets"
                  + " guaranteed containers only.");

  ConfigurationKey<Integer> HYBRID_ESTIMATE_WINDOW =
      ConfigurationKey.integer(MercuryConfiguration.PREFIX + "hybrid.estimate-window", 20)
          .between(5, 1000)
          .unit("containers")
          .doc(
              "Number of an application's latest containers by which its declared run times"
                  + " are judged: they count as wrong once three in five are, and as right again"
                  + " once one in five is.");

  ConfigurationKey<Integer> HYBRID_GUARANTEED_AFTER_LOSSES =
      ConfigurationKey.integer(MercuryConfiguration.PREFIX + "hybrid.guaranteed-after-losses", 0)
          .between(0, 1000)
          .unit("containers")
          .live()
          .doc(
              "Number of opportunistic containers that a task may lose, shed or stopped for"
                  + " guaranteed ones, before its next container is guaranteed; 0 means no limit. A"
                  + " change applies to applications that register later.");

  ConfigurationKey<Integer> HYBRID_MIN_AVAILABLE =
      ConfigurationKey.integer(MercuryConfiguration.PREFIX + "hybrid.min-available", 25)
          .between(0, 100)
          .unit("percent")
          .live()
          .doc(
              "Minimum free part of the cluster's memory. While less is free, and other"
                  + " applications' guaranteed requests wait for all of it, policies with a run"
                  + " time make no requests opportunistic, and return those that have no container"
                  + " yet to guaranteed; 0 means no minimum. Read by the ResourceManager.");

  ConfigurationKey<Integer> HYBRID_BEYOND_MIN_FREE =
      ConfigurationKey.integer(MercuryConfiguration.PREFIX + "hybrid.beyond-min-free", 35)
          .between(0, 100)
          .unit("percent")
          .live()
          .doc(
              "Part of the cluster's memory that beyond(n) leaves free for others. While more is"
                  + " free in excess of all waiting guaranteed requests, containers beyond n are"
                  + " guaranteed, too; those not granted yet become opportunistic when others need"
                  + " the memory. 100: only n are guaranteed. Read by the ResourceManager.");

  ConfigurationKey<Duration> HYBRID_ASSUMED_RUN_TIME =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "hybrid.assumed-run-time", Duration.ZERO)
          .between(Duration.ZERO, Duration.ofDays(7))
          .live()
          .doc(
              "Run time that policies with a threshold assume for a task of which nothing is"
                  + " known: none of its kind has ended in its job, nor in an earlier one of the same"
                  + " user, queue and name. It may be wrong by half: such tasks become opportunistic if"
                  + " it is below two thirds of the threshold. 0 assumes nothing: they are guaranteed"
                  + " until the first have ended.");

  ConfigurationKey<String> QUOTA_DEFAULT =
      ConfigurationKey.text(MercuryConfiguration.PREFIX + "quota.default", "max=0")
          .live()
          .doc(
              "Maximum number of opportunistic containers of an application at a time:"
                  + " max=100, or relative=2.0 times its guaranteed containers, including its"
                  + " Application Master, or both with a comma between; 0 means no limit.");

  ConfigurationKey<Integer> QUOTA_RELATIVE_FLOOR =
      ConfigurationKey.integer(MercuryConfiguration.PREFIX + "quota.relative-floor", 10)
          .between(1, 1_000_000)
          .unit("containers")
          .live()
          .doc(
              "Minimum number of opportunistic containers that a relative quota allows, so"
                  + " that an application without guaranteed containers makes progress.");

  ConfigurationKey<String> QUOTA_QUEUES =
      ConfigurationKey.text(MercuryConfiguration.PREFIX + "quota.queues", "")
          .live()
          .doc(
              "Quotas by queue, such as root.adhoc:max=100;root.etl:relative=2.0; a queue"
                  + " without one inherits its parent's.");

  static List<ConfigurationKey<?>> keys() {
    return Arrays.asList(
        HYBRID_MODE,
        HYBRID_POLICY,
        HYBRID_QUEUES,
        HYBRID_GUARANTEED_TYPES,
        HYBRID_ESTIMATE_TOLERANCE,
        HYBRID_ESTIMATE_WINDOW,
        HYBRID_GUARANTEED_AFTER_LOSSES,
        HYBRID_MIN_AVAILABLE,
        HYBRID_BEYOND_MIN_FREE,
        HYBRID_ASSUMED_RUN_TIME,
        QUOTA_DEFAULT,
        QUOTA_RELATIVE_FLOOR,
        QUOTA_QUEUES);
  }

  static HybridPolicyRegistry choice(ConfigurationSnapshot s) {
    return new HybridPolicyRegistry(
        HybridPolicy.parse(s.get(HYBRID_POLICY)),
        QueueSettings.parse(s.get(HYBRID_QUEUES), HybridPolicy::parse));
  }

  /** Returns the application types in upper case. */
  static Set<String> guaranteedTypes(ConfigurationSnapshot s) {
    return Stream.of(s.get(HYBRID_GUARANTEED_TYPES).split("[;,]"))
        .map(type -> type.trim().toUpperCase(Locale.ROOT))
        .filter(type -> !type.isEmpty())
        .collect(Collectors.toSet());
  }

  static EstimateTolerance tolerance(ConfigurationSnapshot s) {
    // Time to start a container, in ms, which no declared run time contains.
    long startUpMs = 1_000;
    int window = s.get(HYBRID_ESTIMATE_WINDOW);
    return new EstimateTolerance(
        s.get(HYBRID_ESTIMATE_TOLERANCE), startUpMs, window, (3 * window + 4) / 5, window / 5);
  }

  static WaitingDemandPolicy waitingDemand(ConfigurationSnapshot s) {
    return new WaitingDemandPolicy(s.get(HYBRID_MIN_AVAILABLE), s.get(HYBRID_BEYOND_MIN_FREE));
  }

  static OpportunisticQuota quota(ConfigurationSnapshot s) {
    return OpportunisticQuota.parse(s.get(QUOTA_DEFAULT), s.get(QUOTA_RELATIVE_FLOOR));
  }

  static QueueSettings<OpportunisticQuota> quotas(ConfigurationSnapshot s) {
    return QueueSettings.parse(
        s.get(QUOTA_QUEUES), text -> OpportunisticQuota.parse(text, s.get(QUOTA_RELATIVE_FLOOR)));
  }

  /** Returns a copy of the schema with the rules of this area. */
  static ConfigurationSchema withRules(ConfigurationSchema keys) {
    return keys.rule(s -> ConfigurationRules.readable(HYBRID_POLICY, s, HybridPolicy::parse))
        .rule(
            s ->
                ConfigurationRules.readable(
                    HYBRID_QUEUES, s, text -> QueueSettings.parse(text, HybridPolicy::parse)))
        .rule(
            s ->
                ConfigurationRules.readable(
                    QUOTA_DEFAULT, s, text -> OpportunisticQuota.parse(text, 1)))
        .rule(
            s ->
                ConfigurationRules.readable(
                    EstimateKeys.CLAIMS_QUEUES, s, text -> new QueuePermissionPolicy(true, text)))
        .rule(
            s ->
                ConfigurationRules.readable(
                    QUOTA_QUEUES,
                    s,
                    text -> QueueSettings.parse(text, one -> OpportunisticQuota.parse(one, 1))));
  }
}
