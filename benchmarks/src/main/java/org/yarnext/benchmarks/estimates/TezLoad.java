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

/** Tez's examples and a skewed DAG of our own, with input made from a seed and known results. */
enum TezLoad {
  ORDERED_WORD_COUNT("OrderedWordCount", OrderedWordCount::new, TezData.TEXT),

  HASH_JOIN("HashJoinExample", HashJoinExample::new, TezData.KEYS),

  SORT_MERGE_JOIN("SortMergeJoinExample", SortMergeJoinExample::new, TezData.KEYS),

  /** Scanners on files of which the largest is 24 times the smallest, and one counter with half. */
  SKEWED_COUNT("SkewedCount", SkewedCount::new, TezData.SKEWED_TEXT);

  /** Of the DAG. */
  final String title;

  /** Makes the example, which is good for one run. */
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
   * @param scale so many times the usual amount
   */
  void write(Path dir, double scale, long seed) throws IOException {
    data.write(dir, scale, seed);
  }

  /**
   * Runs it on what {@link #write} wrote, in an Application Master of its own.
   *
   * @param scale as it was written
   * @param output must not exist
   * @throws IllegalStateException if it fails, or comes to a wrong result
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
