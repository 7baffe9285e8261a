// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.federation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.yarnext.federation.control.ShareTable;
import org.yarnext.federation.store.ShareStore;
import org.yarnext.tools.ToolException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that shows the use, the waiting demand and the share of queues in each sub-cluster. */
@Command(
    name = "shares",
    description = {
      "Shows usage, waiting demand and share of each queue in each"
          + " sub-cluster, with the age of reports and shares.",
      "Ends with 0 on success, 1 on failure, 2 for a wrong command line."
    },
    footer = {"Example:", "  bin/yarnext federation shares root.a"},
    usageHelpWidth = 110)
final class SharesCommand implements Callable<Integer> {
  @Mixin private FederationClientOptions site;

  @Parameters(
      paramLabel = "QUEUE",
      arity = "0..*",
      description =
          "full paths of queues, such as root.a, to show with the queues below;" + " default: all")
  private List<String> queues = new ArrayList<>();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws ToolException {
    return site.withRecords(
        records ->
            new ShareTable(new ShareStore(records))
                .lines(queues)
                .forEach(spec.commandLine().getOut()::println));
  }
}
