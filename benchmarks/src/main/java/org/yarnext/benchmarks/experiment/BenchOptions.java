// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Command line options of {@code yarnext bench}. */
@Command(
    name = "yarnext bench",
    description =
        "Runs the same workload on stock YARN and on yarnext, in alternating runs, and"
            + " reports the difference.",
    sortOptions = false,
    footer = {"Example:", "  bin/yarnext bench --experiment mixed --runs 3"},
    usageHelpWidth = 110)
public final class BenchOptions {

  @Option(
      names = "--experiment",
      paramLabel = "NAME",
      converter = ExperimentOfName.class,
      description =
          "the experiment (default throughput). throughput: jobs of short tasks; stragglers: the"
              + " same, but some nodes report too short a wait; policing: opportunistic tasks"
              + " beside guaranteed ones; elastic-gain: MapReduce jobs that compete for memory;"
              + " tez-gain: Tez DAGs that compete for memory; orchestrator: six kinds of jobs at"
              + " once, steered while they run; mixed: MapReduce, Tez and shell jobs beside a CPU"
              + " hog, with each feature alone and with all; spark-mix: unmodified Spark"
              + " applications that compete for memory, with each feature alone and with all;"
              + " first-runs: MapReduce jobs whose run times are not known yet;"
              + " elasticity: measured and predicted run times of map and reduce tasks with little"
              + " memory; tez-elasticity: the same for a Tez reducer; tez-estimates: estimated and"
              + " actual run times of Tez tasks; tez-mix: DAGs with and without yarnext's scheduler"
              + " and estimates; federation: a federation of separate daemons with stock's policies and with yarnext's;"
              + " zookeeper-hang: a ResourceManager while the ZooKeeper process is suspended; page:"
              + " cost of a ResourceManager's web page and metrics; overhead: cost of all features"
              + " while they have nothing to do; node-load: cost of many short containers in a"
              + " NodeManager; sls: a ResourceManager under the Scheduler Load Simulator, by number"
              + " of nodes")
  public Experiment experiment = Experiment.THROUGHPUT;

  @Option(
      names = "--systems",
      paramLabel = "A,B",
      split = ",",
      converter = SystemOfLabel.class,
      description = "systems to compare, in this order (default: all systems of the experiment)")
  public List<BenchSystem> systems = new ArrayList<>();

  @Option(
      names = "--runs",
      paramLabel = "N",
      converter = Count.class,
      description =
          "runs of each system (default 5; elasticity, federation, idle-capacity-cost, mixed,"
              + " page, tez-elasticity and zookeeper-hang 3, tez-estimates 2, first-runs and"
              + " idle-capacity-spikes 1)")
  public int runs;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      converter = Count.class,
      description =
          "number of NodeManagers (default 8; idle-capacity, idle-capacity-spikes and"
              + " node-load 1, orchestrator 2, first-runs, mixed, spark-mix and tez-gain 3, zookeeper-hang 20, overhead 200,"
              + " page 5000)")
  public int nodes;

  @Option(
      names = "--sizes",
      paramLabel = "N,N",
      split = ",",
      converter = Count.class,
      description =
          "sls: numbers of NodeManagers, each of which is measured (default 1000,5000,10000)")
  public List<Integer> sizes = new ArrayList<>();

  @Option(
      names = "--use",
      paramLabel = "idle|full",
      description =
          "sls: requests for guaranteed containers only, so that the features have nothing to do, or"
              + " also for opportunistic ones, and tasks with profiles (default idle)")
  public FeatureUse use = FeatureUse.IDLE;

  @Option(
      names = "--slots",
      paramLabel = "N",
      converter = Count.class,
      description = "number of tasks that a node runs at once (default 2)")
  public int slots = 2;

  @Option(
      names = "--heartbeat",
      paramLabel = "MS",
      converter = Count.class,
      description =
          "interval of node heartbeats in ms (default 3000; first-runs, idle-capacity, idle-capacity-spikes,"
              + " mixed and spark-mix 1000; elastic-gain,"
              + " elasticity, orchestrator, tez-gain, tez-elasticity, tez-estimates 250)")
  public int heartbeatMs;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      converter = Count.class,
      description =
          "number of jobs in a run (default 8; elastic-gain 14, first-runs 6, mixed 10, tez-mix 18, tez-gain"
              + " 7)")
  public int jobs;

  @Option(
      names = "--at-once",
      paramLabel = "N",
      converter = Count.class,
      description = "number of jobs that run at the same time (default 4)")
  public int atOnce = 4;

  @Option(
      names = "--tasks",
      paramLabel = "N",
      converter = Count.class,
      description = "number of tasks of each job (default 200)")
  public int tasks = 200;

  @Option(
      names = "--spread",
      paramLabel = "X",
      description =
          "mean task durations of the jobs lie between 1.2 s divided by X and 1.2 s times X, and"
              + " average 1.2 s over all jobs (default 1: all jobs alike)")
  public double spread = 1;

  @Option(
      names = "--stragglers",
      paramLabel = "N",
      description =
          "number of nodes that report only a fifth of their queue wait (default: a tenth of the"
              + " nodes in the stragglers experiment, otherwise none)")
  public int stragglers = -1;

  @Option(
      names = "--demand",
      paramLabel = "steady|bursts",
      description =
          "policing: whether demand for guaranteed containers is steady or comes in"
              + " bursts (default steady)")
  public GuaranteedDemand demand = GuaranteedDemand.STEADY;

  @Option(
      names = "--burst-interval",
      paramLabel = "S",
      converter = Count.class,
      description = "policing: interval of bursts in seconds (default 24)")
  public int burstInterval = 24;

  @Option(
      names = "--durations",
      paramLabel = "alike|mixed",
      description =
          "policing: durations of opportunistic tasks. alike: all the mean duration; mixed: 70 %%"
              + " of them 0.37 times, 20 %% 1.5 times and 10 %% 4.4 times the mean duration, which"
              + " they declare (default alike)")
  public TaskDurations durations = TaskDurations.ALIKE;

  /** Number of bursts in the policing history, as docs/design/mercury-policing.md advises. */
  public static final int BURSTS_REMEMBERED = 10;

  private static final int WARM_UP_S = 75;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      converter = Count.class,
      description =
          "policing, idle-capacity: measured seconds of a run (default 120); zookeeper-hang:"
              + " seconds of each suspension (default 60); page, overhead and node-load: seconds of"
              + " each measurement (default 30); idle-capacity-cost: the same (default 5); sls: measured"
              + " seconds of a run (default 30)")
  public int seconds;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      converter = Count.class,
      description =
          "policing, idle-capacity, sls: seconds of warm-up before the measurement (default "
              + WARM_UP_S
              + "; with bursts, ten intervals of bursts)")
  private Integer warmUp;

  @Option(
      names = "--task-seconds",
      paramLabel = "X",
      description =
          "policing, idle-capacity: mean duration of an opportunistic task in seconds (default 8)")
  public double mixedTaskSeconds = 8;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "seed of the random numbers, such as task durations (default 1)")
  public long seed = 1;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "sets a key of YARN or of a feature on all systems; may be repeated")
  public Map<String, String> keys = new LinkedHashMap<>();

  @Mixin public final GainOptions gain = new GainOptions();

  @Mixin public final IdleOptions idle = new IdleOptions();

  @Mixin public final SteeringOptions steering = new SteeringOptions();

  @Mixin public final ElasticityOptions elasticity = new ElasticityOptions();

  @Mixin public final TezOptions tez = new TezOptions();

  @Mixin public final FederationOptions federation = new FederationOptions();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "directory for the report, logs and files of the clusters (default target/bench)")
  public Path out;

  @Option(names = "--help", description = "this text")
  public boolean help;

  public final Path home;
  private final List<String> arguments;

  private BenchOptions(Path home, String... args) {
    this.home = home;
    this.arguments = Arrays.asList(args);
  }

  /**
   * Parses a command line.
   *
   * @param home root of the repository
   * @throws IllegalArgumentException if an option is wrong
   */
  public static BenchOptions parse(Path home, String... args) {
    BenchOptions options = new BenchOptions(home.toAbsolutePath().normalize(), args);
    try {
      new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(args);
    } catch (CommandLine.ParameterException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    if (options.spread < 1) {
      throw new IllegalArgumentException("--spread needs 1 or more, not " + options.spread);
    }
    options.fillIn();
    options.gain.check();
    options.idle.check();
    options.elasticity.check();
    options.steering.check();
    options.tez.check();
    if (options.steering.nodeCores == 0 && options.experiment != Experiment.MIXED) {
      throw new IllegalArgumentException("--node-cores needs 0.1 or more, not 0");
    }
    if (options.systems.isEmpty()) {
      options.systems = options.experiment.systems;
    }
    if (options.stragglers < 0) {
      options.stragglers = options.experiment == Experiment.STRAGGLERS ? options.nodes / 10 : 0;
    }
    options.out =
        options.out == null
            ? options.home.resolve("target").resolve("bench")
            : options.out.toAbsolutePath().normalize();
    return options;
  }

  private void fillIn() {
    nodes = nodes > 0 ? nodes : experiment.usualNodes();
    runs = runs > 0 ? runs : experiment.usualRuns();
    heartbeatMs = heartbeatMs > 0 ? heartbeatMs : experiment.usualHeartbeatMs();
    jobs = jobs > 0 ? jobs : experiment.usualJobs();
    seconds = seconds > 0 ? seconds : experiment.usualSeconds();
    federation.fillIn();
    steering.nodeCores = steering.nodeCores >= 0 ? steering.nodeCores : experiment.usualNodeCores();
  }

  /**
   * Parses the arguments of a run's process: two arguments for the run, followed by {@link
   * #arguments}.
   */
  public static BenchOptions ofProcess(String... args) {
    return parse(
        Paths.get(System.getProperty("yarnext.home", ".")),
        Arrays.copyOfRange(args, 2, args.length));
  }

  public static String usage() {
    return new CommandLine(new BenchOptions(Paths.get("."))).getUsageMessage();
  }

  private static final class SystemOfLabel implements ITypeConverter<BenchSystem> {
    @Override
    public BenchSystem convert(String label) {
      try {
        return BenchSystem.labelled(label);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  private static final class ExperimentOfName implements ITypeConverter<Experiment> {
    @Override
    public Experiment convert(String name) {
      for (Experiment experiment : Experiment.values()) {
        if (experiment.name().equalsIgnoreCase(name.replace('-', '_'))) {
          return experiment;
        }
      }
      throw new TypeConversionException(
          "No experiment "
              + name
              + "; there are "
              + Arrays.stream(Experiment.values())
                  .map(e -> e.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                  .collect(Collectors.joining(", ")));
    }
  }

  private static final class Count implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      int count;
      try {
        count = Integer.parseInt(text);
      } catch (NumberFormatException e) {
        count = 0;
      }
      if (count < 1) {
        throw new TypeConversionException("it needs a whole number above 0, not " + text);
      }
      return count;
    }
  }

  /**
   * Returns the warm-up time before policing is measured, in seconds. Bursts are predicted from the
   * ten before.
   */
  public int warmUpSeconds() {
    if (warmUp != null) {
      return warmUp;
    }
    return demand == GuaranteedDemand.BURSTS ? BURSTS_REMEMBERED * burstInterval : WARM_UP_S;
  }

  /** Returns the arguments that were parsed. */
  public List<String> arguments() {
    return arguments;
  }

  public Path clusters() {
    return out.resolve("clusters");
  }

  public Path log() {
    return out.resolve("daemons.log");
  }
}
