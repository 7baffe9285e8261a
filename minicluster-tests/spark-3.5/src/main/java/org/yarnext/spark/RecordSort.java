// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.spark;

import org.apache.spark.Partitioner;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/** Spark application that sorts lines, all of which go through a shuffle. */
public final class RecordSort {

  private RecordSort() {}

  /**
   * Runs the application. The lines of the output files are sorted, in the order of the files'
   * names.
   *
   * @param args input directory, whose lines begin with four random hexadecimal digits, output
   *     directory, number of output files, and pauses of a task that reads and of one that sorts
   */
  public static void main(String[] args) {
    int files = Integer.parseInt(args[2]);
    StageDelay reading = StageDelay.of(args[3]);
    StageDelay sorting = StageDelay.of(args[4]);
    try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
      spark
          .textFile(args[0], 1)
          .mapPartitions(reading::before)
          .mapToPair(line -> new Tuple2<>(line, true))
          .repartitionAndSortWithinPartitions(new PrefixPartitioner(files))
          .keys()
          .mapPartitions(sorting::before)
          .saveAsTextFile(args[1]);
    }
  }

  /** Divides the lines by their first digits into ranges of equal size. Immutable. */
  private static final class PrefixPartitioner extends Partitioner {
    private static final long serialVersionUID = 1;
    private static final int DIGITS = 4;
    private static final int PREFIXES = 1 << 16;

    private final int ranges;

    PrefixPartitioner(int ranges) {
      this.ranges = ranges;
    }

    @Override
    public int numPartitions() {
      return ranges;
    }

    @Override
    public int getPartition(Object line) {
      return Integer.parseInt(((String) line).substring(0, DIGITS), 16) * ranges / PREFIXES;
    }
  }
}
