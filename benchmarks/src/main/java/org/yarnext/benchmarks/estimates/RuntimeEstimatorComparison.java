// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.estimates;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.tez.dag.api.oldrecords.TaskAttemptState;
import org.apache.tez.dag.app.dag.Vertex;
import org.apache.tez.dag.app.dag.speculation.legacy.LegacyTaskRuntimeEstimator;
import org.apache.tez.dag.app.dag.speculation.legacy.SimpleExponentialTaskRuntimeEstimator;
import org.apache.tez.dag.app.dag.speculation.legacy.TaskRuntimeEstimator;
import org.apache.tez.dag.records.TezTaskAttemptID;
import org.apache.tez.dag.records.TezTaskID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.benchmarks.estimates.EstimateRecord.Question;
import org.yarnext.tez.am.LearningRuntimeEstimator;

/**
 * Tez run time estimator for measurements ({@code tez.am.task.estimator.class}) that compares our
 * estimator with both of Tez's own. It passes all events and calls to all three, and returns our
 * estimates to Tez's speculator. When an attempt has succeeded, all estimates and the true run time
 * are written to a file. Thread-safe.
 *
 * <p>Run times count from the submission of the attempt, as in the speculator.
 */
public final class RuntimeEstimatorComparison implements TaskRuntimeEstimator {

  /** Key of a directory of this machine, into which a file is written for each vertex. */
  static final String DIRECTORY = "tez.bench.estimates.dir";

  /** Minimum time between two questions about an attempt, which reports ten times a second. */
  private static final long BETWEEN_QUESTIONS_MS = 500;

  /** Estimates from this value on (34 years) count as no answer. */
  private static final long NO_ANSWER_MS = 1L << 40;

  private static final Logger LOG = LoggerFactory.getLogger(RuntimeEstimatorComparison.class);

  private final List<TaskRuntimeEstimator> estimators;
  private final Map<TezTaskAttemptID, Asked> running = new HashMap<>();
  private Vertex vertex;
  private Path directory;
  private boolean anyEnded;

  /** Questions about one attempt so far. */
  private static final class Asked {
    final long submittedMs;
    final List<Answers> answers = new ArrayList<>();
    long lastMs;

    Asked(long submittedMs) {
      this.submittedMs = submittedMs;
      this.lastMs = submittedMs;
    }
  }

  private static final class Answers {
    final Question question;
    final boolean firstWave;
    final double[] ms;

    Answers(Question question, boolean firstWave, double[] ms) {
      this.question = question;
      this.firstWave = firstWave;
      this.ms = ms;
    }
  }

  public RuntimeEstimatorComparison() {
    this(
        Arrays.asList(
            new LearningRuntimeEstimator(),
            new LegacyTaskRuntimeEstimator(),
            new SimpleExponentialTaskRuntimeEstimator()));
  }

  /**
   * Creates a contest.
   *
   * @param estimators in the order of {@link EstimateRecord#ESTIMATORS}
   */
  RuntimeEstimatorComparison(List<TaskRuntimeEstimator> estimators) {
    this.estimators = estimators;
  }

  private TaskRuntimeEstimator ours() {
    return estimators.get(0);
  }

  @Override
  public void contextualize(Configuration conf, Vertex ofVertex) {
    vertex = ofVertex;
    directory = Paths.get(conf.get(DIRECTORY));
    estimators.forEach(estimator -> estimator.contextualize(conf, ofVertex));
  }

  @Override
  public synchronized void enrollAttempt(TezTaskAttemptID id, long timestamp) {
    Asked asked = new Asked(timestamp);
    asked.answers.add(ask(Question.NEW, TaskRuntimeEstimator::newAttemptEstimatedRuntime));
    running.put(id, asked);
    estimators.forEach(estimator -> estimator.enrollAttempt(id, timestamp));
  }

  @Override
  public synchronized void updateAttempt(
      TezTaskAttemptID id, TaskAttemptState state, long timestamp) {
    estimators.forEach(estimator -> estimator.updateAttempt(id, state, timestamp));
    Asked asked = running.get(id);
    if (asked == null) {
      return;
    }
    if (state == TaskAttemptState.RUNNING) {
      if (timestamp - asked.lastMs >= BETWEEN_QUESTIONS_MS) {
        asked.lastMs = timestamp;
        asked.answers.add(ask(Question.RUNNING, estimator -> estimator.estimatedRuntime(id)));
      }
    } else if (state != TaskAttemptState.STARTING) {
      running.remove(id);
      if (state == TaskAttemptState.SUCCEEDED) {
        anyEnded = true;
        write(id, asked, timestamp - asked.submittedMs);
      }
    }
  }

  private Answers ask(Question question, ToLongFunction<TaskRuntimeEstimator> answer) {
    double[] ms =
        estimators.stream()
            .mapToLong(answer)
            .mapToDouble(said -> said > 0 && said < NO_ANSWER_MS ? said : Double.NaN)
            .toArray();
    return new Answers(question, !anyEnded, ms);
  }

  /** Writes the answers about an attempt. Logs errors, because they must not fail the DAG. */
  private void write(TezTaskAttemptID id, Asked asked, long truthMs) {
    Path file = directory.resolve(id.getTaskID().getVertexID() + ".tsv");
    List<String> lines =
        asked.answers.stream()
            .map(
                a ->
                    new EstimateRecord(
                            vertex.getName(), id.toString(), a.question, a.firstWave, truthMs, a.ms)
                        .line())
            .collect(Collectors.toList());
    try {
      Files.createDirectories(directory);
      Files.write(file, lines, UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      LOG.error("What was estimated of {} is lost", id, e);
    }
  }

  @Override
  public long attemptEnrolledTime(TezTaskAttemptID id) {
    return ours().attemptEnrolledTime(id);
  }

  @Override
  public long thresholdRuntime(TezTaskID id) {
    return ours().thresholdRuntime(id);
  }

  @Override
  public long estimatedRuntime(TezTaskAttemptID id) {
    return ours().estimatedRuntime(id);
  }

  @Override
  public long newAttemptEstimatedRuntime() {
    return ours().newAttemptEstimatedRuntime();
  }

  @Override
  public long runtimeEstimateVariance(TezTaskAttemptID id) {
    return ours().runtimeEstimateVariance(id);
  }

  @Override
  public boolean hasStagnatedProgress(TezTaskAttemptID id, long timeStamp) {
    return ours().hasStagnatedProgress(id, timeStamp);
  }
}
