// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;
import org.yarnext.tools.CommandRun;

/** Runs traces through the command. */
abstract class TraceTestBase {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  @Rule public final Timeout timeout = new Timeout(15, TimeUnit.MINUTES);

  final ClassLoader before = Thread.currentThread().getContextClassLoader();

  @After
  public void leaveTheDirectory() {
    Thread.currentThread().setContextClassLoader(before);
  }

  static String file(String name) throws Exception {
    return Paths.get(TraceTestBase.class.getResource("/traces/" + name).toURI()).toString();
  }

  final String written(String text) throws Exception {
    return written(text.getBytes(StandardCharsets.UTF_8));
  }

  final String written(byte[] bytes) throws Exception {
    return Files.write(folder.newFile().toPath(), bytes).toString();
  }

  static CommandRun simulate(String trace, String... more) {
    List<String> args = new ArrayList<>(Arrays.asList("simulate", "--trace", trace));
    args.addAll(Arrays.asList("--threads", "1"));
    args.addAll(Arrays.asList(more));
    if (!args.contains("--systems")) {
      args.addAll(Arrays.asList("--systems", "fair,capacity"));
    }
    if (!args.contains("--nodes") && !args.contains("--topology")) {
      args.addAll(Arrays.asList("--nodes", "2"));
    }
    return CommandRun.of(args.toArray(new String[0]));
  }

  /** Runs a trace and returns the lines of jobs.csv of one system, or with {@code ""} of all. */
  final List<String[]> jobs(String system, String trace, String... more) throws Exception {
    File out = folder.newFolder();
    List<String> args = new ArrayList<>(Arrays.asList(more));
    args.addAll(Arrays.asList("--out", out.getPath()));
    CommandRun run = simulate(trace, args.toArray(new String[0]));
    assertEquals(run.toString(), 0, run.status);
    List<String[]> jobs = new ArrayList<>();
    for (String line : Files.readAllLines(out.toPath().resolve("jobs.csv"))) {
      String[] fields = line.split(",", -1);
      if (fields[2].equals(system)) {
        jobs.add(fields);
      }
    }
    return jobs;
  }

  static double seconds(String[] job) {
    return Double.parseDouble(job[12]);
  }

  static void assertRefused(String part, CommandRun run) {
    assertTrue(run.toString(), run.status == 1 || run.status == 2);
    assertTrue(run.toString(), run.err.contains(part));
    assertFalse(run.toString(), run.err.contains("Exception: "));
    if (run.status == 1) {
      String last = run.err.trim();
      last = last.substring(last.lastIndexOf('\n') + 1);
      assertTrue(run.toString(), last.startsWith("yarnext simulate: ") && last.endsWith("."));
    }
  }

  static void assertNamed(String part, CommandRun run) {
    assertEquals(run.toString(), 0, run.status);
    assertTrue(run.toString(), run.err.contains(part));
  }
}
