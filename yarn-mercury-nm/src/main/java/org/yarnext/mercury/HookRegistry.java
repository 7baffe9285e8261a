// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSnapshot;

/**
 * Registry of the feature modes of one daemon that cannot be raised without a restart, since the
 * hook that follows them is not installed. Thread-safe.
 */
final class HookRegistry {
  private final Map<ConfigurationKey<FeatureMode>, String> unavailable = new ConcurrentHashMap<>();
  private volatile ConfigurationSnapshot start;

  /** Returns the registry of a ResourceManager whose hooks are not installed yet. */
  static HookRegistry ofResourceManager() {
    HookRegistry hooks = new HookRegistry();
    String processors = "in yarn.resourcemanager.application-master-service.processors";
    hooks.unavailable(
        CoordinatorKeys.COORDINATOR_MODE,
        "name MercuryCoordinator in yarn.resourcemanager.scheduler.monitor.policies");
    hooks.unavailable(PromotionKeys.PROMOTION_MODE, "name PromotionProcessor " + processors);
    hooks.unavailable(HybridKeys.HYBRID_MODE, "name MercuryAmsProcessor " + processors);
    hooks.unavailable(PlacementKeys.PLACEMENT_MODE, "name MercuryAmsProcessor " + processors);
    return hooks;
  }

  /** Returns the registry of a NodeManager whose hooks are not installed yet. */
  static HookRegistry ofNodeManager() {
    HookRegistry hooks = new HookRegistry();
    String launcher =
        "name MercuryContainersLauncher in yarn.nodemanager.containers-launcher.class";
    hooks.unavailable(QueueKeys.MODE, launcher);
    hooks.unavailable(OverallocationKeys.OVERALLOCATION_MODE, launcher);
    return hooks;
  }

  /** Sets the settings at the start, which are accepted even without their hooks. */
  HookRegistry since(ConfigurationSnapshot settings) {
    start = settings;
    return this;
  }

  void installed(ConfigurationKey<FeatureMode> mode) {
    unavailable.remove(mode);
  }

  void unavailable(ConfigurationKey<FeatureMode> mode, String why) {
    unavailable.put(mode, why);
  }

  /** Returns why the settings cannot take effect without a restart; null if they can. */
  String violation(ConfigurationSnapshot s) {
    if (start != null) {
      for (Map.Entry<ConfigurationKey<FeatureMode>, String> e : unavailable.entrySet()) {
        FeatureMode mode = s.get(e.getKey());
        if (mode != FeatureMode.OFF && mode != start.get(e.getKey())) {
          return e.getKey().name() + "=" + mode.text() + " needs a restart: " + e.getValue() + ".";
        }
      }
    }
    return null;
  }
}
