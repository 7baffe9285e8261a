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

/** Shows or replaces the quotas that gangs wait for. */
@Command(
    name = "quotas",
    description = {
      "Replaces all quotas that gangs wait for at the Routers, if any is given, and shows them.",
      "Ends with 0 if it is done, 1 if it could not be, 2 for a wrong command line."
    },
    usageHelpWidth = 110)
final class QuotasCommand implements Callable<Integer> {
  @Mixin private FederationSite site;

  @Parameters(
      paramLabel = "QUEUE=MB",
      arity = "0..*",
      description = "full paths of queues, such as root.a.b=1048576; each bounds those below it")
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
