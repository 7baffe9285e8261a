// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import static org.yarnext.mercury.MercuryConfiguration.COORDINATOR_MODE;
import static org.yarnext.mercury.MercuryConfiguration.COORDINATOR_STALE_AFTER;
import static org.yarnext.mercury.MercuryConfiguration.GUARD_DEADLINE;
import static org.yarnext.mercury.MercuryConfiguration.HYBRID_MODE;
import static org.yarnext.mercury.MercuryConfiguration.MODE;
import static org.yarnext.mercury.MercuryConfiguration.PLACEMENT_MAX_QUEUE_WAIT;
import static org.yarnext.mercury.MercuryConfiguration.PLACEMENT_MODE;
import static org.yarnext.mercury.MercuryConfiguration.PROMOTION_MODE;
import static org.yarnext.mercury.MercuryConfiguration.QUEUE_MAX_LENGTH;
import static org.yarnext.mercury.MercuryConfiguration.QUOTA_DEFAULT;
import static org.yarnext.mercury.MercuryConfiguration.QUOTA_QUEUES;
import static org.yarnext.mercury.MercuryConfiguration.RECLAIM_TIMEOUT;

import java.time.Duration;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.mercury.policy.container.OpportunisticQuota;

/**
 * Rules that the values of several keys of Mercury and YARN must satisfy together. Each returns a
 * sentence about invalid settings, or null.
 */
final class ConfigurationRules {
  private ConfigurationRules() {}

  /** Returns a copy of the schema with the rules of the coordinator. */
  static ConfigurationSchema ofCoordinator(ConfigurationSchema keys, Configuration conf) {
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
    return keys.rule(s -> staleAfterTooShort(s, heartbeat, heartbeatMs))
        .rule(s -> queueWaitTooShort(s, heartbeat, heartbeatMs));
  }

  /** Returns a copy of the schema with the rules of promotion. */
  static ConfigurationSchema ofPromotion(ConfigurationSchema keys, Configuration conf) {
    boolean autoUpdate =
        conf.getBoolean(
            YarnConfiguration.RM_AUTO_UPDATE_CONTAINERS,
            YarnConfiguration.DEFAULT_RM_AUTO_UPDATE_CONTAINERS);
    return keys.rule(s -> promotionWithoutAutoUpdate(s, autoUpdate));
  }

  static String queueWaitTooShort(ConfigurationSnapshot s, String heartbeat, long heartbeatMs) {
    long aheadMs = s.get(PLACEMENT_MAX_QUEUE_WAIT).toMillis();
    return aheadMs > 0 && aheadMs < 2 * heartbeatMs
        ? String.format(
            "%s=%sms is less than two heartbeats (%s=%s), so that queues would run dry in between:"
                + " raise it to three or more, or set 0.",
            PLACEMENT_MAX_QUEUE_WAIT.name(), aheadMs, heartbeat, heartbeatMs)
        : null;
  }

  static String staleAfterTooShort(ConfigurationSnapshot s, String heartbeat, long heartbeatMs) {
    long staleMs = s.get(COORDINATOR_STALE_AFTER).toMillis();
    return s.get(COORDINATOR_MODE) != FeatureMode.OFF && staleMs < 2 * heartbeatMs
        ? String.format(
            "%s=%sms is less than two heartbeats (%s=%s), so that no report would ever count: raise"
                + " it to three or more.",
            COORDINATOR_STALE_AFTER.name(), staleMs, heartbeat, heartbeatMs)
        : null;
  }

  /** Returns a refusal if {@code key} is below {@code times} the value of {@code other}. */
  static String notBelow(
      ConfigurationSnapshot s,
      ConfigurationKey<Duration> key,
      ConfigurationKey<Duration> other,
      int times) {
    return s.get(key).compareTo(s.get(other).multipliedBy(times)) >= 0
        ? null
        : String.format(
            "%s=%sms is below %s%s=%sms: raise the first or lower the second.",
            key.name(),
            s.get(key).toMillis(),
            times == 1 ? "" : times + " times ",
            other.name(),
            s.get(other).toMillis());
  }

  static String deadlineTooLong(ConfigurationSnapshot s) {
    return s.get(GUARD_DEADLINE).compareTo(s.get(RECLAIM_TIMEOUT)) < 0
        ? null
        : String.format(
            "%s=%sms is not below %s=%sms: lower the first or raise the second.",
            GUARD_DEADLINE.name(),
            s.get(GUARD_DEADLINE).toMillis(),
            RECLAIM_TIMEOUT.name(),
            s.get(RECLAIM_TIMEOUT).toMillis());
  }

  static String readable(
      ConfigurationKey<String> key, ConfigurationSnapshot s, Consumer<String> parse) {
    String text = s.get(key);
    try {
      parse.accept(text);
      return null;
    } catch (IllegalArgumentException e) {
      return key.name() + "=" + text + " cannot be used: " + e.getMessage() + ".";
    }
  }

  static String stockQueueTooShort(ConfigurationSnapshot s, int stockLength, boolean byResources) {
    String stockKey = YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH;
    if (s.get(MODE) == FeatureMode.OFF || byResources) {
      return null;
    }
    if (stockLength <= 0) {
      return String.format(
          "%s=%s makes the NodeManager refuse opportunistic containers: set it to the queue length"
              + " you want, 100 for example.",
          stockKey, stockLength);
    }
    return s.get(QUEUE_MAX_LENGTH) > stockLength
        ? String.format(
            "%s=%s is above %s=%s, and a fallback to stock would lose what its queue cannot hold:"
                + " lower the first or raise the second.",
            QUEUE_MAX_LENGTH.name(), s.get(QUEUE_MAX_LENGTH), stockKey, stockLength)
        : null;
  }

  static String stockQueueByResources(ConfigurationSnapshot s, boolean byResources) {
    return s.get(MODE) == FeatureMode.ON && byResources
        ? String.format(
            "%s=BY_RESOURCES leaves the stock queue no room to fall back to: set it to BY_QUEUE_LEN"
                + " or remove it; %s=shadow works with it.",
            YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_QUEUE_POLICY, MODE.name())
        : null;
  }

  /**
   * Returns the reason why the queue can only be in shadow, or null. It refuses nothing, since a
   * feature that cannot be turned on can still be observed.
   */
  static String shadowOnly(ConfigurationSnapshot s, boolean byResources) {
    return s.get(MODE) == FeatureMode.SHADOW && byResources
        ? String.format(
            "Mercury's queue can be in shadow only while %s is BY_RESOURCES: stock admits"
                + " containers by what they occupy, Mercury by %s; set it to BY_QUEUE_LEN before"
                + " %s=on.",
            YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_QUEUE_POLICY,
            QUEUE_MAX_LENGTH.name(),
            MODE.name())
        : null;
  }

  /**
   * Refuses hybrid policies and placement in federated NodeManagers: there, stock's {@code
   * FederationInterceptor} registers the masters and does not support distributed scheduling.
   */
  static String federated(ConfigurationSnapshot s, Configuration conf) {
    boolean both =
        YarnConfiguration.isDistSchedulingEnabled(conf)
            && conf.getBoolean(
                YarnConfiguration.FEDERATION_ENABLED, YarnConfiguration.DEFAULT_FEDERATION_ENABLED);
    ConfigurationKey<FeatureMode> key =
        s.get(HYBRID_MODE) != FeatureMode.OFF ? HYBRID_MODE : PLACEMENT_MODE;
    return both && s.get(key) != FeatureMode.OFF
        ? String.format(
            "%s=%s does not work with %s=true and %s=true together, since no application can"
                + " register then: set the former to false, so that each sub-cluster's"
                + " ResourceManager does this work, or set the mode to off.",
            key.name(),
            s.get(key).text(),
            YarnConfiguration.DIST_SCHEDULING_ENABLED,
            YarnConfiguration.FEDERATION_ENABLED)
        : null;
  }

  static String promotionWithoutAutoUpdate(ConfigurationSnapshot s, boolean autoUpdate) {
    return s.get(PROMOTION_MODE) == FeatureMode.ON && !autoUpdate
        ? String.format(
            "%s=on needs %s=true, since no node learns of the promotion otherwise: set it, or set"
                + " the mode to off.",
            PROMOTION_MODE.name(), YarnConfiguration.RM_AUTO_UPDATE_CONTAINERS)
        : null;
  }

  /**
   * Returns a warning about quotas without effect, or null. It refuses nothing, since turning a
   * feature off need not remove its other keys.
   */
  static String ineffectiveQuotas(ConfigurationSnapshot s) {
    if (s.get(HYBRID_MODE) == FeatureMode.ON || s.get(PLACEMENT_MODE) == FeatureMode.ON) {
      return null;
    }
    String none = OpportunisticQuota.NONE.toString();
    boolean byDefault = !HybridKeys.quota(s).toString().equals(none);
    if (!byDefault && s.get(QUOTA_QUEUES).trim().isEmpty()) {
      return null;
    }
    ConfigurationKey<String> key = byDefault ? QUOTA_DEFAULT : QUOTA_QUEUES;
    return String.format(
        "%s=%s has no effect while neither %s nor %s is on: set one of them to on, or remove it.",
        key.name(), s.get(key), HYBRID_MODE.name(), PLACEMENT_MODE.name());
  }
}
