// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.install;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.yarnext.tools.Yarnext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Removes the plugin jars of a host's roles from its Hadoop. */
@Command(
    name = "uninstall",
    description = {
      "Removes the plugin jars from this host's Hadoop: of the roles that are given, or all. First take"
          + " the pack out of the configuration, and restart: a daemon whose configuration names a class"
          + " of a missing jar does not start.",
      "Ends with 0 if it is done, 1 if it could not be, 2 for a wrong command line."
    },
    usageHelpWidth = 110)
public final class UninstallCommand implements Callable<Integer> {
  @Spec CommandSpec spec;
  @Mixin InstallOptions options;

  @Override
  public Integer call() throws Exception {
    HadoopHome hadoop = options.hadoop();
    Set<Role> before = hadoop.manifest().roles();
    Map<String, HadoopHome.Change> changes = hadoop.uninstall(options.roles, options.force);
    options.tell(
        spec.commandLine().getOut(),
        changes,
        options.roles.isEmpty() ? before : options.roles,
        "A daemon that still runs has loaded the classes, and is not changed.");
    return Yarnext.DONE;
  }
}
