// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.yarnext.minicluster.cluster.MiniCluster;

/** A word count with Flink. Stateless. */
public final class FlinkWordCount {
  private static final String MAIN = "org.yarnext.flink.WordCountJob";

  private FlinkWordCount() {}

  /** Returns the application, to be configured and then run once. */
  public static FlinkApplication on(MiniCluster cluster) throws IOException {
    return new FlinkApplication(cluster, MAIN);
  }

  /**
   * Runs the application.
   *
   * @param output directory, which must not exist
   * @throws IllegalStateException if it does not succeed in time
   */
  public static WordCountResult run(
      FlinkApplication application, Path input, Path output, long timeoutMs) throws IOException {
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
      FlinkApplication application, Path input, Path output, Path gate, long timeoutMs)
      throws IOException {
    long latencyMs = application.run(timeoutMs, input, output, gate);
    return WordCountResult.read(output, latencyMs);
  }
}
