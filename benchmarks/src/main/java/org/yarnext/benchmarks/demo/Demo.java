// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import org.apache.hadoop.fs.FileUtil;
import org.yarnext.benchmarks.daemons.DaemonsDemo;

/** Main class of the demo: runs the same jobs on a stock cluster and on one with the pack. */
public final class Demo {
  private Demo() {}

  /**
   * Runs the demo. Exits with 0 if all results are correct, with 1 if not or if the demo failed,
   * and with 2 if the command line is wrong.
   */
  public static void main(String[] args) {
    if (Arrays.asList(args).contains("--daemons")) {
      DaemonsDemo.main(args);
      return;
    }
    DemoOptions options;
    try {
      options = DemoOptions.parse(Paths.get(System.getProperty("yarnext.home", ".")), args);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage() + System.lineSeparator() + DemoOptions.usage());
      System.exit(2);
      return;
    }
    if (options.help) {
      System.out.println(DemoOptions.usage());
      return;
    }
    int status = 1;
    try {
      clean(options);
      readClassPath();
      status =
          options.feature == DemoFeature.MERCURY
              ? new MercuryDemo(options).run()
              : new MixedDemo(options).run();
    } catch (IOException | InterruptedException | RuntimeException e) {
      System.err.println("The demo failed: " + e.getMessage());
      System.err.println(
          "See " + options.log() + " and the containers' logs below " + options.clusters());
    }
    System.exit(status);
  }

  /** Deletes the logs and clusters of an earlier run. */
  private static void clean(DemoOptions options) throws IOException {
    Files.createDirectories(options.out);
    Files.deleteIfExists(options.log());
    FileUtil.fullyDelete(options.clusters().toFile());
  }

  /**
   * Reads the class path once, so that the first cluster does not read files from disk that the
   * second finds in the page cache.
   */
  private static void readClassPath() throws IOException {
    byte[] buffer = new byte[1 << 16];
    for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
      Path file = Paths.get(entry);
      if (Files.isRegularFile(file)) {
        try (InputStream in = Files.newInputStream(file)) {
          while (in.read(buffer) >= 0) {
            continue;
          }
        }
      }
    }
  }
}
