// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.Yarnext;
import org.yarnext.tools.cluster.ClusterDaemon;
import org.yarnext.tools.cluster.ClusterDaemons;
import org.yarnext.tools.cluster.ClusterOptions;
import org.yarnext.tools.cluster.ClusterPoller;
import org.yarnext.tools.cluster.DaemonClients;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tells what running daemons decided about one container or application, oldest first. */
@Command(
    name = "explain",
    description = {
      "Tells what running daemons decided about a container or an application, oldest first.",
      "A daemon remembers decisions about an application as long as it runs, and an hour longer.",
      "Ends with 0 if something is known, 1 if nothing is or no daemon answered, 2 for a wrong command line."
    },
    sortOptions = false,
    usageHelpWidth = 110)
public final class ExplainCommand implements Callable<Integer> {
  @Option(
      names = "--daemon",
      paramLabel = "HOST:PORT",
      description =
          "web address of a ResourceManager or NodeManager, with https:// before it if it needs that; may be"
              + " given several times, or several with commas between",
      split = ",")
  private List<String> daemons = new ArrayList<>();

  @Option(
      names = "--conf",
      paramLabel = "DIR",
      description =
          "the configuration that names the daemons, unless --daemon or --page are given; that of"
              + " HADOOP_CONF_DIR unless given")
  private Path conf;

  @Option(
      names = "--all-nodes",
      description =
          "ask all NodeManagers, also those where the ResourceManager knows no container of it")
  private boolean isAllNodes;

  @Option(
      names = "--page",
      paramLabel = "FILE",
      description =
          "an answer of /yarnext/decisions that was saved, instead of or besides a daemon; may be given several times",
      split = ",")
  private List<Path> pages = new ArrayList<>();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "how long to wait for a daemon (default 10)")
  private int timeoutSeconds = 10;

  @Option(names = "--help", usageHelp = true, description = "this text")
  boolean help;

  @Parameters(
      paramLabel = "ID",
      description = "of a container, an application, an application attempt or a MapReduce job")
  private String id;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    AskedId asked = AskedId.parse(id.trim());
    if (asked == null) {
      throw misuse(
          id
              + " is no id: write one such as container_e17_1700000000000_0042_01_000003 or"
              + " application_1700000000000_0042.");
    }
    boolean isFound = daemons.isEmpty() && pages.isEmpty();
    if (isFound && conf == null && System.getenv("HADOOP_CONF_DIR") == null) {
      throw misuse(
          "Nobody to ask: give --conf dir, --daemon host:port or --page file, or set"
              + " HADOOP_CONF_DIR.");
    }
    if (timeoutSeconds < 1 || timeoutSeconds > 3600) {
      throw misuse("--timeout " + timeoutSeconds + " is outside 1..3600: correct it.");
    }
    return tell(asked, ask(asked));
  }

  private CommandLine.ParameterException misuse(String message) {
    return new CommandLine.ParameterException(spec.commandLine(), message);
  }

  private List<DecisionsPage> askDaemons(AskedId asked)
      throws IOException, ToolException, InterruptedException {
    boolean hasConf = conf != null || System.getenv("HADOOP_CONF_DIR") != null;
    Path directory = hasConf ? ClusterOptions.directory(conf) : null;
    Configuration site = hasConf ? ClusterOptions.read(directory) : new Configuration();
    PrintWriter err = spec.commandLine().getErr();
    try (DaemonClients clients = new DaemonClients(site, directory, timeoutSeconds * 1000);
        ClusterPoller poller = new ClusterPoller(clients, err)) {
      ClusterPoller.Answers<DecisionsPage> answers =
          poller.ask(
              daemons(asked, new ClusterDaemons(site, clients)),
              (daemon, client) -> DecisionsPage.ask(client, asked));
      answers.errors().values().forEach(err::println);
      return new ArrayList<>(answers.answers().values());
    }
  }

  /** Returns the daemons that were given, or else those that can have decided about the id. */
  private Set<ClusterDaemon> daemons(AskedId asked, ClusterDaemons cluster) {
    Set<ClusterDaemon> all = new LinkedHashSet<>();
    for (String daemon : daemons) {
      all.add(new ClusterDaemon(ClusterDaemon.Kind.OTHER, daemon.trim()));
    }
    if (daemons.isEmpty() && pages.isEmpty()) {
      all.addAll(cluster.of(asked.application(), asked.container()));
      if (isAllNodes) {
        all.addAll(cluster.nodes().running());
      } else if (all.stream()
          .noneMatch(daemon -> daemon.kind() == ClusterDaemon.Kind.NODE_MANAGER)) {
        spec.commandLine()
            .getErr()
            .println(
                "The ResourceManager does not know where it ran: --all-nodes asks every"
                    + " NodeManager.");
      }
    }
    return all;
  }

  /** Returns the pages of the daemons that answered; prints the errors of the others. */
  private List<DecisionsPage> ask(AskedId asked)
      throws IOException, ToolException, InterruptedException {
    List<DecisionsPage> answers = askDaemons(asked);
    for (Path page : pages) {
      try {
        answers.add(
            DecisionsPage.read(page.toString(), new String(Files.readAllBytes(page), UTF_8)));
      } catch (ToolException e) {
        spec.commandLine().getErr().println(e.getMessage());
      } catch (IOException e) {
        spec.commandLine().getErr().println(page + " cannot be read (" + e + "): check the path.");
      }
    }
    return answers;
  }

  private int tell(AskedId asked, List<DecisionsPage> answers) {
    PrintWriter out = spec.commandLine().getOut();
    DecisionText text = new DecisionText(ZoneId.systemDefault());
    List<KnownDecision> known =
        answers.stream()
            .flatMap(page -> page.decisions().stream())
            .filter(asked::isAskedFor)
            .sorted(Comparator.comparingLong(KnownDecision::timeMs))
            .collect(Collectors.toList());
    answers.stream()
        .filter(DecisionsPage::isTruncated)
        .forEach(
            page -> out.println(page.daemon() + " knows more decisions; these are its latest."));
    answers.stream().filter(page -> page.aheadMs() != 0).forEach(page -> out.println(ahead(page)));
    known.forEach(decision -> out.println(text.of(decision)));
    if (!known.isEmpty() && known.stream().noneMatch(asked::isNamed)) {
      out.println(
          "What is above is about its application. Of "
              + asked
              + " itself nothing is known: it has all that was asked for it, or its daemon was not"
              + " asked or has forgotten.");
    }
    if (known.isEmpty()) {
      answers.forEach(page -> out.println(nothing(asked, page)));
    }
    return known.isEmpty() ? Yarnext.FAILED : Yarnext.DONE;
  }

  private static String ahead(DecisionsPage page) {
    return "The clock of "
        + page.daemon()
        + " is "
        + Math.abs(page.aheadMs()) / 1000
        + (page.aheadMs() > 0 ? " s ahead of" : " s behind")
        + " this host's; its decisions are shown by this host's.";
  }

  private static String nothing(AskedId asked, DecisionsPage page) {
    if (page.features().isEmpty()) {
      return page.daemon()
          + " shows no decisions at all: no yarnext feature is on there, or in shadow.";
    }
    return page.daemon()
        + " shows nothing of "
        + asked
        + ": none of "
        + String.join(", ", page.features())
        + " had to decide about it, it ended more than an hour ago, or the user who asks may not"
        + " view it (yarn.acl.enable).";
  }
}
