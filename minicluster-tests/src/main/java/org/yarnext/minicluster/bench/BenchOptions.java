/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.minicluster.bench;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The benchmark's command line. */
final class BenchOptions {

  static final String USAGE =
      String.join(
          System.lineSeparator(),
          "yarnext bench [options]: short tasks on stock YARN's ways to place them and on Mercury, interleaved",
          "  --systems A,B    which, and in which order (default all five)",
          "  --runs N         how often each (default 5)",
          "  --nodes N        NodeManagers (default 8)",
          "  --slots N        tasks that fit on a node at once (default 2)",
          "  --jobs N         jobs in a run (default 8)",
          "  --at-once N      jobs at a time (default 4)",
          "  --tasks N        tasks of a job (default 200)",
          "  --heartbeat MS   of the nodes (default 3000)",
          "  --seed N         task durations are drawn from it (default 1)",
          "  --out DIR        where report, logs and clusters' files go (default target/bench)",
          "  --help           this text");

  List<BenchSystem> systems = Arrays.asList(BenchSystem.values());
  int runs = 5;
  int nodes = 8;
  int slots = 2;
  int jobs = 8;
  int atOnce = 4;
  int tasks = 200;
  int heartbeatMs = 3000;
  long seed = 1;
  boolean help;
  Path out;
  final Path home;
  private final List<String> arguments;

  private BenchOptions(Path home, String... args) {
    this.home = home;
    this.out = home.resolve("target").resolve("bench");
    this.arguments = Arrays.asList(args);
  }

  /**
   * @param home root of the repository
   * @throws IllegalArgumentException saying which option is wrong
   */
  static BenchOptions parse(Path home, String... args) {
    BenchOptions options = new BenchOptions(home.toAbsolutePath().normalize(), args);
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--systems":
          options.systems = new ArrayList<>();
          for (String label : value(args, ++i).split(",")) {
            options.systems.add(BenchSystem.labelled(label));
          }
          break;
        case "--runs":
          options.runs = count(args, ++i);
          break;
        case "--nodes":
          options.nodes = count(args, ++i);
          break;
        case "--slots":
          options.slots = count(args, ++i);
          break;
        case "--jobs":
          options.jobs = count(args, ++i);
          break;
        case "--at-once":
          options.atOnce = count(args, ++i);
          break;
        case "--tasks":
          options.tasks = count(args, ++i);
          break;
        case "--heartbeat":
          options.heartbeatMs = count(args, ++i);
          break;
        case "--seed":
          options.seed = count(args, ++i);
          break;
        case "--out":
          options.out = Paths.get(value(args, ++i)).toAbsolutePath().normalize();
          break;
        case "--help":
          options.help = true;
          break;
        default:
          throw new IllegalArgumentException("Unknown option " + args[i]);
      }
    }
    return options;
  }

  /** The options of the process of one run, which has two arguments of its own before them. */
  static BenchOptions ofProcess(String... args) {
    return parse(
        Paths.get(System.getProperty("yarnext.home", ".")),
        Arrays.copyOfRange(args, 2, args.length));
  }

  /** The command line again. */
  List<String> arguments() {
    return arguments;
  }

  private static String value(String[] args, int i) {
    if (i >= args.length) {
      throw new IllegalArgumentException(args[i - 1] + " needs a value");
    }
    return args[i];
  }

  private static int count(String[] args, int i) {
    String text = value(args, i);
    try {
      int count = Integer.parseInt(text);
      if (count > 0) {
        return count;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(args[i - 1] + " needs a whole number above 0, not " + text);
  }

  BenchLoad load() {
    return new BenchLoad(jobs, atOnce, tasks, 1.2, seed);
  }

  Path clusters() {
    return out.resolve("clusters");
  }

  Path log() {
    return out.resolve("daemons.log");
  }
}
