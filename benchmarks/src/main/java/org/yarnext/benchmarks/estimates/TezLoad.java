// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.estimates;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.tez.examples.HashJoinExample;
import org.apache.tez.examples.OrderedWordCount;
import org.apache.tez.examples.SortMergeJoinExample;
import org.apache.tez.examples.TezExampleBase;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.SkewedCount;
import org.yarnext.minicluster.jobs.TezSession;

/**
 * DAGs whose run times are estimated: Tez's examples and our own skewed DAG. Inputs are generated
 * from a seed, and results are known.
 */
enum TezLoad {
  ORDERED_WORD_COUNT("OrderedWordCount", OrderedWordCount::new, TezData.TEXT),

  HASH_JOIN("HashJoinExample", HashJoinExample::new, TezData.KEYS),

  SORT_MERGE_JOIN("SortMergeJoinExample", SortMergeJoinExample::new, TezData.KEYS),

  /**
   * Scanners over files of which the largest is 24 times the smallest, and one counter with nearly
   * half of all words.
   */
  SKEWED_COUNT("SkewedCount", SkewedCount::new, TezData.SKEWED_TEXT);

  /** Name of the DAG. */
  final String title;

  /** Creates the example, which can be run only once. */
  private final Supplier<TezExampleBase> example;

  private final TezData data;

  TezLoad(String title, Supplier<TezExampleBase> example, TezData data) {
    this.title = title;
    this.example = example;
    this.data = data;
  }

  /**
   * Writes the input.
   *
   * @param scale factor on the usual size
   */
  void write(Path dir, double scale, long seed) throws IOException {
    data.write(dir, scale, seed);
  }

  /**
   * Runs the DAG in its own Application Master, on the input of {@link #write}.
   *
   * @param scale as for {@link #write}
   * @param output directory, which must not exist
   * @throws IllegalStateException if the DAG fails, or its result is wrong
   */
  ApplicationId run(
      MiniCluster cluster, Map<String, String> settings, Path dir, double scale, Path output)
      throws IOException {
    String[] arguments = data.arguments(dir, output);
    ApplicationId id = TezSession.runAlone(cluster, settings, example.get(), arguments);
    if (!data.isRight(dir, scale, output)) {
      throw new IllegalStateException(title + " came to a wrong result: " + output);
    }
    return id;
  }
}
