// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.conf.NameSuggester;
import org.yarnext.tools.Finding;
import org.yarnext.tools.site.SiteDirectory;
import org.yarnext.tools.site.StartupChecks;

/**
 * Keys that the pack depends on, its own and Hadoop's, and checks for misspelt ones and for values
 * that differ between hosts. Stateless.
 */
final class PackKeys {
  private static final int MAX_DISTANCE = 3;

  /** Hadoop's keys that the features need besides those with names of classes. */
  private static final List<String> SWITCHES =
      Arrays.asList(
          YarnConfiguration.NM_AUX_SERVICES,
          YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS,
          YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED,
          YarnConfiguration.OPP_CONTAINER_ALLOCATION_NODES_NUMBER_USED,
          YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH,
          YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_QUEUE_POLICY,
          YarnConfiguration.NM_CONTAINER_QUEUING_LOAD_COMPARATOR,
          YarnConfiguration.NM_CONTAINER_QUEUING_LIMIT_STDEV,
          YarnConfiguration.NM_CONTAINER_QUEUING_MIN_QUEUE_WAIT_TIME_MS,
          YarnConfiguration.NM_CONTAINER_QUEUING_MAX_QUEUE_WAIT_TIME_MS,
          YarnConfiguration.DIST_SCHEDULING_ENABLED,
          YarnConfiguration.AMRM_PROXY_ENABLED,
          YarnConfiguration.NM_MEMORY_RESOURCE_ENABLED,
          YarnConfiguration.NM_MEMORY_RESOURCE_ENFORCED,
          YarnConfiguration.NM_VMEM_CHECK_ENABLED,
          YarnConfiguration.NM_PMEM_CHECK_ENABLED,
          YarnConfiguration.FEDERATION_ENABLED,
          YarnConfiguration.FEDERATION_STATESTORE_CLIENT_CLASS,
          YarnConfiguration.FEDERATION_POLICY_MANAGER_PARAMS,
          YarnConfiguration.RM_CLUSTER_ID,
          YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS,
          YarnConfiguration.NM_CONTAINER_EXECUTOR,
          YarnConfiguration.NM_RECOVERY_ENABLED,
          YarnConfiguration.NM_RECOVERY_DIR,
          "yarn.resourcemanager.auto-update.containers",
          "yarn.nodemanager.linux-container-executor.group",
          "yarn.scheduler.capacity.resource-calculator",
          "yarn.scheduler.minimum-allocation-mb");

  private static final Set<String> HOOKS;
  private static final Set<String> OURS = new LinkedHashSet<>();

  static {
    Set<String> hooks = new LinkedHashSet<>(NamedClasses.KEYS);
    hooks.addAll(SWITCHES);
    HOOKS = Collections.unmodifiableSet(hooks);
    for (ConfigurationSchema schema : StartupChecks.KEYS) {
      for (ConfigurationKey<?> key : schema.keys()) {
        OURS.add(key.name());
      }
    }
  }

  private PackKeys() {}

  /** Returns whether it is one of Hadoop's keys that hook a feature in or that it needs. */
  static boolean isHook(String key) {
    return HOOKS.contains(key);
  }

  /** Returns whether a feature reads the key, or is hooked in by it. */
  static boolean concerns(String key) {
    return StartupChecks.isOurs(key) || isHook(key);
  }

  /** Reports keys that nobody reads and that resemble one that the pack depends on. */
  static void misspelt(ConfigurationView examined, List<Finding> findings) {
    Set<String> known = null;
    Set<String> names = new TreeSet<>();
    examined.site().forEach(entry -> names.add(entry.getKey()));
    for (String name : names) {
      if (StartupChecks.isOurs(name) || HOOKS.contains(name)) {
        continue;
      }
      String meant = meant(name);
      if (meant != null) {
        known = known == null ? known() : known;
        if (!known.contains(name)) {
          findings.add(
              Finding.warning(
                  examined.at(name),
                  "Neither Hadoop nor the pack has the key " + name + ".",
                  "Did you mean " + meant + "? Correct or remove it."));
        }
      }
    }
  }

  /**
   * Reports keys whose values differ between hosts of one role in a cluster, and epochs that are
   * equal in two sub-clusters of a federation.
   *
   * @param name what to call the other configuration in messages
   */
  static void compare(
      ConfigurationView examined, ConfigurationView other, String name, List<Finding> findings) {
    String cluster = YarnConfiguration.RM_CLUSTER_ID;
    String epoch = YarnConfiguration.RM_EPOCH;
    if (examined.flag(YarnConfiguration.FEDERATION_ENABLED)
        && !examined.value(cluster).equals(other.value(cluster))) {
      if (examined.all().getLong(epoch, 0) == other.all().getLong(epoch, 0)) {
        findings.add(
            Finding.error(
                examined.at(epoch),
                "The sub-cluster of "
                    + name
                    + " has the same epoch, so containers of an"
                    + " application may have the same ID.",
                "Give each sub-cluster a range of its own, beginning at 0, 100000 and so on."));
      }
      return;
    }
    Set<String> keys = new TreeSet<>();
    examined.site().forEach(entry -> keys.add(entry.getKey()));
    other.site().forEach(entry -> keys.add(entry.getKey()));
    for (String key : keys) {
      if (concerns(key) && !examined.value(key).equals(other.value(key))) {
        findings.add(
            Finding.warning(
                examined.at(key),
                examined.value(key)
                    + " differs from "
                    + name
                    + ", which has "
                    + other.value(key)
                    + ".",
                "Give hosts of one role the same files."));
      }
    }
  }

  /** Returns the key that an unknown name resembles; null if there is none. */
  private static String meant(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (String key : OURS) {
      String rest = key.substring(key.indexOf('.') + 1);
      if (key.startsWith("yarn.") && (lower.equals(rest) || lower.endsWith("." + rest))) {
        return key;
      }
    }
    String near = NameSuggester.near(name, OURS, MAX_DISTANCE);
    return near == null ? NameSuggester.near(name, HOOKS, MAX_DISTANCE) : near;
  }

  /** Returns the keys of Hadoop, as far as its defaults and constants name them. */
  private static Set<String> known() {
    Set<String> known = new HashSet<>();
    SiteDirectory.defaults().forEach(entry -> known.add(entry.getKey()));
    for (Class<?> type : new Class<?>[] {YarnConfiguration.class, CommonConfigurationKeys.class}) {
      for (Field field : type.getFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == String.class) {
          try {
            known.add((String) field.get(null));
          } catch (IllegalAccessException e) {
            throw new IllegalStateException(e); // The fields are public.
          }
        }
      }
    }
    return known;
  }
}
