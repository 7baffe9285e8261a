// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.mercury.policy.QueuePermissionPolicy;
import org.yarnext.mercury.policy.overallocation.OverallocationSettings;

/**
 * Configuration keys of over-allocation, which starts opportunistic containers in resources that
 * other containers were given but do not use. The keys are constants of {@link
 * MercuryConfiguration}.
 */
interface OverallocationKeys {
  ConfigurationKey<FeatureMode> OVERALLOCATION_MODE =
      ConfigurationKey.mode(MercuryConfiguration.PREFIX + "overallocation.mode")
          .live()
          .doc(
              "Starts of opportunistic containers beyond a node's allocation, in what its"
                  + " containers were given and do not use; it needs yarn.mercury.mode=on. off:"
                  + " only in unallocated room, as in stock YARN; shadow: decide, count and explain;"
                  + " on: start them, and stop them when memory runs short. Live: a lower mode"
                  + " stops those that do not fit in the allocation by then.");

  ConfigurationKey<String> OVERALLOCATION_QUEUES =
      ConfigurationKey.text(MercuryConfiguration.PREFIX + "overallocation.queues", "")
          .doc(
              "Queues whose containers may start beyond a node's allocation, such as"
                  + " root.adhoc:true;root.adhoc.slow:false; a queue without a value inherits its"
                  + " parent's, and false if there is none. Empty: all queues. A node does not know"
                  + " a container's queue: if this is set, only containers that Mercury has placed"
                  + " start there.");

  ConfigurationKey<Double> OVERALLOCATION_TARGET =
      ConfigurationKey.decimal(MercuryConfiguration.PREFIX + "overallocation.target", 0.8)
          .between(0.1, 1.0)
          .live()
          .doc(
              "Part of a node's memory and CPU that is used at most, by prediction, when a"
                  + " container starts beyond the allocation.");

  ConfigurationKey<Double> OVERALLOCATION_MARGIN =
      ConfigurationKey.decimal(MercuryConfiguration.PREFIX + "overallocation.margin", 0.2)
          .between(0.0, 10.0)
          .live()
          .doc(
              "Part of a container's peak that is added to it as expected growth; half of it for"
                  + " the memory of one that was watched for the window and reached no new high in"
                  + " its last half. A container is not expected to use more than it was given,"
                  + " unless it already did.");

  ConfigurationKey<Duration> OVERALLOCATION_WINDOW =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "overallocation.window", Duration.ofMinutes(5))
          .between(Duration.ofSeconds(10), Duration.ofDays(1))
          .doc(
              "Window over which a container's use is watched. Its peak of the last quarter counts,"
                  + " and what it reached in two parts of the window that are not next to each"
                  + " other.");

  ConfigurationKey<Duration> OVERALLOCATION_WARM_UP =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "overallocation.warm-up", Duration.ofMinutes(1))
          .between(Duration.ZERO, Duration.ofHours(1))
          .live()
          .doc(
              "Age below which a container counts with all that it was given; also the time"
                  + " without further starts after containers were stopped for memory.");

  ConfigurationKey<Duration> OVERALLOCATION_STALE_AFTER =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "overallocation.stale-after", Duration.ofSeconds(15))
          .between(Duration.ofMillis(100), Duration.ofMinutes(10))
          .live()
          .doc(
              "Age from which a measurement does not count: a container then counts with all"
                  + " that it was given, and without a measurement of the host nothing starts."
                  + " At least twice yarn.nodemanager.container-monitor.interval-ms, and 2 s.");

  ConfigurationKey<Double> OVERALLOCATION_MAX_SHARE =
      ConfigurationKey.decimal(MercuryConfiguration.PREFIX + "overallocation.max-share", 0.5)
          .between(0.01, 1.0)
          .live()
          .doc(
              "Maximum part of a node's memory and vcores that is given beyond its allocation; a"
                  + " larger container never starts there.");

  ConfigurationKey<Integer> OVERALLOCATION_STARTS_PER_ROUND =
      ConfigurationKey.integer(MercuryConfiguration.PREFIX + "overallocation.starts-per-round", 2)
          .between(1, 64)
          .unit("containers")
          .live()
          .doc(
              "Maximum number of containers that start beyond the allocation in the first second;"
                  + " it doubles after each second that used it and stayed calm.");

  ConfigurationKey<Double> OVERALLOCATION_START_WATERMARK =
      ConfigurationKey.decimal(MercuryConfiguration.PREFIX + "overallocation.start-watermark", 0.15)
          .between(0.01, 0.9)
          .live()
          .doc(
              "Part of the host's memory, and of each memory limit around all containers, that must"
                  + " be available for a start beyond the allocation.");

  ConfigurationKey<Double> OVERALLOCATION_STOP_WATERMARK =
      ConfigurationKey.decimal(MercuryConfiguration.PREFIX + "overallocation.stop-watermark", 0.1)
          .between(0.005, 0.9)
          .live()
          .doc(
              "Part of the host's memory, and of each memory limit around all containers, that is"
                  + " kept available: if it is about to fall below, containers beyond the"
                  + " allocation stop, least work lost first.");

  ConfigurationKey<Double> OVERALLOCATION_START_MEMORY_PRESSURE =
      ConfigurationKey.decimal(
              MercuryConfiguration.PREFIX + "overallocation.start-memory-pressure", 0.1)
          .between(0.0, 1.0)
          .live()
          .doc(
              "Part of the last 10 s in which some process may wait for memory (PSI: some avg10, of"
                  + " the host or of all containers) when a container starts beyond the allocation;"
                  + " 1: pressure is ignored.");

  ConfigurationKey<Double> OVERALLOCATION_STOP_MEMORY_PRESSURE =
      ConfigurationKey.decimal(
              MercuryConfiguration.PREFIX + "overallocation.stop-memory-pressure", 0.2)
          .between(0.01, 1.0)
          .live()
          .doc(
              "Part of the last 10 s in which all processes may wait for memory (PSI: full avg10)"
                  + " before a container beyond the allocation stops, one each 10 s, least work"
                  + " lost first; 1: pressure is ignored.");

  ConfigurationKey<Double> OVERALLOCATION_START_CPU_PRESSURE =
      ConfigurationKey.decimal(
              MercuryConfiguration.PREFIX + "overallocation.start-cpu-pressure", 0.8)
          .between(0.0, 1.0)
          .live()
          .doc(
              "Part of the last 10 s in which some process may wait for a processor (PSI: some"
                  + " avg10) when a container starts beyond the allocation; 1: pressure is"
                  + " ignored.");

  ConfigurationKey<Boolean> OVERALLOCATION_RAISE_OOM_SCORE =
      ConfigurationKey.flag(MercuryConfiguration.PREFIX + "overallocation.raise-oom-score", true)
          .live()
          .doc(
              "Whether processes beyond the allocation get an oom_score_adj of 900, so that the"
                  + " kernel ends them first if it runs out of memory; without effect on processes"
                  + " that the NodeManager's user does not own.");

  ConfigurationKey<Duration> OVERALLOCATION_CHECK_INTERVAL =
      ConfigurationKey.duration(
              MercuryConfiguration.PREFIX + "overallocation.check-interval", Duration.ofMillis(250))
          .between(Duration.ofMillis(50), Duration.ofSeconds(1))
          .doc(
              "Interval at which available memory is checked while containers run beyond the"
                  + " allocation; otherwise it is checked once a second.");

  static List<ConfigurationKey<?>> keys() {
    return Arrays.asList(
        OVERALLOCATION_MODE,
        OVERALLOCATION_QUEUES,
        OVERALLOCATION_TARGET,
        OVERALLOCATION_MARGIN,
        OVERALLOCATION_WINDOW,
        OVERALLOCATION_WARM_UP,
        OVERALLOCATION_STALE_AFTER,
        OVERALLOCATION_MAX_SHARE,
        OVERALLOCATION_STARTS_PER_ROUND,
        OVERALLOCATION_START_WATERMARK,
        OVERALLOCATION_STOP_WATERMARK,
        OVERALLOCATION_START_MEMORY_PRESSURE,
        OVERALLOCATION_STOP_MEMORY_PRESSURE,
        OVERALLOCATION_START_CPU_PRESSURE,
        OVERALLOCATION_RAISE_OOM_SCORE,
        OVERALLOCATION_CHECK_INTERVAL);
  }

  static QueuePermissionPolicy queues(String text) {
    return new QueuePermissionPolicy(text.trim().isEmpty(), text);
  }

  static String queuesUnreadable(ConfigurationSnapshot s) {
    return ConfigurationRules.readable(
        OVERALLOCATION_QUEUES, s, text -> new QueuePermissionPolicy(false, text));
  }

  static String stopNotBelowStart(ConfigurationSnapshot s) {
    return s.get(OVERALLOCATION_STOP_WATERMARK) < s.get(OVERALLOCATION_START_WATERMARK)
        ? null
        : String.format(
            "%s=%s is not below %s=%s, so that what starts would be stopped: lower the first or"
                + " raise the second.",
            OVERALLOCATION_STOP_WATERMARK.name(),
            s.get(OVERALLOCATION_STOP_WATERMARK),
            OVERALLOCATION_START_WATERMARK.name(),
            s.get(OVERALLOCATION_START_WATERMARK));
  }

  static String stopPressureBelowStart(ConfigurationSnapshot s) {
    return s.get(OVERALLOCATION_STOP_MEMORY_PRESSURE) >= s.get(OVERALLOCATION_START_MEMORY_PRESSURE)
        ? null
        : String.format(
            "%s=%s is below %s=%s, so that containers would start and stop at the same pressure:"
                + " raise the first or lower the second.",
            OVERALLOCATION_STOP_MEMORY_PRESSURE.name(),
            s.get(OVERALLOCATION_STOP_MEMORY_PRESSURE),
            OVERALLOCATION_START_MEMORY_PRESSURE.name(),
            s.get(OVERALLOCATION_START_MEMORY_PRESSURE));
  }

  /** Returns a copy of the schema with the rules of a NodeManager. */
  static ConfigurationSchema withRules(ConfigurationSchema keys, Configuration conf) {
    boolean hasMetrics =
        conf.getBoolean(
            YarnConfiguration.NM_CONTAINER_METRICS_ENABLE,
            YarnConfiguration.DEFAULT_NM_CONTAINER_METRICS_ENABLE);
    boolean pauses =
        conf.getBoolean(
            YarnConfiguration.NM_CONTAINER_QUEUING_USE_PAUSE_FOR_PREEMPTION,
            YarnConfiguration.DEFAULT_NM_CONTAINER_QUEUING_USE_PAUSE_FOR_PREEMPTION);
    long intervalMs =
        conf.getLong(
            YarnConfiguration.NM_CONTAINER_MON_INTERVAL_MS,
            conf.getLong(
                YarnConfiguration.NM_RESOURCE_MON_INTERVAL_MS,
                YarnConfiguration.DEFAULT_NM_RESOURCE_MON_INTERVAL_MS));
    boolean hasMonitor =
        intervalMs > 0
            && conf.getBoolean(
                YarnConfiguration.NM_CONTAINER_MONITOR_ENABLED,
                YarnConfiguration.DEFAULT_NM_CONTAINER_MONITOR_ENABLED);
    return keys.rule(s -> withoutMetrics(s, hasMetrics))
        .rule(s -> withoutMonitor(s, hasMonitor))
        .rule(s -> withPauses(s, pauses))
        .rule(s -> staleTooEarly(s, intervalMs));
  }

  static String withoutMetrics(ConfigurationSnapshot s, boolean hasMetrics) {
    return s.get(OVERALLOCATION_MODE).decides() && !hasMetrics
        ? String.format(
            "%s=%s needs %s=true, since nothing else tells what a container uses: set it, or set"
                + " the mode to off.",
            OVERALLOCATION_MODE.name(),
            s.get(OVERALLOCATION_MODE).text(),
            YarnConfiguration.NM_CONTAINER_METRICS_ENABLE)
        : null;
  }

  static String withoutMonitor(ConfigurationSnapshot s, boolean hasMonitor) {
    return s.get(OVERALLOCATION_MODE).decides() && !hasMonitor
        ? String.format(
            "%s=%s needs %s=true and %s above 0, since nothing else measures what a container uses:"
                + " set both, or set the mode to off.",
            OVERALLOCATION_MODE.name(),
            s.get(OVERALLOCATION_MODE).text(),
            YarnConfiguration.NM_CONTAINER_MONITOR_ENABLED,
            YarnConfiguration.NM_CONTAINER_MON_INTERVAL_MS)
        : null;
  }

  static String withPauses(ConfigurationSnapshot s, boolean pauses) {
    return s.get(OVERALLOCATION_MODE).acts() && pauses
        ? String.format(
            "%s=on does not work with %s=true, since a paused container keeps its memory: set the"
                + " latter to false, or set the mode to off.",
            OVERALLOCATION_MODE.name(),
            YarnConfiguration.NM_CONTAINER_QUEUING_USE_PAUSE_FOR_PREEMPTION)
        : null;
  }

  static String staleTooEarly(ConfigurationSnapshot s, long monitorMs) {
    long staleMs = s.get(OVERALLOCATION_STALE_AFTER).toMillis();
    // Mercury reads what the monitor has measured once a second.
    long intervalMs = Math.max(monitorMs, 1_000);
    return s.get(OVERALLOCATION_MODE).decides() && staleMs < 2 * intervalMs
        ? String.format(
            "%s=%sms is less than two intervals of %s ms, at which containers are measured (%s=%s)"
                + " and read (once a second), so that no measurement would count: raise it to three"
                + " or more.",
            OVERALLOCATION_STALE_AFTER.name(),
            staleMs,
            intervalMs,
            YarnConfiguration.NM_CONTAINER_MON_INTERVAL_MS,
            monitorMs)
        : null;
  }

  static OverallocationSettings settings(ConfigurationSnapshot s) {
    return new OverallocationSettings(
            s.get(OVERALLOCATION_TARGET),
            s.get(OVERALLOCATION_MARGIN),
            s.get(OVERALLOCATION_MAX_SHARE),
            s.get(OVERALLOCATION_STARTS_PER_ROUND),
            s.get(OVERALLOCATION_WARM_UP).toMillis(),
            s.get(OVERALLOCATION_STALE_AFTER).toMillis(),
            s.get(OVERALLOCATION_START_WATERMARK),
            s.get(OVERALLOCATION_STOP_WATERMARK))
        .withPressure(
            s.get(OVERALLOCATION_START_MEMORY_PRESSURE),
            s.get(OVERALLOCATION_STOP_MEMORY_PRESSURE),
            s.get(OVERALLOCATION_START_CPU_PRESSURE));
  }
}
