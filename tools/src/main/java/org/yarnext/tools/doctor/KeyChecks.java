// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.tools.Finding;
import org.yarnext.tools.install.HostRole;
import org.yarnext.tools.site.Exclusions;
import org.yarnext.tools.site.Feature;
import org.yarnext.tools.site.SiteDirectory;
import org.yarnext.tools.site.StartupChecks;
import org.yarnext.tools.site.StockScheduler;

/**
 * Checks yarnext's own keys: invalid values, unknown names, features that exclude each other, and
 * queues that do not exist. Stateless.
 */
final class KeyChecks {
  private static final String QUEUES = "yarn.scheduler.capacity.";
  private static final Pattern KEY =
      Pattern.compile("^(?:unknown key )?([a-z][a-z0-9-]*(?:\\.[a-z0-9-]+)+)");

  private KeyChecks() {}

  /** Reports the settings that daemons and Application Masters refuse. */
  static void refused(ConfigurationView examined, List<Finding> findings) {
    StartupChecks.problems(examined.all(), examined.roles())
        .forEach((sentence, feature) -> findings.add(split(examined, sentence, true)));
  }

  /** Reports the settings that daemons warn about. */
  static void warned(ConfigurationView examined, List<Finding> findings) {
    try {
      String quotas = MercuryConfiguration.readForMasters(examined.all()).ineffectiveQuotas();
      String shadow =
          examined.isOn(HostRole.NODEMANAGER)
              ? MercuryConfiguration.read(examined.all()).shadowOnly()
              : null;
      for (String sentence : new String[] {quotas, shadow}) {
        if (sentence != null) {
          findings.add(split(examined, sentence, false));
        }
      }
    } catch (InvalidConfigurationException e) {
      // Reported by the check above.
    }
  }

  static void unknown(ConfigurationView examined, List<Finding> findings) {
    Set<String> names = new TreeSet<>();
    examined.site().forEach(entry -> names.add(entry.getKey()));
    StartupChecks.unknownKeys(names)
        .forEach(sentence -> findings.add(split(examined, sentence, false)));
  }

  /** Splits a sentence of the form "problem: fix". */
  private static Finding split(ConfigurationView examined, String sentence, boolean isError) {
    Matcher key = KEY.matcher(sentence);
    String place = key.find() ? examined.at(key.group(1)) : SiteDirectory.YARN;
    int colon = sentence.indexOf(": ");
    String problem = colon < 0 ? sentence : sentence.substring(0, colon) + ".";
    String fix =
        colon < 0 ? "Correct it as the message says." : capital(sentence.substring(colon + 2));
    return isError ? Finding.error(place, problem, fix) : Finding.warning(place, problem, fix);
  }

  private static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  static void exclusions(ConfigurationView examined, List<Finding> findings) {
    for (String reason :
        Exclusions.reasons(
            features(examined),
            member(examined),
            examined.decides(FederationConfiguration.SHARE_MODE))) {
      findings.add(split(examined, reason, true));
    }
  }

  /** Returns the values, with an ID of the sub-cluster on hosts that belong to none. */
  private static Configuration member(ConfigurationView examined) {
    boolean isMember =
        examined.isOn(HostRole.RESOURCEMANAGER) || examined.isOn(HostRole.NODEMANAGER);
    Configuration values = new Configuration(examined.all());
    if (!isMember) {
      values.set(YarnConfiguration.RM_CLUSTER_ID, "");
    }
    return values;
  }

  private static Set<Feature> features(ConfigurationView examined) {
    Set<Feature> features = EnumSet.noneOf(Feature.class);
    boolean isDistributed = examined.flag(YarnConfiguration.DIST_SCHEDULING_ENABLED);
    if (examined.decides(MercuryConfiguration.MODE)) {
      features.add(isDistributed ? Feature.MERCURY_DISTRIBUTED : Feature.MERCURY);
    }
    if (examined.decides(ElasticConfiguration.MODE)) {
      features.add(Feature.ELASTIC);
    }
    if (examined.decides(OrchestratorConfiguration.MODE)) {
      features.add(Feature.ORCHESTRATOR);
    }
    if (examined.decides(FederationConfiguration.SPLIT_MODE)
        || examined.decides(FederationConfiguration.SHARE_MODE)) {
      features.add(Feature.FEDERATION);
    }
    return features;
  }

  /** Reports queues that the pack's keys name and the CapacityScheduler does not have. */
  static void queues(ConfigurationView examined, List<Finding> findings) {
    boolean isKnown =
        examined.isOn(HostRole.RESOURCEMANAGER)
            && examined.scheduler() == StockScheduler.CAPACITY
            && examined.site().get(QUEUES + "root.queues") != null;
    for (ConfigurationSchema schema : isKnown ? StartupChecks.KEYS : new ConfigurationSchema[0]) {
      for (ConfigurationKey<?> key : schema.keys()) {
        String value = key.name().endsWith(".queues") ? examined.site().get(key.name()) : null;
        for (String item : value == null ? new String[0] : value.split(";")) {
          String queue = item.split(":")[0].trim();
          if (queue.startsWith("root.") && !hasQueue(examined, queue)) {
            findings.add(
                Finding.warning(
                    examined.at(key.name()),
                    "There is no queue " + queue + " in capacity-scheduler.xml.",
                    "Correct its name, or remove it."));
          }
        }
      }
    }
  }

  /** Returns whether a queue is configured, or may be created below one that is. */
  private static boolean hasQueue(ConfigurationView examined, String queue) {
    int dot = queue.lastIndexOf('.');
    if (dot < 0) {
      return queue.equals("root");
    }
    String parent = queue.substring(0, dot);
    return examined.flag(QUEUES + parent + ".auto-create-child-queue.enabled")
        || examined.flag(QUEUES + parent + ".auto-queue-creation-v2.enabled")
        || (examined.lists(QUEUES + parent + ".queues", queue.substring(dot + 1))
            && hasQueue(examined, parent))
        || (dot > 0 && isCreatedBelow(examined, parent));
  }

  private static boolean isCreatedBelow(ConfigurationView examined, String queue) {
    for (String at = queue; at.contains("."); at = at.substring(0, at.lastIndexOf('.'))) {
      String parent = at.substring(0, at.lastIndexOf('.'));
      if (examined.flag(QUEUES + parent + ".auto-queue-creation-v2.enabled")) {
        return true;
      }
    }
    return false;
  }
}
