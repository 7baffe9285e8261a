// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.federation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.tools.ToolException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Commands that show and replace the quotas of gangs. */
@Command(
    name = "quotas",
    description = {
      "Shows the quotas for gangs; if quotas are given, replaces all existing ones first.",
      "Ends with 0 on success, 1 on failure, 2 for a wrong command line."
    },
    footer = {"Example:", "  bin/yarnext federation quotas root.default=4194304 root.a=1048576"},
    usageHelpWidth = 110)
final class QuotasCommand implements Callable<Integer> {
  @Mixin private FederationClientOptions site;

  @Parameters(
      paramLabel = "QUEUE=MB",
      arity = "0..*",
      description =
          "full paths of queues, such as root.a.b=1048576; a quota also limits"
              + " the queues below")
  private Map<String, Long> quotas = new LinkedHashMap<>();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws ToolException {
    return site.withRecords(
        records -> {
          GangStore store = new GangStore(records);
          if (!quotas.isEmpty()) {
            store.publish(quotas);
          }
          store
              .published()
              .forEach((queue, mb) -> spec.commandLine().getOut().println(queue + "=" + mb));
        });
  }
}
