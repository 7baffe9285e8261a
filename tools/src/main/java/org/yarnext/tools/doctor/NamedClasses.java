// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.tools.Finding;
import org.yarnext.tools.install.Role;

/** Checks the classes that configuration keys name. Immutable. */
final class NamedClasses implements DoctorCheck {
  /** Keys whose values are class names, with the daemon that loads them. */
  private static final Map<String, Role> LOADED_BY = new LinkedHashMap<>();

  static {
    LOADED_BY.put(YarnConfiguration.RM_SCHEDULER, Role.RESOURCEMANAGER);
    LOADED_BY.put(YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES, Role.RESOURCEMANAGER);
    LOADED_BY.put(YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS, Role.RESOURCEMANAGER);
    LOADED_BY.put(YarnConfiguration.NM_CONTAINERS_LAUNCHER_CLASS, Role.NODEMANAGER);
    LOADED_BY.put(YarnConfiguration.NM_CONTAINER_STATE_TRANSITION_LISTENERS, Role.NODEMANAGER);
    LOADED_BY.put(YarnConfiguration.AMRM_PROXY_INTERCEPTOR_CLASS_PIPELINE, Role.NODEMANAGER);
    LOADED_BY.put(YarnConfiguration.ROUTER_CLIENTRM_INTERCEPTOR_CLASS_PIPELINE, Role.ROUTER);
    LOADED_BY.put(YarnConfiguration.ROUTER_WEBAPP_INTERCEPTOR_CLASS_PIPELINE, Role.ROUTER);
    LOADED_BY.put("yarn.federation.gpg.policy.generator.class", Role.ROUTER);
    LOADED_BY.put(YarnConfiguration.FEDERATION_POLICY_MANAGER, Role.NODEMANAGER);
    LOADED_BY.put("tez.am.yarn.scheduler.class", Role.GATEWAY);
    LOADED_BY.put("tez.am.task.estimator.class", Role.GATEWAY);
  }

  static final Set<String> KEYS = Collections.unmodifiableSet(LOADED_BY.keySet());

  private static final String OURS = "org.yarnext.";

  private final Predicate<String> isThere;
  private final String where;
  private final boolean knowsAll;

  /**
   * @param isThere returns whether a class is on the daemons' class path
   * @param where that class path, for messages
   * @param knowsAll whether it has all classes, not only the pack's
   */
  NamedClasses(Predicate<String> isThere, String where, boolean knowsAll) {
    this.isThere = isThere;
    this.where = where;
    this.knowsAll = knowsAll;
  }

  @Override
  public void look(ConfigurationView examined, List<Finding> findings) {
    LOADED_BY.forEach(
        (key, role) -> {
          if (examined.isOn(role) && examined.site().get(key) != null) {
            examined.list(key).forEach(name -> look(examined, key, role, name, findings));
          }
        });
    for (String service : examined.list(YarnConfiguration.NM_AUX_SERVICES)) {
      String key = String.format(YarnConfiguration.NM_AUX_SERVICE_FMT, service);
      String name = examined.all().getTrimmed(key);
      if (name != null && examined.isOn(Role.NODEMANAGER)) {
        look(examined, key, Role.NODEMANAGER, name, findings);
      }
    }
  }

  private void look(
      ConfigurationView examined, String key, Role role, String name, List<Finding> findings) {
    // The classes of Tez are on no daemon's class path.
    boolean isJudged = name.startsWith(OURS) || knowsAll && role != Role.GATEWAY;
    if (isJudged && !isThere.test(name)) {
      findings.add(
          Finding.error(
              examined.at(key),
              "There is no class "
                  + name
                  + " "
                  + where
                  + ", so the daemon that loads it does not start.",
              name.startsWith(OURS) && knowsAll
                  ? "Run \"yarnext install --role " + role.text() + "\", or correct the name."
                  : "Correct the name, or add its jar to the class path."));
    }
  }

  /**
   * Reports classes and services that a list has twice, and that would therefore be called twice.
   */
  static void twice(ConfigurationView examined, List<Finding> findings) {
    Set<String> lists = new LinkedHashSet<>(KEYS);
    lists.add(YarnConfiguration.NM_AUX_SERVICES);
    for (String key : lists) {
      Set<String> seen = new LinkedHashSet<>();
      for (String item : examined.list(key)) {
        if (!seen.add(item)) {
          findings.add(
              Finding.error(
                  examined.at(key), item + " is in the list twice.", "Remove one of the two."));
        }
      }
    }
  }

  /**
   * Reports auxiliary services with which a NodeManager does not start: without a class or with an
   * invalid name.
   */
  static void services(ConfigurationView examined, List<Finding> findings) {
    String key = YarnConfiguration.NM_AUX_SERVICES;
    for (String service : examined.list(key)) {
      String its = String.format(YarnConfiguration.NM_AUX_SERVICE_FMT, service);
      if (!service.matches("[A-Za-z_][A-Za-z0-9_]*")) {
        findings.add(
            Finding.error(
                examined.at(key),
                "The NodeManager does not start with an auxiliary service named " + service + ".",
                "Use letters, digits and underscores only, as in mr_orchestrator."));
      } else if (examined.all().getTrimmed(its) == null) {
        findings.add(
            Finding.error(
                examined.at(key),
                "The auxiliary service "
                    + service
                    + " has no class, so the NodeManager does not start.",
                "Set " + its + ", or remove the service from the list."));
      }
    }
  }
}
