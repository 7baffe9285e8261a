// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.status;

import java.io.PrintWriter;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.TerminalText;
import org.yarnext.tools.cluster.ClusterOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Command that shows repeatedly the current activity of the features, as rates of the metrics of
 * status.
 */
@Command(
    name = "top",
    description = {
      "Shows what the features of a running cluster do, and refreshes it until Ctrl-C: rates of"
          + " counters, and values.",
      "Ends with 0 if daemons answered the last query, 1 if none did, 2 for a wrong command line."
    },
    sortOptions = false,
    footer = {"Example:", "  bin/yarnext top --conf $HADOOP_CONF_DIR --interval 5"},
    usageHelpWidth = 110)
public final class TopCommand implements Callable<Integer> {
  private static final String CLEAR = "\u001b[H\u001b[2J";

  @Mixin private ClusterOptions options;

  @Option(
      names = "--interval",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = "seconds between two refreshes, 1 to 3600 (default 5)")
  private int intervalSeconds;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      defaultValue = "0",
      description = "end after this many refreshes (default: never)")
  private int iterations;

  @Option(
      names = "--feature",
      paramLabel = "NAME",
      description =
          "show one feature only: mercury, elastic, orchestrator, tez or federation (default all)")
  private String feature;

  @Option(names = "--help", usageHelp = true, description = "this text")
  boolean help;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    StatusCommand.checkFeature(spec, feature);
    if (intervalSeconds < 1 || intervalSeconds > 3600) {
      throw new ParameterException(
          spec.commandLine(), "--interval " + intervalSeconds + " is outside 1..3600: correct it.");
    }
    boolean isTerminal = Boolean.getBoolean("yarnext.terminal");
    PrintWriter out = spec.commandLine().getOut();
    try (ClusterSource source = new ClusterSource(options, spec.commandLine().getErr())) {
      StatusSnapshot before = null;
      // Ends if nobody reads the output any more.
      for (int i = 0; (iterations <= 0 || i < iterations) && !out.checkError(); i++) {
        if (before != null) {
          Thread.sleep(intervalSeconds * 1000L);
        }
        StatusSnapshot now = source.read(false);
        out.print(isTerminal ? CLEAR : before == null ? "" : System.lineSeparator());
        show(out, now, before);
        out.flush();
        before = now;
      }
      return before == null || before.pages().isEmpty() ? ExitCode.FAILED : ExitCode.DONE;
    }
  }

  private void show(PrintWriter out, StatusSnapshot now, StatusSnapshot before) {
    out.println(
        LocalTime.now().truncatedTo(ChronoUnit.SECONDS)
            + "  "
            + now.pages().size()
            + " daemons answer"
            + (now.errors().isEmpty() ? "." : ", " + now.errors().size() + " do not."));
    if (now.pages().isEmpty()) {
      now.errors().forEach((daemon, error) -> out.println(TerminalText.of(daemon + ": " + error)));
    }
    List<FeatureBean> old =
        before == null ? Collections.emptyList() : StatusCommand.of(feature, before.beans());
    RateTable.lines(
            StatusCommand.of(feature, now.beans()),
            old,
            before == null ? 0 : now.timeMs() - before.timeMs())
        .forEach(out::println);
  }
}
