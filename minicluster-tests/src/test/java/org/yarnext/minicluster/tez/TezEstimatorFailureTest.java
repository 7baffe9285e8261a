// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.tez;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.yarnext.minicluster.LongRunning;
import org.yarnext.minicluster.jobs.TezWordCount;
import org.yarnext.tez.am.FailingEstimator;
import org.yarnext.tez.am.FailingTaskScheduler;

/**
 * A DAG comes to the right result when its estimates fail in every way, and without containers that
 * are used again. On one cluster, so that lines of the logs are those that a run adds.
 */
@Category(LongRunning.class)
public class TezEstimatorFailureTest {
  /** More than the cluster runs at once. */
  private static final int TOKENIZERS = 9;

  private static final int TASKS = TOKENIZERS + 2;
  private static final String KEPT = "Saved the history of (\\d+ vertices) of OrderedWordCount";
  private static final String NOT_READ = "The history (could not be read for OrderedWordCount)";
  private static final String NOT_KEPT = "The history (could not be saved for OrderedWordCount)";
  private static final String FAILED = "Feature tez-estimator failed at hook (\\S+);";

  private static EstimatedTez tez;

  @BeforeClass
  public static void start() throws IOException {
    tez = EstimatedTez.startWithLongQueues("tez-failures", TOKENIZERS, 20_000);
  }

  @AfterClass
  public static void close() throws IOException {
    if (tez != null) {
      tez.close();
    }
  }

  private static Path directory(String name) {
    return tez.cluster().workDir().resolve(name);
  }

  private static TezWordCount job(Path history) {
    return tez.job().set("tez.estimator.history.dir", history.toString());
  }

  @Test
  public void estimatesRefineWithoutReuseAndWithoutAUsableHistory() throws IOException {
    Path file = Files.createFile(directory("no-directory"));
    final List<Long> declaredBefore = tez.declared();
    final List<String> failedBefore = tez.masterLines(FAILED);
    String later = "vertex Tokenizer: \\d+ tasks of the first wave, .*; ([1-9]\\d*) later ones,";
    final int before = tez.masterLines(later).size();
    tez.run(
        job(file.resolve("history"))
            .set("tez.am.container.reuse.enabled", "false")
            .set("tez.estimator.default-run-time", "1h"));
    tez.awaitMasterLines(before + 1, later);
    tez.awaitMasterLines(1, NOT_KEPT);
    List<Long> declared = EstimatedTez.added(tez.declared(), declaredBefore);
    assertTrue("each task has a container: " + declared, declared.size() >= TASKS);
    long defaultMs = 3_600_000;
    assertTrue("of the first wave: " + declared, Collections.max(declared) > defaultMs);
    long refined = declared.stream().filter(ms -> ms < defaultMs).count();
    assertTrue("tokenizers of the second, too: " + declared, refined > TASKS - TOKENIZERS);
    assertEquals("the guard counts histories apart", failedBefore, tez.masterLines(FAILED));
  }

  @Test
  public void damagedHistoryIsIgnoredAndReplaced() throws IOException {
    Path history = directory("damaged");
    EstimatedTez.ran(history);
    for (Path file : histories(history)) {
      Files.write(file, "{damaged".getBytes(UTF_8));
    }
    final List<String> failedBefore = tez.masterLines(FAILED);
    final int notRead = tez.masterLines(NOT_READ).size();
    final int kept = tez.masterLines(KEPT).size();
    tez.run(job(history));
    tez.awaitMasterLines(kept + 1, KEPT);
    assertEquals(notRead + 1, tez.masterLines(NOT_READ).size());
    List<Path> files = histories(history);
    assertEquals(files.toString(), 1, files.size());
    String text = new String(Files.readAllBytes(files.get(0)), UTF_8);
    assertTrue(text, text.contains("Summation"));
    assertEquals(failedBefore, tez.masterLines(FAILED));
  }

  private static List<Path> histories(Path history) throws IOException {
    try (Stream<Path> files = Files.walk(history)) {
      return files.filter(file -> file.toString().endsWith(".json")).collect(Collectors.toList());
    }
  }

  @Test
  public void hookFailuresAreCountedAndHiddenFromTez() throws IOException {
    Path history = directory("failing");
    EstimatedTez.ran(history);
    final long opportunistic = tez.opportunistic();
    tez.run(
        job(history)
            .set("tez.estimator.hybrid.threshold", "1h")
            .set("tez.estimator.hybrid.percent", "100")
            .set("tez.am.yarn.scheduler.class", FailingTaskScheduler.class.getName())
            .set("tez.am.task.estimator.class", FailingEstimator.class.getName())
            .set("tez.am.speculation.enabled", "true")
            .set("tez.am.task.max.failed.attempts", "1")
            .set("tez.estimator.guard.failures-to-trip", "1000"));
    assertTrue("some were in queues", tez.opportunistic() > opportunistic);
    String[] all = {
      "tez.requested", "tez.overdue", "tez.left", "tez.keep", "tez.enroll", "tez.update",
    };
    for (String hook : all) {
      tez.awaitMasterLines(1, "Hook (" + hook + ") failed [1-9]\\d* times");
      assertEquals("logged once", 1, Collections.frequency(tez.masterLines(FAILED), hook));
    }
  }
}
