// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.conf.DurationFormat;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.elastic.profile.RefusedProfilesException;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.TerminalText;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.advise.verdict.Advice;
import org.yarnext.tools.cluster.ClusterOptions;
import org.yarnext.tools.cluster.DaemonClients;
import org.yarnext.tools.profile.LearntProfiles;
import org.yarnext.tools.simulate.TraceConfiguration;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.workload.trace.RumenTraceReader;
import org.yarnext.tools.simulate.world.SimulationSettings;
import org.yarnext.tools.site.Feature;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Command that derives from finished runs which features would help a cluster, and writes their
 * configuration.
 */
@Command(
    name = "advise",
    description = {
      "Recommends features for a cluster from its configuration and its finished runs. It learns"
          + " profiles from the runs, simulates their busiest period on stock and with each"
          + " feature, and writes a report. If a feature helps, it also writes a configuration"
          + " directory with the feature in shadow. It changes nothing else.",
      "Reads histories of MapReduce (*.jhist with their _conf.xml) and Tez (history.txt.*), event"
          + " logs of Spark, or one trace of Rumen (*.json).",
      "Ends with 0 if there is a report, 1 if there is none, 2 for a wrong command line."
    },
    sortOptions = false,
    footer = {
      "Example:",
      "  bin/yarnext advise --conf /etc/hadoop/conf --history hdfs:///mr-history/done --since 14d --out advice"
    },
    usageHelpWidth = 110)
public final class AdviseCommand implements Callable<Integer> {
  private static final long DAY_MS = 86_400_000;
  private static final String MASTER_MB = "yarn.app.mapreduce.am.resource.mb";
  private static final int USUAL_MASTER_MB = 1_536;

  /** Output format. */
  enum Format {
    TEXT,
    JSON
  }

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "--history",
      paramLabel = "PLACE",
      required = true,
      split = ",",
      description =
          "files, patterns or directories with finished runs, such as hdfs:///mr-history/done;"
              + " local or on any of Hadoop's file systems; may be given several times")
  private List<String> places = new ArrayList<>();

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "only jobs that ended within this time before now, such as 14d or 12h (default all)")
  private String since;

  @Option(
      names = "--window",
      paramLabel = "TIME",
      defaultValue = "8h",
      description =
          "simulate the period of this length with the most submissions (default 8h); 0s for all"
              + " jobs")
  private String window;

  @Option(
      names = "--profiles",
      paramLabel = "FILE",
      description =
          "existing profiles; profiles learnt for the same tasks replace them (default"
              + " yarn.elastic.profiles.file of the configuration, if it can be read)")
  private Path profiles;

  @Option(
      names = "--after",
      paramLabel = "PLACE",
      split = ",",
      description =
          "finished runs of the same jobs with features on, to compare the prediction with the"
              + " measured gain")
  private List<String> after = new ArrayList<>();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "number of nodes (default: the nodes that the ResourceManager reports)")
  private int nodes;

  @Option(names = "--node-memory", paramLabel = "MB", description = "of each node, with --nodes")
  private long nodeMb;

  @Option(names = "--node-vcores", paramLabel = "N", description = "of each node, with --nodes")
  private int nodeVcores;

  @Option(
      names = "--node-disk",
      paramLabel = "MB/S",
      description = "bandwidth of the disks of one node to which tasks spill (default 500)")
  private double diskMbPerSecond = ElasticConfiguration.DISK_BANDWIDTH.defaultValue();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "3",
      description = "simulated runs of each system, with different heartbeat times (default 3)")
  private int seeds;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "yarnext-advice",
      description =
          "a new directory for report.html, advice.json and the configuration (default"
              + " yarnext-advice)")
  private Path out;

  @Option(names = "--format", defaultValue = "text", description = "text (the default) or json")
  private Format format;

  @Option(names = "--help", usageHelp = true, description = "this text")
  boolean help;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    checkOptions();
    Path directory = cluster.directory();
    Configuration conf = ClusterOptions.read(directory);
    Path hdfs = directory.resolve("hdfs-site.xml");
    if (Files.exists(hdfs)) {
      conf.addResource(new org.apache.hadoop.fs.Path(hdfs.toUri()));
    }
    DaemonClients.setLogin(conf); // for histories in HDFS
    OmissionCounter omitted = new OmissionCounter();
    AdvisedCluster advised = advised(conf, directory, omitted);
    RecordedRunReader runs = read(places, conf, sinceMs(), omitted);
    LearntProfiles learnt = new LearntProfiles(runs.runs(), given(conf));
    try {
      return SiteClassLoader.call(
          directory, () -> advise(directory, conf, advised, runs, learnt, omitted));
    } catch (SimulationException e) {
      throw new ToolException(e.getMessage(), e);
    }
  }

  private int advise(
      Path directory,
      Configuration conf,
      AdvisedCluster advised,
      RecordedRunReader runs,
      LearntProfiles learnt,
      OmissionCounter omitted)
      throws Exception {
    SimulationSettings settings =
        new TraceConfiguration(advised.keys())
            .settings(null, err()::println)
            .with("yarn.acl.enable", "false")
            .withMaster(Math.max(1, conf.getInt(MASTER_MB, USUAL_MASTER_MB)), 1);
    HistoryWorkload workload = workload(conf, advised, runs, settings, learnt, omitted);
    long lastMs = workload.workload().jobs().stream().mapToLong(SimJob::submitMs).max().getAsLong();
    AdviceSimulation simulation =
        new AdviceSimulation(
            workload.workload(),
            advised.topology(),
            settings.withLimit(lastMs + DAY_MS),
            seeds,
            err());
    Advice advice = new FeatureEvaluator(simulation, advised.scheduler(), err()).judge(workload);
    MeasuredSpeedup measured =
        after.isEmpty()
            ? null
            : MeasuredSpeedup.of(runs.jobs(), read(after, conf, 0, new OmissionCounter()).jobs());
    report(
        directory,
        new AdviceReport(
            new AdviceBasis(advised, runs.jobs(), workload, learnt, omitted, measured), advice),
        advice,
        learnt);
    return ExitCode.DONE;
  }

  private void checkOptions() throws IOException, ToolException {
    boolean isSized = nodeMb > 0 && nodeVcores > 0;
    if (nodes < 0 || nodeMb < 0 || nodeVcores < 0 || (nodes > 0) != isSized) {
      throw misuse(
          "--nodes, --node-memory and --node-vcores must be given together and above 0:"
              + " give all three.");
    }
    if (seeds < 1 || !(diskMbPerSecond >= 0)) {
      throw misuse("--seeds must be above 0 and --node-disk 0 or more: correct them.");
    }
    sinceMs();
    durationMs("--window", window);
    if (Files.exists(out)) {
      try (Stream<Path> content = Files.list(out)) {
        if (content.findAny().isPresent()) {
          throw new ToolException(out + " is not empty: give a new directory with --out.");
        }
      }
    }
  }

  private long sinceMs() {
    return since == null ? 0 : System.currentTimeMillis() - durationMs("--since", since);
  }

  private long durationMs(String option, String text) {
    try {
      Duration duration = DurationFormat.parse(text);
      if (!duration.isNegative()) {
        return duration.toMillis();
      }
    } catch (RuntimeException e) {
      // refused below, as negative ones are
    }
    throw misuse(option + " " + text + " is not a time such as 14d, 12h or 30m: correct it.");
  }

  private CommandLine.ParameterException misuse(String message) {
    return new CommandLine.ParameterException(spec.commandLine(), message);
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }

  private Profiles given(Configuration conf) throws IOException, ToolException {
    String configured = conf.getTrimmed(ElasticConfiguration.PROFILES_FILE.name(), "");
    boolean isThere = !configured.isEmpty() && Files.isReadable(Paths.get(configured));
    Path file = profiles != null ? profiles : isThere ? Paths.get(configured) : null;
    if (file == null) {
      return Profiles.NONE;
    }
    try {
      return ProfileFile.read(file);
    } catch (RefusedProfilesException e) {
      throw new ToolException(e.getMessage(), e);
    }
  }

  private AdvisedCluster advised(Configuration conf, Path directory, OmissionCounter omitted)
      throws ToolException {
    ClusterView view = new ClusterView(conf, diskMbPerSecond, omitted);
    if (nodes > 0) {
      return view.ofFiles(nodes, nodeMb, nodeVcores);
    }
    try (DaemonClients clients = new DaemonClients(conf, directory, cluster.timeoutMs())) {
      return view.ofResourceManager(clients);
    }
  }

  private RecordedRunReader read(
      List<String> from, Configuration conf, long fromMs, OmissionCounter omitted)
      throws IOException, ToolException {
    RecordedRunReader runs = new RecordedRunReader(conf, fromMs, err(), omitted);
    for (String place : from) {
      runs.read(place);
    }
    err().println("Read " + runs.used() + " histories, " + runs.jobs().size() + " jobs.");
    return runs;
  }

  private HistoryWorkload workload(
      Configuration conf,
      AdvisedCluster advised,
      RecordedRunReader runs,
      SimulationSettings settings,
      LearntProfiles learnt,
      OmissionCounter omitted)
      throws ToolException {
    if (runs.jobs().isEmpty() && !runs.rumen().isEmpty()) {
      return ofRumen(conf, runs, learnt, omitted);
    }
    runs.rumen()
        .forEach(
            file ->
                omitted.add(
                    "files *.json, which are read only if they are the only input",
                    file.getName()));
    HistoryWorkload workload =
        HistoryWorkload.of(
            runs.jobs(),
            durationMs("--window", window),
            advised,
            settings.stepMb(),
            learnt.profiles(),
            omitted);
    if (workload == null) {
      throw new ToolException(
          "No finished job can be used ("
              + String.join("; ", omitted.lines())
              + "): give other histories with --history, or a longer time with --since.");
    }
    return workload;
  }

  private HistoryWorkload ofRumen(
      Configuration conf, RecordedRunReader runs, LearntProfiles learnt, OmissionCounter omitted)
      throws ToolException {
    for (org.apache.hadoop.fs.Path file : runs.rumen()) {
      try {
        Workload trace =
            RumenTraceReader.jobs(
                file.toString(), 1_024, 1, conf, warning -> omitted.add(warning, 1, null));
        return HistoryWorkload.of(trace, learnt.profiles());
      } catch (RuntimeException | StackOverflowError | ToolException e) {
        String problem = file + " is left out: it is not a Rumen trace (" + e.getMessage() + ").";
        err().println(TerminalText.of(problem));
        omitted.add("files *.json that are not Rumen traces", file.getName());
      }
    }
    throw new ToolException(
        "No file *.json is a Rumen trace: give histories, or the output of Rumen's TraceBuilder.");
  }

  private void report(Path directory, AdviceReport report, Advice advice, LearntProfiles learnt)
      throws IOException, ToolException {
    List<String> written = new ArrayList<>(report.write(out));
    Set<Feature> missing = ShadowConfiguration.missing(directory, advice.features());
    Path target = out.resolve("conf");
    String refusal = null;
    if (!missing.isEmpty()) {
      try {
        ShadowConfiguration.write(directory, target, missing, learnt.profiles());
        Collections.addAll(written, "conf/", ShadowConfiguration.DIFFERENCE);
      } catch (ToolException e) {
        refusal = e.getMessage();
      }
    }
    PrintWriter text = spec.commandLine().getOut();
    if (format == Format.JSON) {
      text.println(report.json());
    } else {
      report.lines().forEach(text::println);
    }
    PrintWriter notes = format == Format.JSON ? err() : text;
    notes.println("Wrote " + String.join(", ", written) + " to " + out + ".");
    if (refusal != null) {
      throw new ToolException(refusal);
    }
    if (advice.features().isEmpty()) {
      notes.println("No feature is recommended, so no configuration was written.");
    } else if (missing.isEmpty()) {
      notes.println(directory + " already has these features, so no configuration was written.");
    } else {
      notes.println(
          "Next: look at "
              + out.resolve(ShadowConfiguration.DIFFERENCE)
              + ", put "
              + target
              + " in the place of "
              + directory
              + " on hosts that have the jars (\"yarnext install\"), and restart; \"yarnext"
              + " status\" shows what the features would do.");
    }
  }
}
