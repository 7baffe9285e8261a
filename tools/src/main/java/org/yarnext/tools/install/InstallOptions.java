// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.install;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.yarnext.tools.ToolException;
import picocli.CommandLine.Option;

/** Command line options that install, upgrade and uninstall share. */
final class InstallOptions {
  @Option(
      names = "--hadoop-home",
      required = true,
      paramLabel = "DIR",
      description = "the Hadoop installation of this host, such as HADOOP_HOME")
  Path hadoopHome;

  @Option(
      names = "--role",
      split = ",",
      paramLabel = "ROLE",
      description =
          "roles of this host, one or several of: resourcemanager, nodemanager,"
              + " router (also for the GlobalPolicyGenerator), gateway (where Tez"
              + " applications are submitted)")
  List<HostRole> roles = new ArrayList<>();

  @Option(
      names = "--force",
      description =
          "replace or remove jars even if they have been changed since they were installed")
  boolean force;

  @Option(names = "--help", usageHelp = true, description = "this text")
  boolean help;

  HadoopHome hadoop() throws IOException, ToolException {
    return HadoopHome.at(hadoopHome);
  }

  /** Returns the distribution that this command line belongs to. */
  static Distribution distribution() throws IOException, ToolException {
    return Distribution.at(Paths.get(System.getProperty("yarnext.home", ".")));
  }

  void requireRoles() throws ToolException {
    if (roles.isEmpty()) {
      throw ToolException.misuse(
          "Give the roles of this host with --role: resourcemanager,"
              + " nodemanager, router, gateway.");
    }
  }

  private static boolean isAdded(Map<String, HadoopHome.Change> changes) {
    return changes.containsValue(HadoopHome.Change.COPIED);
  }

  /** Prints the effect on each jar, and the operator's next steps. */
  void printChanges(
      PrintWriter out,
      Map<String, HadoopHome.Change> changes,
      Collection<HostRole> of,
      String afterwards) {
    changes.forEach((path, change) -> out.printf("%-18s %s%n", change, path));
    if (changes.values().stream().allMatch(each -> each == HadoopHome.Change.UNCHANGED)) {
      out.println("There was nothing to do.");
      return;
    }
    boolean isRemoval = changes.containsValue(HadoopHome.Change.REMOVED) && !isAdded(changes);
    Set<String> steps = new TreeSet<>();
    of.forEach(role -> steps.add(isRemoval ? role.lastStep() : role.nextStep()));
    steps.remove("");
    out.println((steps.isEmpty() ? "" : "Next: " + String.join("; ", steps) + ". ") + afterwards);
  }
}
