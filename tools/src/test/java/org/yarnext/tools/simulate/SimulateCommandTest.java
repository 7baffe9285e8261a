// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tools.CommandRun;

public class SimulateCommandTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private String trace() throws Exception {
    Path file = folder.getRoot().toPath().resolve("jobs.json");
    String job =
        "{\"job.id\": \"count-1\", \"job.tasks\": [{\"count\": 5, \"duration.ms\": 30000,"
            + " \"container.memory-mb\": 3072}]}\n";
    Files.write(file, job.getBytes(StandardCharsets.UTF_8));
    return file.toString();
  }

  @Test
  public void traceIsRunOnStockAndTheGivenSystems() throws Exception {
    String out = folder.getRoot().toPath().resolve("new/dir").toString();
    CommandRun run =
        CommandRun.of(
            "simulate", "--trace", trace(), "--nodes", "2", "--systems", "meganode", "--out", out);
    assertEquals(run.toString(), 0, run.status);
    assertTrue(run.out, run.out.contains("meganode"));
    assertTrue(run.out, run.out.contains("(1.00)"));
    String csv = new String(Files.readAllBytes(new File(out, "runs.csv").toPath()), "UTF-8");
    assertTrue(csv, csv.contains("trace,jobs.json,fair,1,1,0,"));
    assertTrue(csv, csv.contains("trace,jobs.json,meganode,1,1,0,30.000,"));
    assertTrue(new File(out, "report.html").length() > 1_000);
    csv = new String(Files.readAllBytes(new File(out, "classes.csv").toPath()), "UTF-8");
    assertTrue(csv, csv.contains("meganode,1,map,5,0,0,") && csv.contains(",100.0,30.000\n"));
  }

  @Test
  public void traceRunsOnItsOwnNodesUpToTheLimitWithWarnings() throws Exception {
    Path file = folder.newFile("own.json").toPath();
    String job =
        "{\"job.id\": \"count-1\", \"job.tasks\": [{\"duration.ms\": 30000,"
            + " \"container.host\": \"/r1/n1\"}, {\"duration.ms\": 50}]}\n";
    Files.write(file, job.getBytes(StandardCharsets.UTF_8));
    CommandRun own =
        CommandRun.of("simulate", "--trace", file.toString(), "--systems", "fair,meganode");
    assertEquals(own.toString(), 0, own.status);
    assertFalse(own.err, own.err.contains("--topology"));
    assertFalse(own.out, own.out.contains("did not finish"));
    CommandRun cut =
        CommandRun.of(
            "simulate",
            "--trace",
            file.toString(),
            "--systems",
            "fair,meganode",
            "--nodes",
            "2",
            "--limit",
            "20");
    assertEquals(cut.toString(), 0, cut.status);
    assertTrue(cut.err, cut.err.contains("1 tasks name hosts that are not nodes"));
    assertTrue(cut.out, cut.out.contains("fair, own.json, seed 1: 1 jobs did not finish"));
    CommandRun none = CommandRun.of("simulate", "--trace", trace(), "--systems", "fair,meganode");
    assertTrue(none.err, none.err.contains("The number of nodes is unknown, so 100 are simulated"));
  }

  @Test
  public void profilesMakeATraceElastic() throws Exception {
    Path profiles = folder.newFile("profiles.json").toPath();
    String json =
        "{\"version\": 1, \"profiles\": [{\"job\": \"count-*\", \"framework\": \"MAPREDUCE\","
            + " \"task\": \"map\", \"model\": \"step\", \"idealMb\": 3072, \"idealMs\": 30000,"
            + " \"undersized\": 1.2, \"outputMb\": 1}]}";
    Files.write(profiles, json.getBytes(StandardCharsets.UTF_8));
    String out = folder.getRoot().toPath().resolve("out").toString();
    CommandRun run =
        CommandRun.of(
            "simulate",
            "--trace",
            trace(),
            "--nodes",
            "1",
            "--profiles",
            profiles.toString(),
            "--master-memory",
            "0",
            "--systems",
            "fair,elastic-fair",
            "-D",
            "yarn.scheduler.fair.assignmultiple=true",
            "--out",
            out);
    assertEquals(run.toString(), 0, run.status);
    String csv = new String(Files.readAllBytes(new File(out, "classes.csv").toPath()), "UTF-8");
    assertTrue(csv, csv.contains("fair,1,map,5,0,0,"));
    assertFalse(csv, csv.contains("elastic-fair,1,map,5,0,0,"));
  }

  @Test
  public void studiesAndSystemsAreListed() {
    CommandRun run = CommandRun.of("simulate", "--list");
    assertEquals(0, run.status);
    assertTrue(run.out, run.out.contains("yarn-me-sweep  "));
    assertTrue(run.out, run.out.contains("mercury-concurrency  Mercury figure 5"));
    assertTrue(run.out, run.out.contains("elastic-capacity"));
    assertTrue(run.out, run.out.contains("mercury-distributed"));
  }

  @Test
  public void traceRunsInTheMercuryWorldWithItsKeys() throws Exception {
    String out = folder.getRoot().toPath().resolve("mercury").toString();
    CommandRun run =
        CommandRun.of(
            "simulate",
            "--trace",
            trace(),
            "--nodes",
            "2",
            "--systems",
            "stock-guaranteed,mercury-central",
            "-D",
            "yarnext.simulate.start-ms=4000",
            "--out",
            out);
    assertEquals(run.toString(), 0, run.status);
    String csv = new String(Files.readAllBytes(new File(out, "classes.csv").toPath()), "UTF-8");
    assertTrue(csv, csv.contains("mercury-central,1,map,5,0,0,"));
    assertTrue(csv, csv.contains(",34.000,"));
  }

  private CommandRun timesOf(String out, String... more) throws Exception {
    List<String> args =
        new ArrayList<>(
            Arrays.asList("simulate", "--trace", trace(), "--nodes", "2", "--out", out));
    args.addAll(Arrays.asList(more));
    CommandRun run = CommandRun.of(args.toArray(new String[0]));
    assertEquals(run.toString(), 0, run.status);
    return run;
  }

  private double seconds(String out, String system) throws Exception {
    for (String line : Files.readAllLines(new File(out, "runs.csv").toPath())) {
      String[] cells = line.split(",");
      if (cells[2].equals(system)) {
        return Double.parseDouble(cells[6]);
      }
    }
    throw new AssertionError(system);
  }

  @Test
  public void configuredHeartbeatIntervalIsUsed() throws Exception {
    String alone = "yarnext.simulate.out-of-band=false";
    String key = "yarn.resourcemanager.nodemanagers.heartbeat-interval-ms=4500";
    for (String system : Arrays.asList("fair", "stock-guaranteed")) {
      String out = folder.newFolder().getPath();
      timesOf(out, "--systems", system, "-D", alone);
      double usual = seconds(out, system);
      CommandRun run = timesOf(out, "--systems", system, "-D", alone, "-D", key);
      double slow = seconds(out, system);
      assertTrue(system + ": " + usual + ", " + slow, slow > usual + 2);
      assertTrue(run.out, run.out.contains(key));
    }
  }

  @Test
  public void configuredLeastAllocationIsUsed() throws Exception {
    String out = folder.newFolder().getPath();
    String step = "yarn.scheduler.minimum-allocation-mb=5000";
    CommandRun run = timesOf(out, "--systems", "capacity", "--master-memory", "0", "-D", step);
    assertTrue(run.out, run.out.contains(step));
    // One task of 5,000 MB at a time on each node, which has 8,192, and not two of 3,072.
    assertEquals(90, seconds(out, "capacity"), 15);
    assertRefused(
        1,
        "give one of the two",
        "simulate",
        "--trace",
        trace(),
        "--allocation-step",
        "512",
        "-D",
        step);
    assertRefused(
        1, "not a whole number above 0", "simulate", "--trace", trace(), "-D", step + " MB");
  }

  @Test
  public void keysWithoutEffectAreReportedAndNotListed() throws Exception {
    String out = folder.newFolder().getPath();
    String key = "yarn.scheduler.fair.preemption";
    CommandRun run = timesOf(out, "--systems", "fair", "-D", key + "=true");
    assertTrue(run.err, run.err.contains(key + " has no effect in a simulation"));
    assertFalse(run.out, run.out.contains(key));
  }

  @Test
  public void mercurySystemsAreComparedWithStockOfTheSameWorld() throws Exception {
    CommandRun run =
        CommandRun.of(
            "simulate", "--trace", trace(), "--nodes", "2", "--systems", "mercury-central");
    assertEquals(run.toString(), 0, run.status);
    assertTrue(run.out, run.out.contains("ratio to stock-guaranteed"));
    assertRefused(
        1,
        "have different models",
        "simulate",
        "mercury-live",
        "--systems",
        "fair,mercury-central");
  }

  @Test
  public void outputIsDeterministicPerSeed() throws Exception {
    // Of the first, one of four cells: they are alike but for the heartbeats, and take long.
    for (String[] command :
        new String[][] {
          {"yarn-me-scaling", "fair,elastic-capacity", "heartbeats of 30 s"},
          {"mercury-live", "stock-central,mercury-central,mercury-distributed", ""}
        }) {
      String study = command[0];
      String first = written("1", command);
      assertTrue(study, first.length() > 10_000);
      assertEquals(study, first, written("1", command));
      assertNotEquals(study, first, written("2", command));
    }
  }

  @Test
  public void cellsOfAStudyCanBeSelected() {
    CommandRun run =
        CommandRun.of(
            "simulate",
            "yarn-me-sweep",
            "--nodes",
            "2",
            "--systems",
            "fair,srtf",
            "--cells",
            "uniform 3.0x, 2 nodes, to 4 GB, 20 tasks, 100 s");
    assertEquals(run.toString(), 0, run.status);
    assertEquals(1, run.out.split("to 4 GB", -1).length - 1);
    assertFalse(run.out, run.out.contains("to 7 GB") || run.out.contains("exponential"));
  }

  /**
   * All that a study writes, on the terminal and in files.
   *
   * @param command the study, systems and which cells
   */
  private String written(String seed, String[] command) throws Exception {
    String out = folder.newFolder().getPath();
    CommandRun run =
        CommandRun.of(
            "simulate",
            command[0],
            "--nodes",
            "6",
            "--seeds",
            "1",
            "--seed",
            seed,
            "--systems",
            command[1],
            "--cells",
            command[2],
            "--out",
            out);
    assertEquals(run.toString(), 0, run.status);
    StringBuilder all = new StringBuilder(run.out.replace(out, "DIR"));
    File[] files = new File(out).listFiles();
    Arrays.sort(files);
    for (File file : files) {
      all.append(file.getName()).append('\n');
      all.append(new String(Files.readAllBytes(file.toPath()), StandardCharsets.UTF_8));
    }
    return all.toString();
  }

  @Test
  public void wrongCommandLinesAreRefusedWithTheFix() throws Exception {
    assertRefused(2, "either a study", "simulate");
    assertRefused(2, "no study nonsense", "simulate", "nonsense");
    assertRefused(2, "either a study", "simulate", "yarn-me-mix", "--trace", "x");
    assertRefused(2, "has \"5 nodes\" in it", "simulate", "mercury-live", "--cells", "5 nodes");
    assertRefused(2, "-D applies to traces only", "simulate", "yarn-me-mix", "-D", "a=b");
    String misspelt = "yarn.mercury.queue.oder=fifo";
    assertRefused(2, "did you mean", "simulate", "--trace", trace(), "-D", misspelt);
    assertRefused(1, "no system bogus", "simulate", "yarn-me-mix", "--systems", "bogus");
  }

  private static void assertRefused(int status, String part, String... args) {
    CommandRun run = CommandRun.of(args);
    assertEquals(run.toString(), status, run.status);
    assertTrue(run.err, run.err.contains(part));
  }
}
