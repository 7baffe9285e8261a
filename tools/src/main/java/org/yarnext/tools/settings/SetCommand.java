// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.settings;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.conf.DurationFormat;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.TerminalText;
import org.yarnext.tools.cluster.ClusterDaemon;
import org.yarnext.tools.cluster.ClusterDaemons;
import org.yarnext.tools.cluster.ClusterOptions;
import org.yarnext.tools.cluster.ClusterPoller;
import org.yarnext.tools.cluster.DaemonClients;
import org.yarnext.tools.status.HealthChecks;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that changes settings of running daemons. */
@Command(
    name = "set",
    description = {
      "Changes settings of running ResourceManagers and NodeManagers. Only administrators of YARN"
          + " may do so. A change is kept in memory: after a restart a daemon uses its files"
          + " again.",
      "All daemons check the change before the first one is changed. To raise a mode, NodeManagers"
          + " are changed first; to lower it, the ResourceManager.",
      "Ends with 0 if all were changed, 1 if a daemon did not answer or refused, 2 for a wrong"
          + " command line, 3 if the change was taken back."
    },
    sortOptions = false,
    footer = {
      "Example:",
      "  bin/yarnext set yarn.mercury.overallocation.mode=on --stages 5,25,100 --watch 60s"
    },
    usageHelpWidth = 110)
public final class SetCommand implements Callable<Integer> {
  /** Exit code if the change was taken back. */
  static final int TAKEN_BACK = 3;

  private static final Duration WATCH = Duration.ofSeconds(60);
  private static final Duration MAX_WATCH = Duration.ofHours(24);

  /** Kind of daemon to change. */
  enum Role {
    RESOURCEMANAGER(ClusterDaemon.Kind.RESOURCE_MANAGER),
    NODEMANAGER(ClusterDaemon.Kind.NODE_MANAGER);

    private final ClusterDaemon.Kind kind;

    Role(ClusterDaemon.Kind kind) {
      this.kind = kind;
    }
  }

  @Parameters(
      paramLabel = "KEY=VALUE",
      arity = "0..*",
      description = "keys and their values, such as yarn.mercury.mode=shadow")
  private List<String> assignments = new ArrayList<>();

  @Mixin private ClusterOptions options;

  @Option(
      names = "--unset",
      paramLabel = "KEY",
      split = ",",
      description = "return a key to its value in the daemon's files; may be given several times")
  private List<String> unset = new ArrayList<>();

  @Option(names = "--list", description = "show the settings of all daemons and change nothing")
  private boolean isList;

  @Option(
      names = "--dry-run",
      description = "have the daemons check the change, show it and change nothing")
  private boolean isDryRun;

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      description = "change only resourcemanager or nodemanager (default: both)")
  private Role role;

  @Option(
      names = "--nodes",
      paramLabel = "HOST",
      split = ",",
      description = "change only the NodeManagers of these hosts, and no ResourceManager")
  private List<String> nodes = new ArrayList<>();

  @Option(
      names = "--percent",
      paramLabel = "N",
      description =
          "change only this share of the NodeManagers, the same ones every time, and no"
              + " ResourceManager; from 1 to 100")
  private Integer percent;

  @Option(
      names = "--stages",
      paramLabel = "N,...",
      defaultValue = "100",
      description =
          "percentage of the NodeManagers that are changed after each stage, such as 5,25,100"
              + " (default 100)")
  private String stages;

  @Option(
      names = "--watch",
      paramLabel = "TIME",
      description =
          "time to watch guards and killed or failed containers before the first stage and after"
              + " each one; if they rise, the change is taken back (default 60s with --stages,"
              + " otherwise 0s). Use 30s or more, since metrics may be 10 s old")
  private String watch;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100",
      description = "maximum number of daemons to show (default 100)")
  private int limit;

  @Option(names = "--help", usageHelp = true, description = "this text")
  boolean help;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    SettingChange wanted = wanted();
    List<Integer> percents = StagePlan.percents(stages);
    if (percents == null) {
      throw misuse("--stages " + stages + " must be numbers that rise to 100: correct them.");
    }
    if (percent != null && (percent < 1 || percent > 100)) {
      throw misuse("--percent " + percent + " is outside 1..100: correct it.");
    }
    if (role == Role.RESOURCEMANAGER && (percent != null || !nodes.isEmpty())) {
      throw misuse("--nodes and --percent are about NodeManagers: remove --role.");
    }
    long watchMs = watchMs();
    Configuration conf = ClusterOptions.read(options.directory());
    PrintWriter err = spec.commandLine().getErr();
    try (DaemonClients clients = new DaemonClients(conf, options.directory(), options.timeoutMs());
        ClusterPoller poller = new ClusterPoller(clients, err)) {
      Collection<ClusterDaemon> daemons = daemons(new ClusterDaemons(conf, clients));
      ClusterPoller.Answers<SettingsPage> answers = SetRun.pages(poller, daemons);
      boolean allAnswer = answers.errors().isEmpty();
      answers
          .errors()
          .forEach((daemon, error) -> err.println(TerminalText.of(daemon + ": " + error)));
      if (isList) {
        SetReport.list(answers.answers()).forEach(spec.commandLine().getOut()::println);
        return allAnswer ? ExitCode.DONE : ExitCode.FAILED;
      }
      int status = run(poller, HealthChecks.of(conf), wanted, answers.answers(), percents, watchMs);
      if (!allAnswer) {
        err.println(
            "Not reached ("
                + answers.errors().size()
                + "): "
                + answers.errors().keySet().stream()
                    .limit(Math.max(1, limit))
                    .map(daemon -> TerminalText.of(daemon.toString()))
                    .collect(Collectors.joining(", "))
                + ". They keep the values in their files.");
      }
      return status == ExitCode.DONE && !allAnswer ? ExitCode.FAILED : status;
    }
  }

  private int run(
      ClusterPoller poller,
      HealthChecks checks,
      SettingChange wanted,
      Map<ClusterDaemon, SettingsPage> answers,
      List<Integer> percents,
      long watchMs)
      throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Set<String> missing = new LinkedHashSet<>(wanted.values().keySet());
    Map<ClusterDaemon, SettingsPage> pages = new LinkedHashMap<>();
    answers.forEach(
        (daemon, page) -> {
          Set<String> own = wanted.of(page).values().keySet();
          missing.removeAll(own);
          if (!own.isEmpty()) {
            pages.put(daemon, page);
          }
        });
    if (!missing.isEmpty()) {
      err.println(
          "No daemon that answers has "
              + String.join(", ", missing)
              + ": \"yarnext set --list\" shows the keys of features that are switched on.");
      return ExitCode.FAILED;
    }
    SetRun run = new SetRun(poller, checks, wanted, pages, err);
    Set<String> problems = run.check();
    if (!problems.isEmpty() || isDryRun) {
      run.report().lines(Math.max(1, limit)).forEach(out::println);
      if (!problems.isEmpty()) {
        err.println(TerminalText.of("Nothing was changed: " + String.join(" ", problems)));
      }
      return problems.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    }
    StagePlan plan = new StagePlan(pages.keySet(), wanted.isLowering(pages.values()), percents);
    run.change(plan.stages(), watchMs);
    run.report().lines(Math.max(1, limit)).forEach(out::println);
    if (!run.worse().isEmpty()) {
      err.println("The change was taken back: " + String.join(" ", run.worse()));
      return TAKEN_BACK;
    }
    err.println(
        "The values are kept in memory: write them into yarn-site.xml to keep them after a"
            + " restart.");
    return run.isComplete() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private Collection<ClusterDaemon> daemons(ClusterDaemons cluster) {
    Set<ClusterDaemon> running = cluster.nodes().running();
    if (!nodes.isEmpty()) {
      Set<ClusterDaemon> chosen = new LinkedHashSet<>();
      for (String host : nodes) {
        List<ClusterDaemon> found =
            running.stream()
                .filter(node -> host(node).equalsIgnoreCase(withoutBrackets(host.trim())))
                .collect(Collectors.toList());
        if (found.isEmpty()) {
          throw misuse(host + " is the host of no running NodeManager: correct --nodes.");
        }
        chosen.addAll(found);
      }
      return percent == null ? chosen : StagePlan.someNodes(chosen, percent);
    }
    if (percent != null) {
      return StagePlan.someNodes(running, percent);
    }
    Set<ClusterDaemon> all = new LinkedHashSet<>(cluster.configured());
    all.addAll(running);
    all.removeIf(
        daemon ->
            role == null
                ? !Arrays.stream(Role.values()).anyMatch(each -> each.kind == daemon.kind())
                : daemon.kind() != role.kind);
    return all;
  }

  /** Returns the host of a node, with its port if the operator may give that. */
  private String host(ClusterDaemon node) {
    String address = node.address().replaceFirst("^https?://", "");
    boolean isWithPort = nodes.stream().anyMatch(address::equalsIgnoreCase);
    return withoutBrackets(isWithPort ? address : address.replaceFirst(":\\d+$", ""));
  }

  /** Returns an IPv6 address as it is often written. */
  private static String withoutBrackets(String address) {
    return address.replaceAll("[\\[\\]]", "");
  }

  private SettingChange wanted() {
    Map<String, String> values = new TreeMap<>();
    for (String assignment : assignments) {
      int equals = assignment.indexOf('=');
      String key = equals < 0 ? "" : assignment.substring(0, equals).trim();
      if (key.isEmpty()) {
        throw misuse(assignment + " is not KEY=VALUE: write for example yarn.mercury.mode=shadow.");
      }
      if (values.containsKey(key)) {
        throw misuse(key + " is given twice: remove one.");
      }
      values.put(key, assignment.substring(equals + 1).trim());
    }
    for (String key : unset) {
      if (values.containsKey(key)) {
        throw misuse(key + " is given twice: remove one.");
      }
      values.put(key, null);
    }
    if (values.isEmpty() != isList) {
      throw misuse(
          isList
              ? "--list changes nothing: remove the keys."
              : "Give KEY=VALUE, --unset or --list.");
    }
    return new SettingChange(values.isEmpty() ? Collections.emptyMap() : values);
  }

  private long watchMs() {
    if (watch == null) {
      return stages.equals("100") ? 0 : WATCH.toMillis();
    }
    try {
      Duration time = DurationFormat.parse(watch.matches("\\d+") ? watch + "s" : watch);
      if (!time.isNegative() && time.compareTo(MAX_WATCH) <= 0) {
        return time.toMillis();
      }
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw misuse("--watch " + watch + " is not a time such as 60s: correct it.");
    }
    throw misuse("--watch " + watch + " is outside 0s..24h: correct it.");
  }

  private ParameterException misuse(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
