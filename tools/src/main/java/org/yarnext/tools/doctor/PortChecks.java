// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.tools.Finding;
import org.yarnext.tools.install.HostRole;

/**
 * Checks the addresses of daemons, and that no two servers of one have the same port. Stateless.
 */
final class PortChecks {
  private static final String ORCHESTRATOR = "yarn.mr-orchestrator.port";
  private static final String SHUFFLE = "mapreduce.shuffle.port";
  private static final Pattern PORT = Pattern.compile("\\d{1,5}");

  private static final List<String> RESOURCEMANAGER =
      Arrays.asList(
          YarnConfiguration.RM_ADDRESS,
          YarnConfiguration.RM_SCHEDULER_ADDRESS,
          YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
          YarnConfiguration.RM_ADMIN_ADDRESS,
          YarnConfiguration.RM_WEBAPP_ADDRESS);

  private static final List<String> NODEMANAGER =
      Arrays.asList(
          YarnConfiguration.NM_ADDRESS,
          YarnConfiguration.NM_LOCALIZER_ADDRESS,
          YarnConfiguration.NM_WEBAPP_ADDRESS);

  private PortChecks() {}

  /** Returns the keys of addresses, those of several ResourceManagers included. */
  private static List<String> keys(ConfigurationView examined, List<String> keys, String id) {
    List<String> all = new ArrayList<>();
    for (String key : keys) {
      String its = key + "." + id;
      all.add(!id.isEmpty() && examined.site().get(its) != null ? its : key);
    }
    return all;
  }

  private static List<String> ids(ConfigurationView examined) {
    List<String> ids = examined.list(YarnConfiguration.RM_HA_IDS);
    return examined.flag(YarnConfiguration.RM_HA_ENABLED) && !ids.isEmpty()
        ? ids
        : Arrays.asList("");
  }

  /** Reports addresses that are not a host and a port. */
  static void addresses(ConfigurationView examined, List<Finding> findings) {
    List<String> keys = new ArrayList<>(NODEMANAGER);
    keys.add(YarnConfiguration.AMRM_PROXY_ADDRESS);
    ids(examined).forEach(id -> keys.addAll(keys(examined, RESOURCEMANAGER, id)));
    for (String key : keys) {
      String address = examined.site().getTrimmed(key, "");
      int colon = address.lastIndexOf(':');
      String port = address.substring(colon + 1);
      boolean isPort = PORT.matcher(port).matches() && Integer.parseInt(port) < 65536;
      if (address.contains("${") || (colon < 0 && !address.contains("/"))) {
        continue;
      }
      if (!isPort || address.contains("/")) {
        findings.add(
            Finding.error(
                examined.at(key),
                "\"" + address + "\" is not a host and a port.",
                "Write it as host:port, with a port up to 65535 and without http://."));
      }
    }
  }

  /** Reports ports that two servers of one daemon would use. */
  static void collisions(ConfigurationView examined, List<Finding> findings) {
    for (String id : ids(examined)) {
      List<String> rm = keys(examined, RESOURCEMANAGER, id);
      if (examined.decides(OrchestratorConfiguration.MODE)) {
        rm.add(ORCHESTRATOR);
      }
      collisions(examined, HostRole.RESOURCEMANAGER, rm, findings);
    }
    List<String> nm = new ArrayList<>(NODEMANAGER);
    if (examined.flag(YarnConfiguration.AMRM_PROXY_ENABLED)) {
      nm.add(YarnConfiguration.AMRM_PROXY_ADDRESS);
    }
    if (examined.lists(YarnConfiguration.NM_AUX_SERVICES, "mapreduce_shuffle")) {
      nm.add(SHUFFLE);
    }
    collisions(examined, HostRole.NODEMANAGER, nm, findings);
  }

  private static void collisions(
      ConfigurationView examined, HostRole role, List<String> keys, List<Finding> findings) {
    Map<String, String> used = new LinkedHashMap<>();
    for (String key : keys) {
      String port = port(examined, key);
      if (!examined.isOn(role) || !PORT.matcher(port).matches() || port.equals("0")) {
        continue;
      }
      String other = used.putIfAbsent(port, key);
      if (other != null) {
        boolean isSet = examined.site().get(key) != null;
        findings.add(
            Finding.error(
                examined.at(isSet ? key : other),
                "Port "
                    + port
                    + " of the "
                    + role.text()
                    + " is "
                    + other
                    + "'s and "
                    + key
                    + "'s.",
                "Give one of the two another port."));
      }
    }
  }

  private static String port(ConfigurationView examined, String key) {
    String preset = key.equals(ORCHESTRATOR) ? defaultPort() : "";
    String address = examined.all().getTrimmed(key, preset);
    boolean isAlone = key.equals(ORCHESTRATOR) || key.equals(SHUFFLE);
    return isAlone || address.contains(":") ? address.substring(address.lastIndexOf(':') + 1) : "";
  }

  private static String defaultPort() {
    return OrchestratorConfiguration.KEYS.keys().stream()
        .filter(key -> key.name().equals(ORCHESTRATOR))
        .map(key -> String.valueOf(key.defaultValue()))
        .findFirst()
        .orElse("");
  }
}
