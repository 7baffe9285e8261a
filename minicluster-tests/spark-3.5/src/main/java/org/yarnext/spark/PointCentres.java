// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.spark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Spark application that makes passes of k-means over cached points of the plane. Coordinates are
 * whole numbers and centres are rounded down, so that the result does not depend on the order of
 * additions.
 */
public final class PointCentres {
  private static final int COUNT = 2;
  private static final int VALUES = 3;

  private PointCentres() {}

  /**
   * Runs the application.
   *
   * @param args input directory ("x,y" lines), output directory, first centres ("x,y;x,y"), number
   *     of passes, and pauses of a task that reads and of a task of a pass
   */
  public static void main(String[] args) {
    long[][] centres = centres(args[2]);
    int passes = Integer.parseInt(args[3]);
    StageDelay reading = StageDelay.of(args[4]);
    StageDelay passing = StageDelay.of(args[5]);
    try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
      JavaRDD<long[]> points =
          spark
              .textFile(args[0], 1)
              .mapPartitions(reading::before)
              .map(PointCentres::point)
              .cache();
      for (int pass = 0; pass < passes; pass++) {
        long[][] from = centres;
        long[][] sums =
            points
                .mapPartitions(
                    rows -> Collections.singleton(sums(passing.before(rows), from)).iterator())
                .reduce(PointCentres::add);
        centres = means(sums, from);
      }
      List<String> lines = new ArrayList<>();
      for (long[] centre : centres) {
        lines.add(centre[0] + "," + centre[1]);
      }
      spark.parallelize(lines, 1).saveAsTextFile(args[1]);
    }
  }

  private static long[][] centres(String text) {
    String[] fields = text.split(";");
    long[][] centres = new long[fields.length][];
    for (int c = 0; c < fields.length; c++) {
      centres[c] = point(fields[c]);
    }
    return centres;
  }

  private static long[] point(String text) {
    int comma = text.indexOf(',');
    return new long[] {
      Long.parseLong(text.substring(0, comma)), Long.parseLong(text.substring(comma + 1))
    };
  }

  /** Returns sum of x, sum of y and number of the points nearest to each centre. */
  private static long[][] sums(Iterator<long[]> points, long[][] centres) {
    long[][] sums = new long[centres.length][VALUES];
    while (points.hasNext()) {
      long[] point = points.next();
      long[] sum = sums[nearest(point, centres)];
      sum[0] += point[0];
      sum[1] += point[1];
      sum[COUNT]++;
    }
    return sums;
  }

  private static int nearest(long[] point, long[][] centres) {
    int nearest = 0;
    long min = Long.MAX_VALUE;
    for (int c = 0; c < centres.length; c++) {
      long dx = point[0] - centres[c][0];
      long dy = point[1] - centres[c][1];
      long square = dx * dx + dy * dy;
      if (square < min) {
        min = square;
        nearest = c;
      }
    }
    return nearest;
  }

  private static long[][] add(long[][] a, long[][] b) {
    long[][] sums = new long[a.length][VALUES];
    for (int c = 0; c < sums.length; c++) {
      for (int v = 0; v < VALUES; v++) {
        sums[c][v] = a[c][v] + b[c][v];
      }
    }
    return sums;
  }

  /** Returns the new centres. One without points stays where it was. */
  private static long[][] means(long[][] sums, long[][] before) {
    long[][] means = new long[sums.length][];
    for (int c = 0; c < sums.length; c++) {
      long count = sums[c][COUNT];
      means[c] = count == 0 ? before[c] : new long[] {sums[c][0] / count, sums[c][1] / count};
    }
    return means;
  }
}
