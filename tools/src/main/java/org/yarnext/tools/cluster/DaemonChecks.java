// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.yarnext.tools.Finding;

/** Checks the versions, clocks and feature states of running daemons. Pure. */
public final class DaemonChecks {
  private static final long MAX_SKEW_MS = 5_000;

  private final List<JmxPage> pages;
  private final boolean isConfigured;

  /**
   * @param isConfigured whether the daemons' configuration has keys of the pack
   */
  public DaemonChecks(List<JmxPage> pages, boolean isConfigured) {
    this.pages = pages;
    this.isConfigured = isConfigured;
  }

  /**
   * Adds the problems of the daemons.
   *
   * @param findings the list to add to
   */
  public void check(List<Finding> findings) {
    versions(findings);
    for (JmxPage page : pages) {
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
    for (JmxPage page : pages) {
      for (String version : page.packVersions()) {
        byVersion.computeIfAbsent(version, any -> new TreeSet<>()).add(page.daemon());
      }
      if (isConfigured && !page.hadoopVersions().isEmpty() && page.packVersions().isEmpty()) {
        findings.add(
            Finding.warning(
                page.daemon(),
                "It runs without the pack, although its configuration has keys of the pack.",
                "Run \"yarnext install\" on its host if the jars are missing, then restart it."));
      }
      for (String hadoop : page.hadoopVersions()) {
        if (!hadoop.matches("3\\.[45]\\..*")) {
          findings.add(
              Finding.error(
                  page.daemon(),
                  "It runs Hadoop " + hadoop + ".",
                  "The pack needs Hadoop 3.4 or 3.5: upgrade, or uninstall the pack there."));
        }
      }
    }
    if (byVersion.size() > 1) {
      findings.add(
          Finding.error(
              byVersion.values().stream()
                  .map(DaemonChecks::shortened)
                  .collect(Collectors.joining(", ")),
              "They run different versions of the pack: " + byVersion.keySet() + ".",
              "Run \"yarnext upgrade\" on the older ones, ResourceManagers first, and restart"
                  + " them."));
    }
  }

  /** Returns at most three names, and how many more there are. */
  private static String shortened(Collection<String> names) {
    String first = names.stream().limit(3).collect(Collectors.joining(", "));
    return "[" + first + (names.size() > 3 ? " and " + (names.size() - 3) + " more" : "") + "]";
  }

  private static void clock(JmxPage page, List<Finding> findings) {
    if (Math.abs(page.aheadMs()) > MAX_SKEW_MS) {
      findings.add(
          Finding.warning(
              page.daemon(),
              "Its clock differs by " + page.aheadMs() / 1000 + " s from this host's.",
              "Synchronize both clocks with NTP: decisions and Kerberos compare times."));
    }
  }

  private static void java(JmxPage page, List<Finding> findings) {
    int release = JavaRelease.of(page.javaVersion());
    for (String hadoop : page.hadoopVersions()) {
      if (release > JavaRelease.NEWEST_OF_OLDER_HADOOP && hadoop.matches("3\\.4\\.[0-2]\\b.*")) {
        findings.add(
            Finding.error(
                page.daemon(),
                "It runs on Java " + release + ", which Hadoop " + hadoop + " does not support.",
                "Point its JAVA_HOME at Java 17 or 21."));
      }
    }
  }

  private static void features(JmxPage page, List<Finding> findings) {
    for (JsonNode bean : page.beans()) {
      String name = bean.path("name").asText().replaceFirst(".*name=", "");
      if (bean.path("GuardState").asInt() != 0) {
        findings.add(
            Finding.warning(
                page.daemon(),
                name + ": its guard tripped after failures, so the daemon behaves like stock YARN.",
                "Search its log for \"tripped its guard\"."));
      }
      if (bean.path("ConfigurationRefused").asInt() > 0) {
        findings.add(
            Finding.error(
                page.daemon(),
                name + " stays off, because the daemon refused its configuration.",
                "Search its log for \"stays off\", correct the key it names, and restart the"
                    + " daemon."));
      }
    }
  }
}
