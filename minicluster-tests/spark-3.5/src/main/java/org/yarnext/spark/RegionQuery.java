// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.spark;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * Spark application that queries two tables: number and sum of large orders by the region of their
 * customers. A filter, a join and an aggregation.
 */
public final class RegionQuery {
  private static final int PARTITIONS = 4;

  private RegionQuery() {}

  /**
   * Runs the application.
   *
   * @param args directory of orders ("customer,amount" lines), directory of customers
   *     ("customer,region" lines), output directory, minimum amount of a large order, and pauses of
   *     a task that reads orders and of one that joins
   */
  public static void main(String[] args) {
    long minAmount = Long.parseLong(args[3]);
    StageDelay reading = StageDelay.of(args[4]);
    StageDelay joining = StageDelay.of(args[5]);
    try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
      JavaPairRDD<Integer, Long> orders =
          spark
              .textFile(args[0], 1)
              .mapPartitions(reading::before)
              .mapToPair(
                  line -> {
                    int comma = line.indexOf(',');
                    return new Tuple2<>(
                        Integer.valueOf(line.substring(0, comma)),
                        Long.valueOf(line.substring(comma + 1)));
                  })
              .filter(order -> order._2 >= minAmount);
      JavaPairRDD<Integer, String> customers =
          spark
              .textFile(args[1], 1)
              .mapToPair(
                  line -> {
                    int comma = line.indexOf(',');
                    return new Tuple2<>(
                        Integer.valueOf(line.substring(0, comma)), line.substring(comma + 1));
                  });
      orders
          .join(customers, PARTITIONS)
          .mapPartitions(joining::before)
          .mapToPair(row -> new Tuple2<>(row._2._2, new Tuple2<>(1L, row._2._1)))
          .reduceByKey((a, b) -> new Tuple2<>(a._1 + b._1, a._2 + b._2), 1)
          .map(region -> region._1 + "\t" + region._2._1 + "\t" + region._2._2)
          .saveAsTextFile(args[2]);
    }
  }
}
