// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.estimates;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.tez.dag.api.oldrecords.TaskAttemptState;
import org.apache.tez.dag.app.dag.Vertex;
import org.apache.tez.dag.app.dag.speculation.legacy.TaskRuntimeEstimator;
import org.apache.tez.dag.records.TezDAGID;
import org.apache.tez.dag.records.TezTaskAttemptID;
import org.apache.tez.dag.records.TezTaskID;
import org.apache.tez.dag.records.TezVertexID;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.benchmarks.estimates.EstimateRecord.Question;

/** All estimators hear and are asked the same, and what they said is kept with the truth. */
public class RuntimeEstimatorComparisonTest {
  private static final TezVertexID VERTEX =
      TezVertexID.getInstance(TezDAGID.getInstance(ApplicationId.newInstance(1, 1), 1), 0);

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final List<String> heard = new ArrayList<>();
  private final RuntimeEstimatorComparison contest =
      new RuntimeEstimatorComparison(Arrays.asList(says(700), says(Long.MAX_VALUE), says(-1)));
  private Path directory;

  /** Answers everything with one number, and says what it heard. */
  private TaskRuntimeEstimator says(long ms) {
    return proxy(
        TaskRuntimeEstimator.class,
        (name, arguments) -> {
          if (name.equals("enrollAttempt") || name.equals("updateAttempt")) {
            heard.add(ms + " " + name);
          }
          return name.startsWith("has") ? (Object) false : (Object) ms;
        });
  }

  private interface Answer {
    Object to(String method, Object[] arguments);
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                method.getReturnType() == void.class
                    ? voidly(answer.to(method.getName(), arguments))
                    : answer.to(method.getName(), arguments)));
  }

  private static Object voidly(Object ignored) {
    return null;
  }

  private static TezTaskAttemptID attempt(int task) {
    return TezTaskAttemptID.getInstance(TezTaskID.getInstance(VERTEX, task), 0);
  }

  @Before
  public void begin() throws IOException {
    directory = folder.getRoot().toPath().resolve("answers");
    Configuration conf = new Configuration(false);
    conf.set(RuntimeEstimatorComparison.DIRECTORY, directory.toString());
    contest.contextualize(conf, proxy(Vertex.class, (name, arguments) -> "map"));
  }

  private List<EstimateRecord> written() throws IOException {
    if (!Files.isDirectory(directory)) {
      return new ArrayList<>();
    }
    List<EstimateRecord> records = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.collect(Collectors.toList())) {
        Files.readAllLines(file).forEach(line -> records.add(EstimateRecord.parse(line)));
      }
    }
    return records;
  }

  @Test
  public void estimatesAreWrittenWithTheTruthAtTheEndOfAnAttempt() throws IOException {
    contest.enrollAttempt(attempt(1), 10_000);
    contest.updateAttempt(attempt(1), TaskAttemptState.RUNNING, 10_600);
    assertTrue("not before", written().isEmpty());
    contest.updateAttempt(attempt(1), TaskAttemptState.SUCCEEDED, 11_000);
    List<EstimateRecord> records = written();
    assertEquals(2, records.size());
    assertEquals(Question.NEW, records.get(0).question);
    assertEquals(Question.RUNNING, records.get(1).question);
    for (EstimateRecord record : records) {
      assertEquals("map", record.vertex);
      assertEquals(1_000, record.truthMs, 0);
      assertTrue(record.firstWave);
      assertEquals(0.3, record.error(0), 1e-9);
      assertFalse("for ever is no answer", record.answered(1));
      assertFalse("less than nothing is no answer", record.answered(2));
    }
    assertEquals(9, heard.size());
  }

  @Test
  public void firstWaveEndsWithTheFirstFinishedAttempt() throws IOException {
    contest.enrollAttempt(attempt(1), 0);
    contest.enrollAttempt(attempt(2), 0);
    contest.updateAttempt(attempt(1), TaskAttemptState.SUCCEEDED, 1_000);
    contest.updateAttempt(attempt(2), TaskAttemptState.RUNNING, 1_500);
    contest.updateAttempt(attempt(2), TaskAttemptState.SUCCEEDED, 2_000);
    List<EstimateRecord> records = written();
    assertEquals(3, records.size());
    assertTrue("when it was submitted", records.get(1).firstWave);
    assertFalse("when it ran", records.get(2).firstWave);
  }

  @Test
  public void frequentReportsAreOneQuestion() throws IOException {
    contest.enrollAttempt(attempt(1), 0);
    for (int ms = 100; ms <= 1_000; ms += 100) {
      contest.updateAttempt(attempt(1), TaskAttemptState.RUNNING, ms);
    }
    contest.updateAttempt(attempt(1), TaskAttemptState.SUCCEEDED, 1_100);
    assertEquals(3, written().size());
  }

  @Test
  public void failedAttemptIsNotRecorded() throws IOException {
    contest.enrollAttempt(attempt(1), 0);
    contest.updateAttempt(attempt(1), TaskAttemptState.KILLED, 1_000);
    contest.updateAttempt(attempt(1), TaskAttemptState.SUCCEEDED, 2_000);
    assertTrue(written().isEmpty());
    contest.enrollAttempt(attempt(2), 0);
    contest.updateAttempt(attempt(2), TaskAttemptState.SUCCEEDED, 500);
    assertTrue("nor is it an end", written().get(0).firstWave);
  }

  @Test
  public void speculatorGetsTheEstimatesOfTheYarnextEstimator() {
    assertEquals(700, contest.estimatedRuntime(attempt(1)));
    assertEquals(700, contest.newAttemptEstimatedRuntime());
    assertEquals(700, contest.thresholdRuntime(attempt(1).getTaskID()));
    assertEquals(700, contest.runtimeEstimateVariance(attempt(1)));
  }
}
