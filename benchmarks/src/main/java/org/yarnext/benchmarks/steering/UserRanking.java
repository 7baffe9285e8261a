// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.steering;

import java.io.IOException;
import java.util.AbstractMap;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Ranks users by their followers and messages, as a MapReduce job (MROrchestrator, section IV). An
 * input line is {@code follower followed} or {@code user #messages}. Stateless.
 */
public final class UserRanking {
  private static final long A_FOLLOWER = 10;
  private static final int BEST = 100;

  private UserRanking() {}

  static void configure(Job job) {
    job.setMapperClass(Score.class);
    job.setReducerClass(Rank.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LongWritable.class);
  }

  /** Sums up the scores of each user in memory. */
  public static final class Score extends Mapper<Object, Text, Text, LongWritable> {
    private final Map<String, Long> scores = new HashMap<>();

    @Override
    protected void map(Object key, Text line, Context context) {
      String[] words = line.toString().split(" ");
      if (words[1].charAt(0) == '#') {
        scores.merge(words[0], Long.parseLong(words[1].substring(1)), Long::sum);
      } else {
        scores.merge(words[1], A_FOLLOWER, Long::sum);
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      for (Map.Entry<String, Long> each : scores.entrySet()) {
        context.write(new Text(each.getKey()), new LongWritable(each.getValue()));
      }
    }
  }

  /** Writes the best users in ascending order. */
  public static final class Rank extends Reducer<Text, LongWritable, Text, LongWritable> {
    private final PriorityQueue<Map.Entry<String, Long>> best =
        new PriorityQueue<>(
            Comparator.comparing((Map.Entry<String, Long> e) -> e.getValue())
                .thenComparing(Map.Entry::getKey));

    @Override
    protected void reduce(Text user, Iterable<LongWritable> scores, Context context) {
      long sum = 0;
      for (LongWritable each : scores) {
        sum += each.get();
      }
      best.add(new AbstractMap.SimpleImmutableEntry<>(user.toString(), sum));
      if (best.size() > BEST) {
        best.remove();
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      while (!best.isEmpty()) {
        Map.Entry<String, Long> each = best.remove();
        context.write(new Text(each.getKey()), new LongWritable(each.getValue()));
      }
    }
  }
}
