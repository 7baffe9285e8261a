// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.TerminalText;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.report.SharesReport;
import org.yarnext.tools.simulate.report.StudyReportFactory;
import org.yarnext.tools.simulate.shares.SharesStudy;
import org.yarnext.tools.simulate.study.Study;
import org.yarnext.tools.simulate.study.StudyProgress;
import org.yarnext.tools.simulate.study.StudyRunner;
import org.yarnext.tools.simulate.study.measure.RunResult;
import org.yarnext.tools.simulate.study.measure.StudyCell;
import org.yarnext.tools.simulate.study.paper.StudyRegistry;
import org.yarnext.tools.simulate.workload.trace.TraceLimits;
import org.yarnext.tools.simulate.world.SimulatedSystem;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Command that runs the study of a paper, or an operator's trace, on simulated systems and compares
 * them.
 */
@Command(
    name = "simulate",
    description = {
      "Simulates a workload on stock YARN's schedulers, on yarnext's and on upper bounds, and"
          + " compares them. Give the name of a study, or --trace. The same command with the same"
          + " seed gives the same result.",
      "Ends with 0 on success, 1 on failure, 2 for a wrong command line."
    },
    sortOptions = false,
    footer = {
      "Example:",
      "  bin/yarnext simulate --trace jobs.json --nodes 200 --systems capacity,elastic --out what-if"
    },
    usageHelpWidth = 110)
public final class SimulateCommand implements Callable<Integer> {
  private static final List<String> USUAL =
      Arrays.asList("fair", "elastic-fair", "capacity", "elastic-capacity", "meganode");

  private static final List<ConfigurationSchema> KEY_SETS =
      Arrays.asList(
          MercuryConfiguration.KEYS,
          ElasticConfiguration.KEYS,
          FederationConfiguration.KEYS,
          OrchestratorConfiguration.KEYS);

  @Parameters(paramLabel = "STUDY", arity = "0..1", description = "name of a study, see --list")
  private String study;

  @Option(names = "--list", description = "list the studies and systems, and exit")
  private boolean list;

  @Mixin private TraceOptions trace = new TraceOptions();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description =
          "number of nodes, and in some studies also of jobs (default: the paper's; for a trace its"
              + " own, or 100)")
  private Integer givenNodes;

  @Option(
      names = "--cells",
      paramLabel = "TEXT",
      description = "run only the cells of a study whose table line contains this text")
  private String part = "";

  @Option(
      names = "--systems",
      paramLabel = "A,B",
      split = ",",
      description =
          "systems to compare; a stock system is always included; the first system of each"
              + " scheduler is the baseline")
  private List<String> systems = new ArrayList<>();

  @Option(names = "--seed", paramLabel = "N", description = "the first seed (default 1)")
  private long seed = 1;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "number of seeds (default: the study's; 1 for a trace)")
  private Integer givenSeeds;

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "configuration key of the schedulers, YARN's or yarnext's, for a trace")
  private Map<String, String> keys = new LinkedHashMap<>();

  @Option(
      names = "--compare",
      paramLabel = "KEY=A,B",
      description =
          "for a trace: two or more values of a key; each system runs once with each value, stock"
              + " systems only if it is a key of YARN")
  private String compared;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "directory for CSV files and report.html; created if missing")
  private Path out;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "number of parallel runs (default: the number of cores)")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(names = "--help", usageHelp = true, description = "this text")
  boolean help;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, ToolException, InterruptedException {
    if (list) {
      StudyRegistry.all().forEach(s -> text().println(s.id() + "  " + s.about()));
      text().println(SharesStudy.ID + "  " + SharesStudy.ABOUT);
      text().println("systems: " + String.join(", ", SystemRegistry.names()));
      return ExitCode.DONE;
    }
    if (SharesStudy.ID.equals(study)) {
      return shares();
    }
    Study named = named();
    try {
      SystemSelection comparison = comparison(named);
      makeOut();
      List<StudyCell> cells =
          named == null
              ? Collections.singletonList(trace.cell(nodes(), keys, this::warn))
              : cells(named);
      if (named == null) {
        checkAll(cells.get(0), comparison.systems());
      }
      int count = seeds() > 0 ? seeds() : named == null ? 1 : named.seeds();
      List<RunResult> rows = runner().run(cells, comparison.systems(), seed, count);
      report(new StudyReportFactory(named, rows, comparison.baselines()));
      boolean none =
          named == null
              && !trace.hasLimit()
              && rows.stream().allMatch(row -> row.unfinished() == row.jobs());
      return none ? ExitCode.FAILED : ExitCode.DONE;
    } catch (SimulationException e) {
      throw new ToolException(sentence(e.getMessage()), e);
    } catch (OutOfMemoryError e) {
      throw new ToolException(
          "There is too little memory for this many tasks, or for --threads="
              + threads
              + ": use fewer threads, or divide the trace.",
          e);
    }
  }

  private int nodes() {
    return givenNodes == null ? 0 : givenNodes;
  }

  private int seeds() {
    return givenSeeds == null ? 0 : givenSeeds;
  }

  private SystemSelection comparison(Study named) {
    SystemSelection selection =
        SystemSelection.of(systems, named == null ? USUAL : named.systems(), named == null);
    if (compared == null) {
      return selection;
    }
    int end = compared.indexOf('=');
    String key = end < 0 ? "" : compared.substring(0, end).trim();
    List<String> values = new ArrayList<>();
    for (String value : compared.substring(end + 1).split(",", -1)) {
      values.add(value.trim());
    }
    if (named != null
        || key.isEmpty()
        || values.contains("")
        || values.size() < 2
        || new HashSet<>(values).size() < values.size()) {
      throw misuse(
          "--compare must be KEY=A,B with different values, and needs --trace: correct it.");
    }
    if (keys.containsKey(key) || !TraceConfiguration.isComparable(key)) {
      throw misuse("--compare does not support " + key + " here: give another key, or run twice.");
    }
    checkKeys(Collections.singleton(key), "--compare: ");
    boolean ours = KEY_SETS.stream().anyMatch(set -> key.startsWith(set.prefix()));
    SystemSelection all = selection.compared(key, values, ours);
    if (all.systems().size() == selection.systems().size()) {
      throw misuse(
          "--compare: " + key + " has no effect on stock systems: select others with --systems.");
    }
    return all;
  }

  /** Checks all systems before the first run, and names all that is wrong. */
  private static void checkAll(StudyCell cell, List<SimulatedSystem> systems) throws ToolException {
    Set<String> problems = new LinkedHashSet<>();
    for (SimulatedSystem system : systems) {
      try {
        system.check(cell.workload(1), cell.topology(), cell.settings());
      } catch (SimulationException e) {
        problems.add(system.name() + ": " + e.getMessage());
      }
    }
    if (!problems.isEmpty()) {
      throw new ToolException(sentence(String.join("; ", problems)));
    }
  }

  /** Returns a message in one line, with a full stop. */
  private static String sentence(String message) {
    String line = String.valueOf(message).replaceAll("\\s+", " ").trim();
    return line.endsWith(".") ? line : line + ".";
  }

  private void makeOut() throws ToolException {
    if (out != null) {
      try {
        Files.createDirectories(out);
      } catch (IOException e) {
        throw new ToolException(
            "Cannot make --out="
                + out
                + " ("
                + e.getClass().getSimpleName()
                + "): name a directory to write to.",
            e);
      }
      if (!Files.isWritable(out)) {
        throw new ToolException("Cannot write to --out=" + out + ": name a directory to write to.");
      }
    }
  }

  private void warn(String line) {
    spec.commandLine().getErr().println(TerminalText.of(line));
  }

  /** Runs the study of shares, which is static and therefore has no systems and no cells. */
  private int shares() throws IOException, ToolException, InterruptedException {
    if (trace.trace() != null || !systems.isEmpty() || !keys.isEmpty()) {
      throw misuse("--trace, --systems and -D do not apply to " + study + ": remove them.");
    }
    checkCounts();
    if (nodes() == 1) {
      throw misuse("--nodes must be above 1 for " + study + ": correct it.");
    }
    makeOut();
    try {
      SharesReport report =
          new SharesReport(
              SharesStudy.run(
                  nodes() == 0 ? SharesStudy.NODES : nodes(),
                  seeds() == 0 ? SharesStudy.SETUPS : seeds(),
                  seed,
                  threads));
      report.lines().forEach(text()::println);
      if (out != null) {
        text().println("Wrote " + String.join(", ", report.write(out)) + " to " + out + ".");
      }
      return ExitCode.DONE;
    } catch (SimulationException e) {
      throw new ToolException(e.getMessage(), e);
    }
  }

  private Study named() {
    if ((study == null) == (trace.trace() == null)) {
      throw misuse("Give either a study (see --list) or --trace FILE.");
    }
    checkCounts();
    Study found = study == null ? null : StudyRegistry.find(study);
    if (study != null && found == null) {
      throw misuse("There is no study " + study + ": see --list.");
    }
    if (found == null && !part.isEmpty()) {
      throw misuse("--cells applies to studies only: remove it.");
    }
    if (found != null && !keys.isEmpty()) {
      throw misuse("-D applies to traces only, since a study sets its own keys: remove it.");
    }
    checkKeys(keys.keySet(), "-D: ");
    return found;
  }

  private void checkCounts() {
    checkCount("--nodes", givenNodes == null ? 1 : givenNodes, TraceLimits.MAX_NODES);
    checkCount("--seeds", givenSeeds == null ? 1 : givenSeeds, 10_000);
    checkCount("--threads", threads, 1_000);
  }

  private void checkCount(String option, int value, int max) {
    if (value < 1 || value > max) {
      throw misuse(option + "=" + value + " must be from 1 to " + max + ": correct it.");
    }
  }

  private void checkKeys(Set<String> names, String option) {
    String unknown =
        KEY_SETS.stream()
            .flatMap(set -> set.unknown(names).stream())
            .collect(Collectors.joining(" "));
    if (!unknown.isEmpty()) {
      throw misuse(option + unknown);
    }
  }

  private List<StudyCell> cells(Study named) {
    List<StudyCell> cells = new ArrayList<>(named.cells(nodes()));
    cells.removeIf(cell -> !cell.toString().contains(part));
    if (cells.isEmpty()) {
      throw misuse("No cell of " + named.id() + " has \"" + part + "\" in it: correct --cells.");
    }
    return cells;
  }

  private CommandLine.ParameterException misuse(String message) {
    return new CommandLine.ParameterException(spec.commandLine(), message);
  }

  private StudyRunner runner() {
    boolean terminal = Boolean.getBoolean("yarnext.terminal");
    return new StudyRunner(
        threads, new StudyProgress(spec.commandLine().getErr(), terminal, System::nanoTime));
  }

  private PrintWriter text() {
    return spec.commandLine().getOut();
  }

  private void report(StudyReportFactory reports) throws IOException {
    reports.lines().forEach(text()::println);
    if (out != null) {
      text().println("Wrote " + String.join(", ", reports.write(out)) + " to " + out + ".");
    }
  }
}
