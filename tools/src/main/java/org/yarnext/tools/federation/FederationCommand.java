/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.tools.federation;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Groups the commands for operators of a federation. */
@Command(
    name = "federation",
    description = {
      "Publishes policies of queues and quotas of gangs to the daemons of a federation, and shows shares.",
      "Ends with 0 if it is done, 1 if it could not be, 2 for a wrong command line."
    },
    subcommands = {PolicyCommand.class, QuotasCommand.class, SharesCommand.class},
    synopsisSubcommandLabel = "COMMAND",
    usageHelpWidth = 110)
public final class FederationCommand {
  @Option(names = "--help", usageHelp = true, description = "this text")
  boolean help;
}
