// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.federation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.yarnext.federation.control.PolicyParameters;
import org.yarnext.federation.control.PolicyPublisher;
import org.yarnext.federation.control.PolicyWeights;
import org.yarnext.federation.store.UnusableStoreException;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.ToolException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Commands that list, set, stage and roll back the policies of queues. */
@Command(
    name = "policy",
    description = {
      "Lists, sets, stages and rolls back policies of queues.",
      "Give each queue twice, as the name that clients use and as its full path: Routers look up"
          + " the name, AMRMProxies the path.",
      "Ends with 0 on success, 1 on failure, 2 for a wrong command line."
    },
    subcommands = {
      PolicyCommand.Listing.class,
      PolicyCommand.Setting.class,
      PolicyCommand.Staging.class,
      PolicyCommand.Rollback.class
    },
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "Example:",
      "  bin/yarnext federation policy set default root.default --requests sc0=1,sc1=1 --homes sc0=1,sc1=1"
    },
    usageHelpWidth = 110)
final class PolicyCommand {
  @Option(names = "--help", usageHelp = true, description = "this text")
  boolean help;

  /** A task with an open policy publisher. */
  private interface Work {
    void with(PolicyPublisher publisher) throws YarnException, IOException;
  }

  /** Common base of the subcommands. */
  private abstract static class Base implements Callable<Integer> {
    @Mixin private FederationClientOptions site;

    @Spec private CommandSpec spec;

    final void say(String line) {
      spec.commandLine().getOut().println(line);
    }

    final void warn(String line) {
      spec.commandLine().getErr().println("warning: " + line + ".");
    }

    /** Removes duplicate queues. */
    static Collection<String> distinct(List<String> queues) {
      return new LinkedHashSet<>(queues);
    }

    final int with(Work work) throws ToolException {
      try (PolicyPublisher publisher = PolicyPublisher.open(site.configuration())) {
        work.with(publisher);
        return ExitCode.DONE;
      } catch (IllegalArgumentException | IllegalStateException e) {
        throw new ToolException(e.getMessage() + ".", e);
      } catch (UnusableStoreException e) {
        throw new ToolException(e.getMessage(), e);
      } catch (YarnException | IOException e) {
        throw new ToolException(
            "The state store does not answer ("
                + e.getMessage()
                + "): check that it runs, and its address in --site.",
            e);
      }
    }
  }

  /** Subcommand with queues, weights and parameters. */
  private abstract static class WeightsCommand extends Base {
    @Parameters(paramLabel = "QUEUE", arity = "1..*", description = "names of queues, or *")
    List<String> queues = new ArrayList<>();

    @Option(
        names = "--requests",
        required = true,
        split = ",",
        paramLabel = "SUBCLUSTER=WEIGHT",
        description = "weight of each sub-cluster in the division of requests")
    private Map<String, Float> requests = new LinkedHashMap<>();

    @Option(
        names = "--homes",
        split = ",",
        paramLabel = "SUBCLUSTER=WEIGHT",
        description = "weight of each sub-cluster as home of applications (default: as --requests)")
    private Map<String, Float> homes;

    @Option(
        names = "--param",
        split = ",",
        paramLabel = "KEY=VALUE",
        description =
            "values for the queue that override split.KEY of NodeManagers:"
                + " relaxation, relax-after, on-host-for, in-rack-for, headroom-weight,"
                + " min-gap; for the queue root also values that override share.KEY of"
                + " ResourceManagers: share.max-step, share.min-change, share.floor,"
                + " share.pause")
    private Map<String, String> parameters = new LinkedHashMap<>();

    final PolicyWeights weights() {
      return PolicyWeights.of(homes == null ? requests : homes, requests)
          .with(PolicyParameters.of(parameters));
    }
  }

  @Command(
      name = "list",
      footer = {"Example:", "  bin/yarnext federation policy list --history"},
      usageHelpWidth = 110,
      description = "Lists all policies with queue, state, class, weights, parameters and version.")
  static final class Listing extends Base {
    @Option(
        names = "--history",
        description =
            "instead, list the last ten versions of each queue with their times of publication")
    private boolean history;

    @Override
    public Integer call() throws ToolException {
      return with(
          publisher -> (history ? publisher.history() : publisher.list()).forEach(this::say));
    }
  }

  @Command(
      name = "set",
      footer = {
        "Example:",
        "  bin/yarnext federation policy set default root.default --requests sc0=1,sc1=1"
      },
      usageHelpWidth = 110,
      description =
          "Checks a policy and puts it in force; a staged policy of the queue is" + " discarded.")
  static final class Setting extends WeightsCommand {
    @Override
    public Integer call() throws ToolException {
      return with(publisher -> publisher.set(distinct(queues), weights()).forEach(this::say));
    }
  }

  @Command(
      name = "stage",
      footer = {
        "Example:",
        "  bin/yarnext federation policy stage root.default --in sc1 --requests sc0=1,sc1=0.5"
      },
      usageHelpWidth = 110,
      description =
          "Checks a policy and puts it in force only for applications whose Application Masters run"
              + " in the given sub-clusters.")
  static final class Staging extends WeightsCommand {
    @Option(
        names = "--in",
        required = true,
        split = ",",
        paramLabel = "SUBCLUSTER",
        description = "sub-clusters in which the policy is put in force")
    private List<String> subClusters = new ArrayList<>();

    @Override
    public Integer call() throws ToolException {
      return with(
          publisher -> {
            publisher.stage(distinct(queues), subClusters, weights()).forEach(this::say);
            String why = publisher.whyStagingIsIgnored();
            if (why != null && !PolicyPublisher.ROOT.equals(String.join(",", distinct(queues)))) {
              warn("It is staged, but no NodeManager with this configuration adopts it: " + why);
            }
          });
    }
  }

  @Command(
      name = "rollback",
      footer = {"Example:", "  bin/yarnext federation policy rollback root.default"},
      usageHelpWidth = 110,
      description =
          "Cancels the staged policy, or without one returns to the previous" + " policy.")
  static final class Rollback extends Base {
    @Parameters(paramLabel = "QUEUE", arity = "1..*", description = "names of queues, or *")
    private List<String> queues = new ArrayList<>();

    @Option(
        names = "--to",
        paramLabel = "VERSION",
        description =
            "version to return to, as listed by list --history; a staged policy is discarded")
    private Integer version;

    @Override
    public Integer call() throws ToolException {
      return with(
          publisher ->
              (version == null
                      ? publisher.rollback(distinct(queues))
                      : publisher.rollback(distinct(queues), version))
                  .forEach(this::say));
    }
  }
}
