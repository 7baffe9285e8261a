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
package org.yarnext.minicluster.demo;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The demo's command line. */
final class DemoOptions {

  static final String USAGE =
      String.join(
          System.lineSeparator(),
          "yarnext demo [options]: the same mix of jobs on a stock cluster and on one with Mercury, side by side",
          "  --keep        leave the second cluster running until Ctrl-C, and print its web addresses",
          "  --seed N      draw sizes and arrival times from another seed (default 1)",
          "  --out DIR     where report, logs and clusters' files go (default target/demo)",
          "  --stock-only  the stock cluster alone",
          "  --help        this text");

  boolean keep;
  boolean stockOnly;
  boolean help;
  long seed = 1;
  Path out;
  final Path home;

  private DemoOptions(Path home) {
    this.home = home;
    this.out = home.resolve("target").resolve("demo");
  }

  /**
   * @param home root of the repository
   * @throws IllegalArgumentException saying which option is wrong
   */
  static DemoOptions parse(Path home, String... args) {
    DemoOptions options = new DemoOptions(home.toAbsolutePath().normalize());
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--keep":
          options.keep = true;
          break;
        case "--stock-only":
          options.stockOnly = true;
          break;
        case "--help":
          options.help = true;
          break;
        case "--seed":
          options.seed = seed(value(args, ++i));
          break;
        case "--out":
          options.out = Paths.get(value(args, ++i)).toAbsolutePath().normalize();
          break;
        default:
          throw new IllegalArgumentException("Unknown option " + args[i]);
      }
    }
    return options;
  }

  /**
   * The options of the process of one cluster: what {@link #arguments} made, after the cluster's
   * name.
   */
  static DemoOptions ofProcess(String... args) {
    return parse(
        Paths.get(System.getProperty("yarnext.home", ".")),
        Arrays.copyOfRange(args, 1, args.length));
  }

  /** The command line again. */
  List<String> arguments() {
    List<String> arguments =
        new ArrayList<>(Arrays.asList("--seed", Long.toString(seed), "--out", out.toString()));
    if (keep) {
      arguments.add("--keep");
    }
    if (stockOnly) {
      arguments.add("--stock-only");
    }
    return arguments;
  }

  private static String value(String[] args, int i) {
    if (i >= args.length) {
      throw new IllegalArgumentException(args[i - 1] + " needs a value");
    }
    return args[i];
  }

  private static long seed(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("--seed needs a whole number, not " + text, e);
    }
  }

  Path mercurySample() {
    return home.resolve("conf-samples").resolve("mercury");
  }

  /** Where the clusters work. */
  Path clusters() {
    return out.resolve("clusters");
  }

  /** The input of the word counts. */
  Path text() {
    return out.resolve("text");
  }

  Path log() {
    return out.resolve("daemons.log");
  }

  Path measurements(String cluster) {
    return out.resolve("measurements-" + cluster);
  }
}
