// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.tools.Finding;
import org.yarnext.tools.install.HostRole;

/** Checks the list of the NodeManager's auxiliary services. Stateless. */
final class ServiceChecks {
  private static final String LIST = YarnConfiguration.NM_AUX_SERVICES;
  private static final String SHUFFLE = "mapreduce_shuffle";

  /** Formats of keys that give a service a class path of its own. */
  static final List<String> OWN_PATHS =
      Arrays.asList(
          YarnConfiguration.NM_AUX_SERVICES_CLASSPATH,
          YarnConfiguration.NM_AUX_SERVICE_REMOTE_CLASSPATH);

  private static final Pattern CLASS_KEY =
      Pattern.compile("yarn\\.nodemanager\\.aux-services\\.([^.]+)\\.class");

  private ServiceChecks() {}

  private static boolean isJudged(ConfigurationView examined) {
    return examined.isOn(HostRole.NODEMANAGER)
        && !examined.flag(YarnConfiguration.NM_AUX_SERVICES_MANIFEST_ENABLED);
  }

  /**
   * Reports services with which a NodeManager does not start: without a class, with an invalid name
   * or with white space around it.
   */
  static void named(ConfigurationView examined, List<Finding> findings) {
    boolean hasSpace =
        Arrays.stream(examined.site().get(LIST, "").split(","))
            .anyMatch(item -> !item.equals(item.trim()));
    if (isJudged(examined) && hasSpace) {
      findings.add(
          Finding.error(
              examined.at(LIST),
              "Hadoop does not ignore the white space around a name in this list, so the"
                  + " NodeManager does not start.",
              "Remove it, line ends included."));
    }
    for (String service : examined.list(LIST)) {
      String its = String.format(YarnConfiguration.NM_AUX_SERVICE_FMT, service);
      if (service.contains("${")) {
        continue; // Reported as an unknown variable.
      }
      if (!service.matches("[A-Za-z_][A-Za-z0-9_]*")) {
        findings.add(
            Finding.error(
                examined.at(LIST),
                "The NodeManager does not start with an auxiliary service named " + service + ".",
                NamedClasses.SEPARATORS.matcher(service).find()
                    ? "Separate services by commas."
                    : "Use letters, digits and underscores only, as in mr_orchestrator."));
      } else if (examined.all().getTrimmed(its) == null) {
        findings.add(
            Finding.error(
                examined.at(LIST),
                "The auxiliary service "
                    + service
                    + " has no class, so the NodeManager does not start.",
                "Set " + its + ", or remove the service from the list."));
      }
    }
  }

  /**
   * Reports services of others that are configured, or needed by MapReduce, but not in the list.
   */
  static void unlisted(ConfigurationView examined, List<Finding> findings) {
    if (!isJudged(examined)) {
      return;
    }
    TreeSet<String> wanted = new TreeSet<>();
    examined
        .site()
        .forEach(
            entry -> {
              Matcher key = CLASS_KEY.matcher(entry.getKey());
              if (key.matches() && !entry.getValue().trim().startsWith(NamedClasses.OURS)) {
                wanted.add(key.group(1));
              }
            });
    boolean isListed = examined.site().get(LIST) != null; // A client's files have no list.
    if (isListed && "yarn".equals(examined.site().getTrimmed("mapreduce.framework.name"))) {
      wanted.add(SHUFFLE);
    }
    wanted.removeAll(examined.list(LIST));
    for (String service : wanted) {
      findings.add(
          Finding.warning(
              examined.at(LIST),
              "The list does not have the auxiliary service "
                  + service
                  + ", so NodeManagers do not start it"
                  + (service.equals(SHUFFLE) ? " and MapReduce jobs fail." : "."),
              "Add "
                  + service
                  + " to the list"
                  + (service.equals(SHUFFLE)
                      ? "."
                      : ", or remove "
                          + String.format(YarnConfiguration.NM_AUX_SERVICE_FMT, service)
                          + ".")));
    }
  }

  /** Reports services of the pack that would not share classes with its hooks. */
  static void isolated(ConfigurationView examined, List<Finding> findings) {
    for (String service : examined.list(LIST)) {
      String type =
          examined
              .all()
              .getTrimmed(String.format(YarnConfiguration.NM_AUX_SERVICE_FMT, service), "");
      for (String format : OWN_PATHS) {
        String key = String.format(format, service);
        if (type.startsWith(NamedClasses.OURS) && examined.all().getTrimmed(key) != null) {
          findings.add(
              Finding.error(
                  examined.at(key),
                  "The service gets a class loader of its own, so it does not find the pack's other"
                      + " hooks in the NodeManager.",
                  "Remove it, and copy the jars with \"yarnext install --role nodemanager\"."));
        }
      }
    }
  }
}
