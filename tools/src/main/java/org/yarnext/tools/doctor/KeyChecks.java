// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.tez.TezEstimatorConfiguration;
import org.yarnext.tools.Finding;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.install.Role;
import org.yarnext.tools.site.ConfiguredFile;
import org.yarnext.tools.site.Exclusions;
import org.yarnext.tools.site.Feature;
import org.yarnext.tools.site.SiteDirectory;
import org.yarnext.tools.site.SiteEntry;
import org.yarnext.tools.site.SiteFile;
import org.yarnext.tools.site.StartupChecks;

/** Checks the pack's own keys. Stateless. */
final class KeyChecks {
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
          examined.isOn(Role.NODEMANAGER)
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
            examined.all(),
            examined.decides(FederationConfiguration.SHARE_MODE))) {
      findings.add(split(examined, reason, true));
    }
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

  /** Reports keys with two values in a file, of which only one is used. */
  static void twice(ConfigurationView examined, List<Finding> findings) {
    for (Map.Entry<String, SiteFile> file : examined.files().entrySet()) {
      Set<String> seen = new HashSet<>();
      for (SiteEntry entry : file.getValue().entries()) {
        String key = entry.name();
        SiteEntry used = file.getValue().entry(key);
        boolean isOther = !String.valueOf(entry.value()).equals(String.valueOf(used.value()));
        if (isOther && concerns(key) && seen.add(key)) {
          findings.add(
              Finding.warning(
                  file.getKey() + ":" + key,
                  "The file has it twice, and only \"" + used.value() + "\" counts.",
                  "Remove the other value, \"" + entry.value() + "\"."));
        }
      }
    }
  }

  private static boolean concerns(String key) {
    return StartupChecks.isOurs(key)
        || NamedClasses.KEYS.contains(key)
        || key.equals(YarnConfiguration.NM_AUX_SERVICES);
  }

  /** Reports keys in a file that the affected daemons do not read. */
  static void misplaced(ConfigurationView examined, List<Finding> findings) {
    examined
        .files()
        .forEach(
            (name, file) -> {
              for (SiteEntry entry : file.entries()) {
                String key = entry.name();
                boolean isTez = key.startsWith(TezEstimatorConfiguration.PREFIX);
                boolean isRead =
                    isTez
                        ? name.equals(SiteDirectory.TEZ) || name.equals(SiteDirectory.CORE)
                        : name.equals(SiteDirectory.YARN)
                            || name.equals(SiteDirectory.CORE)
                            || name.equals(SiteDirectory.CAPACITY);
                if (StartupChecks.isOurs(key) && !isRead) {
                  findings.add(
                      Finding.warning(
                          name + ":" + key,
                          (isTez ? "Tez's masters" : "Daemons") + " do not read it there.",
                          "Move it to " + (isTez ? SiteDirectory.TEZ : SiteDirectory.YARN) + "."));
                }
              }
            });
  }

  static void editedBlocks(ConfigurationView examined, List<Finding> findings) {
    for (Map.Entry<String, SiteFile> file : new ArrayList<>(examined.files().entrySet())) {
      try {
        if (ConfiguredFile.of(file.getValue()).isEdited()) {
          findings.add(
              Finding.warning(
                  file.getKey(),
                  "The block of \"yarnext configure\" was edited by hand; the next run replaces"
                      + " it.",
                  "Move your values above the block."));
        }
      } catch (ToolException e) {
        findings.add(Finding.error(file.getKey(), e.getMessage(), "Remove the block by hand."));
      }
    }
  }
}
