// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.tez;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.yarnext.minicluster.jobs.TezWordCount;
import org.yarnext.tez.policy.estimate.VertexRunSummary;

/**
 * An unmodified Tez DAG comes to the right result with estimates on: its second run knows from the
 * first how long its tasks take before one of them has ended, and its containers say so. On one
 * cluster, so that lines of the logs are those that a run adds, and with both samples as they are.
 */
public class TezEstimatorTest {
  /** More than the cluster runs at once: there is no guaranteed container for some of them. */
  private static final int TOKENIZERS = 10;

  private static final int VERTICES = 3;

  private static final int MAX_RUNS = 4;

  /** Longer than a run on any machine. */
  private static final long DEFAULT_RUN_MS = 3_600_000;

  /** Longer than tasks run on a machine that stands still for a while, shorter than the default. */
  private static final String THRESHOLD = "10m";

  private static final String KEPT = "Saved the history of (3) vertices of OrderedWordCount";
  private static final String ESTIMATES = "(Estimates of .*)";
  private static final String FAILED = "(Feature tez-estimator failed)";
  private static final String FIRST_WAVE =
      "Tokenizer: [1-9]\\d* tasks of the first wave, error median (\\d+) %";

  private static EstimatedTez tez;

  @BeforeClass
  public static void start() throws IOException {
    tez = EstimatedTez.start("tez-estimator", TOKENIZERS, 20_000);
  }

  @AfterClass
  public static void close() throws IOException {
    if (tez != null) {
      tez.close();
    }
  }

  private static Path history(String test) {
    return tez.cluster().workDir().resolve("history-" + test);
  }

  private static TezWordCount job(String test) {
    return tez.job().set("tez.estimator.history.dir", history(test).toString());
  }

  private static TezWordCount recurring() {
    return job("recurring")
        .set("tez.estimator.default-run-time", DEFAULT_RUN_MS + "ms")
        .set("tez.estimator.hybrid.threshold", THRESHOLD);
  }

  @Test
  public void secondRunUsesTheEstimatesOfTheFirst() throws IOException {
    final List<Long> before = tez.declared();
    final int kept = tez.masterLines(KEPT).size();
    final int estimates = tez.masterLines(ESTIMATES).size();
    final List<String> errorsBefore = tez.masterLines(FIRST_WAVE);
    tez.run(recurring());
    tez.awaitMasterLines(kept + 1, KEPT);
    final List<Long> first = EstimatedTez.added(tez.declared(), before);
    final List<String> firstErrors = tez.masterLines(FIRST_WAVE);
    long least = Collections.min(first);
    assertTrue(
        "nothing is known of the first wave: " + first, Collections.max(first) >= DEFAULT_RUN_MS);
    final long opportunistic = tez.opportunistic();

    int runs = 1;
    // Where the machine stands still as a run begins, the ResourceManager knows no fresh node.
    while (tez.opportunistic() == opportunistic && runs < MAX_RUNS) {
      tez.run(recurring());
      runs++;
      tez.awaitMasterLines(kept + runs, KEPT);
    }
    List<Long> all = EstimatedTez.added(tez.declared(), before);
    assertTrue(all + " after " + first, all.size() > first.size());
    assertTrue("shorter than the default: " + all, Collections.min(all) < least);
    List<String> lines = tez.masterLines(ESTIMATES);
    assertTrue(
        "opportunistic from the first wave on: " + all + " " + lines,
        tez.opportunistic() > opportunistic);
    assertEquals(estimates + runs * VERTICES, lines.size());
    int unknown = only(EstimatedTez.added(firstErrors, errorsBefore));
    for (String known : EstimatedTez.added(tez.masterLines(FIRST_WAVE), firstErrors)) {
      assertTrue(known + " % after " + unknown + " %", Integer.parseInt(known) < unknown / 10);
    }

    final long ofAll = tez.opportunistic();
    tez.run(recurring().set("tez.estimator.hybrid.production-dags", "Ordered*"));
    assertEquals("of the same DAG, which is now production", ofAll, tez.opportunistic());
    assertEquals(0, tez.masterLines(FAILED).size());
  }

  private static int only(List<String> percents) {
    assertEquals(percents.toString(), 1, percents.size());
    return Integer.parseInt(percents.get(0));
  }

  /** The estimates are made as in mode on, from what is known of each split before a task runs. */
  @Test
  public void shadowModeChangesNothing() throws IOException {
    // of 20 kB each they are known to run for more than six seconds, and for one on average
    EstimatedTez.ran(
        history("shadow"), new VertexRunSummary(Collections.nCopies(5, 1_000.0), 14_500, 1, 0));
    final List<Long> declared = tez.declared();
    final long opportunistic = tez.opportunistic();
    final int estimates = tez.masterLines(ESTIMATES).size();
    tez.runOnLittle(
        job("shadow")
            .set("tez.estimator.mode", "shadow")
            .set("tez.am.log.level", "INFO;org.yarnext.tez.am.DagState=DEBUG"));
    tez.awaitMasterLines(estimates + VERTICES, ESTIMATES);
    assertEquals(
        Collections.singleton("6"),
        new HashSet<>(
            tez.masterLines("vertex Tokenizer: expected (\\d+)\\d{3} ms, .*, of the first wave")));
    assertEquals(declared.size(), tez.declared().size());
    assertEquals(opportunistic, tez.opportunistic());
  }

  @Test
  public void refusedConfigurationLeavesTezStock() throws IOException {
    final List<Long> declared = tez.declared();
    tez.runOnLittle(job("refused").set("tez.estimator.mode", "maybe"));
    assertEquals(1, tez.masterLines("(tez.estimator.mode=maybe is not one of)").size());
    assertEquals(declared.size(), tez.declared().size());
    assertTrue("nothing is kept", Files.notExists(history("refused")));
  }
}
