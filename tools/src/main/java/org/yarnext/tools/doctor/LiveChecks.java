// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks of running daemons. Pure. */
final class LiveChecks implements DoctorCheck {
  private static final long MOST_SKEW_MS = 5_000;

  private final List<LivePage> pages;
  private final boolean isConfigured;

  /**
   * @param isConfigured whether the daemons' configuration has keys of the pack
   */
  LiveChecks(List<LivePage> pages, boolean isConfigured) {
    this.pages = pages;
    this.isConfigured = isConfigured;
  }

  @Override
  public void look(ConfigurationView examined, List<Finding> findings) {
    versions(findings);
    for (LivePage page : pages) {
      clock(page, findings);
      java(page, findings);
      features(page, findings);
    }
  }

  /**
   * Checks that all daemons run one version of the pack, with a Hadoop version that it supports.
   */
  private void versions(List<Finding> findings) {
    Map<String, Set<String>> byVersion = new TreeMap<>();
    for (LivePage page : pages) {
      for (String version : page.packVersions()) {
        byVersion.computeIfAbsent(version, any -> new TreeSet<>()).add(page.daemon());
      }
      if (isConfigured && !page.hadoopVersions().isEmpty() && page.packVersions().isEmpty()) {
        findings.add(
            Finding.warning(
                page.daemon(),
                "It runs without the pack, of which its configuration has keys.",
                "\"yarnext install\" on its host if the jars are not there, and restart it."));
      }
      for (String hadoop : page.hadoopVersions()) {
        if (!hadoop.matches("3\\.[45]\\..*")) {
          findings.add(
              Finding.error(
                  page.daemon(),
                  "It is Hadoop " + hadoop + ".",
                  "The pack needs Hadoop 3.4 or 3.5: upgrade, or uninstall the pack there."));
        }
      }
    }
    if (byVersion.size() > 1) {
      findings.add(
          Finding.error(
              byVersion.values().stream().map(Set::toString).collect(Collectors.joining(", ")),
              "They run different versions of the pack: " + byVersion + ".",
              "\"yarnext upgrade\" on the older ones, ResourceManagers first, and restart them."));
    }
  }

  private static void clock(LivePage page, List<Finding> findings) {
    if (Math.abs(page.aheadMs()) > MOST_SKEW_MS) {
      findings.add(
          Finding.warning(
              page.daemon(),
              "Its clock differs by " + page.aheadMs() / 1000 + " s from this host's.",
              "Set both by NTP: decisions and Kerberos compare times."));
    }
  }

  private static void java(LivePage page, List<Finding> findings) {
    if (page.java() > 22) {
      findings.add(
          Finding.error(
              page.daemon(),
              "It runs on Java " + page.java() + ", which Hadoop 3.4 does not know.",
              "Point its JAVA_HOME at Java 8, 11, 17 or 21."));
    }
  }

  private static void features(LivePage page, List<Finding> findings) {
    for (JsonNode bean : page.beans()) {
      String name = bean.path("name").asText().replaceFirst(".*name=", "");
      if (bean.path("GuardState").asInt() != 0) {
        findings.add(
            Finding.warning(
                page.daemon(),
                name + " is out of the way after failures, and the daemon is stock.",
                "Look into its log, which has the cause in one line."));
      }
      if (bean.path("ConfigurationRefused").asInt() > 0) {
        findings.add(
            Finding.error(
                page.daemon(),
                name + " stays off, since its set-up was refused at the start.",
                "Do what its log says, and restart it."));
      }
    }
  }
}
