// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.status;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.Finding;
import org.yarnext.tools.cluster.ClusterOptions;
import org.yarnext.tools.cluster.DaemonChecks;
import org.yarnext.tools.site.StartupChecks;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command that shows the activity of the features on a running cluster, and health problems. */
@Command(
    name = "status",
    description = {
      "Shows what the features do on a running cluster, what is unhealthy, and how to correct it."
          + " Queries the daemons that the configuration names and all running NodeManagers.",
      "Ends with 0 if the cluster is healthy, 1 if there are warnings, 2 if there are errors, no"
          + " ResourceManager answers, the check failed, or the command line is wrong."
    },
    exitCodeOnExecutionException = ExitCode.MISUSED,
    sortOptions = false,
    footer = {"Example:", "  bin/yarnext status --conf $HADOOP_CONF_DIR --feature mercury --nodes"},
    usageHelpWidth = 110)
public final class StatusCommand implements Callable<Integer> {
  /** Output format. */
  enum Format {
    TEXT,
    JSON
  }

  @Mixin private ClusterOptions options;

  @Option(
      names = "--feature",
      paramLabel = "NAME",
      description =
          "show one feature only: mercury, elastic, orchestrator, tez or federation (default all)")
  private String feature;

  @Option(
      names = "--nodes",
      description = "show a line for each daemon, not only the five nodes with the longest wait")
  private boolean isPerNode;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100",
      description = "maximum number of daemons and of findings to show (default 100)")
  private int limit;

  @Option(names = "--format", defaultValue = "text", description = "text (the default) or json")
  private Format format;

  @Option(names = "--help", usageHelp = true, description = "this text")
  boolean help;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    checkFeature(spec, feature);
    try (ClusterSource source = new ClusterSource(options, spec.commandLine().getErr())) {
      StatusSnapshot snapshot = source.read(true);
      List<FeatureBean> beans = of(feature, snapshot.beans());
      List<Finding> findings = daemons(snapshot, source.conf());
      findings.addAll(HealthChecks.of(source.conf()).check(beans));
      StatusReport report = new StatusReport(snapshot, beans, findings);
      PrintWriter out = spec.commandLine().getOut();
      if (format == Format.JSON) {
        ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        out.println(json.writeValueAsString(report.json()));
      } else {
        report.lines(Math.max(1, limit), isPerNode).forEach(out::println);
      }
      return Finding.status(findings);
    }
  }

  /** Refuses an unknown name of a feature. */
  static void checkFeature(CommandSpec spec, String feature) {
    if (feature != null && !feature.matches("mercury|elastic|orchestrator|tez|federation")) {
      throw new ParameterException(
          spec.commandLine(),
          feature + " is not a feature: write mercury, elastic, orchestrator, tez or federation.");
    }
  }

  /** Returns the beans of a feature, or of all if it is null. */
  static List<FeatureBean> of(String feature, List<FeatureBean> beans) {
    return beans.stream()
        .filter(bean -> feature == null || feature.equals(bean.feature()))
        .collect(Collectors.toList());
  }

  /** Returns the findings about the daemons themselves. */
  private static List<Finding> daemons(StatusSnapshot snapshot, Configuration conf) {
    List<Finding> findings = new ArrayList<>(NodeChecks.check(snapshot));
    boolean isConfigured =
        conf.getPropsWithPrefix("").keySet().stream().anyMatch(StartupChecks::isOurs);
    new DaemonChecks(new ArrayList<>(snapshot.pages().values()), isConfigured).check(findings);
    return findings;
  }
}
