// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.elastic.policy.profile.NamePattern;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.RunHistoryReader;
import org.yarnext.tools.history.record.ResourceManagerLog;
import org.yarnext.tools.history.record.TaskClassRun;
import org.yarnext.tools.profile.fit.ClassFit;
import org.yarnext.tools.profile.fit.ClassFitter;
import org.yarnext.tools.profile.fit.FitRules;
import org.yarnext.tools.profile.fit.JobPattern;
import org.yarnext.tools.profile.fit.ProfileLearner;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Command that creates profiles of elastic tasks from finished runs, and shows how well they fit.
 */
@Command(
    name = "profile",
    description = {
      "Makes profiles of elastic tasks from finished runs: MapReduce job histories with their"
          + " configurations, histories of Tez's SimpleHistoryLoggingService, and event logs of"
          + " Spark, plain, rolling or compressed. Each job must"
          + " have run on similar data with at least two memory sizes, one of them sufficient."
          + " Prints a table, and the reason where a class of tasks has no profile.",
      "With --watch it goes on until it is stopped: a profile that no longer describes the last"
          + " runs is replaced or removed.",
      "Ends with 0 if there are profiles, 1 if there are none or something"
          + " failed, 2 for a wrong command line."
    },
    sortOptions = false,
    footer = {
      "Example:",
      "  bin/yarnext profile --out profiles.json hdfs:///mr-history/done /tez-history"
    },
    usageHelpWidth = 110)
public final class ProfileCommand implements Callable<Integer> {
  private static final List<String> FRAMEWORKS = Arrays.asList("mapreduce", "tez", "spark");

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "file of profiles to write; if it exists, its other profiles stay, and"
              + " its previous version is kept as FILE.before")
  private Path out;

  @Option(names = "--dry-run", description = "print the table and write nothing")
  private boolean dryRun;

  @Option(
      names = "--from",
      paramLabel = "FRAMEWORK",
      description = "only runs of mapreduce, tez or spark (default all)")
  private String from;

  @Option(
      names = "--job",
      paramLabel = "PATTERN",
      description = "only jobs whose names match this pattern with * and ? (default all)")
  private String job = "*";

  @Option(
      names = "--exact-names",
      description = "treat jobs whose names differ only in numbers or dates as different jobs")
  private boolean exactNames;

  @Option(
      names = "--rm-log",
      paramLabel = "FILE",
      description =
          "a log of the ResourceManager with audit lines and application"
              + " summaries, for the memory of each container and the names of Tez"
              + " applications; may be given several times",
      split = ",")
  private List<String> logs = new ArrayList<>();

  @Option(
      names = "--minimum-runs",
      paramLabel = "N",
      description = "minimum number of runs with each memory size (default 1)")
  private int minimumRuns = FitRules.MINIMUM_RUNS;

  @Option(
      names = "--max-error",
      paramLabel = "SHARE",
      description = "maximum median error of a profile (default 0.15, which is 15 %%)")
  private double maxError = FitRules.MAX_ERROR;

  @Option(
      names = "--input-tolerance",
      paramLabel = "SHARE",
      description =
          "maximum difference of a run's input from the runs of the largest size"
              + " (default 0.25)")
  private double inputTolerance = FitRules.INPUT_TOLERANCE;

  @Option(
      names = "--ideal",
      paramLabel = "TASK=MB",
      description =
          "minimum memory with which these tasks, maps or a Tez vertex that"
              + " sorts, write no spills; default: as the runs show",
      split = ",")
  private Map<String, Long> idealMb = new LinkedHashMap<>();

  @Mixin private WatchOptions watch = new WatchOptions();

  @Option(names = "--help", usageHelp = true, description = "this text")
  boolean help;

  @Parameters(
      paramLabel = "HISTORY",
      arity = "1..*",
      description =
          "files, patterns, or directories with all *.jhist, history.txt.* and event logs of Spark"
              + " below them, such as hdfs:///mr-history/done; local or on any of Hadoop's file systems")
  private List<String> places;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, ToolException, InterruptedException {
    checkOptions();
    Configuration conf = new Configuration();
    FitRules rules = new FitRules(minimumRuns, maxError, inputTolerance, idealMb);
    return watch.isOn() ? watch(conf, rules) : learn(conf, rules);
  }

  private int watch(Configuration conf, FitRules rules)
      throws IOException, ToolException, InterruptedException {
    warnWithoutLog();
    new ProfileWatch(
            conf,
            places,
            () -> log(conf),
            wanted(),
            pattern(),
            new ProfileLearner(rules.withHalfLife(watch.halfLifeMs()), watch.maxDrift()),
            new ProfileOutput(out),
            spec.commandLine().getOut(),
            err())
        .run(watch.intervalMs(), watch.iterations());
    return ExitCode.DONE;
  }

  private int learn(Configuration conf, FitRules rules) throws IOException, ToolException {
    RunCollector found =
        new RunCollector(new RunHistoryReader(conf, log(conf)), wanted(), pattern(), err());
    if (!dryRun) {
      new ProfileOutput(out).read(); // refuses a file that cannot be extended before the long work
    }
    found.read(places);
    ClassFitter fitter = new ClassFitter(rules);
    List<ClassFit> fits = new ArrayList<>();
    found.byClass().forEach((tasks, runs) -> fits.add(fitter.fit(tasks, runs)));
    PrintWriter text = spec.commandLine().getOut();
    FitTable.lines(fits).forEach(text::println);
    if (!fits.isEmpty()) {
      warnWithoutLog();
    }
    List<TaskProfile> made =
        fits.stream().map(ClassFit::profile).filter(Objects::nonNull).collect(Collectors.toList());
    if (made.isEmpty()) {
      throw new ToolException(nothingMade(fits, found.unreadable().size()));
    }
    text.println(dryRun ? "Nothing was written (--dry-run)." : write(made));
    return ExitCode.DONE;
  }

  private void warnWithoutLog() {
    if (logs.isEmpty()) {
      err()
          .println(
              "Without --rm-log all tasks are assumed to have had their requested memory: do not"
                  + " give runs made while yarn.elastic.mode was on.");
    }
  }

  private void checkOptions() {
    if (out == null && !dryRun) {
      throw misuse("Give --out FILE, or --dry-run to see only the table.");
    }
    if (watch.isOn() && dryRun) {
      throw misuse("--watch keeps --out up to date, and --dry-run writes nothing: remove one.");
    }
    watch.check();
    if (from != null && !FRAMEWORKS.contains(from)) {
      throw misuse("--from " + from + " is none of " + FRAMEWORKS + ": correct it.");
    }
    if (minimumRuns < 1) {
      throw misuse("--minimum-runs " + minimumRuns + " is below 1: correct it.");
    }
    if (!(maxError > 0) || !(inputTolerance >= 0)) {
      throw misuse(
          "--max-error must be above 0 and --input-tolerance 0 or more: correct" + " them.");
    }
    idealMb.forEach(
        (task, mb) -> {
          if (mb == null || mb < 1) {
            throw misuse("--ideal " + task + "=" + mb + " is not a memory size in MB: correct it.");
          }
        });
  }

  private CommandLine.ParameterException misuse(String message) {
    return new CommandLine.ParameterException(spec.commandLine(), message);
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }

  private Predicate<TaskClassRun> wanted() {
    NamePattern name = new NamePattern(job);
    return run ->
        name.matches(run.job()) && (from == null || from.equalsIgnoreCase(run.framework()));
  }

  private UnaryOperator<String> pattern() {
    return exactNames ? UnaryOperator.identity() : JobPattern::of;
  }

  private ResourceManagerLog log(Configuration conf) throws IOException, ToolException {
    ResourceManagerLog known = new ResourceManagerLog();
    for (String place : logs) {
      err().println("Reading " + place + ".");
      try (InputStream in = RunHistoryReader.open(place, conf)) {
        known.read(in);
      } catch (IOException e) {
        throw new ToolException(
            "--rm-log " + place + " cannot be read (" + e + "): check the path.", e);
      }
    }
    if (!logs.isEmpty() && known.isEmpty()) {
      throw new ToolException(
          "No log given with --rm-log has audit lines of allocated containers or application"
              + " summaries: give the logs of the time of the runs, with RMAuditLogger at INFO.");
    }
    return known;
  }

  /** Writes the profiles; returns a sentence about the result. */
  private String write(List<TaskProfile> made) throws IOException, ToolException {
    boolean isWritten = new ProfileOutput(out).write(before -> ProfileMerge.merge(before, made));
    String profiles = made.size() + (made.size() == 1 ? " profile" : " profiles");
    return isWritten
        ? "Wrote " + profiles + " to " + out + "."
        : "Wrote nothing: " + out + " has the same " + profiles + " already.";
  }

  private String nothingMade(List<ClassFit> fits, int unreadable) {
    if (!fits.isEmpty()) {
      return "No profile could be made; the lines above give the reasons and fixes.";
    }
    return "No run of a job called "
        + job
        + " succeeded in the readable histories"
        + (unreadable == 0 ? "" : " (" + unreadable + " files could not)")
        + ": give other histories or another --job.";
  }
}
