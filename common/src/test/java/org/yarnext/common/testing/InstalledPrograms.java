// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assume.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Programs of Debian that some tests need. A script of {@code build-tools} finds and installs them.
 * Where they are missing, the test is skipped, but fails if the environment has CI.
 */
public final class InstalledPrograms {
  private static final int NOT_INSTALLED = 125;
  private static final long LOOK_UP_SECONDS = 240;

  private InstalledPrograms() {}

  /**
   * Returns the programs that a script prints, one a line.
   *
   * @param script its name; with {@code --installed} it must install nothing, and exit with 125 if
   *     a program is missing
   */
  public static List<String> of(String script) throws IOException, InterruptedException {
    Path output = Files.createTempFile(script, ".out");
    try {
      Process process =
          new ProcessBuilder(Paths.get("..", "build-tools", script).toString(), "--installed")
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      boolean ended = process.waitFor(LOOK_UP_SECONDS, TimeUnit.SECONDS);
      process.destroy();
      String text = new String(Files.readAllBytes(output), UTF_8).trim();
      boolean required = !ended || process.exitValue() != NOT_INSTALLED || areRequired();
      assumeTrue(text, required);
      assertEquals(text, 0, process.waitFor());
      return Arrays.asList(text.split("\n"));
    } finally {
      Files.delete(output);
    }
  }

  /** Returns whether a test must not be skipped. */
  public static boolean areRequired() {
    return System.getenv("CI") != null;
  }
}
