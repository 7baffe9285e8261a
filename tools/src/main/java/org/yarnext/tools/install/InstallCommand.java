// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.install;

import java.util.Map;
import java.util.concurrent.Callable;
import org.yarnext.tools.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Command that copies the plugin jars of a host's roles into its Hadoop. */
@Command(
    name = "install",
    description = {
      "Copies the plugin jars of this host's roles into its Hadoop. You can repeat it, for example"
          + " after an interruption or with more roles. It changes no configuration.",
      "Ends with 0 on success, 1 on failure, 2 for a wrong command line."
    },
    footer = {
      "Example:",
      "  bin/yarnext install --hadoop-home $HADOOP_HOME --role resourcemanager,nodemanager"
    },
    usageHelpWidth = 110)
public final class InstallCommand implements Callable<Integer> {
  @Spec CommandSpec spec;
  @Mixin InstallOptions options;

  @Override
  public Integer call() throws Exception {
    options.requireRoles();
    Distribution from = InstallOptions.distribution();
    Map<String, HadoopHome.Change> changes =
        options.hadoop().install(from, options.roles, options.force);
    options.printChanges(
        spec.commandLine().getOut(),
        changes,
        options.roles,
        "All features are off until yarn-site.xml enables them.");
    return ExitCode.DONE;
  }
}
