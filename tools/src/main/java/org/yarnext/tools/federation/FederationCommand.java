// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.federation;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Parent of the commands for operators of a federation. */
@Command(
    name = "federation",
    description = {
      "Publishes policies of queues and quotas of gangs in a federation, and" + " shows shares.",
      "Ends with 0 on success, 1 on failure, 2 for a wrong command line."
    },
    subcommands = {PolicyCommand.class, QuotasCommand.class, SharesCommand.class},
    synopsisSubcommandLabel = "COMMAND",
    footer = {"Example:", "  bin/yarnext federation policy list"},
    usageHelpWidth = 110)
public final class FederationCommand {
  @Option(names = "--help", usageHelp = true, description = "this text")
  boolean help;
}
