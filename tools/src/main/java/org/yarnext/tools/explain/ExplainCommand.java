// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.TerminalText;
import org.yarnext.tools.ToolException;
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

/**
 * Command that shows, oldest first, what running daemons decided about one container or
 * application, and what YARN reports of it.
 */
@Command(
    name = "explain",
    description = {
      "Shows what running daemons decided about a container or an application, what stock would"
          + " have done, and what YARN reports about it: one timeline, oldest entry first.",
      "A daemon remembers the decisions about an application until an hour after it ends.",
      "Ends with 0 if something is known, 1 if nothing is or no daemon answered, 2 for a wrong"
          + " command line."
    },
    sortOptions = false,
    footer = {
      "Example:",
      "  bin/yarnext explain --conf $HADOOP_CONF_DIR application_1700000000000_0042"
    },
    usageHelpWidth = 110)
public final class ExplainCommand implements Callable<Integer> {
  /** Output format. */
  enum Format {
    TEXT,
    JSON
  }

  @Option(
      names = "--daemon",
      paramLabel = "HOST:PORT",
      description =
          "web address of a ResourceManager or NodeManager, with https:// if needed; may be given"
              + " several times",
      split = ",")
  private List<String> daemons = new ArrayList<>();

  @Option(
      names = "--conf",
      paramLabel = "DIR",
      description =
          "the configuration directory that names the daemons, unless --daemon or --page are given"
              + " (default: HADOOP_CONF_DIR)")
  private Path conf;

  @Option(
      names = "--all-nodes",
      description =
          "query all NodeManagers, not only those that the ResourceManager knows to have run it")
  private boolean isAllNodes;

  @Option(
      names = "--page",
      paramLabel = "FILE",
      description =
          "a saved answer of /yarnext/decisions, instead of or besides a daemon; may be given"
              + " several times",
      split = ",")
  private List<Path> pages = new ArrayList<>();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "seconds to wait for a daemon, 1 to 3600 (default 10)")
  private int timeoutSeconds = 10;

  @Option(names = "--format", defaultValue = "text", description = "text (the default) or json")
  private Format format;

  @Option(names = "--help", usageHelp = true, description = "this text")
  boolean help;

  @Parameters(
      paramLabel = "ID",
      description = "ID of a container, an application, an application attempt or a MapReduce job")
  private String id;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    QueryId queryId = QueryId.parse(id.trim());
    if (queryId == null) {
      throw misuse(
          id
              + " is not an ID: write for example container_e17_1700000000000_0042_01_000003 or"
              + " application_1700000000000_0042.");
    }
    boolean isFound = daemons.isEmpty() && pages.isEmpty();
    if (isFound && !ClusterOptions.isGiven(conf)) {
      throw misuse(
          "No daemon is named: give --conf DIR, --daemon HOST:PORT or --page FILE, or set"
              + " HADOOP_CONF_DIR.");
    }
    List<DaemonAnswer> answers = fetch(queryId); // before the user, for which Hadoop reads files
    ExplainReport report = new ExplainReport(queryId, DaemonClients.userName(), answers);
    show(report);
    return report.isFound() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private CommandLine.ParameterException misuse(String message) {
    return new CommandLine.ParameterException(spec.commandLine(), message);
  }

  private List<DaemonAnswer> fetchFromDaemons(QueryId queryId)
      throws IOException, ToolException, InterruptedException {
    boolean hasConf = ClusterOptions.isGiven(conf);
    Path directory = hasConf ? ClusterOptions.directory(conf) : null;
    Configuration site = hasConf ? ClusterOptions.read(directory) : new Configuration();
    int timeoutMs = ClusterOptions.timeoutMs(spec, timeoutSeconds);
    PrintWriter err = spec.commandLine().getErr();
    try (DaemonClients clients = new DaemonClients(site, directory, timeoutMs);
        ClusterPoller poller = new ClusterPoller(clients, err)) {
      ClusterPoller.Answers<DaemonAnswer> polled =
          poller.poll(
              daemons(queryId, new ClusterDaemons(site, clients)),
              (daemon, client) -> DaemonAnswer.fetch(daemon, client, queryId));
      List<DaemonAnswer> answers = new ArrayList<>(polled.answers().values());
      polled.errors().forEach((daemon, error) -> answers.add(DaemonAnswer.failed(daemon, error)));
      return answers;
    }
  }

  /** Returns the daemons that were given, or else those that can have decided about the id. */
  private Set<ClusterDaemon> daemons(QueryId queryId, ClusterDaemons cluster) {
    Set<ClusterDaemon> all = new LinkedHashSet<>();
    for (String daemon : daemons) {
      all.add(new ClusterDaemon(ClusterDaemon.Kind.OTHER, daemon.trim()));
    }
    if (daemons.isEmpty() && pages.isEmpty()) {
      all.addAll(cluster.of(queryId.application(), queryId.container()));
      if (isAllNodes) {
        all.addAll(cluster.nodes().running());
      } else if (all.stream()
          .noneMatch(daemon -> daemon.kind() == ClusterDaemon.Kind.NODE_MANAGER)) {
        spec.commandLine()
            .getErr()
            .println(
                "The ResourceManager does not know where it ran: add --all-nodes to query every"
                    + " NodeManager.");
      }
    }
    return all;
  }

  /** Returns the answers of daemons and of saved pages; prints the errors. */
  private List<DaemonAnswer> fetch(QueryId queryId)
      throws IOException, ToolException, InterruptedException {
    List<DaemonAnswer> answers = fetchFromDaemons(queryId);
    for (Path page : pages) {
      ClusterDaemon saved = new ClusterDaemon(ClusterDaemon.Kind.OTHER, page.toString());
      try {
        answers.add(
            DaemonAnswer.of(
                saved,
                DecisionsPage.read(page.toString(), new String(Files.readAllBytes(page), UTF_8))));
      } catch (ToolException e) {
        answers.add(DaemonAnswer.failed(saved, e.getMessage()));
      } catch (IOException e) {
        answers.add(
            DaemonAnswer.failed(saved, page + " cannot be read (" + e + "): check the path."));
      }
    }
    PrintWriter err = spec.commandLine().getErr();
    answers.stream()
        .map(DaemonAnswer::error)
        .filter(Objects::nonNull)
        .map(TerminalText::of)
        .forEach(err::println);
    return answers;
  }

  private void show(ExplainReport report) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (format == Format.JSON) {
      JsonGenerator json =
          new ObjectMapper()
              .getFactory()
              .createGenerator(out)
              .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
              .useDefaultPrettyPrinter();
      report.write(json);
      json.close();
      out.println();
    } else {
      report.lines(ZoneId.systemDefault()).forEach(out::println);
    }
  }
}
