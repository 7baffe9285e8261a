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

/** Command that replaces the plugin jars of a host by those of another version. */
@Command(
    name = "upgrade",
    description = {
      "Replaces the plugin jars installed in this host's Hadoop by those of this version, which may"
          + " be an earlier one. You can repeat it after an interruption.",
      "Ends with 0 on success, 1 on failure, 2 for a wrong command line."
    },
    footer = {"Example:", "  bin/yarnext upgrade --hadoop-home $HADOOP_HOME"},
    usageHelpWidth = 110)
public final class UpgradeCommand implements Callable<Integer> {
  @Spec CommandSpec spec;
  @Mixin InstallOptions options;

  @Override
  public Integer call() throws Exception {
    HadoopHome hadoop = options.hadoop();
    Map<String, HadoopHome.Change> changes =
        hadoop.upgrade(InstallOptions.distribution(), options.roles, options.force);
    options.printChanges(
        spec.commandLine().getOut(),
        changes,
        hadoop.manifest().roles(),
        "Upgrade ResourceManagers and Routers before NodeManagers.");
    return ExitCode.DONE;
  }
}
