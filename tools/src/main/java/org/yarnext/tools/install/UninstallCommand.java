// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.install;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.yarnext.tools.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Command that removes the plugin jars of a host's roles from its Hadoop. */
@Command(
    name = "uninstall",
    description = {
      "Removes the plugin jars of the given roles, or of all roles, from this host's Hadoop. First"
          + " remove the features from the configuration and restart: a daemon does not start if"
          + " its configuration names a missing class.",
      "Ends with 0 on success, 1 on failure, 2 for a wrong command line."
    },
    footer = {"Example:", "  bin/yarnext uninstall --hadoop-home $HADOOP_HOME"},
    usageHelpWidth = 110)
public final class UninstallCommand implements Callable<Integer> {
  @Spec CommandSpec spec;
  @Mixin InstallOptions options;

  @Override
  public Integer call() throws Exception {
    HadoopHome hadoop = options.hadoop();
    Set<HostRole> before = hadoop.manifest().roles();
    Map<String, HadoopHome.Change> changes = hadoop.uninstall(options.roles, options.force);
    options.printChanges(
        spec.commandLine().getOut(),
        changes,
        options.roles.isEmpty() ? before : options.roles,
        "Running daemons keep the classes that they have loaded.");
    return ExitCode.DONE;
  }
}
