// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.spark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * Spark application that counts words with a cached RDD and two shuffles. Each task of the first
 * stage leaves a file below a gate's directory and waits until the gate is there, so that a test
 * sees it run.
 */
public final class SparkWordCount {
  private static final int PARTITIONS = 4;
  private static final long POLL_MS = 50;

  private SparkWordCount() {}

  /**
   * Runs the application.
   *
   * @param args input directory, output directory, and the gate: a file that lets tasks continue
   */
  public static void main(String[] args) {
    Path gate = Paths.get(args[2]);
    try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("word count"))) {
      String gateName = gate.toString();
      JavaRDD<String> words =
          spark
              .textFile(args[0], PARTITIONS)
              .mapPartitionsWithIndex(
                  (index, lines) -> {
                    await(gateName, index);
                    return lines;
                  },
                  false)
              .flatMap(line -> Arrays.asList(line.trim().split(" ")).iterator())
              .cache();
      JavaPairRDD<String, Long> counts =
          words.mapToPair(word -> new Tuple2<>(word, 1L)).reduceByKey(Long::sum, PARTITIONS);
      long distinct = counts.count();
      // The second job reads the cache or, if an executor was lost, computes it again.
      long again = words.distinct(PARTITIONS).count();
      if (distinct != again) {
        throw new IllegalStateException(distinct + " distinct words, and then " + again);
      }
      counts.map(count -> count._1 + "\t" + count._2).saveAsTextFile(args[1]);
    }
  }

  private static void await(String gate, int task) throws Exception {
    Files.write(Paths.get(gate + ".task-" + task), new byte[0]);
    while (!Files.exists(Paths.get(gate))) {
      Thread.sleep(POLL_MS);
    }
  }
}
