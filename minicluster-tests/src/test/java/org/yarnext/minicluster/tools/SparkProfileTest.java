// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.tools;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.rules.TemporaryFolder;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.minicluster.LongRunning;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.SparkApplication;
import org.yarnext.tools.history.RunHistoryReader;
import org.yarnext.tools.history.record.ResourceManagerLog;

/**
 * An unmodified Spark application that sorts runs with three sizes of its executor. A profile is
 * learnt from the event logs of the largest and the smallest, and predicts the run time of the one
 * between them. Prints the run times; {@code -Dyarnext.spark-profile.rounds} is the number of runs
 * with each size.
 */
@Category(LongRunning.class)
public class SparkProfileTest {
  private static final int ROUNDS = Integer.getInteger("yarnext.spark-profile.rounds", 1);
  private static final long PATIENCE_MS = 900_000;
  private static final int OVERHEAD_MB = 384;

  /** The tasks spill nothing, once and twice. */
  private static final int[] HEAPS_MB = {896, 640, 512};

  private static final int LARGEST = 0;
  private static final int PREDICTED = 1;
  private static final int TASKS = 3;
  private static final int LINES_OF_TASK = 1_000_000;

  /** Hexadecimal digits of a line. */
  private static final int DIGITS = 28;

  private static final String NO_PAUSE = "0,1,1";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void twoSizesPredictTheThird() throws Exception {
    try (MiniCluster cluster =
        MiniCluster.named("spark-profile")
            .nodes(1)
            .nodeSize(4096, 8)
            .set(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, "128")
            .set("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0")
            .start()) {
      Path text = writeText(cluster.workDir().resolve("text"));
      for (int round = 0; round < ROUNDS; round++) {
        for (int heapMb : HEAPS_MB) {
          Path output = cluster.workDir().resolve("output-" + round + "-" + heapMb);
          sort(cluster, heapMb).run(PATIENCE_MS, text, output, TASKS, NO_PAUSE, NO_PAUSE);
        }
      }
    }
    Path profiles = folder.getRoot().toPath().resolve("profiles.json");
    List<String> learn = new ArrayList<>();
    for (String option : new String[] {"profile", "--from", "spark", "--max-error", "100"}) {
      learn.add(option);
    }
    learn.add("--out");
    learn.add(profiles.toString());
    for (int size = 0; size < HEAPS_MB.length; size++) {
      if (size != PREDICTED) {
        learn.add(events(HEAPS_MB[size]).toString());
      }
    }
    String said = ToolRun.done(learn.toArray(new String[0]));
    TaskProfile profile = ProfileFile.read(profiles).find("sort", "SPARK", "executor");
    double predictedMs = profile.model().runTimeMs(HEAPS_MB[PREDICTED] + OVERHEAD_MB);
    double[] ms = new double[HEAPS_MB.length];
    for (int size = 0; size < ms.length; size++) {
      ms[size] = medianMs(HEAPS_MB[size]);
    }
    double error = predictedMs / ms[PREDICTED] - 1;
    String result =
        String.format(
            Locale.ROOT,
            "Heaps of 896, 640 and 512 MB: %.0f, %.0f and %.0f ms; predicted for 640 MB: %.0f ms"
                + " (%+.1f %%), from%n%s",
            ms[0],
            ms[PREDICTED],
            ms[2],
            predictedMs,
            100 * error,
            said);
    System.out.println(result);
    assertTrue(result, predictedMs >= 0.99 * ms[LARGEST]);
    assertEquals(result, 0, error, 0.5); // other work on the machine disturbs each run
  }

  private SparkApplication sort(MiniCluster cluster, int heapMb) throws IOException {
    return new SparkApplication(cluster, "org.yarnext.spark.RecordSort")
        .set("spark.app.name", "sort")
        .executors(1)
        .executorMemory(heapMb, OVERHEAD_MB)
        // A smaller share than by default, so that less data is enough to spill.
        .set("spark.memory.fraction", "0.3")
        .eventLog(Files.createDirectories(events(heapMb)));
  }

  private Path events(int heapMb) {
    return folder.getRoot().toPath().resolve("events-" + heapMb);
  }

  private double medianMs(int heapMb) throws Exception {
    RunHistoryReader reader =
        new RunHistoryReader(
            new org.apache.hadoop.conf.Configuration(false), new ResourceManagerLog());
    List<Double> ms = new ArrayList<>();
    for (org.apache.hadoop.fs.Path log : reader.find(events(heapMb).toString())) {
      ms.add(reader.read(log).get(0).sizes().get(0).ms());
    }
    return StatUtils.percentile(ms.stream().mapToDouble(Double::doubleValue).toArray(), 50);
  }

  /** Writes lines of random digits, one file for each task. */
  private static Path writeText(Path directory) throws IOException {
    Files.createDirectories(directory);
    SplittableRandom random = new SplittableRandom(5);
    for (int file = 0; file < TASKS; file++) {
      try (BufferedWriter out = Files.newBufferedWriter(directory.resolve("f" + file), US_ASCII)) {
        for (int i = 0; i < LINES_OF_TASK; i++) {
          for (int n = 0; n < DIGITS; n++) {
            out.write(Character.forDigit(random.nextInt(16), 16));
          }
          out.write('\n');
        }
      }
    }
    return directory;
  }
}
