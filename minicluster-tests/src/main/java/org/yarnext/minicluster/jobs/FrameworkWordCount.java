// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.yarnext.minicluster.cluster.MiniCluster;

/** Runs the word count of Spark or Flink on a test cluster. Stateless. */
public final class FrameworkWordCount {
  private FrameworkWordCount() {}

  /** Returns the application of Flink, to be configured and then run once. */
  public static FlinkApplication flink(MiniCluster cluster) throws IOException {
    return new FlinkApplication(cluster, "org.yarnext.flink.FlinkWordCount");
  }

  /** Returns the application of Spark, to be configured and then run once. */
  public static SparkApplication spark(MiniCluster cluster) throws IOException {
    return new SparkApplication(cluster, "org.yarnext.spark.SparkWordCount");
  }

  /**
   * Runs the application.
   *
   * @param output directory, which must not exist
   * @throws IllegalStateException if it does not succeed in time
   */
  public static WordCountResult run(
      FrameworkApplication application, Path input, Path output, long timeoutMs)
      throws IOException {
    Path open = Files.createFile(output.resolveSibling(output.getFileName() + "-gate"));
    return run(application, input, output, open, timeoutMs);
  }

  /**
   * Runs the application. The tasks of its first stage wait until a file exists.
   *
   * @param output directory, which must not exist
   * @param gate the file; each task first creates one with {@code .task-} and its number behind
   *     that name
   * @throws IllegalStateException if it does not succeed in time
   */
  public static WordCountResult run(
      FrameworkApplication application, Path input, Path output, Path gate, long timeoutMs)
      throws IOException {
    long latencyMs = application.run(timeoutMs, input, output, gate);
    return WordCountResult.read(output, latencyMs);
  }
}
