// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.tez;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.tez.examples.HashJoinExample;
import org.apache.tez.examples.JoinDataGen;
import org.apache.tez.examples.JoinValidate;
import org.apache.tez.examples.SortMergeJoinExample;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.rules.TemporaryFolder;
import org.yarnext.minicluster.LongRunning;
import org.yarnext.minicluster.jobs.SkewedCount;
import org.yarnext.minicluster.jobs.SkewedText;
import org.yarnext.minicluster.jobs.TezSession;
import org.yarnext.minicluster.jobs.WordCountResult;
import org.yarnext.minicluster.jobs.WordText;

/**
 * Tez's joins, by hash, by broadcast and by sorting, and a skewed DAG come to the right result in
 * one session with estimates, Mercury, elastic scheduling and speculation on; what a DAG's earlier
 * tasks, its other vertices and its earlier runs tell is nearer to the truth than what is taken
 * where nothing is known.
 */
@Category(LongRunning.class)
public class TezEstimatorSessionTest {
  private static final int TASKS = 4;

  /** More than the cluster runs at once: some begin when others have ended. */
  private static final int SCANNERS = 9;

  /** Tez asks for the scanners of a DAG of two vertices at this priority. */
  private static final int SCANNER_PRIORITY = 5;

  private static final String SESSION = "joins";
  private static final String MEDIAN = "median (\\d+) %";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private EstimatedTez tez;

  @Before
  public void start() throws IOException {
    tez = EstimatedTez.startWithElasticity("tez-session", 1, 1_000, profiles());
  }

  private Path profiles() throws IOException {
    String text =
        String.format(
            Locale.ROOT,
            "{\"version\": 1, \"profiles\": [{\"job\": \"%s\", \"framework\": \"TEZ\","
                + " \"task\": \"Tokenizer\", \"priority\": %d, \"model\": \"step\","
                + " \"idealMb\": 512, \"idealMs\": 6000, \"undersized\": 1.1,"
                + " \"outputMb\": 1}]}",
            SESSION,
            SCANNER_PRIORITY);
    return Files.write(folder.newFile().toPath(), text.getBytes(UTF_8));
  }

  @After
  public void close() throws IOException {
    tez.close();
  }

  @Test
  public void joinsAndASkewedCountRunInOneSession() throws IOException {
    Map<String, String> settings = tez.settings();
    settings.put("tez.am.speculation.enabled", "true");
    // so that neither the default is near nor a known task long on any machine
    settings.put("tez.estimator.default-run-time", "2m");
    settings.put("tez.estimator.hybrid.threshold", "1h");
    settings.put("tez.estimator.hybrid.percent", "100");
    String tasks = Integer.toString(TASKS);
    try (TezSession session = TezSession.start(tez.cluster(), SESSION, settings)) {
      Path text = tez.cluster().workDir().resolve("skewed-text");
      SkewedText.write(text, 7, SCANNERS, 400_000);
      session.run(new SkewedCount(), text.toUri().toString(), at("counts"), tasks);
      assertEquals(WordText.count(text), WordCountResult.read(path("counts"), 0).counts);
      assertTrue("some scanners had less memory", tez.undersized() > 0);
      session.run(
          new JoinDataGen(), at("large"), "400000", at("small"), "100000", at("right"), tasks);
      session.run(new HashJoinExample(), at("large"), at("small"), tasks, at("hash"));
      final List<Integer> unknown = firstWaves("HashJoinExample", "\\S+", 3);
      session.run(new HashJoinExample(), at("large"), at("small"), tasks, at("hash2"));
      List<Integer> known = EstimatedTez.added(firstWaves("HashJoinExample", "\\S+", 6), unknown);
      assertTrue(known + " after " + unknown, max(known) < max(unknown) / 2);
      session.run(
          new HashJoinExample(), at("large"), at("small"), "1", at("broadcast"), "doBroadcast");
      session.run(new SortMergeJoinExample(), at("large"), at("small"), tasks, at("sorted"));
      for (String joined : new String[] {"hash", "hash2", "broadcast", "sorted"}) {
        assertEquals(joined, lines("right"), lines(joined));
      }
      session.run(new JoinValidate(), at("right"), at("hash"));
    }
    int skewed = max(firstWaves("SkewedCount", "Tokenizer", 1));
    int later =
        max(
            percents(
                "Estimates of SkewedCount, vertex Tokenizer: .* later ones, error " + MEDIAN, 1));
    assertTrue(later + " after " + skewed, later < skewed);
    int inputs = max(firstWaves("SortMergeJoinExample", "input\\d", 2));
    int joiner = max(firstWaves("SortMergeJoinExample", "joiner", 1));
    assertTrue(joiner + " after " + inputs, joiner < inputs);
    assertTrue("some were opportunistic", tez.opportunistic() > 0);
    List<String> kept = tez.awaitMasterLines(7, "Saved the history of \\d+ vertices of (\\S+)");
    assertTrue(kept.toString(), kept.contains("HashJoinExample"));
    assertTrue(kept.toString(), kept.contains("SortMergeJoinExample"));
    assertTrue(kept.toString(), kept.contains("SkewedCount"));
    assertTrue("nodes were told", !tez.declared().isEmpty());
    assertEquals(0, tez.masterLines("(Feature tez-estimator failed)").size());
  }

  /** Median errors of the first waves, in percent, once there are so many. */
  private List<Integer> firstWaves(String dag, String vertex, int count) throws IOException {
    return percents(
        "Estimates of "
            + dag
            + ", vertex "
            + vertex
            + ": \\d+ tasks of the first wave, error "
            + MEDIAN,
        count);
  }

  private List<Integer> percents(String regex, int count) throws IOException {
    return tez.awaitMasterLines(count, regex).stream()
        .map(Integer::valueOf)
        .collect(Collectors.toList());
  }

  private static int max(List<Integer> percents) {
    return Collections.max(percents);
  }

  private List<String> lines(String name) throws IOException {
    List<String> lines = new ArrayList<>();
    try (DirectoryStream<Path> parts = Files.newDirectoryStream(path(name), "part-*")) {
      for (Path part : parts) {
        lines.addAll(Files.readAllLines(part));
      }
    }
    assertTrue(name, !lines.isEmpty());
    Collections.sort(lines);
    return lines;
  }

  private Path path(String name) {
    return tez.cluster().workDir().resolve("joins").resolve(name);
  }

  private String at(String name) {
    return path(name).toUri().toString();
  }
}
