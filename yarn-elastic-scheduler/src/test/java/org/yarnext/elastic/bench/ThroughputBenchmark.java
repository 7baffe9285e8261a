// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.yarnext.elastic.rm.world.SchedulerKind;

/**
 * How many containers a scheduler grants in a second of its thread's CPU time: stock, ours where no
 * job has a profile, and ours where all have one. Each is a process of its own; they do the same
 * work in turns, round by round, so that whatever slows the machine slows all of them. Prints the
 * medians, and those of the ratios to stock within a round.
 */
final class ThroughputBenchmark {
  /** Seconds of the cluster's time in a turn: of about equal length for stock. */
  private static final int SECONDS_FAIR = 1;

  private static final int SECONDS_CAPACITY = 6;
  private static final int SECONDS_REFUSED = 20;
  private static final String HEAP = "2g";

  private final int forks;
  private final int warmUps;
  private final int rounds;

  private ThroughputBenchmark(int forks, int warmUps, int rounds) {
    this.forks = forks;
    this.warmUps = warmUps;
    this.rounds = rounds;
  }

  /**
   * @param args forks, rounds to warm up and rounds in each; then the bases and loads, or all
   */
  public static void main(String[] args) throws Exception {
    ThroughputBenchmark throughput =
        new ThroughputBenchmark(
            Integer.parseInt(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
    List<String> wanted = Arrays.asList(args).subList(3, args.length);
    for (SchedulerKind base : SchedulerKind.values()) {
      for (BusyCluster.Load load : BusyCluster.Load.values()) {
        if (wanted.isEmpty() || wanted.contains(base.name()) && wanted.contains(load.name())) {
          throughput.measure(base, load);
        }
      }
    }
  }

  private static int seconds(SchedulerKind base, BusyCluster.Load load) {
    if (!load.ends()) {
      return SECONDS_REFUSED;
    }
    return base == SchedulerKind.FAIR ? SECONDS_FAIR : SECONDS_CAPACITY;
  }

  private void measure(SchedulerKind base, BusyCluster.Load load) throws Exception {
    Map<BusyCluster.Scheduler, List<Turn>> turns = new EnumMap<>(BusyCluster.Scheduler.class);
    for (BusyCluster.Scheduler each : BusyCluster.Scheduler.values()) {
      turns.put(each, new ArrayList<>());
    }
    for (int fork = 0; fork < forks; fork++) {
      fork(base, load, turns);
    }
    List<Turn> stock = turns.get(BusyCluster.Scheduler.STOCK);
    turns.forEach((scheduler, its) -> print(base, load, scheduler, its, stock));
  }

  private void fork(
      SchedulerKind base, BusyCluster.Load load, Map<BusyCluster.Scheduler, List<Turn>> turns)
      throws Exception {
    Map<BusyCluster.Scheduler, Worker> workers = new EnumMap<>(BusyCluster.Scheduler.class);
    try {
      for (BusyCluster.Scheduler each : BusyCluster.Scheduler.values()) {
        workers.put(each, new Worker(base, each, load));
      }
      for (Worker worker : workers.values()) {
        worker.answer();
      }
      List<BusyCluster.Scheduler> order = new ArrayList<>(workers.keySet());
      for (int round = -warmUps; round < rounds; round++) {
        for (BusyCluster.Scheduler each : order) {
          Turn turn = workers.get(each).turn(seconds(base, load));
          if (round >= 0) {
            turns.get(each).add(turn);
          }
        }
        order.add(order.remove(0));
      }
    } finally {
      for (Worker worker : workers.values()) {
        worker.close();
      }
    }
  }

  private static void print(
      SchedulerKind base,
      BusyCluster.Load load,
      BusyCluster.Scheduler scheduler,
      List<Turn> turns,
      List<Turn> stock) {
    double[] micros = turns.stream().mapToDouble(turn -> turn.micros(load)).toArray();
    System.out.printf(
        Locale.ROOT,
        "%-12s %-8s %-5s %8.2f us a %s (%7.0f a second), to stock %s; with masters' calls %s%n",
        load,
        base,
        scheduler,
        at(micros, 0.5),
        load.ends() ? "container" : "heartbeat",
        1e6 / at(micros, 0.5),
        ratios(turns, stock, turn -> turn.micros(load)),
        ratios(turns, stock, turn -> turn.allMicros(load)));
  }

  /** The median within a round, and between which four in five are. */
  private static String ratios(List<Turn> turns, List<Turn> stock, ToDoubleFunction<Turn> value) {
    double[] ratios = new double[turns.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = value.applyAsDouble(turns.get(i)) / value.applyAsDouble(stock.get(i));
    }
    return String.format(
        Locale.ROOT, "%.3f (%.3f to %.3f)", at(ratios, 0.5), at(ratios, 0.1), at(ratios, 0.9));
  }

  private static double at(double[] values, double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.round(share * (sorted.length - 1))];
  }

  /** Work of one thread in one turn. */
  private static final class Turn {
    final long nodeNanos;
    final long masterNanos;
    final int seconds;
    final long containers;

    Turn(String answer, int seconds) {
      String[] numbers = answer.split(" ");
      this.nodeNanos = Long.parseLong(numbers[0]);
      this.masterNanos = Long.parseLong(numbers[1]);
      this.seconds = seconds;
      this.containers = Long.parseLong(numbers[2]);
    }

    /** Returns the time per granted container, or per heartbeat without grants, in µs. */
    double micros(BusyCluster.Load load) {
      return nodeNanos / 1e3 / count(load);
    }

    double allMicros(BusyCluster.Load load) {
      return (nodeNanos + masterNanos) / 1e3 / count(load);
    }

    private double count(BusyCluster.Load load) {
      return load.ends() ? containers : ThroughputWorker.NODES * seconds;
    }
  }

  private static final class Worker implements AutoCloseable {
    private final Process process;
    private final BufferedReader answers;
    private final PrintStream turns;

    Worker(SchedulerKind base, BusyCluster.Scheduler scheduler, BusyCluster.Load load)
        throws IOException {
      List<String> command =
          new ArrayList<>(
              Arrays.asList(
                  System.getProperty("java.home")
                      + File.separator
                      + "bin"
                      + File.separator
                      + "java",
                  "-Xms" + HEAP,
                  "-Xmx" + HEAP,
                  "-classpath",
                  System.getProperty("java.class.path")));
      command.addAll(Arrays.asList(System.getProperty("throughput.options", "").split(" ")));
      command.removeIf(String::isEmpty);
      command.addAll(
          Arrays.asList(
              ThroughputWorker.class.getName(), base.name(), scheduler.name(), load.name()));
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
      turns = new PrintStream(process.getOutputStream(), true, "UTF-8");
    }

    String answer() throws IOException {
      String answer = answers.readLine();
      if (answer == null) {
        throw new IllegalStateException("A worker has ended; its error is above");
      }
      return answer;
    }

    Turn turn(int seconds) throws IOException {
      turns.println(seconds);
      return new Turn(answer(), seconds);
    }

    @Override
    public void close() throws IOException {
      turns.close();
      try {
        if (process.waitFor() != 0) {
          throw new IllegalStateException("A worker has failed; its error is above");
        }
      } catch (InterruptedException e) {
        process.destroy();
        Thread.currentThread().interrupt();
      }
    }
  }
}
