// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.steering;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * One step of Lloyd's k-means as a MapReduce job: maps sum up the points of each cluster, and the
 * reducer computes the next centres (MROrchestrator, section IV). Stateless.
 */
public final class KMeansStep {
  /** Key of the {@link KMeansCentres} of a step. */
  static final String CENTRES = "yarnext.bench.k-means.centres";

  private KMeansStep() {}

  /** Configures a job as a step from the given centres. */
  static void configure(Job job, KMeansCentres from) {
    job.getConfiguration().set(CENTRES, from.toString());
    job.setMapperClass(Assign.class);
    job.setReducerClass(Move.class);
    job.setOutputKeyClass(IntWritable.class);
    job.setOutputValueClass(Text.class);
  }

  /** Sum of points with the same nearest centre. */
  private static final class Sum {
    private final double[] total;
    private long points;

    Sum(int dimensions) {
      total = new double[dimensions];
    }

    void add(double[] point, long count) {
      for (int i = 0; i < total.length; i++) {
        total[i] += point[i];
      }
      points += count;
    }
  }

  /** Adds each point to the sum of the nearest centre. */
  public static final class Assign extends Mapper<Object, Text, IntWritable, Text> {
    private final Map<Integer, Sum> sums = new TreeMap<>();
    private KMeansCentres centres;

    @Override
    protected void setup(Context context) {
      centres = KMeansCentres.parse(context.getConfiguration().get(CENTRES));
    }

    @Override
    protected void map(Object key, Text line, Context context) {
      double[] point = KMeansCentres.point(line.toString());
      sums.computeIfAbsent(centres.nearest(point), c -> new Sum(point.length)).add(point, 1);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      for (Map.Entry<Integer, Sum> each : sums.entrySet()) {
        Sum sum = each.getValue();
        context.write(
            new IntWritable(each.getKey()),
            new Text(sum.points + ":" + KMeansCentres.line(sum.total)));
      }
    }
  }

  /** Writes the mean of the points of each cluster. */
  public static final class Move extends Reducer<IntWritable, Text, IntWritable, Text> {
    @Override
    protected void reduce(IntWritable cluster, Iterable<Text> sums, Context context)
        throws IOException, InterruptedException {
      Sum all = null;
      for (Text each : sums) {
        String[] parts = each.toString().split(":");
        double[] total = KMeansCentres.point(parts[1]);
        all = all == null ? new Sum(total.length) : all;
        all.add(total, Long.parseLong(parts[0]));
      }
      double[] centre = all.total.clone();
      for (int i = 0; i < centre.length; i++) {
        centre[i] /= all.points;
      }
      context.write(cluster, new Text(KMeansCentres.line(centre)));
    }
  }
}
