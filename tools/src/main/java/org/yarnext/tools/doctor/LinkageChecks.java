// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipException;
import org.yarnext.common.FeatureMode;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.tez.TezEstimatorConfiguration;
import org.yarnext.tools.Finding;
import org.yarnext.tools.linkage.ClassPathIndex;
import org.yarnext.tools.linkage.LinkageChecker;

/** Checks that a version of Hadoop has all classes and members that the pack's jars use. */
final class LinkageChecks {
  /** A class of each plugin jar. */
  private static final List<Class<?>> PLUGINS =
      Arrays.asList(
          FeatureMode.class,
          MercuryConfiguration.class,
          ElasticConfiguration.class,
          FederationConfiguration.class,
          OrchestratorConfiguration.class,
          TezEstimatorConfiguration.class);

  /** A class of each of Hadoop's jars that all hosts have and whose packages others share. */
  private static final List<String> HADOOP =
      Arrays.asList(
          "org/apache/hadoop/conf/Configuration",
          "org/apache/hadoop/yarn/api/records/ApplicationId",
          "org/apache/hadoop/yarn/client/api/YarnClient",
          "org/apache/hadoop/yarn/event/AsyncDispatcher",
          "org/apache/hadoop/yarn/server/api/ServerRMProxy");

  private static final int MAX_NAMED = 3;

  private LinkageChecks() {}

  /** Returns the pack's own jars, or directories of classes, on the class path of these tools. */
  static List<Path> own() throws IOException {
    Set<Path> own = new LinkedHashSet<>();
    for (Class<?> plugin : PLUGINS) {
      own.add(path(plugin.getProtectionDomain().getCodeSource().getLocation()));
    }
    return new ArrayList<>(own);
  }

  /**
   * Adds a finding for each class or member that the pack uses and Hadoop lacks. Adds none if some
   * of Hadoop's jars are missing altogether.
   *
   * @param hadoop where these jars are, for messages
   * @param pack the pack's jars
   * @param classPath those of Hadoop, with or without the pack's
   */
  static void check(
      String hadoop, Collection<Path> pack, Collection<URL> classPath, List<Finding> findings)
      throws IOException {
    Set<Path> others = new LinkedHashSet<>();
    for (URL url : classPath) {
      Path entry = path(url);
      if (Files.exists(entry)) {
        others.add(entry);
      }
    }
    others.removeAll(pack);
    try (ClassPathIndex index = new ClassPathIndex(pack, others)) {
      if (HADOOP.stream().allMatch(index::has)) {
        LinkageChecker.problems(index)
            .forEach((problem, users) -> findings.add(finding(hadoop, problem, users)));
      }
    } catch (ZipException e) {
      findings.add(
          Finding.error(hadoop, e.getMessage(), "Copy it again from Hadoop's distribution."));
    }
  }

  /** Reports jars of the class path that hold the same classes of the pack. */
  static void copies(String where, Collection<URL> classPath, List<Finding> findings)
      throws IOException {
    Set<Set<String>> found = new LinkedHashSet<>();
    try (URLClassLoader loader = new URLClassLoader(classPath.toArray(new URL[0]), null)) {
      for (Class<?> plugin : PLUGINS) {
        Set<String> jars = new LinkedHashSet<>();
        String name = plugin.getName().replace('.', '/') + ".class";
        for (URL url : Collections.list(loader.findResources(name))) {
          String jar = url.toString().replaceFirst("^jar:", "").replaceFirst("^file:", "");
          // Tez ships the jars of this directory; no daemon loads them.
          if (!jar.contains("/share/hadoop/yarnext/")) {
            jars.add(jar.replaceFirst("!?/" + name + "$", ""));
          }
        }
        if (jars.size() > 1 && found.add(jars)) {
          findings.add(
              Finding.error(
                  where,
                  "Several jars have the pack's classes, perhaps of two versions: "
                      + String.join(", ", jars)
                      + ".",
                  "Keep the one that \"yarnext install\" copied, and remove the others, also from"
                      + " HADOOP_CLASSPATH."));
        }
      }
    }
  }

  private static Finding finding(String hadoop, String problem, Set<String> users) {
    List<String> names = new ArrayList<>(users);
    String more =
        names.size() > MAX_NAMED ? " and " + (names.size() - MAX_NAMED) + " other classes" : "";
    return Finding.error(
        hadoop,
        String.join(", ", names.subList(0, Math.min(MAX_NAMED, names.size())))
            + more
            + " would fail with this Hadoop: "
            + problem
            + ".",
        "Use a Hadoop version listed in docs/compatibility.md, or leave the feature off.");
  }

  private static Path path(URL url) throws IOException {
    try {
      return Paths.get(url.toURI());
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }
}
